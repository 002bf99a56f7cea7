import type { Strings } from '../../words/strings.ts';
import { strings as english } from '../../words/en.ts';

/** From so many words on a text is more than a name of something. */
const QUESTION_WORDS = 3;

/** Whether a text is rather a question than a search: by its words, in the language of the interface or in English, or its mark. */
export function isQuestion(
  text: string,
  { questionWords, locale }: Pick<Strings, 'questionWords' | 'locale'>,
): boolean {
  if (/[?？؟;]\s*$/.test(text)) return true;
  const words = wordsOf(text, locale);
  const known = [...english.questionWords, ...questionWords];
  // Chinese, Japanese and Korean put them at the end of a word, or without blanks.
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
