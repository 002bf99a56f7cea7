import { keepPlace } from './keep-place.ts';
import { scrollAgain } from './keep-state.ts';
import { rootOf, SECTION } from './root-of.ts';

/** What is out of view has the size it last had in view. The margins take back room for outlines, which are clipped. */
const PASSED_BY =
  'content-visibility:auto;contain-intrinsic-size:auto 60em;padding:4px 6px;margin:-4px -6px -8px';
/** WebKit would jump: it does not hold the reader's place where a size turns out to be another one. */
const STYLE = `display:block;${CSS.supports('overflow-anchor', 'auto') ? PASSED_BY : ''}`;

/**
 * Starts a section behind `current`, where blocks are drawn now, if that holds more than `size`, and returns where the
 * next ones are drawn. What follows `last`, the last final node, is still growing and goes into it.
 *
 * For every block that grows a browser looks at all its siblings, and at all that scrolls among them (measured at
 * 200 KB: 25 ms a frame, of which we take one). It passes by a section that is out of view.
 */
export function nextSection(current: HTMLElement, last: ChildNode | null, size: number): HTMLElement {
  if (!last?.nextSibling || current.children.length <= size) return current;
  const root = rootOf(current);
  const putBack = keepPlace(root, last);
  const section = document.createElement(SECTION);
  section.style.cssText = STYLE;
  while (last.nextSibling) section.append(last.nextSibling);
  root.append(section);
  scrollAgain(root);
  putBack();
  return section;
}

/**
 * Puts every text node of a code block, up to `last`, that has no section yet into one; returns what stands for the
 * last one. A browser looks at all lines of a text for each one that is added, but not at those of another block
 * (measured at 50 KB of code: a quarter of the time).
 */
export function wrapLines(last: ChildNode | null): ChildNode | null {
  let wrapped = last;
  for (let text = last; text instanceof Text;) {
    const section = document.createElement(SECTION);
    section.style.display = 'block';
    text.before(section);
    section.append(text);
    if (text === last) wrapped = section;
    text = section.previousSibling;
  }
  return wrapped;
}

/** Takes the lines of code in nodes from `first` up to `end` out of their sections. */
export function unwrapLines(first: ChildNode | null, end: ChildNode | null): void {
  for (let node = first; node && node !== end; node = node.nextSibling) {
    if (!(node instanceof Element)) continue;
    for (const section of node.querySelectorAll(`code > ${SECTION}`))
      section.replaceWith(...section.childNodes);
  }
}

/** Takes the blocks of all sections behind `current` into the section, or the root, that it is or stands in. */
export function joinSections(current: HTMLElement): void {
  const own = current.closest<HTMLElement>(SECTION);
  let root: HTMLElement | null = own?.parentElement ?? current;
  while (root && !sectionsIn(root).length) root = root.parentElement;
  if (!root) return;
  const putBack = keepPlace(root, null);
  for (const section of sectionsIn(root)) {
    if (!(current.compareDocumentPosition(section) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
    (own ?? root).append(...section.childNodes);
    section.remove();
  }
  scrollAgain(root);
  putBack();
}

function sectionsIn(root: HTMLElement): Element[] {
  return [...root.children].filter(({ localName }) => localName === SECTION);
}
