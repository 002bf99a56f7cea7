import type { MessageDefaults } from '../parse-messages.ts';
import { MAX_TITLE_CHARACTERS, parseThread, type Thread } from '../thread.ts';
import type { ThreadRecords } from '../thread-records.ts';

/**
 * The visitor's earlier conversations, as a list that can be changed. Changes are stored at once.
 *
 * @example
 * const threads = new Threads(records, { createId, now: Date.now });
 * threads.rename(threads.list[0].id, 'Return of order 1234');
 * const removed = threads.remove([threads.list[0].id]);
 * threads.restore(removed);
 */
export class Threads {
  readonly #records: ThreadRecords;
  readonly #defaults: MessageDefaults;
  /** Parsed records, by id, with the text that they were parsed from. */
  readonly #parsed = new Map<string, { readonly text: string; readonly thread: Thread | undefined }>();

  constructor(records: ThreadRecords, defaults: MessageDefaults) {
    this.#records = records;
    this.#defaults = defaults;
  }

  /** False where threads last only as long as the page. */
  get isStored(): boolean {
    return this.#records.isStored;
  }

  /** The pinned ones first, then the newest first. */
  get list(): readonly Thread[] {
    const threads = this.#records.ids().flatMap((id) => this.#read(id) ?? []);
    return threads.toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.updatedAt - a.updatedAt);
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
    return removed;
  }

  #change(id: string, change: Partial<Thread>): void {
    const thread = this.list.find((other) => other.id === id);
    if (thread) this.#records.write({ ...thread, ...change });
  }

  #read(id: string): Thread | undefined {
    const text = this.#records.read(id) ?? '';
    const known = this.#parsed.get(id);
    if (known?.text === text) return known.thread;
    const thread = parseThread(text, this.#defaults);
    this.#parsed.set(id, { text, thread });
    return thread;
  }
}
