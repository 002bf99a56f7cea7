import { selectBetween, selectedRange, selectionOf } from './selected-range.ts';

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
    const ends = [
      [startContainer, startOffset],
      [endContainer, endOffset],
    ] as const;
    if (hasMoved) selectBetween(selection, ends, isBackward);
  };
}
