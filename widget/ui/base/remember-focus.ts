import { rangeOf, select, selectionOf } from '../../markdown/selection.ts';

/**
 * Remembers the focus, and the selection if it touches an element that will move. Returns a function that restores both. Other
 * selections are left alone: to set the one in a focused text box takes the caret out of the box in Safari.
 */
export function rememberFocus(element: Element): () => void {
  const root = element.getRootNode() as Document | ShadowRoot;
  const { activeElement } = root;
  const restoreSelection = rememberTouching(element, root);
  return () => {
    if (activeElement instanceof HTMLElement && root.activeElement !== activeElement)
      activeElement.focus({ preventScroll: true });
    restoreSelection();
  };
}

/** Remembers the selection in the tree of `root`, if it touches an element. */
function rememberTouching(element: Element, root: Node): () => void {
  const selection = selectionOf(root);
  const range = selection && rangeOf(selection, root);
  if (!range) return () => undefined;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const selected = document.createRange();
  selected.setStart(startContainer, startOffset);
  selected.setEnd(endContainer, endOffset);
  if (!selected.intersectsNode(element)) return () => undefined;
  const isBackward = selection.direction === 'backward';
  return () => select(selection, [startContainer, startOffset], [endContainer, endOffset], isBackward);
}
