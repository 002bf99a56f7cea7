import { SHELL_WORDS } from './shell-words.table.ts';
import { languageKey } from './language-key.ts';
import type { Words } from './words.ts';

/** The few words the shell itself needs, before the panel's code and its language are here. */
export type ShellWords = Pick<Words, 'openChat' | 'closeChat' | 'loadFailed' | 'reload'>;

/** The language of the shell's words in a language (both BCP 47 tags): English where we do not speak it. */
export function shellWordsLanguage(language: string): string {
  return SHELL_WORDS[languageKey(language)] ? language : 'en';
}

/** The shell's words in a language (a BCP 47 tag); English where we do not speak it. */
export function shellWords(language: string): ShellWords {
  return SHELL_WORDS[languageKey(language)] ?? SHELL_WORDS.en;
}
