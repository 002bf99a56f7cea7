/**
 * Attributes that do not come from the answer: visitors open `<details>`, the panel labels tables for assistive technology,
 * and hides code that embedders draw.
 */
const FOREIGN_ATTRIBUTE = /^(?:open|hidden|role|tabindex|aria-.*)$/;

/**
 * Makes the children of `parent` between `last` and `next` (to the end if `next` is null) equal to the children of `wanted`,
 * which is emptied. A node of the same kind is kept, with its selection, focus and scroll position; text that grew is appended
 * to its text node. Elements with a hyphen in their name, such as the bar above a code block, do not come from the answer and
 * are kept too.
 *
 * @example
 * // The container is <div><p>Hel</p></div>, `wanted` is <p>Hello</p><p>More</p>.
 * morph(div, wanted); // the same <p>, with 'lo' appended to its text node; then the new <p>
 */
export function morph(
  parent: ParentNode & Node,
  wanted: Node,
  last: ChildNode | null = null,
  next: ChildNode | null = null,
): void {
  let done = last;
  const wants = [...wanted.childNodes];
  wants.forEach((want, index) => {
    const node = ownNodeBehind(parent, done, next);
    if (node?.nodeName === want.nodeName) {
      done = updateNode(node, want);
      return;
    }
    if (done) done.after(want);
    else parent.prepend(want);
    done = want;
    // Keeps the code when a tight list becomes loose: words and code in an item then become a paragraph and code.
    if (node && !wants.slice(index + 1).some(({ nodeName }) => nodeName === node.nodeName)) node.remove();
  });
  for (let node = ownNodeBehind(parent, done, next); node; node = ownNodeBehind(parent, done, next))
    node.remove();
}

function ownNodeBehind(parent: Node, last: ChildNode | null, next: ChildNode | null): ChildNode | null {
  let node = last ? last.nextSibling : parent.firstChild;
  while (node !== next && node?.nodeName.includes('-')) node = node.nextSibling;
  return node === next ? null : node;
}

/**
 * Makes a node equal to a wanted node of the same kind. Returns the last node used, because text may be spread over several
 * nodes.
 */
function updateNode(node: ChildNode, want: ChildNode): ChildNode {
  if (node instanceof Text) return updateText(node, (want as Text).data);
  if (node.isEqualNode(want)) return node;
  setAttributes(node as Element, want as Element);
  morph(node as Element, want);
  return node;
}

function setAttributes(element: Element, want: Element): void {
  for (const name of element.getAttributeNames()) {
    if (!want.hasAttribute(name) && !FOREIGN_ATTRIBUTE.test(name)) element.removeAttribute(name);
  }
  for (const name of want.getAttributeNames()) {
    const value = want.getAttribute(name) ?? '';
    if (element.getAttribute(name) !== value && name !== 'open') element.setAttribute(name, value);
  }
}

/** Makes text, which may be spread over several nodes, equal to `wanted`. Returns the last of the nodes. */
function updateText(node: Text, wanted: string): Text {
  let last = node;
  let rest = wanted;
  for (let next = last.nextSibling; next instanceof Text; next = last.nextSibling) {
    if (rest.length <= last.length || !rest.startsWith(last.data)) break;
    rest = rest.slice(last.length);
    last = next;
  }
  setText(last, rest);
  return last;
}

/** Changes text only from the first different character, so that a selection before it stays. */
function setText(node: Text, wanted: string): void {
  const { data } = node;
  let same = wanted.startsWith(data) ? data.length : 0;
  while (same < data.length && data[same] === wanted[same]) same++;
  if (same < data.length) node.deleteData(same, data.length - same);
  if (same < wanted.length) node.appendData(wanted.slice(same));
}
