import { withoutAccents, withoutEnding } from '../../widget/protocol/search-words.ts';
import type { Database } from '../env.ts';

/** Shorter words are near to too many others: "kind" and "find". */
const MIN_LETTERS = 5;
/** A longer one is no word, and takes long to compare with each word of the documents. */
const SPELLABLE = /^\p{Script=Latin}{5,40}$/u;
/** Letters of both from which on two mistakes are one word still: neither "snapshot" for "Snapchat" nor "player" for "PlayStation". */
const LONG_WORD = 9;
/** Whoever has more words that the documents do not have asks in another language. */
const MAX_WORDS = 3;
/** Words that a misspelt one may stand for. */
const MAX_SPELLINGS = 2;

interface Spelling {
  readonly term: string;
  /** The documents that have it. */
  readonly doc: number;
}

/**
 * What words that no document has may be misspelt for: words of the documents with a letter wrong, missing, too many or in its
 * neighbour's place, two where both words have nine letters, and the first two right. Words that are near to none are left out. Empty for
 * more than three words, and where the index is older than the table of its words.
 *
 * @example
 * await findSpellings(env.DB, ['retrun', 'zendesk']); // Map { 'retrun' => ['return'] }
 */
export async function findSpellings(
  database: Database,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const spellable = words.filter((word) => SPELLABLE.test(word));
  if (spellable.length > MAX_WORDS) return new Map();
  try {
    const found = spellable.map(async (word) => [word, await findNearest(database, word)] as const);
    return new Map((await Promise.all(found)).filter(([, terms]) => terms.length > 0));
  } catch (error) {
    if (String(error).includes('no such table: passage_words')) return new Map();
    throw error;
  }
}

/** The nearest of all; of these, the ones that most documents have. */
async function findNearest(database: Database, word: string): Promise<readonly string[]> {
  const typed = withoutAccents(word);
  // D1 is paid by the rows that are read: those of two first letters, from "re" to the last word that begins so.
  const { results } = await database
    .prepare('SELECT term, doc FROM passage_words WHERE term >= ?1 AND term < ?1 || char(1114111)')
    .bind(typed.slice(0, 2))
    .all<Spelling>();
  const near = results
    // "voic" of "voice" is near to "voise"; "kind" is not near to "kindle", nor "sha" to "shoes".
    .filter(
      ({ term: { length } }) =>
        length >= MIN_LETTERS || (length > 3 && length === withoutEnding(typed).length),
    )
    .map(({ term, doc }) => ({ term, doc, distance: distanceTo(typed, term) }))
    .filter(({ term, distance }) => distance <= (Math.min(typed.length, term.length) < LONG_WORD ? 1 : 2))
    .toSorted((a, b) => a.distance - b.distance || b.doc - a.doc);
  return near
    .filter(({ distance }) => distance === near[0]?.distance)
    .slice(0, MAX_SPELLINGS)
    .map(({ term }) => term);
}

/**
 * Without endings: "messag" stands in the index for "messages". Of a long word the beginning does, "environ" for "environment", and one
 * letter more or less where it is misspelt: "conect" for "connect" in "conection". Of a short one it tells nothing: "refund" is not
 * "refus", which stands for "refuse".
 */
function distanceTo(typed: string, term: string): number {
  const whole = countMistakes(withoutEnding(typed), withoutEnding(term)).at(-1) ?? 0;
  if (term.length <= MIN_LETTERS) return whole;
  const beginnings = countMistakes(typed.slice(0, term.length + 1), term).slice(term.length - 1);
  return Math.min(whole, ...beginnings);
}

/**
 * Optimal string alignment distance (Damerau 1964) of each beginning of a word, the empty one first: letters to insert, to take away, to
 * replace, or to exchange with the next.
 */
function countMistakes(a: string, b: string): readonly number[] {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  const counts = [b.length];
  for (const [i, letter] of [...a].entries()) {
    const row = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (last[j] ?? 0) + (letter === other ? 0 : 1);
      const isExchanged = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === other;
      const exchanged = isExchanged ? (before[j - 1] ?? 0) + 1 : replaced;
      row.push(Math.min((last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, replaced, exchanged));
    }
    [before, last] = [last, row];
    counts.push(row.at(-1) ?? 0);
  }
  return counts;
}
