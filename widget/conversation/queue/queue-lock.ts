/** So long the page before this one may take to give its lock back. */
const PATIENCE_MS = 2_000;

/** Reason of a request that was withdrawn; any other one has taken too long. */
const RELEASED = 'released';

/** Options of the lock. */
export interface QueueLockOptions {
  /** The Web Locks of the page; undefined where it has none, as a page without TLS. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** Calls `callback` once after a time; returns a function that cancels the call. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/**
 * Tells the tab in which messages wait from a copy of it: a duplicated tab, and a window that the page opens, begin with a copy
 * of all that the tab's `sessionStorage` has. The browser gives the lock back when its page is gone.
 */
export class QueueLock {
  readonly #options: QueueLockOptions;
  #held: Promise<boolean> | undefined;
  #release: () => void = () => undefined;

  constructor(options: QueueLockOptions) {
    this.#options = options;
  }

  /**
   * Takes the lock, once. Resolves with false where another tab has it; where there are no locks, none does. Does not resolve
   * after {@link release}.
   */
  hold(name: string): Promise<boolean> {
    return (this.#held ??= this.#request(name));
  }

  /** Gives the lock to the next page. */
  release(): void {
    this.#release();
    this.#held = undefined;
  }

  #request(name: string): Promise<boolean> {
    const { locks, after } = this.#options;
    if (!locks) return Promise.resolve(true);
    const request = new AbortController();
    const cancel = after(PATIENCE_MS, () => request.abort());
    this.#release = () => request.abort(RELEASED);
    return new Promise((resolve) => {
      const handleGranted = (): Promise<void> => {
        cancel();
        resolve(true);
        return new Promise((release) => {
          this.#release = release;
        });
      };
      locks.request(name, { signal: request.signal }, handleGranted).catch(() => {
        const { aborted, reason } = request.signal;
        // A sandboxed frame may use no locks, and shares its storage with no tab.
        if (reason !== RELEASED) resolve(!aborted);
      });
    });
  }
}
