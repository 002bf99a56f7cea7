import { NOTICE_STRINGS } from './notice-strings.table.ts';
import { languageKey } from './language-key.ts';
import type { Strings } from './strings.ts';

/** The strings of notices and teaser, which are shown at the closed launcher. */
export type NoticeStrings = Pick<Strings, 'newAnswers' | 'dismiss'>;

/** The strings in a language (a BCP 47 tag), and their language: English if there are none in that language. */
export function noticeStrings(language: string): NoticeStrings & { readonly language: string } {
  const strings = NOTICE_STRINGS[languageKey(language)];
  return strings ? { ...strings, language } : { ...NOTICE_STRINGS.en, language: 'en' };
}
