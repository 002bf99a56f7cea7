import { isBehind } from './is-behind.ts';
import { selectBetween, selectedRange, selectionOf, type SelectionEnd } from './selected-range.ts';

/** Remembers a selection in `parent`, behind `before`, by the words before its ends, and returns what brings it back. */
export function keepSelection(parent: Element, before: ChildNode | null): (() => void) | undefined {
  const root = parent.getRootNode();
  const selection = selectionOf(root);
  const range = selection && selectedRange(selection, root);
  if (!range || range.collapsed) return undefined;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const isInside = parent.contains(startContainer) && parent.contains(endContainer);
  if (!isInside || !isBehind(endContainer, before, parent)) return undefined;
  const first = isBehind(startContainer, before, parent) ? before : null;
  const lead = wordsTo(parent, first, startContainer, startOffset);
  const words = wordsTo(parent, first, endContainer, endOffset);
  const isBackward = selection.direction === 'backward';
  return () => {
    const now = selectedRange(selection, root);
    const isKept =
      now?.startContainer === startContainer &&
      now.startOffset === startOffset &&
      now.endContainer === endContainer &&
      now.endOffset === endOffset &&
      // The node may stand for other words by now: the second of two equal links for the first.
      wordsTo(parent, first, endContainer, endOffset) === words;
    const ends = isKept ? undefined : findWords(parent, first, lead.length, words);
    if (ends) selectBetween(selection, ends, isBackward);
  };
}

/** Where the words from `skip` on stand, if those before them are what they were. */
function findWords(
  parent: Element,
  before: ChildNode | null,
  skip: number,
  words: string,
): [start: SelectionEnd, end: SelectionEnd] | undefined {
  let seen = '';
  let start: SelectionEnd | undefined;
  const texts = document.createTreeWalker(parent, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && words.startsWith(seen)) {
    const text = texts.currentNode as Text;
    if (!isBehind(text, before, parent)) continue;
    for (const { 0: character, index } of text.data.matchAll(/\S/g)) {
      if (seen.length === skip) start = [text, index];
      seen += character;
      if (start && seen === words) return [start, [text, index + 1]];
    }
  }
  return undefined;
}

/** The characters that show from behind `before` up to a place: white space comes and goes with the blocks. */
function wordsTo(parent: Node, before: ChildNode | null, node: Node, offset: number): string {
  const range = document.createRange();
  range.setStart(parent, 0);
  // A final block may have been drawn anew meanwhile.
  if (before?.parentNode) range.setStartAfter(before);
  range.setEnd(node, offset);
  return range.toString().replace(/\s+/g, '');
}
