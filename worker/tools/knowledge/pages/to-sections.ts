import { Marked } from 'marked';
import type { Section } from '../../../knowledge/indexing/passage.ts';
import { anchorOf, removePermalink } from './anchors.ts';
import { arrangeTables } from './arrange-tables.ts';
import { replaceAll } from './replace-all.ts';
import { toMarkdown } from './to-markdown.ts';
import { textOf } from './web-page.ts';

/** Stands around the number of a heading while the text around it becomes markdown; of Unicode's private use. */
const MARK = '\uE000';
/** The summary of what is open is no question, but "Hide the description". */
const HEADINGS =
  'h1, h2, h3, h4, h5, h6, [role="heading"], details:not([open]) > summary:not(:has(h1, h2, h3, h4, h5, h6))';
/** What may hold a heading on a page, and cannot in markdown. */
const WRAPPERS = 'ul, ol, li, blockquote, a, p, pre, details';

/**
 * Cuts content at its headings, and at the questions of `details`, into sections of markdown. An anchor is the id that is really
 * there; a heading without one has none. Changes the element.
 */
export function toSections(main: HTMLElement, title: string): readonly Section[] {
  arrangeTables(main);
  const headings = [...main.querySelectorAll(HEADINGS)].filter((heading) => textOf(heading) !== '');
  const heads = headings.map((heading) => {
    const anchor = anchorOf(heading, main);
    removePermalink(heading);
    return { heading: textOf(heading), anchor: encodeURI(anchor) };
  });
  for (const heading of headings) unwrap(heading, main);
  const marks = headings.map((heading, index) => {
    const mark = main.ownerDocument.createElement('p');
    mark.textContent = `${MARK}${index}${MARK}`;
    return [heading, mark] as const;
  });
  replaceAll(new Map(marks));
  const [before = '', ...rest] = toMarkdown(main).split(MARK);
  const sections = [{ heading: title, anchor: '', blocks: blocksOf(before) }];
  // In pairs: the number of a heading, and the text under it.
  for (let index = 0; index < rest.length; index += 2) {
    const head = heads[Number(rest[index])];
    if (head) sections.push({ ...head, blocks: blocksOf(rest[index + 1] ?? '') });
  }
  return sections.filter(({ heading, blocks }) => heading !== '' && blocks.length > 0);
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
