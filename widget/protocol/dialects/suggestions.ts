import { MAX_SUGGESTION_CHARACTERS, MAX_SUGGESTIONS } from '../limits.ts';
import { readList } from '../json.ts';

/**
 * Questions that the visitor may ask next, as plain text, without duplicates. Questions too long for a button are dropped, not
 * cut.
 *
 * @example
 * readSuggestions(['How  much?', 'How much?', 42]); // ['How much?']
 */
export function readSuggestions(value: unknown): readonly string[] {
  const texts = readList(value)
    .filter((entry) => typeof entry === 'string')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && text.length <= MAX_SUGGESTION_CHARACTERS);
  return [...new Set(texts)].slice(0, MAX_SUGGESTIONS);
}
