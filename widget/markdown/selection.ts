/** The selection of a tree, which Chromium keeps apart for every shadow tree. */
export function selectionOf(root: Node): Selection | null {
  const { getSelection } = root as { getSelection?: () => Selection | null };
  return getSelection ? getSelection.call(root) : document.getSelection();
}

/** What is selected in the tree of a root; `undefined` if nothing is. */
export function selectedRange(root: Node): StaticRange | Range | undefined {
  const selection = selectionOf(root);
  return selection ? rangeOf(selection, root) : undefined;
}

/** The selected range in a tree; in a shadow tree Safari gives it by `getComposedRanges()` alone. */
export function rangeOf(selection: Selection, root: Node): StaticRange | Range | undefined {
  const isOwn = 'getSelection' in root || !(root instanceof ShadowRoot);
  const [composed] = (!isOwn && selection.getComposedRanges?.({ shadowRoots: [root] })) || [];
  if (composed) return composed;
  return selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
}
