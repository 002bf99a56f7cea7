import { wordsOf } from '../search-words.ts';

/**
 * Where a passage has a word. 0: only in its text, 1: in its heading, 2: as the heading's first word, 3 and 4: the same for
 * the page's title.
 */
export type Place = 0 | 1 | 2 | 3 | 4;

/** A static index stores the weight of a word in a passage and its place in one number: `3180` is weight 180 at place 3. */
export const PLACE_UNIT = 1_000;

/**
 * The factor for a passage's score, for each {@link Place}. Without it, bm25 gives a word of a title hardly more than a word
 * that a text repeats, so that the page with that title came after others. Larger factors find the same pages.
 */
const BOOSTS: Readonly<Record<Place, number>> = [1, 1.3, 1.6, 2, 3];

/** The words of a page's title and of a heading, each with its best place. */
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
 * The factor for the score of a passage that has all words of a search: the smallest one among the places of the words. So a
 * heading with all words of "settings on the script tag" comes before a page whose title is only "Settings".
 */
export function boostOf(places: readonly Place[]): number {
  return Math.min(...places.map((place) => BOOSTS[place]));
}
