import { bigramsOf, withoutUnspaced } from './bigrams.ts';

/** Terms of one question; each is a bound parameter, and D1 takes 100. */
const MAX_TERMS = 24;

/** Words that say nothing about the subject, and would find whatever is phrased as a question. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about am an and any are as at be been but by can could did do does for from get had has have how i if in
  instead into is it its just like make may me might my no not of on or our please put should show so some
  tell than that the their them then there these they this to up us use want was we were what when where which
  who why will with work would you your`.split(/\s+/),
);

/**
 * The words of a question that tell its subject, lower case, each once; all of its words where none does. Letters and digits only:
 * quoted, such a term is nothing but a word to FTS5, whatever the visitor typed.
 *
 * @example
 * termsOf('How do I use the "embed" tag?'); // ['embed', 'tag']
 */
export function termsOf(question: string): readonly string[] {
  const text = question.toLowerCase();
  const words = new Set([...(withoutUnspaced(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []), ...bigramsOf(text)]);
  const telling = [...words].filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : [...words]).slice(0, MAX_TERMS);
}

/**
 * How many of these terms an answer holds at least: a third. Where words are not set apart, most pairs of neighbours are grammar or
 * belong to two words: few have to be found.
 */
export function requiredHits(terms: readonly string[]): number {
  const pairs = terms.filter((term) => bigramsOf(term).length > 0).length;
  return Math.ceil((terms.length - pairs) / 3 + pairs / 8);
}
