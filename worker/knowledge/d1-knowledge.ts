import type { Database } from '../env.ts';
import type { Passage } from '../model-port.ts';
import {
  compoundsOf,
  findsLongerWords,
  mayBeComplete,
  partsOf,
  spacedWordsOf,
  spellingsOf,
} from '../../widget/protocol/search/wording.ts';
import { findSpellings, spellableOf } from './spelling.ts';
import { termsOf } from './terms.ts';

/** The terms of a query, and what else they are searched as. */
export interface Wording {
  readonly terms: readonly string[];
  /** By term, the words that it makes with the next word: "app" in "app store" has "appstore". */
  readonly compounds: ReadonlyMap<string, readonly string[]>;
  /** The term that may still be typed: it is searched as a prefix, however short it is. */
  readonly beginning?: string | undefined;
  /** Terms that no document has. Each is also searched as two words side by side. */
  readonly unknown?: readonly string[];
  /** By unknown term, the words of the documents that it may be a misspelling of. */
  readonly spellings?: ReadonlyMap<string, readonly string[]>;
}

/** Passages of the best rank: the answer is among them for 158 of 161 labelled questions. */
const MAX_CANDIDATES = 20;
/** Passages that are read for each search while somebody types. The pages found come from these passages. */
const MAX_TYPED = 60;

/** A passage that has some of the question's words. `score` is its bm25. */
export interface Candidate extends Passage {
  /**
   * One character for each term of the question, such as `10-1`: `1` where this passage has the term, `0` where only other passages
   * have it, `-` where none has it in any spelling. If a term is misspelt, its corrections are searched for: `2` where this
   * passage has one of them, `x` where only other passages do.
   */
  readonly hits: string;
}

/**
 * Finds the 20 passages with the best bm25 for the terms of a question, in title and text. If no passage has a term, such as
 * "retruns", similar words of the index are searched for instead: "returns". `baseUrl` makes the URLs absolute. Null before
 * anything has been indexed.
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
  const other = await withCorrections(database, wording, candidates);
  const found = other ? await findCandidates(database, other) : candidates;
  return found?.map((passage) => ({ ...passage, url: new URL(passage.url, baseUrl).href })) ?? null;
}

/** The words that a question is searched by. */
export function wordingOf(question: string): Wording {
  const terms = termsOf(question);
  return { terms, compounds: compoundsOf(spacedWordsOf(question), terms) };
}

/** The wording with corrections of the terms that no document has; undefined where there is no such term. */
export async function withCorrections(
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
  /** The heading of the section; empty for text before the first heading of a page. */
  readonly heading: string;
  /** The text without markdown. */
  readonly words: string;
}

/**
 * Finds the 60 best passages that have all terms. Null before anything has been indexed, and where the index is of an older
 * version.
 */
export function findWithAll(database: Database, wording: Wording): Promise<readonly TypedCandidate[] | null> {
  const match = matchesOf(wording).map((each) => `(${each})`);
  const { beginning = '' } = wording;
  if (mayBeComplete(beginning)) match.push(`("${beginning}" OR ${match.pop()})`);
  const sql = searchSql({ columns: 'p.heading, p.words', hits: "''", limit: MAX_TYPED });
  return select<TypedCandidate>(database, sql, [match.join(' AND ')]);
}

/**
 * Finds the 60 best passages that have any of the terms; `hits` tells only which terms no document has. Null in the cases of {@link
 * findWithAll}.
 */
export function findWithAny(database: Database, wording: Wording): Promise<readonly TypedCandidate[] | null> {
  const matches = matchesOf(wording);
  // CheckedQuestion once for each term and not for each passage, since D1 is paid by the rows that are read.
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

/** The FTS5 query of each term. */
function matchesOf({ terms, compounds, beginning = '', unknown, spellings }: Wording): readonly string[] {
  return terms.map((term) => {
    const words = spellings?.get(term) ?? spellingsOf(term);
    const own = [...words, ...(term === beginning ? otherPrefixes(term) : [])];
    const parts = unknown?.includes(term) ? partsOf(term).map((each) => each.join(' ')) : [];
    const isPrefix = (word: string): boolean => findsLongerWords(word) || term === beginning;
    return [
      ...[...own, ...parts].map((word) => quote(word, isPrefix(word))),
      ...(compounds.get(term) ?? []).map((word) => quote(word, beginning !== '' && word.endsWith(beginning))),
    ].join(' OR ');
  });
}

function quote(word: string, isPrefix: boolean): string {
  return isPrefix ? `"${word}"*` : `"${word}"`;
}

/** Another prefix for a term that ends in y. FTS5 stems the prefix "lifecy" to "lifeci", with which "lifecycle" does not begin. */
function otherPrefixes(term: string): readonly string[] {
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

/** The SQL of {@link Candidate.hits}. For each term that a candidate lacks, one more row is read: whether any document has it. */
function hitsSql({ terms, spellings }: Wording): string {
  const hits = terms.map((term, index) => {
    const [own, others] = spellings?.has(term) ? '2x' : '10';
    const found = `EXISTS (SELECT 1 FROM passage_index WHERE passage_index MATCH ?${index + 2}`;
    return `CASE WHEN ${found} AND passage_index.rowid = f.rowid) THEN '${own}' WHEN ${found}) THEN '${others}' ELSE '-' END`;
  });
  return `'' || ${hits.join(' || ')}`;
}

/**
 * The SQL of a search. The bm25 of FTS5 is negative, and lower is better: `score` is the same without the minus. Titles weigh more
 * than text. D1 is paid by the rows that are read: `ORDER BY rank` with a limit lets FTS5 sort by itself, so that only the best
 * passages are read. Only for these the terms that they have are looked up.
 */
function searchSql({ columns, hits, limit }: { columns?: string; hits: string; limit: number }): string {
  return `WITH found AS MATERIALIZED (
    SELECT rowid, rank FROM passage_index
    WHERE passage_index MATCH ?1 AND rank MATCH 'bm25(3.0, 1.0, 1.0)' ORDER BY rank LIMIT ${limit}
  )
  SELECT ${['p.id, p.title, p.url, p.text', columns].filter(Boolean).join(', ')}, -f.rank AS score, ${hits} AS hits
  FROM found f JOIN passage p ON p.rowid = f.rowid ORDER BY f.rank`;
}
