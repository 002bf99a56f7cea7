import { withoutAccents, withoutEnding } from '../search-words.ts';

/** A shorter word resembles too many others: "kind" and "find". */
const MIN_LETTERS = 5;
/** A longer text is no word, and comparing it with each word of the documents would take long. */
const SPELLABLE = /^\p{Script=Latin}{5,40}$/u;
/**
 * If both words have this many letters, two mistakes are allowed. In shorter words they are not: "snapshot" is not "Snapchat",
 * "player" is not "PlayStation".
 */
const LONG_WORD = 9;
/** Corrections tried for one word, at most. */
const MAX_SPELLINGS = 2;

/** A word of the documents, and the number of documents that contain it. */
export interface KnownWord {
  readonly term: string;
  readonly doc: number;
}

/** Whether a word that no document contains may be misspelt. */
export function isSpellable(word: string): boolean {
  return SPELLABLE.test(word);
}

/**
 * Corrections for a misspelt word: known words that differ by one letter (wrong, missing, too many or swapped with the next).
 * Two differences are allowed where both words have nine letters. Of the nearest words, the two that most documents contain.
 *
 * @example
 * nearestWords('retrun', [{ term: 'return', doc: 3 }]); // ['return']
 */
export function nearestWords(word: string, known: readonly KnownWord[]): readonly string[] {
  const typed = withoutAccents(word);
  const near = known
    // The index has "voic" for "voice", so the short "voic" is compared with "voise". But "kind" is no correction of "kindle",
    // nor "sha" of "shoes".
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
 * The number of mistakes between a typed word and a word of the index. The index has words without endings, "messag" for
 * "messages", so endings are removed first. For a long index word, the beginning of the typed word is compared too: "environ"
 * is in the index for "environment", and "connect" should match the beginning "conect" of "conection". Not for a short one:
 * "refund" is not "refus", which stands for "refuse".
 */
function distanceTo(typed: string, term: string): number {
  const whole = countMistakes(withoutEnding(typed), withoutEnding(term)).at(-1) ?? 0;
  if (term.length <= MIN_LETTERS) return whole;
  const beginnings = countMistakes(typed.slice(0, term.length + 1), term).slice(term.length - 1);
  return Math.min(whole, ...beginnings);
}

/**
 * Optimal string alignment distance (Damerau 1964) between `b` and each beginning of `a`, the empty one first. It counts
 * letters to insert, to remove, to replace, or to swap with the next.
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
