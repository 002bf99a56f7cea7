/** A place that a selection begins or ends at. */
type Position = readonly [node: Node, offset: number];

/**
 * Remembers the visitor's selection in `box` and returns what selects the same words again after a drawing has moved or
 * replaced their nodes: `- a` becomes a paragraph in its item when the list turns loose. Only ends behind `before` can
 * move; they are remembered by the characters without white space between `before` and them.
 */
export function rememberSelection(box: HTMLElement, before: ChildNode | null): () => void {
  const root = box.getRootNode();
  const selection = selectionOf(root);
  const range = selection && rangeOf(selection, root);
  if (!range || range.collapsed || !box.contains(range.endContainer)) return () => undefined;
  const start: Position = [range.startContainer, range.startOffset];
  const end: Position = [range.endContainer, range.endOffset];
  const isBackward = selection.direction === 'backward';
  const lead = charactersTo(start, box, before);
  const words = charactersTo(end, box, before);
  return () => {
    const now = rangeOf(selection, root);
    const isSame =
      now?.startContainer === start[0] &&
      now.startOffset === start[1] &&
      now.endContainer === end[0] &&
      now.endOffset === end[1] &&
      charactersTo(end, box, before) === words;
    if (isSame) return;
    const shift = shiftOf(words, lead, charactersTo([box, box.childNodes.length], box, before));
    const from = findPosition(
      start,
      lead === undefined ? undefined : lead.length + shift,
      box,
      before,
      false,
    );
    const to = findPosition(end, words === undefined ? undefined : words.length + shift, box, before, true);
    if (isBackward) selection.setBaseAndExtent(...to, ...from);
    else selection.setBaseAndExtent(...from, ...to);
  };
}

/** How far the selected words have moved to their nearest place: `[words]` moves by -1 when it becomes a link. */
function shiftOf(words = '', lead = '', now = ''): number {
  const selected = words.slice(lead.length);
  const places = [now.indexOf(selected, lead.length), now.lastIndexOf(selected, lead.length)];
  const shifts = places.filter((place) => place >= 0).map((place) => place - lead.length);
  return shifts.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
}

/** The selection of a tree, which Chromium keeps apart for every shadow tree. */
function selectionOf(root: Node): Selection | null {
  const { getSelection } = root as { getSelection?: () => Selection | null };
  return getSelection ? getSelection.call(root) : document.getSelection();
}

/** The selected range in a tree; Safari tells it of shadow trees by composed ranges alone. */
function rangeOf(selection: Selection, root: Node): StaticRange | Range | undefined {
  // Chromium lays out the page to count ranges, but not to tell that there is none.
  if (!selection.anchorNode) return undefined;
  const isOwn = 'getSelection' in root || !(root instanceof ShadowRoot);
  const [composed] = (!isOwn && selection.getComposedRanges?.({ shadowRoots: [root] })) || [];
  if (composed) return composed;
  return selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
}

/** The characters without white space from behind `before` to a position; `undefined` for one that cannot move. */
function charactersTo([node, offset]: Position, box: Element, before: ChildNode | null): string | undefined {
  if (!box.contains(node)) return undefined;
  const range = document.createRange();
  if (before) range.setStartAfter(before);
  else range.setStart(box, 0);
  // -1: the position is in front of the range.
  if (range.comparePoint(node, offset) < 0) return undefined;
  range.setEnd(node, offset);
  return range.toString().replace(/\s+/g, '');
}

/** The position behind `count` characters: right behind the last one for an end, in front of the next for a start. */
function findPosition(
  position: Position,
  count: number | undefined,
  box: Element,
  before: ChildNode | null,
  isEnd: boolean,
): Position {
  if (count === undefined) return position;
  let rest = isEnd ? count - 1 : count;
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  texts.currentNode = before ?? box;
  // Behind `before`, not in it.
  if (before) while (texts.lastChild());
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    for (const { index } of text.data.matchAll(/\S/g)) {
      if (rest === 0) return [text, isEnd ? index + 1 : index];
      rest--;
    }
  }
  return [box, box.childNodes.length];
}
