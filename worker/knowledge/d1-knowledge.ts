import type { Database } from '../env.ts';
import type { Passage } from '../model-port.ts';
import {
  compoundsOf,
  isBeginning,
  mayBeWhole,
  partsOf,
  spacedWordsOf,
  spellingsOf,
} from '../../widget/protocol/search/wording.ts';
import { findSpellings, spellableOf } from './spelling.ts';
import { termsOf } from './terms.ts';

/** Words as they are searched for. */
export interface Wording {
  readonly terms: readonly string[];
  /** Words that terms make with the words behind them. */
  readonly compounds: ReadonlyMap<string, readonly string[]>;
  /** A term that may be the beginning of a word, however short. */
  readonly beginning?: string | undefined;
  /** Terms that no document has: they may be two words. */
  readonly unknown?: readonly string[];
  /** What unknown terms may be misspelt for. */
  readonly spellings?: ReadonlyMap<string, readonly string[]>;
}

/** Passages of the best rank: the answer is among them for 158 of 161 labelled questions. */
const MAX_CANDIDATES = 20;
/** Of these the pages are taken that somebody who types sees. */
const MAX_TYPED = 60;

/** A passage that has some of the question's words. `score` is its bm25. */
export interface Candidate extends Passage {
  /**
   * A character for each term of the question: `1` where the passage has it, `0` where only others have it; `2` and `x` for a word that
   * a misspelt term stands for; `-` where no document has it, in any spelling: `10-1`.
   */
  readonly hits: string;
}

/**
 * Finds the 20 passages with the best bm25 over title and text for the terms of a question; a term that no passage has is searched for
 * as what it is a misspelling of. `baseUrl` makes the URLs absolute. Null before anything has been indexed.
 *
 * @example
 * const passages = await searchDatabase(env.DB, 'How do free returns work?', 'https://shop.example/');
 * passages?.[0]?.url; // 'https://shop.example/docs/returns#free'
 */
export async function searchDatabase(
  database: Database,
  question: string,
  baseUrl: string,
): Promise<readonly Candidate[] | null> {
  const wording = wordingOf(question);
  if (wording.terms.length === 0) return [];
  const candidates = await findCandidates(database, wording);
  const other = await reword(database, wording, candidates);
  const found = other ? await findCandidates(database, other) : candidates;
  return found?.map((passage) => ({ ...passage, url: new URL(passage.url, baseUrl).href })) ?? null;
}

/** The words that a question is searched by. */
export function wordingOf(question: string): Wording {
  const terms = termsOf(question);
  return { terms, compounds: compoundsOf(spacedWordsOf(question), terms) };
}

/** A wording with what its terms may stand for that no document has; undefined where there is no such term. */
export async function reword(
  database: Database,
  wording: Wording,
  found: readonly Pick<Candidate, 'hits'>[] | null,
): Promise<Wording | undefined> {
  const unknown = spellableOf(
    wording.terms.filter((_, index) => found?.every(({ hits }) => hits[index] === '-')),
  );
  return unknown.length === 0
    ? undefined
    : { ...wording, unknown, spellings: await findSpellings(database, unknown) };
}

/** A passage that was found while somebody types. */
export interface TypedCandidate extends Candidate {
  /** Empty at the beginning of a page. */
  readonly heading: string;
  /** The text without markdown. */
  readonly words: string;
}

/** Finds the 60 best passages with all of some terms. Null as of {@link searchDatabase}, and where the index is of an older version. */
export function findWithAll(database: Database, wording: Wording): Promise<readonly TypedCandidate[] | null> {
  const match = matchesOf(wording).map((each) => `(${each})`);
  const { beginning = '' } = wording;
  if (mayBeWhole(beginning)) match.push(`("${beginning}" OR ${match.pop()})`);
  const sql = searchSql({ columns: 'p.heading, p.words', hits: "''", limit: MAX_TYPED });
  return select<TypedCandidate>(database, sql, [match.join(' AND ')]);
}

