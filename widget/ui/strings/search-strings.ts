import { languageKey } from './language-key.ts';
import { SEARCH_STRINGS } from './search-strings.table.ts';
import type { Strings } from './strings.ts';

/** The strings of the search while the panel's code loads, in a language (a BCP 47 tag); English if there are none in it. */
export function searchStrings(language: string): Pick<Strings, 'search' | 'cancel'> {
  return SEARCH_STRINGS[languageKey(language)] ?? SEARCH_STRINGS.en;
}
