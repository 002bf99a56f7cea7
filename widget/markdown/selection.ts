/** The start or the end of a selection. */
export type Position = readonly [node: Node, offset: number];

/** The selection in a document or shadow tree. Chromium has a separate selection for every shadow tree. */
export function selectionOf(root: Node): Selection | null {
  const { getSelection } = root as { getSelection?: () => Selection | null };
  return getSelection ? getSelection.call(root) : document.getSelection();
}

/** Selects from `start` to `end`; with `isBackward`, as a visitor does who drags from the end to the start. */
export function select(selection: Selection, start: Position, end: Position, isBackward: boolean): void {
  if (isBackward) selection.setBaseAndExtent(...end, ...start);
  else selection.setBaseAndExtent(...start, ...end);
}

/** The selected range in the tree of `root`; `undefined` if nothing is selected. */
export function selectedRange(root: Node): StaticRange | Range | undefined {
  const selection = selectionOf(root);
  return selection ? rangeOf(selection, root) : undefined;
}

/** The selected range in a tree. In a shadow tree Safari returns it only from `getComposedRanges()`. */
export function rangeOf(selection: Selection, root: Node): StaticRange | Range | undefined {
  const isOwn = 'getSelection' in root || !(root instanceof ShadowRoot);
  const [composed] = (!isOwn && selection.getComposedRanges?.({ shadowRoots: [root] })) || [];
  if (composed) return composed;
  return selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
}
