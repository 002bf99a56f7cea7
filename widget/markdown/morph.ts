/**
 * Attributes that are not the answer's: the visitor says which details are open, and the panel what assistive technology
 * is told.
 */
const FOREIGN_ATTRIBUTE = /^(?:open|role|tabindex|aria-.*)$/;

/** How many siblings ahead an equal one is looked for. */
const LOOK_AHEAD = 8;

/**
 * Makes the children of `parent` from `first` up to `end` equal to the children of `wanted`, which it uses up, by the
 * smallest changes: an equal node stays, with its selection, focus and scroll position, and text that grew is appended to.
 */
export function morph(
  parent: Node,
  first: ChildNode | null,
  wanted: Node,
  end: ChildNode | null = null,
): void {
  let node = first;
  for (const want of [...wanted.childNodes]) {
    const old = node === end ? null : node;
    const match = old && matchOf(old, want, end);
    if (match) {
      while (node !== match) node = removeNode(node);
      node = become(match, want, end).nextSibling;
      continue;
    }
    if (old && parent.nodeName === 'LI' && want.nodeName === 'P' && isInline(old)) {
      node = wrap(old, want, end);
      continue;
    }
    const isOldGone = old !== null && isUnwanted(old, want);
    parent.insertBefore(want, node);
    if (isOldGone) node = removeNode(old);
  }
  while (node && node !== end) node = removeNode(node);
}

/** Brings a node in line with a wanted one of the same kind; returns the last node that stands for it now. */
function become(node: ChildNode, want: ChildNode, end: ChildNode | null): ChildNode {
  if (node instanceof Text) return updateText(node, want as Text, end);
  if (node.isEqualNode(want)) return node;
  setAttributes(node as Element, want as Element);
  morph(node, node.firstChild, want);
  return node;
}

/** Puts the inline nodes of an item into a paragraph, when its list turns loose; returns the node behind it. */
function wrap(first: ChildNode, want: ChildNode, end: ChildNode | null): ChildNode | null {
  const paragraph = want.cloneNode() as Element;
  first.before(paragraph);
  for (let node = paragraph.nextSibling; node && node !== end && isInline(node); node = paragraph.nextSibling)
    paragraph.append(node);
  morph(paragraph, paragraph.firstChild, want);
  return paragraph.nextSibling;
}

function isInline({ nodeName }: ChildNode): boolean {
  return !/^(?:P|H[1-6]|HR|UL|OL|DL|PRE|BLOCKQUOTE|TABLE|DETAILS|DIV|FIGURE|SECTION)$/.test(nodeName);
}

/** The drawn node that can become a wanted one: an equal one, else the next one if it is not wanted itself. */
function matchOf(node: ChildNode, want: ChildNode, end: ChildNode | null): ChildNode | undefined {
  if (node.nodeName !== want.nodeName) return want instanceof Text ? undefined : equalAhead(node, want, end);
  // An empty cell equals the next empty cell; to match the two would shift the row.
  if (node instanceof Text || /^T[DH]$/.test(node.nodeName) || node.isEqualNode(want)) return node;
  return equalAhead(node, want, end) ?? (isUnwanted(node, want) ? node : undefined);
}

/** Whether no wanted node further on equals a drawn element. Text may still be wanted. */
function isUnwanted(node: ChildNode, want: ChildNode): boolean {
  if (node instanceof Text || want instanceof Text) return false;
  return equalAhead(want.nextSibling, node, null) === undefined;
}

/** The first of the next few siblings that is equal to a node. */
function equalAhead(first: ChildNode | null, like: ChildNode, end: ChildNode | null): ChildNode | undefined {
  let node = first;
  for (let count = 0; node && node !== end && count < LOOK_AHEAD; count++) {
    if (node.isEqualNode(like)) return node;
    node = node.nextSibling;
  }
  return undefined;
}

function removeNode(node: ChildNode | null): ChildNode | null {
  const next = node?.nextSibling ?? null;
  // Markdown has no element with a hyphen: this one was put beside the answer, like the bar over a code block.
  if (!node?.nodeName.includes('-')) node?.remove();
  return next;
}

function setAttributes(element: Element, want: Element): void {
  for (const { name } of [...element.attributes]) {
    if (!want.hasAttribute(name) && !FOREIGN_ATTRIBUTE.test(name)) element.removeAttribute(name);
  }
  for (const { name, value } of want.attributes) {
    if (element.getAttribute(name) !== value && name !== 'open') element.setAttribute(name, value);
  }
}

/** Brings text that may be spread over several nodes in line with one wanted node; returns the last of them. */
function updateText(node: Text, want: Text, end: ChildNode | null): Text {
  let text = node;
  let { data } = want;
  for (let next = text.nextSibling; next instanceof Text && next !== end; next = text.nextSibling) {
    if (data.length <= text.length || !data.startsWith(text.data)) break;
    data = data.slice(text.length);
    text = next;
  }
  setText(text, data);
  return text;
}

/** Changes text from the first character that differs, so that a selection before it stays. */
function setText(node: Text, wanted: string): void {
  const { data } = node;
  const end = Math.min(data.length, wanted.length);
  let same = 0;
  while (same < end && data[same] === wanted[same]) same++;
  if (same < data.length) node.deleteData(same, data.length - same);
  if (same < wanted.length) node.appendData(wanted.slice(same));
}
