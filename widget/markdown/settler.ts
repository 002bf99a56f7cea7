import type { Morpher } from './morph.ts';
import { wrapLines } from './sections.ts';

/** Characters of a text node from which on text goes into a new one: the browser shapes whole nodes. */
const TEXT_NODE_SIZE = 4096;
/** Characters of code in a section, for each block that others have. */
const BLOCK_SIZE = 64;

/** Declares what is drawn of an open block settled, as far as nothing that follows can change it. */
export class Settler {
  readonly #morpher: Morpher;
  readonly #sectionSize: number;
  /** Blocks whose `dir="auto"` is spelled out while they grow. */
  readonly #directed = new Set<HTMLElement>();

  constructor(morpher: Morpher, sectionSize: number) {
    this.#morpher = morpher;
    this.#sectionSize = sectionSize;
  }

  /** Takes back what was spelled out: the blocks are final, or are read again. */
  reset(): void {
    for (const element of this.#directed) element.dir = 'auto';
    this.#directed.clear();
  }

  /** Settles an element's children up to `after`. */
  settleTo(element: Element, after: ChildNode | null): void {
    this.#morpher.settle(element, { after, characters: 0 });
  }

  /** Settles what stands before the last child, but for the line end that marked begins lists and quotes with. */
  settleBefore(element: Element, hasLineEnd = false): void {
    const before = element.lastElementChild?.previousSibling ?? null;
    this.settleTo(element, (hasLineEnd ? before?.previousSibling : before) ?? null);
  }

  /** Settles the drawn nodes that equal those built; their last one is text, and may be only a part. */
  settleInlines(element: Element, built: DocumentFragment): boolean {
    const { after, characters } = this.#morpher.settledIn(element);
    const count = built.childNodes.length;
    let node = after ? after.nextSibling : element.firstChild;
    for (let index = 1; index < count; index++) node = node?.nextSibling ?? null;
    if (!(node instanceof Text && built.lastChild instanceof Text)) return false;
    this.#morpher.settle(element, {
      after: node.previousSibling,
      characters: count === 1 ? characters : 0,
    });
    this.settleText(element, built.lastChild.length);
    return true;
  }

  /** Settles so many characters more of the text that an element's open children begin with. */
  settleText(element: Element, length: number, nodeSize = TEXT_NODE_SIZE): void {
    let { after, characters } = this.#morpher.settledIn(element);
    let node = after ? after.nextSibling : element.firstChild;
    characters += length;
    // Text that was settled before, and then read again as a whole, stands in several nodes.
    while (node instanceof Text && node.nextSibling instanceof Text && characters >= node.length) {
      characters -= node.length;
      after = node;
      node = node.nextSibling;
    }
    if (node instanceof Text && characters >= nodeSize) {
      if (node.length > characters) node.splitText(characters);
      after = node;
      characters = 0;
    }
    this.#morpher.settle(element, { after, characters });
  }

  /** Settles so many characters more of a code block, which end with a line; long ones get sections of lines. */
  settleCode(code: Element, length: number): void {
    if (this.#sectionSize === Infinity) {
      this.settleText(code, length);
      return;
    }
    this.settleText(code, length, this.#sectionSize * BLOCK_SIZE);
    const { after, characters } = this.#morpher.settledIn(code);
    this.#morpher.settle(code, { after: wrapLines(after), characters });
  }

  /**
   * Spells the direction of an element out that its first words have settled. Chromium looks at all children
   * again for every child that is added under `dir="auto"` (measured: 30 to 60 times the cost at 6000 items).
   */
  direct(element: Element): void {
    if (!(element instanceof HTMLElement) || element.dir !== 'auto') return;
    const first = element.localName === 'p' ? element.firstChild : element.firstElementChild;
    if (!/\p{L}/u.test(first?.textContent ?? '')) return;
    element.dir = element.matches(':dir(rtl)') ? 'rtl' : 'ltr';
    this.#directed.add(element);
  }
}
