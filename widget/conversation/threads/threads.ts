import { lineOf } from '../line.ts';
import { newestOf, type RecordStore, type TakenConversation } from '../record-store.ts';
import { MAX_TITLE_CHARACTERS, type Thread } from '../thread.ts';

/**
 * The visitor's conversations, as a list that can be changed. Changes are stored at once.
 *
 * @example
 * const threads = new Threads(store);
 * threads.rename(threads.list[0].id, 'Return of order 1234');
 * const removed = threads.remove([threads.list[0].id]);
 * threads.restore(removed);
 */
export class Threads {
  readonly #store: RecordStore;

  constructor(store: RecordStore) {
    this.#store = store;
  }

  /** False where threads last only as long as the page. */
  get isStored(): boolean {
    return this.#store.isStored;
  }

  /** The pinned ones first, then the newest first. */
  get list(): readonly Thread[] {
    const threads = this.#store.ids().map((id): Thread => {
      const tree = this.#store.load(id);
      const { title, isPinned } = this.#store.header(id);
      return { id, title, isPinned, updatedAt: newestOf(tree), messages: lineOf(tree).messages };
    });
    return threads
      .filter(({ messages }) => messages.length > 0)
      .toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.updatedAt - a.updatedAt);
  }

  /** Puts threads back, as they were. */
  restore(threads: readonly TakenConversation[]): void {
    for (const thread of threads) this.#store.restore(thread);
  }

  /** Gives a thread a name of the visitor's; an empty one is that of its first question again. */
  rename(id: string, title: string): void {
    this.#store.writeHeader(id, { title: title.trim().slice(0, MAX_TITLE_CHARACTERS) });
  }

  pin(id: string, isPinned: boolean): void {
    this.#store.writeHeader(id, { isPinned });
  }

  /** Deletes threads; returns them, for {@link restore}. */
  remove(ids: readonly string[]): readonly TakenConversation[] {
    return ids.map((id) => this.#store.remove(id));
  }
}
