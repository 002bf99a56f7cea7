import type { Snippet } from './search-results.ts';
import { withoutAccents, withoutEnding, withoutUnspaced } from './search-words.ts';

const CHARACTERS = 160;
/** Characters before the first found word. */
const LEAD_CHARACTERS = 40;
/** Longer words match a beginning, shorter words only with an ending: "port" matches "ports", not "portfolio". */
const SHORT_WORD = 5;

/** Start and end of found words in the excerpt. */
type Range = Snippet['ranges'][number];

/**
 * The excerpt of a plain text that contains most of the words, with any ending. The last word may be the beginning of a longer
 * one.
 *
 * @example
 * snippetOf('Returns are free. Refunds take a week.', ['refund']);
 * // { text: 'Returns are free. Refunds take a week.', ranges: [[18, 25]] }
 */
export function snippetOf(text: string, words: readonly string[]): Snippet {
  const found = findWords(text, words);
  const start = startOf(text, densestStart(found));
  const end = endOf(text, start + CHARACTERS);
  const [before, after] = [start > 0 ? '…' : '', end < text.length ? '…' : ''];
  const shift = before.length - start;
  return {
    text: `${before}${text.slice(start, end)}${after}`,
    ranges: found.flatMap(([first, last]) =>
      first >= start && last <= end ? [[first + shift, last + shift] as const] : [],
    ),
  };
}

/** The positions of words, in order and without overlaps. */
function findWords(text: string, words: readonly string[]): readonly Range[] {
  const plain = words.map((word, index) => ({
    stem: stemOf(word),
    length: word.length,
    isLast: index === words.length - 1,
  }));
  const spaced = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
    const own = withoutAccents(word.toLowerCase());
    const isFound = plain.some(
      ({ stem, length, isLast }) =>
        own.startsWith(stem) && (isLast || length >= SHORT_WORD || own.length <= length + 3),
    );
    return isFound ? [[index, index + word.length] as const] : [];
  });
  const pairs = words
    .filter((word) => withoutUnspaced(word).trim() === '')
    .flatMap((pair) => placesOf(pair, text));
  return mergeRanges([...spaced, ...pairs]);
}

function stemOf(word: string): string {
  const stem = withoutEnding(withoutAccents(word));
  // A doubled letter is reduced, so that "embedding" and "embeds" both have the stem "embed".
  return stem.length < 3 ? word : stem.replace(/([^aeiou])\1$/, '$1');
}

function placesOf(pair: string, text: string): readonly Range[] {
  const places: Range[] = [];
  for (let index = text.indexOf(pair); index !== -1; index = text.indexOf(pair, index + 1))
    places.push([index, index + pair.length]);
  return places;
}

function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) merged.splice(-1, 1, [last[0], Math.max(end, last[1])]);
    else merged.push([start, end]);
  }
  return merged;
}

/** The position after which most of the found words stand close together. */
function densestStart(found: readonly Range[]): number {
  const counts = found.map(
    ([start]) =>
      found.filter((each) => each[0] >= start && each[1] <= start + CHARACTERS - LEAD_CHARACTERS).length,
  );
  return found[counts.indexOf(Math.max(0, ...counts))]?.[0] ?? 0;
}

/**
 * Where an excerpt begins: at a word before `place`, at a sentence if one begins nearby, or at the text's start if that is
 * near.
 */
function startOf(text: string, place: number): number {
  if (place < CHARACTERS / 2) return 0;
  const lead = text.slice(place - LEAD_CHARACTERS, place);
  const sentence = /[.!?:]\s+(?!.*[.!?:]\s)/s.exec(lead);
  const word = sentence ?? /\s+/.exec(lead);
  return word === null ? place : place - LEAD_CHARACTERS + word.index + word[0].length;
}

function endOf(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const cut = text.slice(0, end).search(/\s\S*$/);
  return cut > end - LEAD_CHARACTERS ? cut : end - (isHighSurrogate(text, end - 1) ? 1 : 0);
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd8_00 && unit < 0xdc_00;
}
