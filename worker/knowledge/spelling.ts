import { withoutAccents } from '../../widget/protocol/search-words.ts';
import { isSpellable, type KnownWord, nearestWords } from '../../widget/protocol/search/misspelt.ts';
import type { Database } from '../env.ts';

/** Whoever has more words that the documents do not have asks in another language. */
const MAX_WORDS = 3;

/** Words that no document has, those of them that may be misspelt; none of more than three. */
export function spellableOf(words: readonly string[]): readonly string[] {
  const spellable = words.filter(isSpellable);
  return spellable.length > MAX_WORDS ? [] : spellable;
}

/**
 * What words that no document has may be misspelt for: the {@link nearestWords} of those whose first two letters are the same. Words
 * that are near to none are left out. Empty where the index is older than the table of its words.
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
  // D1 is paid by the rows that are read: those of two first letters, from "re" to the last word that begins so.
  const { results } = await database
    .prepare('SELECT term, doc FROM passage_words WHERE term >= ?1 AND term < ?1 || char(1114111)')
    .bind(beginning)
    .all<KnownWord>();
  return nearestWords(word, results);
}
