/** Nodes of one parent from which on the parent is filled anew. */
const MANY = 100;

/**
 * Replaces each node, or removes it where nothing stands for it. Before each change jsdom counts the siblings in front of the
 * node: one by one, the 47,000 line ends between the paragraphs of a page of 5 MB take minutes. Taken from the front, each has
 * none.
 */
export function replaceAll(replacements: ReadonlyMap<ChildNode, Node | undefined>): void {
  for (const [parent, nodes] of groupByParent(replacements.keys())) {
    if (nodes.length < MANY) {
      for (const node of nodes) node.replaceWith(...[replacements.get(node) ?? []].flat());
      continue;
    }
    const filled = parent.ownerDocument.createDocumentFragment();
    for (let node = parent.firstChild; node !== null; node = parent.firstChild) {
      node.remove();
      const kept = replacements.has(node) ? replacements.get(node) : node;
      if (kept) filled.append(kept);
    }
    parent.append(filled);
  }
}

/** Removes each node. */
export function removeAll(nodes: Iterable<ChildNode>): void {
  replaceAll(new Map([...nodes].map((node) => [node, undefined])));
}

function groupByParent(nodes: Iterable<ChildNode>): ReadonlyMap<Element, ChildNode[]> {
  const groups = new Map<Element, ChildNode[]>();
  for (const node of nodes) {
    const { parentElement } = node;
    if (parentElement === null) continue;
    const group = groups.get(parentElement);
    if (group) group.push(node);
    else groups.set(parentElement, [node]);
  }
  return groups;
}
