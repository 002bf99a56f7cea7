/** The selection of a tree, which Chromium keeps apart for every shadow tree. */
export function selectionOf(root: Node): Selection | null {
  const { getSelection } = root as { getSelection?: () => Selection | null };
  return getSelection ? getSelection.call(root) : document.getSelection();
}

/** What is selected in a tree; Safari tells it of shadow trees by composed ranges alone. */
export function selectedRange(selection: Selection, root: Node): StaticRange | Range | undefined {
  const hasOwn = 'getSelection' in root || !(root instanceof ShadowRoot);
  const [composed] = (!hasOwn && selection.getComposedRanges?.({ shadowRoots: [root] })) || [];
  if (composed) return composed;
  return selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
}

/** A place that a selection begins or ends at. */
export type SelectionEnd = readonly [node: Node, offset: number];

/** Selects what stands between two places, from the second to the first where it `isBackward`. */
export function selectBetween(
  selection: Selection,
  [start, end]: readonly [SelectionEnd, SelectionEnd],
  isBackward: boolean,
): void {
  if (isBackward) selection.setBaseAndExtent(...end, ...start);
  else selection.setBaseAndExtent(...start, ...end);
}
