/**
 * Milliseconds to wait for an animation frame before running without one. Browsers send no frames in a hidden page, nor in an
 * iframe that is scrolled out of view, where `document.hidden` stays false.
 */
const FALLBACK_MS = 100;

/** The largest share of time that runs may take. */
const MAX_SHARE = 1 / 4;

/**
 * Runs a callback at most once per animation frame, and also where no frames come. After a run of 20 ms the next one waits 60
 * ms, so that the page stays responsive.
 *
 * @example
 * const scheduler = new FrameScheduler(() => draw());
 * scheduler.request();
 * scheduler.request(); // draw() runs once, in the next frame
 */
export class FrameScheduler {
  readonly #callback: () => void;
  readonly #clock: Pick<Performance, 'now'>;
  #frame: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restUntil = 0;

  constructor(callback: () => void, clock: Pick<Performance, 'now'> = performance) {
    this.#callback = callback;
    this.#clock = clock;
  }

  /** Requests a run; further requests before it have no effect. */
  request(): void {
    if (this.#timer !== undefined) return;
    const rest = this.#restUntil - this.#clock.now();
    if (rest > 0) this.#timer = setTimeout(this.#requestFrame, rest);
    else this.#requestFrame();
  }

  /** Runs now and cancels a requested run. */
  run(): void {
    this.cancel();
    const start = this.#clock.now();
    this.#callback();
    const end = this.#clock.now();
    this.#restUntil = end + (end - start) * (1 / MAX_SHARE - 1);
  }

  /** Cancels a requested run. */
  cancel(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = this.#timer = undefined;
  }

  readonly #requestFrame = (): void => {
    this.#frame = requestAnimationFrame(() => this.run());
    this.#timer = setTimeout(() => this.run(), FALLBACK_MS);
  };
}
