/** `[1]`, or Azure's `[doc1]`. Includes the space before it, so that no line breaks there and begins with a number. */
const CITATION = /\s*\[(?:doc)?(\d{1,2})\]/g;

/** Elements in which a number in brackets is no citation. */
const NOT_PROSE = 'a,code,pre,kbd,samp,button';

/**
 * Turns every number in an answer that refers to one of its sources into a control. It wraps text in elements and never adds
 * text; equal text always gets equal elements. `labelOf` returns the accessible name for a number, or undefined where there is
 * no such source.
 */
export function linkCitations(
  answer: Element | DocumentFragment,
  labelOf: (number: number) => string | undefined,
): void {
  for (const link of answer.querySelectorAll<HTMLElement>('.citation')) {
    const label = labelOf(numberOf(link));
    if (label === undefined) link.replaceWith(...link.childNodes);
    else link.ariaLabel = label;
  }
  // Joins text nodes, as the renderer may have split `[1]`. Not in an answer on the page, where that would break a selection.
  if (answer instanceof DocumentFragment) answer.normalize();
  for (const text of textsIn(answer)) {
    // From the end, so that splitting a text does not change the positions of earlier numbers.
    for (const match of [...text.data.matchAll(CITATION)].toReversed()) {
      const label = labelOf(Number(match[1]));
      if (label !== undefined) linkNumber(text, match, createLink(Number(match[1]), label));
    }
  }
}

/** The number of a citation's chip. */
export function numberOf(link: HTMLElement): number {
  return Number(link.dataset['number']);
}

function createLink(number: number, label: string): HTMLElement {
  // Not a button, because browsers leave the text of buttons out of selections.
  const link = document.createElement('a');
  link.className = 'citation';
  link.setAttribute('part', 'citation');
  link.dataset['number'] = String(number);
  link.role = 'button';
  link.ariaHasPopup = 'dialog';
  link.ariaLabel = label;
  link.tabIndex = 0;
  return link;
}

/** The text nodes in blocks, without code and links. Collected first, because linking splits them. */
function textsIn(answer: Element | DocumentFragment): readonly Text[] {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(answer, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode } = walker;
    const { parentElement } = currentNode;
    if (!parentElement || parentElement.matches('.markdown') || parentElement.closest(NOT_PROSE)) continue;
    if (currentNode instanceof Text) texts.push(currentNode);
  }
  return texts;
}

/** Wraps a number in a link, keeping a selection across it. */
function linkNumber(text: Text, { index, 0: { length } }: RegExpExecArray, link: HTMLElement): void {
  const cited = text.splitText(index);
  cited.splitText(length);
  cited.before(link);
  link.append(cited);
  // Removes empty text nodes, such as those left between `[1][2]`, which a renderer would not create.
  for (const neighbour of [link.previousSibling, link.nextSibling])
    if (neighbour instanceof Text && neighbour.length === 0) neighbour.remove();
}
