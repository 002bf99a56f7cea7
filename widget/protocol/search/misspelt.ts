import { withoutAccents, withoutEnding } from '../search-words.ts';

/** Shorter words are near to too many others: "kind" and "find". */
const MIN_LETTERS = 5;
/** A longer one is no word, and takes long to compare with each word of the documents. */
const SPELLABLE = /^\p{Script=Latin}{5,40}$/u;
/** Letters of both from which on two mistakes are one word still: neither "snapshot" for "Snapchat" nor "player" for "PlayStation". */
const LONG_WORD = 9;
/** Words that a misspelt one may stand for. */
const MAX_SPELLINGS = 2;

/** A word of the documents, and how many have it. */
export interface KnownWord {
  readonly term: string;
  readonly doc: number;
}

/** Whether a word that no document has may be a misspelt one. */
export function isSpellable(word: string): boolean {
  return SPELLABLE.test(word);
}

/**
 * What a misspelt word may stand for: known words with a letter wrong, missing, too many or in its neighbour's place, two where both
 * words have nine letters. The nearest of all; of these, the two that most documents have.
 *
 * @example
 * nearestWords('retrun', [{ term: 'return', doc: 3 }]); // ['return']
 */
export function nearestWords(word: string, known: readonly KnownWord[]): readonly string[] {
  const typed = withoutAccents(word);
  const near = known
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
