import { Marked } from 'marked';
import type { Section } from '../indexing/passage.ts';
import { anchorOf, removePermalink, textOfHeading } from './anchors.ts';
import { replaceAll } from './replace-all.ts';
import { toMarkdown } from './to-markdown.ts';
import { textOf } from './web-page.ts';

/** Stands around the number of a heading while the text around it becomes markdown; of Unicode's private use. */
const MARK = '\uE000';
/** Pages have the sign, too: pictures of their fonts. */
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`);
/** The summary of what is open is no question, but "Hide the description". */
const HEADINGS =
  'h1, h2, h3, h4, h5, h6, [role="heading"], details:not([open]) > summary:not(:has(h1, h2, h3, h4, h5, h6))';
/** What stands beside the text: "Note", "Warning". Its heading names no section. */
const CALLOUT = '[class*="admonition" i], [class*="callout" i], [class~="alert" i], [role="note"], aside';
const CALLOUT_NAME = /^(?:note|warning|caution|danger|important|info|tip|hint|attention|example)s?[:!]?$/i;
/** What may hold a heading on a page, and cannot in markdown. */
const WRAPPERS = 'ul, ol, li, blockquote, a, p, pre, details';

/** Of a folded question, below `h6`. */
const LOWEST_LEVEL = 7;

interface LeveledSection extends Section {
  /** 1 for `h1`; 0 for the section of the title. */
  readonly level: number;
}

type Head = Omit<LeveledSection, 'blocks'>;

/**
 * Cuts content at its headings, and at the questions of `details`, into sections of markdown; what follows `details` belongs to
 * the heading above them again. An anchor is an id that is really there: the one of the heading, else the one above it. Changes the element.
 */
export function toSections(main: HTMLElement, title: string): readonly Section[] {
  replaceAll(
    new Map([...main.querySelectorAll(HEADINGS)].filter(isOfCallout).map((each) => [each, toLabel(each)])),
  );
  const found = [...main.querySelectorAll(HEADINGS)].filter((heading) => textOf(heading) !== '');
  // jsdom gives all `h2` before all `h3`.
  const headings = found.toSorted((a, b) =>
    a.compareDocumentPosition(b) & a.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  const heads = headings.map((heading) => readHead(heading, main));
  for (const [details, above] of findFolded(headings)) details.append(markOf(above, main));
  for (const heading of headings) unwrap(heading, main);
  replaceAll(new Map(headings.map((heading, index) => [heading, markOf(index + 1, main)])));
  const sections = [{ heading: title, anchor: '', level: 0 }, ...heads].map(toSection);
  const parts = ['0', ...toMarkdown(main).split(MARKED)];
  // In pairs: the number of a section, and a text of it.
  for (let index = 0; index < parts.length; index += 2)
    sections[Number(parts[index])]?.blocks.push(...blocksOf(parts[index + 1] ?? ''));
  return withAnchorsAbove(nameByBareHeadings(sections, title)).filter(
    ({ heading, blocks }) => heading !== '' && blocks.length > 0,
  );
}

/** `<h2>Prices</h2><h3>Small</h3><p>5 €</p>`: a heading with no text of its own names the sections below it, "Prices: Small". */
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

/** Whoever opens a heading without an anchor is nearer to it at the anchor above than at the top of a long page. */
function withAnchorsAbove(sections: readonly Section[]): readonly Section[] {
  let above = '';
  return sections.map((section) => {
    above = section.anchor || above;
    return { ...section, anchor: above };
  });
}

function isOfCallout(heading: Element): boolean {
  const text = textOf(heading);
  if (CALLOUT_NAME.test(text)) return true;
  const callout = heading.closest(CALLOUT);
  // One that holds several headings is a part of the page in a frame.
  return callout !== null && callout.querySelectorAll(HEADINGS).length === 1 && !heading.matches('summary');
}

/** `<h4>Note</h4>` as a bold line. */
function toLabel(heading: Element): HTMLElement {
  const label = heading.ownerDocument.createElement('p');
  label.append(heading.ownerDocument.createElement('strong'));
  label.firstElementChild?.append(...heading.childNodes);
  return label;
}

function toSection(head: Head): LeveledSection {
  return { ...head, blocks: [] };
}

function readHead(heading: Element, main: HTMLElement): Head {
  const anchor = anchorOf(heading, main);
  removePermalink(heading);
  const level = Number(/^H(\d)$/.exec(heading.nodeName)?.[1] ?? LOWEST_LEVEL);
  return { heading: textOfHeading(heading, anchor), anchor: encodeURI(anchor), level };
}

/** In a text of its own line: the number of a section, 0 for that of the title. */
function markOf(section: number, { ownerDocument }: HTMLElement): HTMLElement {
  const mark = ownerDocument.createElement('p');
  mark.textContent = `${MARK}${section}${MARK}`;
  return mark;
}

/** The `details` whose summary is a heading, and the number of the section around each. */
function findFolded(headings: readonly Element[]): readonly (readonly [Element, number])[] {
  const folded: [Element, number][] = [];
  // By the `details` around it, the section that was begun last.
  const latest = new Map<Element | null | undefined, number>();
  for (const [index, heading] of headings.entries()) {
    const details = heading.closest('details');
    const around = details?.parentElement?.closest('details') ?? null;
    if (details !== null && heading.matches('summary')) folded.push([details, latest.get(around) ?? 0]);
    latest.set(details, index + 1);
  }
  return folded;
}

/** The paragraphs, lists, tables and pieces of code of a markdown text. */
function blocksOf(markdown: string): string[] {
  const tokens = new Marked().lexer(markdown);
  return tokens.filter(({ type }) => type !== 'space').map(({ raw }) => raw.trimEnd());
}

/** A heading in a card that is a list item and a link stands by itself: `<li><a><h3>Shipping</h3>…</a></li>`. */
function unwrap(heading: Element, main: HTMLElement): void {
  for (let around: Element | null = heading.parentElement; around !== null && around !== main;) {
    const next = around.parentElement;
    if (around.matches(WRAPPERS)) {
      const plain = main.ownerDocument.createElement('div');
      plain.append(...around.childNodes);
      around.replaceWith(plain);
    }
    around = next;
  }
}
