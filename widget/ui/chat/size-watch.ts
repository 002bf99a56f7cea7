/**
 * Tells of new sizes of elements before they are painted, once a frame at most. A ResizeObserver alone would also tell of
 * sizes that follow in the same frame, from its own callback or from `content-visibility`, and soon report the error
 * "ResizeObserver loop completed with undelivered notifications" to the page.
 */
export class SizeWatch {
  readonly #handleSizes: () => void;
  readonly #observer = new ResizeObserver((entries) => this.#handleEntries(entries));
  readonly #sizes = new Map<Element, string>();
  #elements: readonly Element[] = [];

  constructor(handleSizes: () => void) {
    this.#handleSizes = handleSizes;
  }

  /** Tells of the sizes that these elements have now, and of every change, until `stop`. */
  start(...elements: readonly Element[]): void {
    this.stop();
    this.#elements = elements;
    this.#observe();
  }

  stop(): void {
    this.#elements = [];
    this.#sizes.clear();
    this.#observer.disconnect();
  }

  #observe(): void {
    for (const element of this.#elements) this.#observer.observe(element);
  }

  #handleEntries(entries: readonly ResizeObserverEntry[]): void {
    // An element that is observed again is reported even with the size it had.
    if (!entries.filter((entry) => this.#isNew(entry)).length) return;
    this.#observer.disconnect();
    requestAnimationFrame(() => this.#observe());
    this.#handleSizes();
  }

  #isNew({ target, contentRect: { width, height } }: ResizeObserverEntry): boolean {
    const size = `${width} ${height}`;
    const isNew = this.#sizes.get(target) !== size;
    this.#sizes.set(target, size);
    return isNew;
  }
}
