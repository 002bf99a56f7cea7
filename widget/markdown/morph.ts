/** Attributes that are not the answer's: visitors open `<details>`, the panel names tables for assistive technology, and code that is drawn otherwise is hidden. */
const FOREIGN_ATTRIBUTE = /^(?:open|hidden|role|tabindex|aria-.*)$/;

/**
 * Makes the children of `parent` behind `last` and before `next` (all of them if there is none) equal to the children of `wanted`,
 * which it uses up: a node of the same kind stays, with its selection, focus and scroll position, and text that grew is appended
 * to. Elements with a hyphen in their name, like the bar over a code block, are not the answer's: they stay too.
 *
 * @example
 * // <div><p>Hel</p></div>, and a wanted <p>Hello</p><p>More</p>
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
      done = become(node, want);
      return;
    }
    if (done) done.after(want);
    else parent.prepend(want);
    done = want;
    // Words and code in an item become a paragraph and code when its list turns loose: the code stays.
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

/** Brings a node in line with a wanted one of the same kind; returns its last node, as text may be in several. */
function become(node: ChildNode, want: ChildNode): ChildNode {
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

/** Brings text that may be spread over several nodes in line with a wanted one; returns the last of them. */
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

/** Changes text from the first character that differs, so that a selection before it stays. */
function setText(node: Text, wanted: string): void {
  const { data } = node;
  let same = wanted.startsWith(data) ? data.length : 0;
  while (same < data.length && data[same] === wanted[same]) same++;
  if (same < data.length) node.deleteData(same, data.length - same);
  if (same < wanted.length) node.appendData(wanted.slice(same));
}
