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
  #current: Element;
  /** The last node in the current section that is frozen. */
  #lastFrozen: ChildNode | null = null;

  /** `size` is the number of blocks after which a section begins. */
  constructor(container: Element, size = Infinity) {
    this.#container = container;
    this.#size = size;
    this.#current = container;
  }

  /** The element that holds the open blocks. */
  get current(): Element {
    return this.#current;
  }

  /** The last frozen node in the element that holds the open blocks. */
  get lastFrozen(): ChildNode | null {
    return this.#lastFrozen;
  }

  /** The first node of the open blocks. */
  get firstOpen(): ChildNode | null {
    return this.#lastFrozen ? this.#lastFrozen.nextSibling : this.#current.firstChild;
  }

  /** Draws the open blocks, or those of them behind `last`. */
  draw(wanted: Node, last = this.#lastFrozen): void {
    morph(this.#current, wanted, last);
  }

  /** Freezes the first nodes of the open blocks, and returns them; those behind them begin a section where the current one is full. */
  freeze(nodeCount: number): ChildNode[] {
    const frozen: ChildNode[] = [];
    for (let node = this.firstOpen; node && frozen.length < nodeCount; node = node.nextSibling)
      frozen.push(node);
    this.#lastFrozen = frozen.at(-1) ?? this.#lastFrozen;
    this.#beginSection();
    return frozen;
  }

  /** Puts all blocks into the container itself, and draws them. */
  redraw(wanted: Node): void {
    for (const section of this.#container.querySelectorAll(`:scope > ${SECTION}`))
      section.replaceWith(...section.childNodes);
    this.#current = this.#container;
    this.#lastFrozen = null;
    this.draw(wanted);
  }

  #beginSection(): void {
    if (!this.firstOpen || this.#current.children.length <= this.#size) return;
    const section = document.createElement(SECTION);
    while (this.firstOpen) section.append(this.firstOpen);
    this.#container.append(section);
    this.#current = section;
    this.#lastFrozen = null;
  }
}
