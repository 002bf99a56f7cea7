import {
  ancestorsOf,
  attributeOf,
  collapse,
  elementsIn,
  isElement,
  rawTextOf,
  textOf,
  type Element,
  type Node,
} from './tree.ts';

/** Where every page of a site says how to reach its owner. */
const PLACES = /^(?:footer|header|address|contentinfo|banner)$/;
const BLOCKS = new Set('p li address div td dt dd section'.split(' '));
/** `+49 421 123456`, `9:00–18:00`, `9 am - 6 pm`. */
const TELLING =
  /\+?\d[\d ()/.-]{6,}\d|\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|uhr|h)?\s?[–-]\s?\d{1,2}(?:[:.]\d{2}|\s?(?:am|pm|uhr|h)\b)/i;
const YEARS = /©|\(c\)|copyright/i;
const MAX_CHARACTERS = 300;

/** The lines of a page's head and foot with a telephone, an address or opening hours. */
export function readContact(elements: readonly Element[]): readonly string[] {
  const places = elements.filter(
    (each) =>
      [each.tagName, attributeOf(each, 'role')].some((name) => PLACES.test(name)) &&
      ancestorsOf(each).every(
        ({ tagName, attrs }) =>
          !/^(?:main|article)$/.test(tagName) && !attrs.some(({ value }) => value === 'main'),
      ),
  );
  const blocks = new Set(places.flatMap((place) => [place, ...elementsIn(place).filter(isBlock)]));
  return [...new Set([...blocks].filter((block) => isLine(block) && isTelling(block)).map(lineOf))];
}

function isBlock({ tagName }: Element): boolean {
  return BLOCKS.has(tagName);
}

/** A line with lines in it is told by these, an address is one line. */
function isLine(block: Element): boolean {
  const isInAddress = ancestorsOf(block).some(({ tagName }) => tagName === 'address');
  return !isInAddress && (block.tagName === 'address' || !elementsIn(block).some(isBlock));
}

function isTelling(block: Element): boolean {
  const text = textOf(block);
  const isMarked = [block, ...elementsIn(block)].some(
    (each) =>
      each.tagName === 'address' ||
      /^(?:tel|mailto):/.test(attributeOf(each, 'href')) ||
      /^(?:telephone|openingHours)$/.test(attributeOf(each, 'itemprop')),
  );
  return text !== '' && text.length < MAX_CHARACTERS && !YEARS.test(text) && (isMarked || TELLING.test(text));
}

function lineOf(block: Element): string {
  const read = (node: Node): string => {
    if (!isElement(node)) return rawTextOf(node);
    return `${node.tagName === 'br' || isBlock(node) ? ', ' : ''}${node.childNodes.map(read).join('')}`;
  };
  return collapse(block.childNodes.map(read).join(''))
    .trim()
    .replace(/(?:\s*,)+\s*/g, ', ')
    .replace(/^, |, $/g, '');
}
