import { parseJson, readNumber, readObject, readString } from '../protocol/json.ts';
import { attempt } from './attempt.ts';
import { conversationId } from './branches.ts';
import { storageKey } from './storage-key.ts';
import { keysBehind, type ListedStorage } from './stored-keys.ts';
import { toRecord, type Thread } from './thread.ts';

/** The oldest threads that are not pinned go when there are more. */
export const MAX_THREADS = 50;

/** Called when a storage is full: it has lost its oldest thread, or holds less than all of what the visitor has on the page. */
export type HandleFull = (outcome: 'given-up' | 'unstored') => void;

/** The part of a conversation that its thread keeps. */
type Left = Pick<Thread, 'messages' | 'hidden' | 'resumePoint'>;

/**
 * The records of earlier conversations, each under a key of its own: `cf-ai-chat:shop:chat:4f1c…`. A record is written at
 * once, so that the page may be left in the same moment; where the storage refuses it, it lasts as long as this object. No
 * method throws.
 *
 * @example
 * const records = new ThreadRecords(() => sessionStorage, 'shop');
 * records.write({ id: 'q', title: '', isPinned: false, updatedAt: Date.now(), messages: [question] });
 * records.ids(); // ['q']
 */
export class ThreadRecords {
  readonly #area: () => ListedStorage;
  readonly #prefix: string;
  readonly #handleFull: HandleFull;
  /** Records that the storage did not take, by id. */
  readonly #memory = new Map<string, string>();

  constructor(area: () => ListedStorage, instance: string, handleFull: HandleFull = () => undefined) {
    this.#area = area;
    this.#prefix = storageKey(instance, 'chat:');
    this.#handleFull = handleFull;
  }

  /** False where threads last only as long as the page. */
  get isStored(): boolean {
    return this.#memory.size === 0 && attempt(this.#area) !== undefined;
  }

  /** A full storage has refused a thread. */
  get isRefused(): boolean {
    return this.#memory.size > 0 && attempt(this.#area) !== undefined;
  }

  /** The ids of all threads, in no order. */
  ids(): readonly string[] {
    return [...new Set([...keysBehind(this.#area, this.#prefix), ...this.#memory.keys()])];
  }

  /** The JSON of a thread, to be parsed before use; undefined where there is none. */
  read(id: string): string | undefined {
    return this.#memory.get(id) ?? attempt(() => this.#area().getItem(this.#prefix + id)) ?? undefined;
  }

  /** Stores a conversation that is left; returns its thread, undefined for one without messages. Its name and its pin stay. */
  keep({ messages, hidden, resumePoint }: Left, updatedAt: number): Thread | undefined {
    const id = conversationId({ messages, hidden });
    if (id === undefined) return undefined;
    const { title, isPinned } = readObject(parseJson(this.read(id) ?? ''));
    const thread: Thread = {
      id,
      title: readString(title) ?? '',
      isPinned: isPinned === true,
      updatedAt,
      messages,
      hidden,
      resumePoint,
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
    for (const [id, text] of this.#memory) if (this.#store(id, text)) this.#memory.delete(id);
    if (this.isRefused) this.#handleFull('unstored');
  }

  #write(thread: Thread): void {
    const text = JSON.stringify(toRecord(thread));
    let isStored = this.#store(thread.id, text);
    while (!isStored && this.giveUpOldest(thread.id)) isStored = this.#store(thread.id, text);
    if (isStored) this.#memory.delete(thread.id);
    else this.#memory.set(thread.id, text);
    if (this.ids().length <= MAX_THREADS) return;
    const others = this.#oldestFirst(thread.id).filter(({ isPinned }) => !isPinned);
    for (const { id } of others.slice(0, -(MAX_THREADS - 1))) this.remove(id);
  }

  remove(id: string): void {
    this.#memory.delete(id);
    attempt(() => this.#area().removeItem(this.#prefix + id));
  }

  /** Makes room in a full storage: removes the oldest thread but `kept`, pinned ones last. False where there is none. */
  giveUpOldest(kept?: string): boolean {
    const stored = this.#oldestFirst(kept).filter(({ id }) => !this.#memory.has(id));
    const oldest = stored.find(({ isPinned }) => !isPinned) ?? stored[0];
    if (!oldest) return false;
    this.remove(oldest.id);
    this.#handleFull('given-up');
    return true;
  }

  #store(id: string, text: string): boolean {
    return attempt(() => (this.#area().setItem(this.#prefix + id, text), true)) ?? false;
  }

  #oldestFirst(kept: string | undefined) {
    return this.ids()
      .filter((id) => id !== kept)
      .map((id) => {
        const { isPinned, updatedAt } = readObject(parseJson(this.read(id) ?? ''));
        return { id, isPinned: isPinned === true, updatedAt: readNumber(updatedAt) ?? 0 };
      })
      .toSorted((a, b) => a.updatedAt - b.updatedAt);
  }
}
