import { selectedRange, selectionOf } from './selected-range.ts';

/** Remembers the ends of a selection in the tree of a node; what it returns selects the same when nodes have moved. */
export function holdSelection(node: Node): () => void {
  const root = node.getRootNode();
  const selection = selectionOf(root);
  const range = selection && selectedRange(selection, root);
  if (!range || range.collapsed) return () => undefined;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const isBackward = selection.direction === 'backward';
  return () => {
    const now = selectedRange(selection, root);
    const hasMoved = now?.startContainer !== startContainer || now.endContainer !== endContainer;
    if (!hasMoved) return;
    if (isBackward) selection.setBaseAndExtent(endContainer, endOffset, startContainer, startOffset);
    else selection.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
  };
}
