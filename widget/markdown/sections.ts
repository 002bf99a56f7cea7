/** The element around the blocks of a section; markdown has none with a hyphen. */
export const SECTION = 'cf-ai-chat-section';

/**
 * Divides the blocks of a long answer: the container itself holds the first ones, and an element each the next ones. For
 * every block that grows, browsers look at all its siblings (in 50 KB of answers, layout takes half as long with sections).
 */
export class Sections {
  readonly #container: Element;
  readonly #size: number;
  #current: Element;

  /** `size` is the number of blocks after which a section begins. */
  constructor(container: Element, size: number) {
    this.#container = container;
    this.#size = size;
    this.#current = container;
  }

  /** What blocks are drawn in now. */
  get current(): Element {
    return this.#current;
  }

  /** Begins the next section behind `last`, the last frozen node, where the current one is full. */
  startNext(last: ChildNode | null): void {
    if (!last?.nextSibling || this.#current.children.length <= this.#size) return;
    const section = document.createElement(SECTION);
    while (last.nextSibling) section.append(last.nextSibling);
    this.#container.append(section);
    this.#current = section;
  }

  /**
   * Whether what is drawn behind `before`, in `parent` and the sections behind that, is what is wanted. If not, all of it
   * is moved into `parent`, to be drawn there.
   */
  endsWith(parent: Element, before: ChildNode | null, wanted: Node): boolean {
    const later = [...this.#container.querySelectorAll(`:scope > ${SECTION}`)].filter(
      (section) => parent.compareDocumentPosition(section) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    if (later.length === 0) return false;
    const drawn: ChildNode[] = [];
    for (let node = before ? before.nextSibling : parent.firstChild; node; node = node.nextSibling)
      if (node.nodeName !== SECTION.toUpperCase()) drawn.push(node);
    drawn.push(...later.flatMap(({ childNodes }) => [...childNodes]));
    const { childNodes } = wanted;
    const isSame =
      drawn.length === childNodes.length &&
      drawn.every((node, index) => node.isEqualNode(childNodes[index] ?? null));
    if (isSame) return true;
    for (const section of later) {
      parent.append(...section.childNodes);
      section.remove();
    }
    return false;
  }
}
