import { anchorOf, permalinkAfter, textOfHeading } from './anchors.ts';
import { readBlocks } from './blocks.ts';
import { HEADINGS } from './reveal.ts';
import { findAll, findAround, has, matches } from './selectors.ts';
import { cellsOfLayout } from './tables.ts';
import { ancestorsOf, attributeOf, makeElement, setChildren, textOf, type Element } from './tree.ts';
import type { Section } from './web-page.ts';

const TAG = /^h([1-6])$/;
/** Class names of callouts, such as notes and warnings: the heading of one begins no section. */
const CALLOUT = /admonition|callout|(?:^|\s)alert(?:\s|$)/i;
const CALLOUT_NAME = /^(?:note|warning|caution|danger|important|info|tip|hint|attention|example)s?[:!]?$/i;
/** The level of a folded question: below that of `h6`. */
const LOWEST_LEVEL = 7;

interface LeveledSection extends Section {
  /** 1 for `h1`; 0 for the section of the title. */
  readonly level: number;
}

/**
 * Cuts content into sections of markdown: at its headings, and at the questions of `details`. What follows `details` belongs to the
 * heading above them again. An anchor is an id that is really in the page: that of the heading, else that of a heading above.
 * Changes the element.
 */
export function toSections(main: Element, title: string): readonly Section[] {
  const headings = findHeadings(main);
  const holders = new Set([...headings].flatMap(ancestorsOf));
  const sections: LeveledSection[] = [{ heading: title, anchor: '', blocks: [], level: 0 }];
  let current = sections[0];
  const begin = (heading: Element): void => {
    current = readHead(heading, main);
    sections.push(current);
  };
  readBlocks(main.childNodes, {
    isHeading: (element) => headings.has(element),
    hasHeading: (element) => holders.has(element),
    begin,
    add: (block) => current?.blocks.push(block),
    fold: (summary, read) => {
      const above = current;
      begin(summary);
      read();
      current = above;
    },
  });
  return withoutDuplicates(withAnchorsAbove(nameByBareHeadings(sections, title))).filter(
    ({ heading, blocks }) => heading !== '' && blocks.length > 0,
  );
}

/** Removes repeated sections: some pages have the same part twice, for small and for large screens. */
function withoutDuplicates(sections: readonly Section[]): readonly Section[] {
  const keyOf = ({ heading, blocks }: Section): string => [heading, ...blocks].join('\n');
  return [
    ...new Map(sections.toReversed().map((section) => [keyOf(section), section])).values(),
  ].toReversed();
}

/** The headings that begin sections. The heading of a callout is made a bold line. A heading in a table of data stays text. */
function findHeadings(main: Element): ReadonlySet<Element> {
  const data = new Set(findAll(main, 'table').filter((table) => !cellsOfLayout(table)));
  const isInData = (heading: Element): boolean =>
    ancestorsOf(heading).find((each) => each.tagName === 'caption' || data.has(each))?.tagName === 'table';
  const headings = findAll(main, `${HEADINGS}, summary`).filter(
    (each) => textOf(each) !== '' && isHeading(each) && !isInData(each),
  );
  const callouts = headings.map(calloutOf);
  const counts = new Map<unknown, number>();
  for (const callout of callouts) counts.set(callout, (counts.get(callout) ?? 0) + 1);
  // A callout with several headings is no note, but a part of the page in a frame.
  const isLabel = (heading: Element, index: number): boolean =>
    CALLOUT_NAME.test(textOf(heading)) ||
    (heading.tagName !== 'summary' && callouts[index] !== undefined && counts.get(callouts[index]) === 1);
  const labels = new Set(headings.filter(isLabel));
  for (const label of labels) {
    const strong = makeElement('strong', label.childNodes);
    Object.assign(label, { tagName: 'p', nodeName: 'p', attrs: [] });
    setChildren(label, [strong]);
  }
  return new Set(headings.filter((heading) => !labels.has(heading)));
}

function calloutOf(heading: Element): Element | undefined {
  return ancestorsOf(heading).find(
    (each) => matches(each, 'aside, [role="note"]') || CALLOUT.test(attributeOf(each, 'class')),
  );
}

/**
 * Whether an element may begin a section. The summary of `<details open>` may not: it says "Hide the description", and asks
 * nothing.
 */
function isHeading(element: Element): boolean {
  if (element.tagName !== 'summary') return true;
  return !has(element, HEADINGS) && !matches(findAround(element, 'details') ?? element, 'details[open]');
}

/**
 * Gives sections the names of the headings above them that have no text of their own: `<h2>Prices</h2><h3>Small</h3><p>5 €</p>` is
 * "Prices: Small".
 */
function nameByBareHeadings(sections: readonly LeveledSection[], title: string): readonly Section[] {
  const bare: LeveledSection[] = [];
  return sections.map((section) => {
    const { heading, anchor, blocks, level } = section;
    while (level <= (bare.at(-1)?.level ?? -1)) bare.pop();
    const names = bare.map((above) => above.heading);
    if (blocks.length === 0 && heading !== title) bare.push(section);
    return { heading: [...names, heading].join(': '), anchor, blocks };
  });
}

/** Gives a section without an anchor that of the section above: a link then opens a long page near it, and not at the top. */
function withAnchorsAbove(sections: readonly Section[]): readonly Section[] {
  let above = '';
  return sections.map((section) => {
    above = section.anchor || above;
    return { ...section, anchor: above };
  });
}

function readHead(heading: Element, main: Element): LeveledSection {
  const anchor = anchorOf(heading, main);
  const link = permalinkAfter(heading);
  if (link) setChildren(link, []);
  const level = Number(
    TAG.exec(heading.tagName)?.[1] ?? (attributeOf(heading, 'aria-level') || LOWEST_LEVEL),
  );
  return { heading: textOfHeading(heading, anchor), anchor: encodeURI(anchor), blocks: [], level };
}
