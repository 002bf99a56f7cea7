import { strings as english } from './en.ts';
import { languageKey } from './language-key.ts';
import { LANGUAGES } from './languages.ts';
import type { Strings } from './strings.ts';

/** The words of a language (a BCP 47 tag); English when we do not speak it or its chunk cannot be loaded. */
export async function loadStrings(language: string): Promise<Strings> {
  const load = LANGUAGES[languageKey(language)];
  try {
    return load ? (await load()).strings : english;
  } catch (error) {
    // oxlint-disable-next-line no-console -- a chat in English is better than none, but its developer should know
    console.error(`<cf-ai-chat>: the words for "${language}" could not be loaded.`, error);
    return english;
  }
}
