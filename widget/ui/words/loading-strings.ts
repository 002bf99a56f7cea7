import { languageKey } from './language-key.ts';
import { LOADING_STRINGS } from './loading-strings.table.ts';
import type { Strings } from './strings.ts';

/** The words of the panel while its code loads. */
export type LoadingStrings = Pick<Strings, 'closeChat' | 'loadFailed' | 'reload'>;

/** The words in a language (a BCP 47 tag), and the language that they are in: English where we do not speak it. */
export function loadingStrings(language: string): LoadingStrings & { readonly language: string } {
  const strings = LOADING_STRINGS[languageKey(language)];
  return strings ? { ...strings, language } : { ...LOADING_STRINGS.en, language: 'en' };
}
