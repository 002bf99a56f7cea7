import { languageKey } from './language-key.ts';
import { LOADING_STRINGS } from './loading-strings.table.ts';
import type { Strings } from './strings.ts';

/** The strings of the panel while its code loads. */
export type LoadingStrings = Pick<Strings, 'closeChat' | 'loadFailed' | 'reload'>;

/** The strings in a language (a BCP 47 tag), and their language: English if there are none in that language. */
export function loadingStrings(language: string): LoadingStrings & { readonly language: string } {
  const strings = LOADING_STRINGS[languageKey(language)];
  return strings ? { ...strings, language } : { ...LOADING_STRINGS.en, language: 'en' };
}
