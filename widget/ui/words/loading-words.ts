import { languageKey } from './language-key.ts';
import { LOADING_WORDS } from './loading-words.table.ts';
import type { Words } from './words.ts';

/** The words of the panel while its code loads. */
export type LoadingWords = Pick<Words, 'closeChat' | 'loadFailed' | 'reload'>;

/** The words in a language (a BCP 47 tag), and the language that they are in: English where we do not speak it. */
export function loadingWords(language: string): LoadingWords & { readonly language: string } {
  const words = LOADING_WORDS[languageKey(language)];
  return words ? { ...words, language } : { ...LOADING_WORDS.en, language: 'en' };
}
