import { isBehind } from './is-behind.ts';

/**
 * Attributes that are not the answer's: the visitor says which details are open by now, and whoever shows the
 * answer what assistive technology is told.
 */
const FOREIGN_ATTRIBUTE = /^(?:open$|role|tab|aria)/;

/** The part of an element's children that is never touched again. */
export interface Settled {
  /** The last node that is settled as a whole. */
  readonly after: ChildNode | null;
  /** Characters of the text node behind it that are settled too. */
  readonly characters: number;
}

/** Child nodes from which on a text is long. */
const MANY_NODES = 8;

const NOTHING: Settled = { after: null, characters: 0 };
/** How many siblings ahead an equal one is looked for. */
const LOOK_AHEAD = 8;

/**
 * Brings drawn nodes in line with wanted ones by the smallest changes: what is equal keeps its identity and
 * with it selection, focus and scroll positions, text that grew is appended to, settled children are skipped.
 */
export class Morpher {
  #settled = new WeakMap<Node, Settled>();

  /** What is settled among an element's children. */
  settledIn(element: Node): Settled {
    return this.#settled.get(element) ?? NOTHING;
  }

  /** Declares children of an element settled. */
  settle(element: Node, settled: Settled): void {
    this.#settled.set(element, settled);
  }

  /** Opens everything to change again. */
  unsettle(): void {
    this.#settled = new WeakMap();
  }

  /** Makes the children of `parent` from `first` up to `end` equal to the children of `wanted`, which it uses up. */
  draw(parent: Node, first: ChildNode | null, wanted: Node, end: ChildNode | null = null): void {
    const spare: Spare = new Map();
    let node = first;
    for (const want of [...wanted.childNodes]) {
      const old = node === end ? null : node;
      const match = old && matchOf(old, want, end);
      if (match) {
        while (node !== match) node = removeNode(node);
        node = this.#become(match, want, end).nextSibling;
        continue;
      }
      const isOldGone = old && isGone(old, want);
      if (spare.size === 0) this.#collect(spare, old, end);
      const last = node ? node.previousSibling : parent.lastChild;
      const placed = fill(want, spare, (leaf) => isBehind(leaf, last, parent));
      parent.insertBefore(placed, last ? last.nextSibling : parent.firstChild);
      node = placed.nextSibling;
      if (isOldGone && node === old) node = removeNode(node);
    }
    while (node && node !== end) node = removeNode(node);
  }

  /** Collects the leaves of the nodes up to `end`, but for settled ones. */
  #collect(spare: Spare, first: ChildNode | null, end: ChildNode | null): void {
    for (let node = first; node && node !== end; node = node.nextSibling) {
      for (const leaf of leavesOf(node, this.#settled)) {
        const key = keyOf(leaf);
        const leaves = spare.get(key);
        if (leaves) leaves.push(leaf);
        else spare.set(key, [leaf]);
      }
    }
  }

  /** Brings a node in line with a wanted one of the same kind; returns the last node that stands for it now. */
  #become(node: ChildNode, want: ChildNode, end: ChildNode | null): ChildNode {
    if (node instanceof Text) return updateText(node, want as Text, end);
    if (!node.isEqualNode(want)) this.#update(node as Element, want as Element);
    return node;
  }

  #update(element: Element, want: Element): void {
    // Where children are settled, so is what the element says about itself.
    if (!this.#settled.has(element)) setAttributes(element, want);
    const { after, characters } = this.settledIn(element);
    let first = after ? after.nextSibling : element.firstChild;
    if (first && characters > 0) first = skipSettled(first as Text, want, characters);
    this.draw(element, first, want);
  }
}

/** Leaves of nodes that may go, for wanted ones that are equal: often only an element around them comes or goes. */
type Spare = Map<string, ChildNode[]>;

/** A wanted node with spare leaves that are equal, and free, in place of its own. */
function fill(want: ChildNode, spare: Spare, isFree: (leaf: ChildNode) => boolean): ChildNode {
  let filled = want;
  for (const leaf of spare.size > 0 ? leavesOf(want) : []) {
    const leaves = spare.get(keyOf(leaf));
    let equal = leaves?.shift();
    while (equal && !isFree(equal)) equal = leaves?.shift();
    if (!equal) continue;
    if (leaf === want) filled = equal;
    else leaf.replaceWith(equal);
  }
  return filled;
}

/** Whether a drawn element that is not the wanted one is not wanted later either. Text may still be. */
function isGone(node: ChildNode, want: ChildNode): boolean {
  return !(node instanceof Text || want instanceof Text) && !equalAhead(want.nextSibling, node, null);
}

function leavesOf(node: ChildNode, settled?: WeakMap<Node, Settled>): ChildNode[] {
  if (settled?.has(node)) return [];
  const isLeaf = !node.hasChildNodes() || /^(?:A|CODE)$/.test(node.nodeName);
  if (isLeaf) return node.nodeValue?.trim() === '' ? [] : [node];
  return [...node.childNodes].flatMap((child) => leavesOf(child, settled));
}

function keyOf(leaf: ChildNode): string {
  return leaf instanceof Element ? leaf.outerHTML : `#${leaf.nodeValue}`;
}

/** The drawn node that can become a wanted one: an equal one, else the next one if it is not wanted itself. */
function matchOf(node: ChildNode, want: ChildNode, end: ChildNode | null): ChildNode | undefined {
  if (node.nodeName !== want.nodeName) return want instanceof Text ? undefined : equalAhead(node, want, end);
  if (node instanceof Text || node.isEqualNode(want)) return node;
  return equalAhead(node, want, end) ?? (equalAhead(want.nextSibling, node, null) ? undefined : node);
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
  // Markdown has no element with a hyphen: this one was put beside what is drawn.
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

/** Brings the text behind settled characters in line with the first wanted node; returns what follows it. */
function skipSettled(node: Text, wanted: Node, skip: number): ChildNode | null {
  const { firstChild } = wanted;
  setText(node, firstChild instanceof Text ? firstChild.data : '', skip);
  if (firstChild instanceof Text) firstChild.remove();
  return node.nextSibling;
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
  setText(text, data, 0);
  return text;
}

/** Changes text from the first character that differs, so that a selection before it stays. */
function setText(node: Text, wanted: string, skip: number): void {
  const { data } = node;
  const end = Math.min(data.length - skip, wanted.length);
  let same = 0;
  while (same < end && data[skip + same] === wanted[same]) same++;
  if (same < data.length - skip) node.deleteData(skip + same, data.length - skip - same);
  if (same === wanted.length) return;
  dirtyStyle(node.parentElement);
  node.appendData(wanted.slice(same));
}

/**
 * Chromium reads all text of a paragraph again, in the call, for every change of text that is the only one. It
 * leaves that to the layout, which has to do it anyway, where styles are to be computed too (measured at 200 KB in
 * one paragraph: a third of all time). In short texts its way is the faster one.
 */
function dirtyStyle(element: HTMLElement | null): void {
  if (!element || element.childNodes.length < MANY_NODES) return;
  element.style.top = '0';
  // Asked for, because Chromium removes only an attribute that is written already.
  if (element.hasAttribute('style')) element.removeAttribute('style');
}
