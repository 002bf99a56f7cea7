import { type Position, rangeOf, select, selectionOf } from './selection.ts';

/**
 * Remembers the visitor's selection in `box`. Returns a function that selects the same words again, after a drawing has moved
 * or replaced their nodes: in a list that becomes loose, `- a` becomes a paragraph inside its item. White space is ignored,
 * because blocks add and remove it. Without this function 5 of 202 selections in the sample answers are lost.
 */
export function rememberSelection(box: HTMLElement): () => void {
  const root = box.getRootNode();
  const selection = selectionOf(root);
  const range = selection && rangeOf(selection, root);
  if (!range || range.collapsed || !box.contains(range.endContainer)) return () => undefined;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const isBackward = selection.direction === 'backward';
  const isStartInside = box.contains(startContainer);
  const lead = isStartInside ? textTo(box, startContainer, startOffset) : '';
  const text = textTo(box, endContainer, endOffset);
  // A selection of white space alone cannot be found again.
  if (isStartInside && text.length === lead.length) return () => undefined;
  return () => {
    const now = rangeOf(selection, root);
    const isSame =
      now?.startContainer === startContainer &&
      now.startOffset === startOffset &&
      now.endContainer === endContainer &&
      now.endOffset === endOffset &&
      textTo(box, endContainer, endOffset) === text;
    if (isSame) return;
    const shift = shiftOf(text, lead, textTo(box, box, box.childNodes.length));
    const start: Position = isStartInside
      ? findPosition(box, lead.length + shift, false)
      : [startContainer, startOffset];
    const end = findPosition(box, text.length + shift, true);
    select(selection, start, end, isBackward);
  };
}

/** How far the nearest copy of the selected words has moved: `[words]` moves by -1 when it becomes a link. */
function shiftOf(text: string, lead: string, now: string): number {
  const selected = text.slice(lead.length);
  const places = [now.indexOf(selected, lead.length), now.lastIndexOf(selected, lead.length)];
  const shifts = places.filter((place) => place >= 0).map((place) => place - lead.length);
  return shifts.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
}

/** The characters from the start of `box` to a position, without white space. */
function textTo(box: Element, node: Node, offset: number): string {
  const range = document.createRange();
  range.setStart(box, 0);
  range.setEnd(node, offset);
  return range.toString().replace(/\s+/g, '');
}

/**
 * The position after `count` characters. For the end of a selection: directly after the last character; for a start: before
 * the next one.
 */
function findPosition(box: Element, count: number, isEnd: boolean): Position {
  // A selection from above the answer may end at its very start.
  if (isEnd && count <= 0) return [box, 0];
  let rest = isEnd ? count - 1 : count;
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    for (const { index } of text.data.matchAll(/\S/g)) {
      if (rest === 0) return [text, isEnd ? index + 1 : index];
      rest--;
    }
  }
  return [box, box.childNodes.length];
}
