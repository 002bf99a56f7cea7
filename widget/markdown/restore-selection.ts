/** Where a selection begins or ends. */
type Position = readonly [node: Node, offset: number];

/** Marks that may be shown before selected words once they turn out to be text. */
const MAX_MARKS = 3;

/**
 * Remembers the visitor's selection in `box` and returns a function that selects the same words again, once a drawing has
 * moved or replaced their nodes: `- a` becomes a paragraph in its item when the list turns loose. White space does not count, as
 * it comes and goes with the blocks. Without this function 5 of 202 selections in the test corpus of answers are lost.
 */
export function rememberSelection(box: HTMLElement): () => void {
  const root = box.getRootNode();
  const selection = selectionOf(root);
  const range = selectedRange(root);
  if (!selection || !range || !box.contains(range.endContainer)) return () => undefined;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const isStartInside = box.contains(startContainer);
  const isBackward = selection.direction === 'backward';
  const before = textTo(box, startContainer, startOffset);
  const selected = textTo(box, endContainer, endOffset).slice(before.length);
  return () => {
    const now = selectedRange(root);
    const isSame =
      now &&
      textTo(box, now.startContainer, now.startOffset) === before &&
      textTo(box, now.endContainer, now.endOffset) === before + selected;
    // White space alone cannot be found again.
    if (isSame || selected === '') return;
    // `[words]` moves to the left when it becomes a link, `**words` to the right when it is no emphasis.
    const at = textTo(box, box, box.childNodes.length).lastIndexOf(selected, before.length + MAX_MARKS);
    const index = at < 0 ? before.length : at;
    const start: Position = isStartInside ? findPosition(box, index) : [startContainer, startOffset];
    const [endNode, lastOffset] = findPosition(box, index + selected.length - 1);
    const end: Position = [endNode, lastOffset + 1];
    if (isBackward) selection.setBaseAndExtent(...end, ...start);
    else selection.setBaseAndExtent(...start, ...end);
  };
}

/** The selection of a tree, which Chromium keeps apart for every shadow tree. */
function selectionOf(root: Node): Selection | null {
  const { getSelection } = root as { getSelection?: () => Selection | null };
  return getSelection ? getSelection.call(root) : document.getSelection();
}

/** The selected range in a tree, if there is one; in a shadow tree Safari gives it by `getComposedRanges()` alone. */
export function selectedRange(root: Node): StaticRange | Range | undefined {
  const selection = selectionOf(root);
  const isOwn = 'getSelection' in root || !(root instanceof ShadowRoot);
  const [composed] = (!isOwn && selection?.getComposedRanges?.({ shadowRoots: [root] })) || [];
  if (composed) return composed;
  return selection?.rangeCount ? selection.getRangeAt(0) : undefined;
}

/** The characters without white space from the start of `box` to a position in it. */
function textTo(box: Element, node: Node, offset: number): string {
  const range = document.createRange();
  range.setStart(box, 0);
  range.setEnd(node, offset);
  return range.toString().replace(/\s+/g, '');
}

/** The position of a character, counted as {@link textTo} does. */
function findPosition(box: Element, index: number): Position {
  let rest = index;
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const characters = [...text.data.matchAll(/\S/g)];
    const at = characters[rest];
    if (at) return [text, at.index];
    rest -= characters.length;
  }
  return [box, box.childNodes.length - 1];
}
