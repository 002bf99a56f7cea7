import { withoutAccents } from '../../widget/protocol/search-words.ts';
import { isSpellable, type KnownWord, nearestWords } from '../../widget/protocol/search/misspelt.ts';
import type { Database } from '../env.ts';

/** A question with more unknown words than this is in another language, and not misspelt. */
const MAX_WORDS = 3;

/** The words that may be misspelt. None if there are more than three of them. */
export function spellableOf(words: readonly string[]): readonly string[] {
  const spellable = words.filter(isSpellable);
  return spellable.length > MAX_WORDS ? [] : spellable;
}

/**
 * Corrections of words that no document has: for each, the {@link nearestWords} in the index with the same first two letters. Words
 * without a correction are left out. Empty where the index is older than the table of its words.
 *
 * @example
 * await findSpellings(env.DB, ['retrun', 'zendesk']); // Map { 'retrun' => ['return'] }
 */
export async function findSpellings(
  database: Database,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  try {
    const found = words.map(async (word) => [word, await findNearest(database, word)] as const);
    return new Map((await Promise.all(found)).filter(([, terms]) => terms.length > 0));
  } catch (error) {
    if (String(error).includes('no such table: passage_words')) return new Map();
    throw error;
  }
}

async function findNearest(database: Database, word: string): Promise<readonly string[]> {
  const beginning = withoutAccents(word).slice(0, 2);
  // Reads only the words that begin with the same two letters, such as "re", since D1 is paid by the rows that are read.
  const { results } = await database
    .prepare('SELECT term, doc FROM passage_words WHERE term >= ?1 AND term < ?1 || char(1114111)')
    .bind(beginning)
    .all<KnownWord>();
  return nearestWords(word, results);
}
