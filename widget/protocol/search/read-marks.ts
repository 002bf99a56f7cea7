import type { Snippet } from '../search-results.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
};

/** A tag, or a character entity. */
const MARKUP = /<(\/?)([a-z][\w-]*)\b[^<>]*>|&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi;

/** Tags with which search engines mark the found words. */
const MARKS = new Set(['mark', 'em', 'b', 'strong', 'ais-highlight']);

/**
 * Reads an excerpt in which a search engine marks the found words with tags. Returns plain text and the positions of the
 * words: no tag reaches the page.
 *
 * @example
 * readMarks('How to <mark>return</mark> &amp; swap'); // { text: 'How to return & swap', ranges: [[7, 13]] }
 */
export function readMarks(html: string): Snippet {
  const ranges: [number, number][] = [];
  let text = '';
  let from = 0;
  let start: number | undefined;
  for (const match of html.matchAll(MARKUP)) {
    text += html.slice(from, match.index);
    from = match.index + match[0].length;
    const [whole, slash, tag] = match;
    if (tag === undefined) text += decode(whole, match[3], match[4], match[5]);
    else if (!MARKS.has(tag.toLowerCase())) text += isSpaced(text) ? '' : ' ';
    else if (!slash) start ??= text.length;
    else if (start !== undefined) {
      if (text.length > start) ranges.push([start, text.length]);
      start = undefined;
    }
  }
  return trim({ text: text + html.slice(from), ranges });
}

function decode(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function isSpaced(text: string): boolean {
  return text === '' || /\s$/.test(text);
}

function trim({ text, ranges }: Snippet): Snippet {
  const start = text.length - text.trimStart().length;
  return {
    text: text.trim(),
    ranges: ranges.map(([from, to]) => [Math.max(0, from - start), to - start] as const),
  };
}
