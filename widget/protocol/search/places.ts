import { wordsOf } from '../search-words.ts';

/** Where a passage has a word: 0 only in its text, 1 in its heading, 2 as the first word there, 3 and 4 the same of the page's title. */
export type Place = 0 | 1 | 2 | 3 | 4;

/** A static index has the weight of a word in a passage and its place in one number: `3180` is the weight 180 at the place 3. */
export const PLACE_UNIT = 1_000;

/**
 * What the score of a passage is multiplied by, for each {@link Place}. bm25 gives a word of a title hardly more than one that a text
 * repeats, so that the page which is called so came behind others. Larger gains find the same.
 */
const BOOSTS: Readonly<Record<Place, number>> = [1, 1.3, 1.6, 2, 3];

/** The words of a page's title and of a heading, with their best places. */
export function placeWords(title: string, heading: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const put = (text: string, first: Place, other: Place): void => {
    for (const [index, word] of wordsOf(text).entries()) {
      const place = index === 0 ? first : other;
      if (place > (places.get(word) ?? 0)) places.set(word, place);
    }
  };
  put(heading, 2, 1);
  put(title, 4, 3);
  return places;
}

/**
 * What the score of a passage that has all words of a search is multiplied by, by the place of each word. The worst one counts: a heading
 * with all of "settings on the script tag" comes before a page that is called "Settings".
 */
export function boostOf(places: readonly Place[]): number {
  return Math.min(...places.map((place) => BOOSTS[place]));
}
