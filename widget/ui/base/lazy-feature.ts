/** Time after which code that did not come is asked for again without a gesture. */
const RETRY_MS = 5_000;

/** Something whose code is loaded when it is first needed. */
export class LazyFeature<T> {
  readonly #create: () => Promise<T>;
  readonly #handleLoaded: () => void;
  #current: T | undefined;
  #loading: Promise<T> | undefined;
  /** When its code last did not come, by the page's clock. */
  #failedAt = -Infinity;

  /**
   * `create` imports the code and makes the feature; `handleLoaded` is called when that is done. With `current` it is here
   * already.
   */
  constructor(create: () => Promise<T>, handleLoaded: () => void, current?: T) {
    this.#create = create;
    this.#handleLoaded = handleLoaded;
    this.#current = current;
  }

  /** The feature; undefined until it is loaded. */
  get current(): T | undefined {
    return this.#current;
  }

  /** Whether {@link request} would load something: not while it loads, and not right after its code did not come. */
  get isRequestable(): boolean {
    const isWaiting = this.#loading !== undefined || performance.now() - this.#failedAt < RETRY_MS;
    return this.#current === undefined && !isWaiting;
  }

  /** Loads the feature, once. Rejects when its code does not come; the next call tries again. */
  async load(): Promise<T> {
    if (this.#current !== undefined) return this.#current;
    this.#loading ??= this.#create();
    try {
      const loaded = await this.#loading;
      if (this.#current === undefined) {
        this.#current = loaded;
        this.#handleLoaded();
      }
      return loaded;
    } catch (error) {
      this.#loading = undefined;
      this.#failedAt = performance.now();
      throw error;
    }
  }

  /** Loads a feature that the chat can do without: a failure is silent, and a call some seconds later tries again. */
  request(): void {
    if (this.isRequestable) this.load().catch(() => undefined);
  }
}
