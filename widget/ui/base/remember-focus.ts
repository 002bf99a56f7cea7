/** Remembers focus and selection in the tree of an element. Returns a function that restores both. */
export function rememberFocus(element: Element): () => void {
  const root = element.getRootNode() as (Document | ShadowRoot) & { getSelection?: () => Selection | null };
  const selection = root.getSelection?.() ?? document.getSelection();
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = selection ?? {};
  const composed = root.getSelection ? undefined : composedRangeOf(selection, root);
  const { activeElement } = root;
  return () => {
    if (activeElement instanceof HTMLElement && root.activeElement !== activeElement)
      activeElement.focus({ preventScroll: true });
    const hasMoved = anchorNode !== selection?.anchorNode || focusNode !== selection?.focusNode;
    if (anchorNode && focusNode && hasMoved)
      selection?.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
    if (composed) {
      const { startContainer, startOffset, endContainer, endOffset } = composed;
      selection?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
    }
  };
}

/** The selection in a shadow tree, which Safari provides only as composed ranges. */
function composedRangeOf(selection: Selection | null, root: Node): StaticRange | undefined {
  if (!(root instanceof ShadowRoot)) return undefined;
  const [range] = selection?.getComposedRanges?.({ shadowRoots: [root] }) ?? [];
  return range && !range.collapsed && root.contains(range.startContainer) ? range : undefined;
}
