import { holdSelection } from './hold-selection.ts';
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
  const select = holdSelection(root);
  const section = document.createElement(SECTION);
  section.style.cssText = STYLE;
  while (last.nextSibling) section.append(last.nextSibling);
  root.append(section);
  scrollAgain(root);
  putBack();
  select();
  return section;
}

/**
 * Puts each text node of a code block, up to `last`, that has no section yet into one of its own; returns what stands
 * for the last one. A browser looks at all lines of a text for each one that is added, but not at those of another block
 * (measured at 50 KB of code: a quarter of the time).
 */
export function wrapLines(last: ChildNode | null): ChildNode | null {
  if (!(last instanceof Text)) return last;
  const select = holdSelection(last);
  let wrapped: ChildNode = last;
  for (let text: ChildNode | null = last; text instanceof Text;) {
    const section = document.createElement(SECTION);
    section.style.display = 'block';
    text.before(section);
    section.append(text);
    if (text === last) wrapped = section;
    text = section.previousSibling;
  }
  select();
  return wrapped;
}

/** Takes the lines of code in nodes from `first` up to `end` out of their sections. */
export function unwrapLines(first: ChildNode | null, end: ChildNode | null): void {
  for (let node = first; node && node !== end; node = node.nextSibling) {
    const sections = node instanceof Element ? node.querySelectorAll(`code > ${SECTION}`) : [];
    const select = sections.length > 0 ? holdSelection(node) : undefined;
    for (const section of sections) section.replaceWith(...section.childNodes);
    select?.();
  }
}

/** Takes the blocks of all sections behind `current` into the section, or the root, that it is or stands in. */
export function joinSections(current: HTMLElement): void {
  const own = current.closest<HTMLElement>(SECTION);
  let root: HTMLElement | null = own?.parentElement ?? current;
  while (root && !sectionsIn(root).length) root = root.parentElement;
  if (!root) return;
  const putBack = keepPlace(root, null);
  const select = holdSelection(root);
  for (const section of sectionsIn(root)) {
    if (!(current.compareDocumentPosition(section) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
    (own ?? root).append(...section.childNodes);
    section.remove();
  }
  scrollAgain(root);
  putBack();
  select();
}

function sectionsIn(root: HTMLElement): Element[] {
  return [...root.children].filter(({ localName }) => localName === SECTION);
}
