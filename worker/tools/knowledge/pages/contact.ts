import { textOf } from './web-page.ts';

/** Where every page of a site says how to reach its owner. */
const PLACES = 'footer, header, address, [role="contentinfo"], [role="banner"]';
const BLOCKS = 'p, li, address, div, td, dt, dd, section';
const MARKED =
  'address, a[href^="tel:"], a[href^="mailto:"], [itemprop="telephone"], [itemprop="openingHours"]';
/** `+49 421 123456`, `9:00–18:00`, `9 am - 6 pm`. */
const TELLING =
  /\+?\d[\d ()/.-]{6,}\d|\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|uhr|h)?\s?[–-]\s?\d{1,2}(?:[:.]\d{2}|\s?(?:am|pm|uhr|h)\b)/i;
const YEARS = /©|\(c\)|copyright/i;
const MAX_CHARACTERS = 300;

/** The lines of a page's head and foot with a telephone, an address or opening hours. */
export function readContact(document: Document): readonly string[] {
  const places = [...document.querySelectorAll(PLACES)].filter(
    (place) => place.closest('main, article, [role="main"]') === null,
  );
  const blocks = places.flatMap((place) => [place, ...place.querySelectorAll(BLOCKS)]);
  // A line with lines in it is told by these, an address is one line.
  const lines = blocks.filter(
    (block) =>
      block.closest('address') === (block.matches('address') ? block : null) &&
      (block.matches('address') || block.querySelector(BLOCKS) === null),
  );
  return [...new Set(lines.filter(isTelling).map(lineOf))];
}

function isTelling(block: Element): boolean {
  const text = textOf(block);
  const isMarked = block.matches(MARKED) || block.querySelector(MARKED) !== null;
  return text !== '' && text.length < MAX_CHARACTERS && !YEARS.test(text) && (isMarked || TELLING.test(text));
}

function lineOf(block: Element): string {
  const copy = block.ownerDocument.createElement('div');
  copy.append(...[...block.childNodes].map((node) => node.cloneNode(true)));
  for (const end of copy.querySelectorAll('br, p, div, li')) end.prepend(', ');
  return textOf(copy)
    .replace(/(?:\s*,)+\s*/g, ', ')
    .replace(/^, |, $/g, '');
}
