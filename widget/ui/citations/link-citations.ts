import type { SourcePart } from '../../protocol/chat-message.ts';
import { hideTitle, showTitle } from './citation-title.ts';

/** `[1]`, `[12]` */
const CITATION = /\[(\d{1,2})\]/g;

/** Where a number in brackets is not a citation. */
const NOT_PROSE = 'a,code,pre,kbd,samp,button';

/** What a citation is called. */
export interface CitationName {
  /** Of its source, for the pointer. */
  readonly title: string;
  /** For assistive technology. */
  readonly label: string;
}

type NameCitation = (number: number, source: SourcePart) => CitationName;

/** Makes a link of every number in an answer that names one of its sources. */
export function linkCitations(answer: Element, sources: readonly SourcePart[], nameOf: NameCitation): void {
  if (sources.length === 0) return;
  for (const text of textsIn(answer)) {
    // From the end, so that a number that is split off does not move the ones before it.
    for (const match of [...text.data.matchAll(CITATION)].toReversed()) {
      const number = Number(match[1]);
      const source = sources[number - 1];
      if (source) linkNumber(text, match, createLink(answer, number, nameOf(number, source)));
    }
  }
}

function createLink(answer: Element, number: number, { title, label }: CitationName): HTMLAnchorElement {
  const link = document.createElement('a');
  link.className = 'citation';
  link.setAttribute('part', 'citation');
  link.href = `#source-${number}`;
  link.ariaLabel = label;
  for (const arrival of ['pointerenter', 'focus'])
    link.addEventListener(arrival, () => showTitle(link, title, answer));
  link.addEventListener('click', (event) => {
    // Neither the page's address nor the page's business.
    event.preventDefault();
    event.stopPropagation();
    // A pointer stays where it was, and a finger leaves the number hovered.
    hideTitle(link);
    focusSource(answer, number);
  });
  return link;
}

/** The element's text outside of code and links, collected before any of it is split. */
function textsIn(answer: Element): readonly Text[] {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(answer, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode } = walker;
    if (currentNode instanceof Text && !currentNode.parentElement?.closest(NOT_PROSE))
      texts.push(currentNode);
  }
  return texts;
}

/** Puts a link around a number in a text, so that a selection across it survives. */
function linkNumber(text: Text, { index, 0: { length } }: RegExpExecArray, link: HTMLAnchorElement): void {
  const cited = text.splitText(index);
  cited.splitText(length);
  cited.before(link);
  link.append(cited);
}

/** Moves focus to a source in the list under its answer. */
function focusSource(answer: Element, number: number): void {
  const source = answer.parentElement?.querySelector<HTMLElement>(
    `.sources > :nth-child(${number}) > .source`,
  );
  // A source without an address is no link.
  if (source && !source.hasAttribute('href')) source.tabIndex = -1;
  source?.focus();
}
