import { morph } from './morph.ts';

/** The element around the blocks of a section; markdown has none with a hyphen. */
export const SECTION = 'cf-ai-chat-section';

/**
 * Holds the blocks of an answer: the container itself the first ones, and an element each the next ones of a long answer.
 * For every block that grows, browsers look at all its siblings (in 50 KB of answers, layout takes half as long with
 * sections). Blocks are frozen, from the first one on, and open ones follow.
 */
export class Sections {
  readonly #container: Element;
  readonly #size: number;
  /** The elements behind the blocks that the container itself holds. */
  readonly #sections: Element[] = [];
  #current: Element;
  /** The last node in the current section that is frozen. */
  #lastFrozen: ChildNode | null = null;

  /** `size` is the number of blocks after which a section begins. */
  constructor(container: Element, size: number) {
    this.#container = container;
    this.#size = size;
    this.#current = container;
  }

  /** The first node of the open blocks. */
  get firstOpen(): ChildNode | null {
    return this.#lastFrozen ? this.#lastFrozen.nextSibling : this.#current.firstChild;
  }

  /** Draws the open blocks, or those of them behind `last`. */
  draw(wanted: Node, last = this.#lastFrozen): void {
    morph(this.#current, wanted, last);
  }

  /** Freezes the first nodes of the open blocks; those behind them begin a section where the current one is full. */
  freeze(nodeCount: number): void {
    for (let count = 0; count < nodeCount; count++) this.#lastFrozen = this.firstOpen;
    if (!this.firstOpen || this.#current.children.length <= this.#size) return;
    const section = document.createElement(SECTION);
    while (this.firstOpen) section.append(this.firstOpen);
    this.#container.append(section);
    this.#sections.push(section);
    this.#current = section;
    this.#lastFrozen = null;
  }

  /** Brings all blocks in line with those of the finished answer. */
  finish(wanted: DocumentFragment): void {
    for (const section of [this.#container, ...this.#sections]) {
      // The container holds its own blocks and the sections.
      const inner = section === this.#container ? this.#sections.length : 0;
      const count = section === this.#current ? Infinity : section.childNodes.length - inner;
      const own = document.createDocumentFragment();
      own.append(...[...wanted.childNodes].slice(0, count));
      morph(section, own);
    }
  }
}
