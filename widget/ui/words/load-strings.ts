import { strings as english } from './en.ts';
import { languageKey } from './language-key.ts';
import { LANGUAGES } from './languages.ts';
import type { Strings } from './strings.ts';

/** The words of a language (a BCP 47 tag); English when we do not speak it. Rejects when its chunk cannot be loaded. */
export async function loadStrings(language: string): Promise<Strings> {
  const load = LANGUAGES[languageKey(language)];
  return load ? (await load()).strings : english;
}
