/** Gives the lock back; further calls do nothing. */
export type Release = () => void;

/** One turn at a time, in all pages that show a conversation. */
export interface TurnLock {
  /**
   * Resolves when no other page runs a turn, and all that such a page has stored is readable. Rejects when `signal` is aborted before.
   *
   * @param lagMs for a page that goes on with what another one has left, perhaps a moment ago: how long its words may be on their way
   */
  acquire(signal: AbortSignal, lagMs?: number): Promise<Release>;
}

/**
 * Pause between getting the lock and reading the storage: the lock passes from page to page faster than what they write. With 5 ms
 * 394 of 400 changes were kept, without a pause 878 of 1,000.
 */
export const WRITES_MS = 30;

/** A lock that took longer than this was held by another page. */
const FREE_MS = 10;

/**
 * How often a waiting page repeats its request. Chromium takes a lock from a page in its back-forward cache only for a request that
 * comes after that page was cached, and sometimes does not hand the lock on until somebody asks again.
 */
const ASK_AGAIN_MS = 1_000;

/** Without locks: a page whose answer has not grown for so long is taken for closed. */
const SILENCE_MS = 10_000;

/** Options of the lock. */
export interface TurnLockOptions {
  readonly name: () => string;
  /** The Web Locks of the page; undefined where it has none, as a page without TLS. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** Whether other tabs have the same storage. */
  readonly isShared: boolean;
  /** When another page's turn was last heard of, in milliseconds since the epoch; 0: no other page runs one. */
  readonly lastHeard: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls `callback` once after a time; returns a function that cancels the call. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** The right to run a turn. When a page with the lock is closed, the browser gives it to the next one. */
export class PageLock implements TurnLock {
  readonly #options: TurnLockOptions;
  /** False in a sandboxed frame that may not use locks. */
  #isAllowed = true;

  constructor(options: TurnLockOptions) {
    this.#options = options;
  }

  async acquire(signal: AbortSignal, lagMs = 0): Promise<Release> {
    const { locks, isShared, now } = this.#options;
    if (!locks || !this.#isAllowed) return this.#awaitSilence(signal);
    const begun = now();
    // Requested in the task of the caller, before the question is stored: pages get the lock in the order of their questions.
    const release = await this.#request(signal);
    if (!release) return this.#awaitSilence(signal);
    // Another page may have held the lock a moment ago: what it wrote is readable only after a pause.
    const writesMs = isShared || now() - begun > FREE_MS ? WRITES_MS : 0;
    if (lagMs + writesMs > 0) await this.#pause(Math.max(lagMs, writesMs), signal);
    if (!signal.aborted) return release;
    release();
    throw signal.reason;
  }

  /** Undefined where locks are not allowed. */
  #request(signal: AbortSignal): Promise<Release | undefined> {
    const { locks } = this.#options;
    const name = this.#options.name();
    return new Promise((resolve, reject) => {
      const end = this.#askAgainAndAgain(name);
      let isGranted = false;
      const grant = (): Promise<void> => {
        isGranted = true;
        end();
        return new Promise((release) => resolve(release));
      };
      locks?.request(name, { signal }, grant).catch(() => {
        end();
        // Safari rejects a granted request, too, when it takes the lock from a page that was left.
        if (isGranted) return;
        if (signal.aborted) return reject(signal.reason);
        this.#isAllowed = false;
        resolve(undefined);
      });
    });
  }

  /** Repeats the request of the lock. Returns a function that ends the repetition. */
  #askAgainAndAgain(name: string): () => void {
    const { locks, after } = this.#options;
    let request = new AbortController();
    const ask = (): void => {
      request.abort();
      request = new AbortController();
      const { signal } = request;
      locks?.request(name, { signal }, () => undefined).catch(() => undefined);
      cancel = after(ASK_AGAIN_MS, ask);
    };
    let cancel = after(ASK_AGAIN_MS, ask);
    return () => {
      cancel();
      request.abort();
    };
  }

  async #awaitSilence(signal: AbortSignal): Promise<Release> {
    const { isShared, lastHeard, now } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      const left = lastHeard() + SILENCE_MS - now();
      if (!isShared || left <= 0) return () => undefined;
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await this.#pause(left, signal);
    }
  }

  #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.after(milliseconds, resolve);
      signal.addEventListener('abort', () => (cancel(), resolve()), { once: true });
    });
  }
}
