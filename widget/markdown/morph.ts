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
const TEXT_BLOCK = /^(?:P|H[1-6])$/;
const BLOCK = /^(?:P|H[1-6R]|UL|OL|PRE|BLOCKQUOTE|TABLE|DIV|DETAILS|DL|FIGURE)$/;

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

  /**
   * Makes the children of `parent` from `first` up to `end` equal to the children of `wanted`, which it uses
   * up. The first `skip` characters of `first` are settled.
   */
  morph(parent: Node, first: ChildNode | null, wanted: Node, end: ChildNode | null = null, skip = 0): void {
    let node = first;
    if (node && skip > 0) node = skipSettled(node as Text, wanted, skip);
    for (const want of [...wanted.childNodes]) {
      if (node && node !== end) node = this.#place(parent, node, want).nextSibling;
      else parent.insertBefore(want, end);
    }
    while (node && node !== end) {
      const next: ChildNode | null = node.nextSibling;
      node.remove();
      node = next;
    }
  }

  /** Puts `want` where `node` stands, in `node` itself if that can become it. */
  #place(parent: Node, node: ChildNode, want: ChildNode): ChildNode {
    if (node.nodeName === want.nodeName) {
      if (node instanceof Text) setText(node, (want as Text).data, 0);
      else this.#update(node as Element, want as Element);
      return node;
    }
    if (want.nodeName === 'P' && !BLOCK.test(node.nodeName)) return this.#wrap(parent, node, want as Element);
    if (TEXT_BLOCK.test(want.nodeName) && TEXT_BLOCK.test(node.nodeName)) {
      return this.#rename(node as Element, want as Element);
    }
    parent.insertBefore(want, node);
    // Two elements: the old one is gone. Else the old one may still be what comes next.
    if (!(node instanceof Text || want instanceof Text)) node.remove();
    return want;
  }

  #update(element: Element, want: Element): void {
    // Where children are settled, so is what the element says about itself.
    if (!this.#settled.has(element)) setAttributes(element, want);
    const { after, characters } = this.settledIn(element);
    this.morph(element, after ? after.nextSibling : element.firstChild, want, null, characters);
  }

  /** A tight list item became a loose one: its words move into a paragraph. */
  #wrap(parent: Node, first: ChildNode, want: Element): Element {
    const paragraph = want.cloneNode() as Element;
    keepSelection(parent, () => {
      parent.insertBefore(paragraph, first);
      let node: ChildNode | null = first;
      while (node && !BLOCK.test(node.nodeName)) {
        const next: ChildNode | null = node.nextSibling;
        paragraph.append(node);
        node = next;
      }
    });
    this.morph(paragraph, paragraph.firstChild, want);
    return paragraph;
  }

  /** A paragraph became a heading: its words move. */
  #rename(element: Element, want: Element): Element {
    const renamed = want.cloneNode() as Element;
    keepSelection(element, () => {
      element.before(renamed);
      renamed.append(...element.childNodes);
      element.remove();
    });
    this.morph(renamed, renamed.firstChild, want);
    return renamed;
  }
}

function setAttributes(element: Element, want: Element): void {
  for (const { name } of [...element.attributes]) {
    // The visitor, not the answer, says which details are open by now.
    if (!want.hasAttribute(name) && name !== 'open') element.removeAttribute(name);
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

/** Moving a node takes it out of the selection; this puts it back. */
function keepSelection(within: Node, move: () => void): void {
  const root = within.getRootNode() as (Document | ShadowRoot) & { getSelection?: () => Selection | null };
  const selection = root.getSelection?.() ?? document.getSelection();
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = selection ?? {};
  move();
  const isInside =
    anchorNode && focusNode && within.parentNode !== null && selection?.anchorNode !== anchorNode;
  if (isInside) selection?.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
}
