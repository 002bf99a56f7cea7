import { bigramsOf } from '../../widget/protocol/search-words.ts';
import { spacedWordsOf } from '../../widget/protocol/search/wording.ts';
import { isFunctionWord, languageOf, SMALL_TALK } from './languages.ts';

/** Terms of one question; each is a bound parameter, and D1 takes 100. */
const MAX_TERMS = 24;

/** Further English words that say nothing about the subject, and would find whatever is phrased as a question. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `about am any as at be been by could didnt doesnt dont else explain find from get got had has hasnt
  have if instead into isnt just know like make may me mean means might must need no on ones our please put
  see should show some tell than there up us use want was we were whats will work working works would`.split(
    /\s+/,
  ),
);

/**
 * The words of a question that tell its subject, in lower case, each once; all of its words where none tells it. They have letters
 * and digits only: in quotes FTS5 takes such a term for a word, and never for an operator.
 *
 * @example
 * termsOf('How do I use the "embed" tag?'); // ['embed', 'tag']
 */
export function termsOf(question: string): readonly string[] {
  const words = wordsOf(question);
  const telling = words.filter((word) => !isFiller(word));
  return (telling.length > 0 ? telling : words).slice(0, MAX_TERMS);
}

/** Whether a question has a word that tells its subject: "And how much?" has none. */
export function hasSubject(question: string): boolean {
  const language = languageOf(question) ?? 'en';
  return wordsOf(question).some((word) => !isFiller(word) && !isFunctionWord(word, language));
}

function wordsOf(question: string): readonly string[] {
  return [...new Set([...spacedWordsOf(question), ...bigramsOf(question.toLowerCase())])];
}

/**
 * How many of the terms of a question an answer has at least: a third. In languages without blanks between words terms are pairs of
 * characters, most of which are grammar or belong to two words: an eighth of them is enough.
 */
export function requiredHits(terms: readonly string[]): number {
  const pairs = terms.filter((term) => bigramsOf(term).length > 0).length;
  return Math.ceil((terms.length - pairs) / 3 + pairs / 8);
}

/** Whether a word says nothing about a subject: a common word of English, or a greeting in any language. */
export function isFiller(word: string): boolean {
  return isFunctionWord(word, 'en') || STOP_WORDS.has(word) || SMALL_TALK.has(word);
}
