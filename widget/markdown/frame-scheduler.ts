/**
 * Milliseconds until a draw that no animation frame has come for. Frames stop in a hidden page, but also in
 * a frame that is out of view, where `document.hidden` stays false.
 */
const FALLBACK_MS = 100;

/** Runs a callback once per animation frame at most, and keeps going where no frames come. */
export class FrameScheduler {
  readonly #run: () => void;
  #frame: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** Asks for a run; further requests before it are the same one. */
  request(): void {
    this.#frame ??= requestAnimationFrame(this.#fire);
    this.#timer ??= setTimeout(this.#fire, FALLBACK_MS);
  }

  /** Forgets a requested run. */
  cancel(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = this.#timer = undefined;
  }

  readonly #fire = (): void => {
    this.cancel();
    this.#run();
  };
}
