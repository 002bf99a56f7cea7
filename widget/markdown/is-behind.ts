/** Whether a node stands behind `before` in `parent`, or not in it any more. */
export function isBehind(node: Node, before: Node | null, parent: Node): boolean {
  if (!before || !parent.contains(node)) return true;
  return before.compareDocumentPosition(node) === Node.DOCUMENT_POSITION_FOLLOWING;
}
