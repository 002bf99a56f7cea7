import type { Tokens } from 'marked';
import { UNSPACED_RANGES } from './emphasis.ts';

/**
 * Where an address ends although no blank follows. Before punctuation that is not ASCII, except a dot between names. Also
 * where a script without blanks begins after a letter or digit, as in `https://a.test/docs请看`, but not after a slash:
 * `/wiki/東京`.
 */
const ADDRESS_END = new RegExp(
  `(?![ -~·・])\\p{P}|(?<=[A-Za-z\\d])[${UNSPACED_RANGES}]|[\\]}](?=[\\]}.,;:!?*_]*$)`,
  'u',
);
// Tested first because of WebKit: for marked's rule it searches the whole text, although each alternative begins with `^`.
const BARE_URL_START = /^(?:www\.|[\w.+-]+[:@])/;

/** Whether a text begins like an address without angle brackets. */
export function beginsAddress(src: string): boolean {
  return BARE_URL_START.test(src);
}

/** Where an address ends, if marked's end is too late; otherwise negative. */
export function addressEnd({ href, raw }: Tokens.Link): number {
  return href.startsWith('mailto:') ? -1 : raw.search(ADDRESS_END);
}
