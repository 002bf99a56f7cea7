/** Gives the lock back; further calls do nothing. */
export type Release = () => void;

/** Time without a sign of life after which a tab that streams is taken for gone. */
const PATIENCE_MS = 10_000;

/** Time in which a tab that was asleep receives the messages sent meanwhile. */
const WAKING_MS = 1_000;

/** As {@link PATIENCE_MS}, where there are no locks and the tab has not yet given a first sign. */
const FIRST_PATIENCE_MS = 1_000;

/** Options of the lock. */
export interface TurnLockOptions {
  readonly name: string;
  /** The Web Locks of the page; undefined where it has none, as a page without TLS. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** Whether tabs hear each other: then one that lives answers at once. */
  readonly hasChannel: boolean;
  /** Calls `callback` once after a time; returns a function that cancels the call. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/**
 * The right to stream, which one tab of a conversation has. When that tab is closed, the browser gives the lock to the next
 * one. A tab without a sign of life for ten seconds, such as one that the system has frozen, is not waited for.
 */
export class TurnLock {
  readonly #options: TurnLockOptions;
  readonly #waiting = new Set<() => void>();
  #isAllowed = true;
  #cancelTimer: () => void = () => undefined;

  constructor(options: TurnLockOptions) {
    this.#options = options;
  }

  /** Resolves once no other tab has the lock; at once where there are no locks. Rejects when `signal` is aborted before. */
  async acquire(signal: AbortSignal): Promise<Release> {
    return this.#options.locks && this.#isAllowed ? this.wait(signal, true) : () => undefined;
  }

  /**
   * As {@link acquire}, but where there are no locks it waits until the other tabs are silent. `wasHeard`: one of them has
   * just spoken.
   */
  wait(signal: AbortSignal, wasHeard: boolean): Promise<Release> {
    const { name, locks, hasChannel } = this.#options;
    const request = new AbortController();
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        request.abort();
        this.#waiting.delete(giveUp);
        if (signal.aborted) reject(signal.reason);
        else resolve(() => undefined);
      };
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(giveUp);
      this.#watch(wasHeard || locks || !hasChannel ? PATIENCE_MS : FIRST_PATIENCE_MS);
      locks
        ?.request(name, { signal: request.signal }, () => {
          if (!this.#waiting.delete(giveUp)) return undefined;
          signal.removeEventListener('abort', giveUp);
          return new Promise<void>((release) => resolve(release));
        })
        .catch(() => {
          // Given up, or a sandboxed frame that may not use locks.
          if (request.signal.aborted) return;
          this.#isAllowed = false;
          giveUp();
        });
    });
  }

  /** Call when another tab has given a sign of life: whoever waits goes on waiting. */
  keepWaiting(): void {
    this.#watch(PATIENCE_MS);
  }

  #watch(patience: number): void {
    this.#cancelTimer();
    if (this.#waiting.size === 0) return;
    const { after } = this.#options;
    this.#cancelTimer = after(patience, () => {
      this.#cancelTimer = after(WAKING_MS, () => {
        for (const giveUp of this.#waiting) giveUp();
      });
    });
  }
}
