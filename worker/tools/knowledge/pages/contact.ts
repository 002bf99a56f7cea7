import { LANDMARKS } from './main-content.ts';
import { findAll, findAround, has, matches } from './selectors.ts';
import { joinTexts, textOf, type Element, type Parent } from './tree.ts';

/** The elements in which the pages of a site say how to reach its owner. */
const HEADERS_AND_FOOTERS =
  'footer, header, address, [role="contentinfo"], [role="banner"], [class="footer"], [id="footer"], [class="header"], [id="header"]';
const BLOCKS = 'p, li, address, div, td, dt, dd, section';
const CONTACT_ELEMENTS =
  'address, a[href^="tel:"], a[href^="mailto:"], [itemprop="telephone"], [itemprop="openinghours"]';
/** Telephone numbers and opening hours: `+49 421 123456`, `9:00–18:00`, `9 am - 6 pm`. */
const CONTACT_TEXT =
  /\+?\d[\d ()/.-]{6,}\d|\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|uhr|h)?\s?[–-]\s?\d{1,2}(?:[:.]\d{2}|\s?(?:am|pm|uhr|h)\b)/i;
/** A line with a copyright notice is left out, though its years may look like a telephone number: `2019-2026`. */
const COPYRIGHT = /©|\(c\)|copyright/i;
const MAX_CHARACTERS = 300;

/** The lines of a page's head and foot with a telephone, an address or opening hours. */
export function readContact(document: Parent): readonly string[] {
  const parts = findAll(document, HEADERS_AND_FOOTERS).filter((place) => !findAround(place, LANDMARKS));
  const blocks = new Set(parts.flatMap((place) => [place, ...findAll(place, BLOCKS)]));
  return [...new Set([...blocks].filter((block) => isLine(block) && hasContact(block)).map(lineOf))];
}

/** Whether a block is one line: an `address`, or a block with no blocks inside. */
function isLine(block: Element): boolean {
  return !findAround(block, 'address') && (block.tagName === 'address' || !has(block, BLOCKS));
}

function hasContact(block: Element): boolean {
  const text = textOf(block);
  const isMarked = matches(block, CONTACT_ELEMENTS) || has(block, CONTACT_ELEMENTS);
  return (
    text !== '' &&
    text.length < MAX_CHARACTERS &&
    !COPYRIGHT.test(text) &&
    (isMarked || CONTACT_TEXT.test(text))
  );
}

function lineOf(block: Element): string {
  return joinTexts(block, (each) => (matches(each, `br, ${BLOCKS}`) ? ', ' : ''))
    .replace(/(?:\s*,)+\s*/g, ', ')
    .replace(/^, |, $/g, '');
}
