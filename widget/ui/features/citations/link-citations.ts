/** `[1]`, or Azure's `[doc1]`, with the space before it: a line that broke there would begin with a number. */
const CITATION = /\s*\[(?:doc)?(\d{1,2})\]/g;

/** Where a number in brackets is not a citation. */
const NOT_PROSE = 'a,code,pre,kbd,samp,button';

/**
 * Makes a control of every number in an answer that names one of its sources, and of no other. Adds elements around text,
 * never text; the same text always gets the same elements. `labelOf` gives the name of a number for assistive technology;
 * undefined: there is no such source.
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
  // A renderer may have made several texts of `[1]`; in an answer on the page a selection would suffer.
  if (answer instanceof DocumentFragment) answer.normalize();
  for (const text of textsIn(answer)) {
    // From the end, so that a number that is split off does not move the ones before it.
    for (const match of [...text.data.matchAll(CITATION)].toReversed()) {
      const label = labelOf(Number(match[1]));
      if (label !== undefined) linkNumber(text, match, createLink(Number(match[1]), label));
    }
  }
}

/** The number of a citation. */
export function numberOf(link: HTMLElement): number {
  return Number(link.dataset['number']);
}

function createLink(number: number, label: string): HTMLElement {
  // Not a button: browsers leave the text of buttons out of selections.
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

/** The text inside of blocks, without code and links, collected before any of it is split. */
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

/** Puts a link around a number in a text, so that a selection across it survives. */
function linkNumber(text: Text, { index, 0: { length } }: RegExpExecArray, link: HTMLElement): void {
  const cited = text.splitText(index);
  cited.splitText(length);
  cited.before(link);
  link.append(cited);
  // `[1][2]` and a number at the end of a text leave nothing between or behind them, as a renderer would.
  for (const neighbour of [link.previousSibling, link.nextSibling])
    if (neighbour instanceof Text && neighbour.length === 0) neighbour.remove();
}
