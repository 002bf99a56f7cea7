import type { Database } from '../env.ts';
import type { Passage } from '../ports.ts';
import { findSpellings } from './spelling.ts';
import { spellingsOf, termsOf } from './terms.ts';

/** Passages of the best rank: the answer is among them for 158 of 161 labelled questions. */
const MAX_CANDIDATES = 20;

/** Letters from which on the beginning of a word stands for it: "config" for "configuration", not "open" for "OpenAI". */
const MIN_PREFIX = 5;

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
  const terms = termsOf(question);
  if (terms.length === 0) return [];
  const candidates = await findCandidates(database, terms);
  const missing = terms.filter((_, index) => candidates?.every(({ hits }) => hits[index] === '-'));
  const spellings = await findSpellings(database, missing);
  const found = spellings.size === 0 ? candidates : await findCandidates(database, terms, spellings);
  return found?.map((passage) => ({ ...passage, url: new URL(passage.url, baseUrl).href })) ?? null;
}

/** Terms are searched for in these spellings, where they have some. */
async function findCandidates(
  database: Database,
  terms: readonly string[],
  spellings: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<readonly Candidate[] | null> {
  const quoted = terms.map((term) =>
    (spellings.get(term) ?? spellingsOf(term))
      .map((word) => (word.length < MIN_PREFIX ? `"${word}"` : `"${word}"*`))
      .join(' OR '),
  );
  const sql = searchSql(terms.map((term) => (spellings.has(term) ? '2x' : '10')));
  const statement = database.prepare(sql).bind(quoted.join(' OR '), ...quoted);
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
 * is asked which words they hold. Whether any document has a word is one row more for each that a candidate lacks.
 */
function searchSql(marks: readonly string[]): string {
  const hits = marks.map(([own, others], index) => {
    const found = `EXISTS (SELECT 1 FROM passage_index WHERE passage_index MATCH ?${index + 2}`;
    return `CASE WHEN ${found} AND passage_index.rowid = f.rowid) THEN '${own}' WHEN ${found}) THEN '${others}' ELSE '-' END`;
  });
  return `WITH found AS MATERIALIZED (
    SELECT rowid, rank FROM passage_index
    WHERE passage_index MATCH ?1 AND rank MATCH 'bm25(3.0, 1.0, 1.0)' ORDER BY rank LIMIT ${MAX_CANDIDATES}
  )
  SELECT p.id, p.title, p.url, p.text, -f.rank AS score, '' || ${hits.join(' || ')} AS hits
  FROM found f JOIN passage p ON p.rowid = f.rowid ORDER BY f.rank`;
}
