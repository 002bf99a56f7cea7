import { languageKey } from './language-key.ts';
import { SEARCH_STRINGS } from './search-strings.table.ts';
import type { Strings } from './strings.ts';

/** The words of the search while the panel's code loads, in a language (a BCP 47 tag); English where we do not speak it. */
export function searchStrings(language: string): Pick<Strings, 'search' | 'cancel'> {
  return SEARCH_STRINGS[languageKey(language)] ?? SEARCH_STRINGS.en;
}
