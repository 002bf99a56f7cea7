import type { Tokens } from 'marked';
import { UNSPACED_RANGES } from './emphasis.ts';

/**
 * Where an address ends though no blank follows: before punctuation that is not ASCII, but a dot between names; and where a script
 * without blanks begins behind a word, as in `https://a.test/docs请看`, not behind a slash: `/wiki/東京`.
 */
const ADDRESS_END = new RegExp(
  `(?![ -~·・])\\p{P}|(?<=[A-Za-z\\d])[${UNSPACED_RANGES}]|[\\]}](?=[\\]}.,;:!?*_]*$)`,
  'u',
);
// WebKit searches the whole rest of a text for marked's rule, although each alternative begins with `^`.
const BARE_URL_START = /^(?:www\.|[\w.+-]+[:@])/;

/** Whether a text begins as an address may that stands without brackets. */
export function beginsAddress(src: string): boolean {
  return BARE_URL_START.test(src);
}

/** Where an address ends before marked ends it; below 0 where marked is right. */
export function addressEnd({ href, raw }: Tokens.Link): number {
  return href.startsWith('mailto:') ? -1 : raw.search(ADDRESS_END);
}
