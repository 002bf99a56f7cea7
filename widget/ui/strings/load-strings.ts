import { strings as english } from './en.ts';
import { languageKey } from './language-key.ts';
import { LANGUAGES } from './languages.ts';
import type { Strings } from './strings.ts';

/** The strings of a language (a BCP 47 tag); English if there are none. Rejects when the chunk does not load. */
export async function loadStrings(language: string): Promise<Strings> {
  const load = LANGUAGES[languageKey(language)];
  return load ? (await load()).strings : english;
}
