/**
 * Reports changed sizes of elements before they are painted, at most once per frame. A plain ResizeObserver would also report
 * changes that happen later in the same frame (through its own callback or `content-visibility`), and the browser would then
 * report the error "ResizeObserver loop completed with undelivered notifications" to the page.
 */
export class SizeWatch {
  readonly #handleSizes: () => void;
  readonly #observer = new ResizeObserver((entries) => this.#handleEntries(entries));
  readonly #sizes = new Map<Element, string>();
  #elements: readonly Element[] = [];

  constructor(handleSizes: () => void) {
    this.#handleSizes = handleSizes;
  }

  /** Reports the current sizes of these elements, and then every change, until `stop`. */
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
    // Observing an element again reports its size even without a change.
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
