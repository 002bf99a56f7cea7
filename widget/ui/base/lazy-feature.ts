/** A feature of the panel whose code is loaded when it is first needed. */
export class LazyFeature<T> {
  readonly #create: () => Promise<T>;
  readonly #handleLoaded: () => void;
  #current: T | undefined;
  #loading: Promise<T> | undefined;
  #isRequested = false;

  /** `create` imports the code and makes the feature; `handleLoaded` is called when that is done. */
  constructor(create: () => Promise<T>, handleLoaded: () => void) {
    this.#create = create;
    this.#handleLoaded = handleLoaded;
  }

  /** The feature; undefined until it is loaded. */
  get current(): T | undefined {
    return this.#current;
  }

  /** Whether {@link request} was called. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Loads the feature, once. Rejects when its code does not come; the next call tries again. */
  async load(): Promise<T> {
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
      throw error;
    }
  }

  /** Loads a feature that the chat can do without: tries once, and a failure is silent. */
  request(): void {
    if (this.#isRequested) return;
    this.#isRequested = true;
    this.load().catch(() => undefined);
  }
}
