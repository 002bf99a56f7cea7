/** A page of a browser with locks. */
export interface LockOwner {
  readonly isAlive: boolean;
  /** Whether the page was left, and is in the back/forward cache. */
  readonly isAway: boolean;
  /** The browser drops the page from the cache. */
  drop(): void;
  /** Calls back when the page runs again. */
  whenRunning(callback: () => void): void;
}

interface Entry {
  readonly owner: LockOwner;
  readonly grant: () => void;
}

interface NamedLock {
  holder?: Entry | undefined;
  queue: Entry[];
}

type Callback = (lock: Lock) => Promise<unknown> | undefined;

/**
 * The Web Locks API of a browser. As in Chromium, a cached page is dropped when another page requests a lock
 * that it holds, but not where the other page waited for the lock before.
 */
export class FakeLocks {
  readonly #locks = new Map<string, NamedLock>();

  of(owner: LockOwner): Pick<LockManager, 'request'> {
    const request = (name: string, options: LockOptions, callback: Callback): Promise<unknown> =>
      this.#request(owner, { name, options, callback });
    return { request: request as LockManager['request'] };
  }

  /** Releases all locks of a page. */
  release(owner: LockOwner): void {
    for (const lock of this.#locks.values()) {
      lock.queue = lock.queue.filter((entry) => entry.owner !== owner);
      if (lock.holder?.owner === owner) lock.holder = undefined;
      this.#next(lock);
    }
  }

  #request(
    owner: LockOwner,
    {
      name,
      options: { signal },
      callback,
    }: { readonly name: string; readonly options: LockOptions; readonly callback: Callback },
  ): Promise<unknown> {
    const lock: NamedLock = this.#locks.get(name) ?? { queue: [] };
    this.#locks.set(name, lock);
    if (lock.holder?.owner.isAway && lock.holder.owner !== owner) lock.holder.owner.drop();
    return new Promise((resolve, reject) => {
      const entry: Entry = {
        owner,
        // The browser grants the lock in another task.
        grant: () => queueMicrotask(() => void this.#hold(lock, entry, callback).then(resolve, reject)),
      };
      lock.queue.push(entry);
      signal?.addEventListener('abort', () => {
        if (!lock.queue.includes(entry)) return;
        lock.queue = lock.queue.filter((other) => other !== entry);
        reject(signal.reason);
      });
      this.#next(lock);
    });
  }

  async #hold(lock: NamedLock, entry: Entry, callback: Callback): Promise<unknown> {
    try {
      return await callback({ name: '', mode: 'exclusive' });
    } finally {
      if (lock.holder === entry) {
        lock.holder = undefined;
        this.#next(lock);
      }
    }
  }

  #next(lock: NamedLock): void {
    while (!lock.holder) {
      const entry = lock.queue.shift();
      if (!entry) return;
      if (entry.owner.isAlive && !entry.owner.isAway) {
        lock.holder = entry;
        entry.owner.whenRunning(entry.grant);
      } else if (entry.owner.isAlive) entry.owner.drop();
    }
  }
}
