import { readList, readObject, readString } from '../../protocol/json.ts';
import { createId } from '../create-id.ts';
import { readRecord, recordOf } from '../record.ts';
import { storageKey } from '../storage-key.ts';
import type { StorageWithMemory } from '../storage-with-memory.ts';

/** Messages that wait to be sent. */
export interface QueueRecord {
  /** Texts for after the answer, in their order. */
  readonly texts: readonly string[];
  /** The id of the conversation that they belong to. */
  readonly conversation?: string | undefined;
  /** The id of the question that waits for the network. */
  readonly waiting?: string | undefined;
}

/** The messages that a page begins with. */
export interface LoadedQueue {
  /** Those that an earlier page of the tab has left to this one. */
  readonly record: QueueRecord;
  /** Texts that another page may send as well: of the tab that this one is a copy of, or of a page that crashed. */
  readonly copied: readonly string[];
}

/** Stores the messages of a queue. No method throws. */
export interface QueueStore {
  /**
   * Takes over the messages of queues that are gone (of other pages of the tab, and of chats that were removed), and the
   * changes of a later page to this queue.
   */
  load(): LoadedQueue;
  save(record: QueueRecord): void;
  /** Leaves the stored messages to the next page of the tab. Call when the page is left. */
  leave(): void;
  /** Leaves the stored messages to the next queue. */
  close(): void;
}

/** Where a queue is stored. */
export interface QueueStoreOptions {
  /** The storage of the tab. */
  readonly storage: StorageWithMemory;
  readonly instance: string;
}

/** The record of one queue. */
interface OwnedRecord extends QueueRecord {
  readonly owner: string | undefined;
  /** Its page was left: the next page of the tab may send the messages. */
  readonly isLeft: boolean;
}

/** The queues of this page: no other one sends their messages. */
const OPEN = new Set<string>();

/**
 * Stores messages in the tab in which they were typed, so that no other tab sends them as well, and under the name of their
 * queue, so that no other chat of the page does. A duplicated tab, and a window that the page opens, begin with a copy of the
 * storage of a page that was not left.
 */
export function openQueueStore(options: QueueStoreOptions): QueueStore {
  return new OwnedQueueStore(options);
}

class OwnedQueueStore implements QueueStore {
  readonly #storage: StorageWithMemory;
  readonly #key: string;
  /** The name of the queue. */
  readonly #owner = createId();

  constructor({ storage, instance }: QueueStoreOptions) {
    this.#storage = storage;
    this.#key = storageKey(instance, 'queue');
    OPEN.add(this.#owner);
  }

  load(): LoadedQueue {
    const records = this.#read();
    const own = records.filter(
      ({ owner, isLeft }) => owner === this.#owner || (isLeft && !OPEN.has(owner ?? '')),
    );
    const open = records.filter(({ owner }) => owner !== this.#owner && OPEN.has(owner ?? ''));
    const copied = records.filter((record) => !own.includes(record) && !open.includes(record));
    const record = join(own);
    if (own.length + copied.length > 0) this.#write([...open, this.#toOwned(record)]);
    return { record, copied: copied.flatMap(({ texts }) => texts) };
  }

  save(record: QueueRecord): void {
    this.#write([...this.#others, this.#toOwned(record)]);
  }

  leave(): void {
    const own = this.#read().find(({ owner }) => owner === this.#owner);
    if (own) this.#write([...this.#others, { ...own, isLeft: true }]);
  }

  close(): void {
    this.leave();
    OPEN.delete(this.#owner);
  }

  get #others(): readonly OwnedRecord[] {
    return this.#read().filter(({ owner }) => owner !== this.#owner);
  }

  #toOwned(record: QueueRecord): OwnedRecord {
    return { ...record, owner: this.#owner, isLeft: false };
  }

  #read(): readonly OwnedRecord[] {
    return readQueues(this.#storage.get(this.#key));
  }

  #write(records: readonly OwnedRecord[]): void {
    const queues = records.filter((record) => !isEmptyRecord(record));
    if (queues.length === 0) this.#storage.remove(this.#key);
    else this.#storage.set(this.#key, recordOf({ queues }));
  }
}

function isEmptyRecord({ texts, waiting }: QueueRecord): boolean {
  return texts.length === 0 && waiting === undefined;
}

function join(records: readonly QueueRecord[]): QueueRecord {
  return {
    texts: records.flatMap(({ texts }) => texts),
    conversation: records.find(({ conversation }) => conversation)?.conversation,
    waiting: records.find(({ waiting }) => waiting)?.waiting,
  };
}

function readQueues(text: string | undefined): readonly OwnedRecord[] {
  return readList(readRecord(text)['queues']).map((value) => {
    const { owner, texts, conversation, waiting, isLeft } = readObject(value);
    return {
      owner: readString(owner),
      texts: readList(texts).filter((entry) => typeof entry === 'string'),
      conversation: readString(conversation),
      waiting: readString(waiting),
      isLeft: isLeft === true,
    };
  });
}
