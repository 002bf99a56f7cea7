import type { Database } from '../env.ts';
import type { Passage } from '../ports.ts';
import { bigramsOf, withoutUnspaced } from './bigrams.ts';

const MAX_PASSAGES = 5;
/** Passages of the best rank, of which those are left that hold enough of the question's words. */
const MAX_CANDIDATES = 20;
/** Terms of one question; each is a bound parameter, and D1 takes 100. */
const MAX_TERMS = 24;

/** Letters from which on the beginning of a word stands for it: "config" for "configuration", not "open" for "OpenAI". */
const MIN_PREFIX = 5;

/** Words that say nothing about the subject, and would find whatever is phrased as a question. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about am an and any are as at be been but by can could did do does for from get had has have how i if in
  instead into is it its just like make may me might my no not of on or our please put should show so some
  tell than that the their them then there these they this to up us use want was we were what when where which
  who why will with work would you your`.split(/\s+/),
);

/**
 * Finds the passages that fit a question best, by bm25 over title and text. Passages that hold less than a third of
 * the question's words are left out. `baseUrl` makes the URLs absolute. Null before anything has been indexed.
 *
 * @example
 * const passages = await searchDatabase(env.DB, 'How do free returns work?', 'https://shop.example/');
 * passages?.[0]?.url; // 'https://shop.example/docs/returns#free'
 */
export async function searchDatabase(
  database: Database,
  question: string,
  baseUrl: string,
): Promise<readonly Passage[] | null> {
  const terms = termsOf(question);
  if (terms.length === 0) return [];
  const quoted = terms.map((term) => (term.length < MIN_PREFIX ? `"${term}"` : `"${term}"*`));
  const statement = database
    .prepare(searchSql(terms.length))
    .bind(quoted.join(' OR '), ...quoted, requiredHits(terms), MAX_PASSAGES);
  try {
    const { results } = await statement.all<Passage>();
    return results.map((passage) => ({ ...passage, url: new URL(passage.url, baseUrl).href }));
  } catch (error) {
    if (String(error).includes('no such table: passage')) return null;
    throw error;
  }
}

/** Letters and digits only: quoted, such a term is nothing but a word to FTS5, whatever the visitor typed. */
function termsOf(question: string): readonly string[] {
  const text = question.toLowerCase();
  const words = new Set([...(withoutUnspaced(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []), ...bigramsOf(text)]);
  const telling = [...words].filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : [...words]).slice(0, MAX_TERMS);
}

/** Where words are not set apart, most pairs of neighbours are grammar or belong to two words: few have to be found. */
function requiredHits(terms: readonly string[]): number {
  const pairs = terms.filter((term) => bigramsOf(term).length > 0).length;
  return Math.ceil((terms.length - pairs) / 3 + pairs / 8);
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
  SELECT p.id, p.title, p.url, p.text, -f.rank AS score FROM found f JOIN passage p ON p.rowid = f.rowid
  WHERE ${Array.from({ length: terms }, () => hit).join(' + ')} >= ?
  ORDER BY f.rank LIMIT ?`;
}