/** Finds the 60 best passages with any of some terms; `hits` tells only which terms no document has. Null as of {@link findWithAll}. */
export function findWithAny(database: Database, wording: Wording): Promise<readonly TypedCandidate[] | null> {
  const matches = matchesOf(wording);
  // Once for each term, not for each passage: D1 is paid by rows.
  const known = matches.map(
    (_, index) =>
      `CASE WHEN EXISTS (SELECT 1 FROM passage_index WHERE passage_index MATCH ?${index + 2}) THEN '0' ELSE '-' END`,
  );
  const hits = `'' || ${known.join(' || ')}`;
  const sql = searchSql({ columns: 'p.heading, p.words', hits, limit: MAX_TYPED });
  return select<TypedCandidate>(database, sql, [matches.join(' OR '), ...matches]);
}

function findCandidates(database: Database, wording: Wording): Promise<readonly Candidate[] | null> {
  const matches = matchesOf(wording);
  const sql = searchSql({ hits: hitsSql(wording), limit: MAX_CANDIDATES });
  return select<Candidate>(database, sql, [matches.join(' OR '), ...matches]);
}

/** What FTS5 looks for, for each term. */
function matchesOf({ terms, compounds, beginning = '', unknown, spellings }: Wording): readonly string[] {
  return terms.map((term) => {
    const words = spellings?.get(term) ?? spellingsOf(term);
    const own = [...words, ...(term === beginning ? begunWith(term) : [])];
    const parts = unknown?.includes(term) ? partsOf(term).map((each) => each.join(' ')) : [];
    const isOpen = (word: string): boolean => isBeginning(word) || term === beginning;
    return [
      ...[...own, ...parts].map((word) => quote(word, isOpen(word))),
      ...(compounds.get(term) ?? []).map((word) => quote(word, beginning !== '' && word.endsWith(beginning))),
    ].join(' OR ');
  });
}

function quote(word: string, isOpen: boolean): string {
  return isOpen ? `"${word}"*` : `"${word}"`;
}

/** FTS5 takes "lifecy" for a whole word, whose stem is "lifeci". */
function begunWith(term: string): readonly string[] {
  return /[^aeiou]y$/.test(term) && term.length > 2 ? [term.slice(0, -1)] : [];
}

async function select<Row>(
  database: Database,
  sql: string,
  matches: readonly string[],
): Promise<readonly Row[] | null> {
  try {
    return (
      await database
        .prepare(sql)
        .bind(...matches)
        .all<Row>()
    ).results;
  } catch (error) {
    if (/no such (?:table: passage|column: p\.heading)/.test(String(error))) return null;
    throw error;
  }
}

/** {@link Candidate.hits}. Whether any document has a word is one row more for each that a candidate lacks. */
function hitsSql({ terms, spellings }: Wording): string {
  const hits = terms.map((term, index) => {
    const [own, others] = spellings?.has(term) ? '2x' : '10';
    const found = `EXISTS (SELECT 1 FROM passage_index WHERE passage_index MATCH ?${index + 2}`;
    return `CASE WHEN ${found} AND passage_index.rowid = f.rowid) THEN '${own}' WHEN ${found}) THEN '${others}' ELSE '-' END`;
  });
  return `'' || ${hits.join(' || ')}`;
}

/**
 * bm25 is negative, and lower is better; ours is the other way round. Headings weigh more than text. D1 is paid by the rows that
 * a query reads: `ORDER BY rank` with a limit has FTS5 itself sort, so that only the best are read, and of these alone it
 * is asked which words they hold.
 */
function searchSql({ columns, hits, limit }: { columns?: string; hits: string; limit: number }): string {
  return `WITH found AS MATERIALIZED (
    SELECT rowid, rank FROM passage_index
    WHERE passage_index MATCH ?1 AND rank MATCH 'bm25(3.0, 1.0, 1.0)' ORDER BY rank LIMIT ${limit}
  )
  SELECT ${['p.id, p.title, p.url, p.text', columns].filter(Boolean).join(', ')}, -f.rank AS score, ${hits} AS hits
  FROM found f JOIN passage p ON p.rowid = f.rowid ORDER BY f.rank`;
}
