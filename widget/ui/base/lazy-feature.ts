import { retryLater } from '../../transport/retry-later.ts';

/** Time after which code that did not come is asked for again without a gesture, twice as long after each further failure. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;

/** Something whose code is loaded when it is first needed. */
export class LazyFeature<T> {
  readonly #create: () => Promise<T>;
  readonly #draw: () => void;
  #current: T | undefined;
  #loading: Promise<T> | undefined;
  #failures = 0;
  #isPausing = false;

  /**
   * `create` imports the code and makes the feature. `draw` is called when that is done, and when code that did not come is worth
   * another try: it calls {@link request} where the feature is still wanted. With `current` it is here already.
   */
  constructor(create: () => Promise<T>, draw: () => void, current?: T) {
    this.#create = create;
    this.#draw = draw;
    this.#current = current;
  }

  /** The feature; undefined until it is loaded. */
  get current(): T | undefined {
    return this.#current;
  }

  /** How often its code did not come. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether {@link request} would load something: not while it loads, and not right after its code did not come. */
  get isRequestable(): boolean {
    return this.#current === undefined && this.#loading === undefined && !this.#isPausing;
  }

  /** Loads the feature, once. Rejects when its code does not come; the next call tries again. */
  async load(): Promise<T> {
    if (this.#current !== undefined) return this.#current;
    this.#loading ??= this.#begin();
    return this.#loading;
  }

  /** Loads a feature that the chat can do without. A failure is silent; later calls try again: after a pause, and once online. */
  request(): void {
    if (this.isRequestable) this.load().catch(() => undefined);
  }

  async #begin(): Promise<T> {
    try {
      this.#current = await this.#create();
    } catch (error) {
      this.#loading = undefined;
      this.#pause();
      throw error;
    }
    this.#draw();
    return this.#current;
  }

  #pause(): void {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
    // A press during the pause has failed as well: one pause is enough.
    if (this.#isPausing) return;
    this.#isPausing = true;
    retryLater(pause, () => {
      this.#isPausing = false;
      this.#draw();
    });
  }
}
