import { parseJson } from '../../protocol/json.ts';
import type { MessageDefaults } from '../parse-messages.ts';
import { MAX_TITLE_CHARACTERS, parseThread, type Thread } from '../thread.ts';
import type { ThreadRecords } from '../thread-records.ts';

/** Threads that release 0.2.0 has stored elsewhere. They stay there for it, until the visitor deletes them. */
export interface EarlierThreads {
  /** Everything that is stored, to be parsed before use. */
  load(): Promise<readonly unknown[]>;
  remove(ids: readonly string[]): Promise<void>;
  clear(): Promise<void>;
}

/**
 * The visitor's earlier conversations, as a list that can be changed. Changes are stored at once.
 *
 * @example
 * const threads = new Threads(records, openTabThreads(() => sessionStorage, 'shop'), { createId, now: Date.now });
 * threads.rename(threads.list[0].id, 'Return of order 1234');
 * const removed = threads.remove([threads.list[0].id]);
 * threads.restore(removed);
 */
export class Threads {
  readonly #records: ThreadRecords;
  readonly #earlier: EarlierThreads;
  readonly #defaults: MessageDefaults;
  /** Parsed records, by id, with the text that they were parsed from. */
  readonly #parsed = new Map<string, { readonly text: string; readonly thread: Thread | undefined }>();
  /** Threads of release 0.2.0 that were not changed since. */
  #old: readonly Thread[] = [];

  constructor(records: ThreadRecords, earlier: EarlierThreads, defaults: MessageDefaults) {
    this.#records = records;
    this.#earlier = earlier;
    this.#defaults = defaults;
  }

  /** False where threads last only as long as the page. */
  get isStored(): boolean {
    return this.#records.isStored;
  }

  /** The pinned ones first, then the newest first. */
  get list(): readonly Thread[] {
    const threads = this.#records.ids().flatMap((id) => this.#read(id) ?? []);
    const ids = new Set(threads.map(({ id }) => id));
    const old = this.#old.filter(({ id }) => !ids.has(id));
    return [...threads, ...old].toSorted(
      (a, b) => Number(b.isPinned) - Number(a.isPinned) || b.updatedAt - a.updatedAt,
    );
  }

  /** Reads the threads of release 0.2.0. */
  async load(): Promise<void> {
    const values = await this.#earlier.load().catch(() => []);
    this.#old = values.flatMap((value) => parseThread(value, this.#defaults) ?? []);
  }

  /** Puts threads back, as they were. */
  restore(threads: readonly Thread[]): void {
    for (const thread of threads) this.#records.write(thread);
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
    const removed = this.list.filter(({ id }) => ids.includes(id));
    for (const { id } of removed) this.#records.remove(id);
    const old = this.#old.filter(({ id }) => ids.includes(id));
    this.#old = this.#old.filter((thread) => !old.includes(thread));
    if (old.length > 0) this.#earlier.remove(old.map(({ id }) => id)).catch(() => undefined);
    return removed;
  }

  /** Deletes all threads, also those that are not known here. Rejects where the storage cannot. */
  async forget(): Promise<void> {
    for (const id of this.#records.ids()) this.#records.remove(id);
    this.#old = [];
    await this.#earlier.clear();
  }

  #change(id: string, change: Partial<Thread>): void {
    const thread = this.list.find((other) => other.id === id);
    if (thread) this.#records.write({ ...thread, ...change });
  }

  #read(id: string): Thread | undefined {
    const text = this.#records.read(id) ?? '';
    const known = this.#parsed.get(id);
    if (known?.text === text) return known.thread;
    const thread = parseThread(parseJson(text), this.#defaults);
    this.#parsed.set(id, { text, thread });
    return thread;
  }
}
