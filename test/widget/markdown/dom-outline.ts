/** A DOM subtree as lines of text for comparison: adjacent text nodes are joined and attributes are sorted. */
export function outline(root: Node): string {
  const lines: string[] = [];
  let text = '';
  const endText = (depth: number): void => {
    if (text) lines.push(`${'  '.repeat(depth)}${JSON.stringify(text)}`);
    text = '';
  };
  const visit = (parent: Node, depth: number): void => {
    for (const node of parent.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) {
        text += node.nodeValue ?? '';
        continue;
      }
      endText(depth);
      lines.push('  '.repeat(depth) + describeNode(node));
      visit(node, depth + 1);
    }
    endText(depth);
  };
  visit(root, 0);
  return lines.join('\n');
}

function describeNode(node: Node): string {
  if (!(node instanceof Element)) return `#${node.nodeType} ${node.nodeValue ?? ''}`;
  const attributes = [...node.attributes].map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`);
  return `<${node.localName}${attributes.toSorted().join('')}>`;
}
