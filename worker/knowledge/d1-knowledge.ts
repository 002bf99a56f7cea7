import type { Database } from '../env.ts';
import type { Passage } from '../ports.ts';
import { findSpellings } from './spelling.ts';
import { termsOf } from './terms.ts';

/** Passages of the best rank: the answer is among them for 158 of 161 labelled questions. */
const MAX_CANDIDATES = 20;

/** Letters from which on the beginning of a word stands for it: "config" for "configuration", not "open" for "OpenAI". */
const MIN_PREFIX = 5;

/** A passage that has some of the question's words. `score` is its bm25. */
export interface Candidate extends Passage {
  /** A digit for each term of the question, 1 where the passage has it: `101`. */
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
  const terms = termsOf(question);
  if (terms.length === 0) return [];
  const candidates = await findCandidates(
    database,
    terms.map((term) => [term]),
  );
  const missing = terms.filter((_, index) => candidates?.every(({ hits }) => hits[index] === '0'));
  const spellings = await findSpellings(database, missing);
  const found =
    spellings.size === 0
      ? candidates
      : await findCandidates(
          database,
          terms.map((term) => spellings.get(term) ?? [term]),
        );
  return found?.map((passage) => ({ ...passage, url: new URL(passage.url, baseUrl).href })) ?? null;
}

/** For terms with the ways in which each may be spelt. */
async function findCandidates(
  database: Database,
  terms: readonly (readonly string[])[],
): Promise<readonly Candidate[] | null> {
  const quoted = terms.map((spellings) =>
    spellings.map((term) => (term.length < MIN_PREFIX ? `"${term}"` : `"${term}"*`)).join(' OR '),
  );
  const statement = database.prepare(searchSql(terms.length)).bind(quoted.join(' OR '), ...quoted);
  try {
    return (await statement.all<Candidate>()).results;
  } catch (error) {
    if (String(error).includes('no such table: passage')) return null;
    throw error;
  }
}

/**
 * bm25 is negative, and lower is better; ours is the other way round. Headings weigh more than text. D1 is paid by the rows that
 * a query reads: `ORDER BY rank` with a limit has FTS5 itself sort, so that only the best are read, and of these alone it
 * is asked which words they hold.
 */
function searchSql(terms: number): string {
  const hit =
    'EXISTS (SELECT 1 FROM passage_index WHERE passage_index MATCH ? AND passage_index.rowid = f.rowid)';
  return `WITH found AS MATERIALIZED (
    SELECT rowid, rank FROM passage_index
    WHERE passage_index MATCH ? AND rank MATCH 'bm25(3.0, 1.0, 1.0)' ORDER BY rank LIMIT ${MAX_CANDIDATES}
  )
  SELECT p.id, p.title, p.url, p.text, -f.rank AS score, '' || ${Array.from({ length: terms }, () => hit).join(' || ')} AS hits
  FROM found f JOIN passage p ON p.rowid = f.rowid ORDER BY f.rank`;
}
