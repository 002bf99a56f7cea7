import { ChatError } from '../protocol/chat-error.ts';
import type { Clock } from './clock.ts';

/**
 * One signal for the two reasons to give up a request: the caller aborts, or no byte comes for too long. Aborts with
 * the caller's reason or with a `stalled` ChatError.
 */
export class StallWatch {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  #cancelTimer: () => void = () => undefined;
  readonly #unwake: () => void;
  /** When the wait ends, in milliseconds since the epoch. */
  #deadline = Infinity;
  #hasEnded = false;

  /** Starts watching at once. A timeout that is not a positive finite number never fires. */
  constructor(caller: AbortSignal, timeoutMs: number, clock: Clock) {
    this.#caller = caller;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    // A timer stands still while the device sleeps: check the deadline when it wakes up.
    this.#unwake = clock.whenAwake(() => clock.now() >= this.#deadline && this.#stall());
    caller.addEventListener('abort', this.#handleCallerAbort);
    if (caller.aborted) this.#handleCallerAbort();
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the wait anew, for `limitMs` at most. */
  restart(limitMs = Infinity): void {
    this.#cancelTimer();
    const timeoutMs = Math.min(this.#timeoutMs, limitMs);
    if (!(timeoutMs > 0 && timeoutMs < Infinity) || this.signal.aborted) return;
    this.#deadline = this.#clock.now() + timeoutMs;
    this.#cancelTimer = this.#clock.after(timeoutMs, () => this.#stall());
  }

  /** Call when the body has ended by itself: there is no connection left to close. */
  finish(): void {
    this.#stopWaiting();
    this.#hasEnded = true;
  }

  /** Stops watching, and aborts a connection that is still open: at once, or after `afterMs` milliseconds. */
  close(afterMs = 0): void {
    this.#stopWaiting();
    this.#caller.removeEventListener('abort', this.#handleCallerAbort);
    if (this.#hasEnded) return;
    if (afterMs > 0) this.#cancelTimer = this.#clock.after(afterMs, () => this.#controller.abort());
    else this.#controller.abort();
  }

  #stall(): void {
    this.#controller.abort(new ChatError('stalled', 'no byte came for too long'));
  }

  #stopWaiting(): void {
    this.#cancelTimer();
    this.#unwake();
    this.#deadline = Infinity;
  }

  readonly #handleCallerAbort = (): void => {
    this.#stopWaiting();
    this.#controller.abort(this.#caller.reason);
  };
}
