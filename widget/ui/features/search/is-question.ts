import type { Strings } from '../../strings/strings.ts';
import { strings as english } from '../../strings/en.ts';

/** From this number of words, a text counts as a question. */
const QUESTION_WORDS = 3;

/**
 * Whether a text is a question rather than a search: by its question mark, or by its words, in the interface's language or
 * English.
 */
export function isQuestion(
  text: string,
  { questionWords, locale }: Pick<Strings, 'questionWords' | 'locale'>,
): boolean {
  if (/[?？؟;]\s*$/.test(text)) return true;
  const words = wordsOf(text, locale);
  const known = [...english.questionWords, ...questionWords];
  // In Chinese, Japanese and Korean, question words are part of a longer word, or there are no blanks.
  const isSpaced = !/^(?:ja|ko|zh)/.test(locale);
  return (
    words.length >= QUESTION_WORDS ||
    known.some((word) => (isSpaced ? words.includes(word) : text.includes(word)))
  );
}

function wordsOf(text: string, locale: string): readonly string[] {
  const segments = new Intl.Segmenter(locale, { granularity: 'word' }).segment(
    text.toLocaleLowerCase(locale),
  );
  return [...segments].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}
