import { ChatError } from '../protocol/chat-error.ts';
import type { Clock } from './clock.ts';

/**
 * One signal for the two ways a request is given up: the caller aborts, or no byte comes for too long. Aborts with
 * the caller's reason or with a `stalled` ChatError.
 */
export class StallWatch {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  #cancelTimer: () => void = () => undefined;
  #hasEnded = false;

  /** Starts watching at once. A timeout that is not a positive finite number never fires. */
  constructor(caller: AbortSignal, timeoutMs: number, clock: Clock) {
    this.#caller = caller;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    caller.addEventListener('abort', this.#handleCallerAbort);
    if (caller.aborted) this.#handleCallerAbort();
    this.noteLife();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the wait anew, for `limitMs` at most. */
  noteLife(limitMs = Infinity): void {
    this.#cancelTimer();
    const timeoutMs = Math.min(this.#timeoutMs, limitMs);
    if (!(timeoutMs > 0 && timeoutMs < Infinity) || this.signal.aborted) return;
    this.#cancelTimer = this.#clock.after(timeoutMs, () => {
      this.#controller.abort(new ChatError('stalled', `no byte came for ${timeoutMs} ms`));
    });
  }

  /** The body has run out: there is nothing left to watch or to let go of. */
  noteEnd(): void {
    this.#cancelTimer();
    this.#hasEnded = true;
  }

  /** Stops watching and lets go of a connection that is still open: at once, or `afterMs` milliseconds from now. */
  close(afterMs = 0): void {
    this.#cancelTimer();
    this.#caller.removeEventListener('abort', this.#handleCallerAbort);
    if (this.#hasEnded) return;
    if (afterMs > 0) this.#cancelTimer = this.#clock.after(afterMs, () => this.#controller.abort());
    else this.#controller.abort();
  }

  readonly #handleCallerAbort = (): void => {
    this.#cancelTimer();
    this.#controller.abort(this.#caller.reason);
  };
}
