import { retryLater } from '../../transport/retry-later.ts';

/**
 * After this time, code that failed to load is requested again without a gesture; the time doubles after each further failure.
 */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;

/** A feature whose code is loaded when it is first needed. */
export class LazyFeature<T> {
  readonly #create: () => Promise<T>;
  readonly #draw: () => void;
  #current: T | undefined;
  #loading: Promise<T> | undefined;
  #failures = 0;
  #isPausing = false;

  /**
   * `create` imports the code and creates the feature. `draw` is called after that, and when another try makes sense after a
   * failure; it should call {@link request} if the feature is still wanted. `current`: the feature, if it exists already.
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

  /** How often loading its code failed. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether {@link request} would load the code: not while it loads, nor right after a failure. */
  get isRequestable(): boolean {
    return this.#current === undefined && this.#loading === undefined && !this.#isPausing;
  }

  /** Loads the feature, once. Rejects when its code does not load; the next call tries again. */
  async load(): Promise<T> {
    if (this.#current !== undefined) return this.#current;
    this.#loading ??= this.#begin();
    return this.#loading;
  }

  /**
   * Loads a feature that the chat works without. Failures are silent. Later calls try again: after a pause, and when the
   * device is online again.
   */
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
    // A press during the pause may have failed too: keep the pause that runs.
    if (this.#isPausing) return;
    this.#isPausing = true;
    retryLater(pause, () => {
      this.#isPausing = false;
      this.#draw();
    });
  }
}
