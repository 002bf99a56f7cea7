import { NOTICE_WORDS } from './notice-words.table.ts';
import { languageKey } from './language-key.ts';
import type { Words } from './words.ts';

/** The words of what stands at the closed launcher. */
export type NoticeWords = Pick<Words, 'newAnswers' | 'dismiss'>;

/** The words in a language (a BCP 47 tag), and the language that they are in: English where we do not speak it. */
export function noticeWords(language: string): NoticeWords & { readonly language: string } {
  const words = NOTICE_WORDS[languageKey(language)];
  return words ? { ...words, language } : { ...NOTICE_WORDS.en, language: 'en' };
}
