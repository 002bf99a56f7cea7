import { readNumber, readString } from '../protocol/json.ts';
import { type Branches, conversationId } from './branches.ts';
import { readRecord, recordOf } from './record.ts';
import { storageKey } from './storage-key.ts';
import type { StorageWithMemory } from './storage-with-memory.ts';
import type { Thread } from './thread.ts';

/** The oldest threads that are not pinned go when there are more. */
export const MAX_THREADS = 50;

/**
 * Called when a storage is full: it has lost its oldest thread, or holds less than all of what the visitor has on the page; and
 * when a page begins with less than an earlier one had.
 */
export type HandleFull = (outcome: 'given-up' | 'unstored' | 'shortened') => void;

/** The part of a conversation that its thread keeps. */
type Left = Pick<Thread, 'messages' | 'hidden' | 'resumePoint' | 'asked'>;

/**
 * The records of earlier conversations, each under a key of its own: `cf-ai-chat:shop:chat:4f1c…`. A record is written at
 * once, so that the page may be left in the same moment.
 *
 * @example
 * const records = new ThreadRecords(new StorageWithMemory(() => sessionStorage), 'shop');
 * records.write({ id: 'q', title: '', isPinned: false, updatedAt: Date.now(), messages: [question] });
 * records.ids(); // ['q']
 */
export class ThreadRecords {
  readonly #storage: StorageWithMemory;
  readonly #prefix: string;
  readonly #handleFull: HandleFull;

  constructor(storage: StorageWithMemory, instance: string, handleFull: HandleFull = () => undefined) {
    this.#storage = storage;
    this.#prefix = storageKey(instance, 'chat:');
    this.#handleFull = handleFull;
  }

  /** False where threads last only as long as the page. */
  get isStored(): boolean {
    return this.#refused.length === 0 && this.#storage.isThere;
  }

  /** The ids of all threads, in no order. */
  ids(): readonly string[] {
    return this.#storage.keysBehind(this.#prefix);
  }

  /** The JSON of a thread, to be parsed before use; undefined where there is none. */
  read(id: string): string | undefined {
    return this.#storage.get(this.#prefix + id);
  }

  /** Whether a conversation was left, and is among the threads. */
  has(branches: Branches): boolean {
    const id = conversationId(branches);
    return id !== undefined && this.read(id) !== undefined;
  }

  /** Stores a conversation that is left; returns its thread, undefined for one without messages. Its name and its pin stay. */
  keep({ messages, hidden, resumePoint, asked }: Left, updatedAt: number): Thread | undefined {
    const id = conversationId({ messages, hidden });
    if (id === undefined) return undefined;
    const { title, isPinned } = readRecord(this.read(id));
    const thread: Thread = {
      id,
      title: readString(title) ?? '',
      isPinned: isPinned === true,
      updatedAt,
      messages,
      hidden,
      resumePoint,
      asked,
    };
    this.#write(thread);
    return thread;
  }

  /** Adds a thread, or replaces the one with the same id. A full storage gives up its oldest ones. */
  write(thread: Thread): void {
    this.#write(thread);
    this.settle();
  }

  /** Call when the storage may have room: stores the threads that it did not take. */
  settle(): void {
    for (const key of this.#refused) this.#storage.set(key, this.#storage.get(key) ?? '');
    if (this.#refused.length > 0 && this.#storage.isThere) this.#handleFull('unstored');
  }

  #write(thread: Thread): void {
    const text = recordOf(thread);
    while (!this.#storage.set(this.#prefix + thread.id, text)) if (!this.giveUpOldest(thread.id)) break;
    if (this.ids().length <= MAX_THREADS) return;
    const others = this.#oldestFirst(thread.id).filter(({ isPinned }) => !isPinned);
    for (const { id } of others.slice(0, -(MAX_THREADS - 1))) this.remove(id);
  }

  remove(id: string): void {
    this.#storage.remove(this.#prefix + id);
  }

  /** Makes room in a full storage: removes the oldest thread but `kept`, pinned ones last. False where there is none. */
  giveUpOldest(kept?: string): boolean {
    const refused = this.#refused;
    const stored = this.#oldestFirst(kept).filter(({ id }) => !refused.includes(this.#prefix + id));
    const oldest = stored.find(({ isPinned }) => !isPinned) ?? stored[0];
    if (!oldest) return false;
    this.remove(oldest.id);
    this.#handleFull('given-up');
    return true;
  }

  get #refused(): readonly string[] {
    return this.#storage.refused.filter((key) => key.startsWith(this.#prefix));
  }

  #oldestFirst(kept: string | undefined) {
    return this.ids()
      .filter((id) => id !== kept)
      .map((id) => {
        const { isPinned, updatedAt } = readRecord(this.read(id));
        return { id, isPinned: isPinned === true, updatedAt: readNumber(updatedAt) ?? 0 };
      })
      .toSorted((a, b) => a.updatedAt - b.updatedAt);
  }
}
