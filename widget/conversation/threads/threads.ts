import { type Branches, conversationId } from '../branches.ts';
import type { MessageDefaults } from '../parse-messages.ts';
import { MAX_TITLE_CHARACTERS, parseThread, type Thread, toRecord } from './thread.ts';
import type { ThreadStore } from './thread-store.ts';

/** The oldest threads that are not pinned go when there are more. */
export const MAX_THREADS = 50;

/**
 * The visitor's earlier conversations. Changes show at once and are stored in the background; where the store fails they last
 * as long as the page. No method rejects.
 *
 * @example
 * const threads = new Threads(openTabThreads(() => sessionStorage, 'shop'), { createId, now: Date.now });
 * await threads.load();
 * const thread = threads.add(conversation.state); // the conversation that the visitor leaves
 * if (thread) threads.rename(thread.id, 'Return of order 1234');
 */
export class Threads {
  readonly #store: ThreadStore;
  readonly #defaults: MessageDefaults;
  #threads = new Map<string, Thread>();
  /** Ids that were removed here; another tab's store may still have them when it is read again. */
  readonly #removed = new Set<string>();
  /** Ids of threads that are stored, as far as this tab knows. */
  #stored = new Set<string>();
  #isStored = true;

  constructor(store: ThreadStore, defaults: MessageDefaults) {
    this.#store = store;
    this.#defaults = defaults;
  }

  /** False where the store fails: threads then last as long as the page. */
  get isStored(): boolean {
    return this.#isStored;
  }

  /** The pinned ones first, then the newest first. */
  get list(): readonly Thread[] {
    return [...this.#threads.values()].toSorted(
      (a, b) => Number(b.isPinned) - Number(a.isPinned) || b.updatedAt - a.updatedAt,
    );
  }

  /** Reads the store, in which other tabs may have changed something. Threads that are newer here stay. */
  async load(): Promise<void> {
    const values = await this.#store.load().catch(() => undefined);
    if (!values) {
      this.#isStored = false;
      return;
    }
    const stored = values.flatMap((value) => parseThread(value, this.#defaults) ?? []);
    const ids = new Set(stored.map(({ id }) => id));
    // Another tab has deleted them.
    for (const id of this.#stored) if (!ids.has(id)) this.#threads.delete(id);
    this.#stored = ids;
    for (const thread of stored) {
      if (this.#removed.has(thread.id)) continue;
      const known = this.#threads.get(thread.id);
      if (!known || known.updatedAt <= thread.updatedAt) this.#threads.set(thread.id, thread);
    }
  }

  /** Keeps a conversation that is left; returns its thread, undefined for one without messages. */
  add({ messages, hidden }: Branches): Thread | undefined {
    const id = conversationId({ messages, hidden });
    if (id === undefined) return undefined;
    const { title = '', isPinned = false } = this.#threads.get(id) ?? {};
    const thread: Thread = { id, title, isPinned, updatedAt: this.#defaults.now(), messages, hidden };
    this.#put([thread]);
    // Another tab may have named or pinned it.
    void this.#write([id], () =>
      this.#store.change(id, (value) => {
        const stored = parseThread(value, this.#defaults);
        return toRecord(stored ? { ...thread, title: stored.title, isPinned: stored.isPinned } : thread);
      }),
    );
    this.#remove(this.list.filter((other) => !other.isPinned && other.id !== id).slice(MAX_THREADS - 1));
    return thread;
  }

  /** Puts threads back, as they were. */
  restore(threads: readonly Thread[]): void {
    this.#put(threads);
    void this.#write(
      threads.map(({ id }) => id),
      () => this.#store.put(threads.map(toRecord)),
    );
  }

  /** Gives a thread a name of the visitor's; an empty one is that of its first question again. */
  rename(id: string, title: string): void {
    this.#change(id, { title: title.trim().slice(0, MAX_TITLE_CHARACTERS) });
  }

  pin(id: string, isPinned: boolean): void {
    this.#change(id, { isPinned });
  }

  /** Deletes threads; returns them, for {@link restore}. */
  remove(ids: readonly string[]): readonly Thread[] {
    const found = ids.flatMap((id) => this.#threads.get(id) ?? []);
    this.#remove(found);
    return found;
  }

  /** Deletes all threads, also those that are not known here. Rejects where the store cannot. */
  async forget(): Promise<void> {
    this.#threads.clear();
    await this.#store.clear();
  }

  #put(threads: readonly Thread[]): void {
    for (const thread of threads) {
      this.#threads.set(thread.id, thread);
      this.#removed.delete(thread.id);
    }
  }

  #change(id: string, change: Partial<Thread>): void {
    const thread = this.#threads.get(id);
    if (!thread) return;
    this.#put([{ ...thread, ...change }]);
    void this.#write([id], () =>
      this.#store.change(id, (value) => {
        const stored = parseThread(value, this.#defaults);
        return stored && toRecord({ ...stored, ...change });
      }),
    );
  }

  #remove(threads: readonly Thread[]): void {
    if (threads.length === 0) return;
    for (const { id } of threads) {
      this.#threads.delete(id);
      this.#removed.add(id);
    }
    void this.#write([], () => this.#store.remove(threads.map(({ id }) => id)));
  }

  /** A full or forbidden storage is the case without storage. */
  async #write(ids: readonly string[], write: () => Promise<void>): Promise<void> {
    try {
      await write();
      this.#isStored = true;
      for (const id of ids) this.#stored.add(id);
    } catch {
      this.#isStored = false;
    }
  }
}
