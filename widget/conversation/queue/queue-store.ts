import { parseJson, readList, readObject, readString } from '../../protocol/json.ts';
import { attempt } from '../attempt.ts';
import { createId } from '../create-id.ts';
import type { StorageLike } from '../persistence.ts';
import { storageKey } from '../storage-key.ts';
import { QueueLock, type QueueLockOptions } from './queue-lock.ts';

/** Messages that wait to be sent. */
export interface QueueRecord {
  /** Texts for after the answer, in their order. */
  readonly texts: readonly string[];
  /** The id of the conversation that they belong to. */
  readonly conversation?: string | undefined;
  /** The id of the question that waits for the network. */
  readonly waiting?: string | undefined;
}

/** Stores the messages of a queue. No method throws. */
export interface QueueStore {
  /**
   * Takes over the messages of queues that are gone (of other pages of the tab, and of chats that were removed), and the
   * changes of a later page to this queue. Undefined where nothing could be stored.
   */
  load(): QueueRecord | undefined;
  /**
   * Resolves with whether this tab may send the loaded messages: false where they are copies of those of another tab. Does not
   * resolve when the page is left before that is known.
   */
  claim(): Promise<boolean>;
  save(record: QueueRecord): void;
  /** Lets the next page of the tab claim the stored messages. Call when the page is left. */
  leave(): void;
  /** Leaves the stored messages to the next queue. */
  close(): void;
}

/** Where a queue is stored. */
export interface QueueStoreOptions extends QueueLockOptions {
  /** `sessionStorage`. May throw, as in a sandbox: then messages last as long as the page. */
  readonly area: () => StorageLike;
  readonly instance: string;
}

/** The record of one queue. */
interface OwnedRecord extends QueueRecord {
  readonly owner: string | undefined;
}

/** The queues of this page: no other one sends their messages. */
const OPEN = new Set<string>();

/**
 * Stores messages in the tab in which they were typed, so that no other tab sends them as well, and under the name of their
 * queue, so that no other chat of the page does. One tab has the lock of that name.
 */
export function openQueueStore(options: QueueStoreOptions): QueueStore {
  return new OwnedQueueStore(options);
}

class OwnedQueueStore implements QueueStore {
  readonly #area: () => StorageLike;
  readonly #key: string;
  readonly #lock: QueueLock;
  /** The name of the queue: that of the page before, which a copy of the tab has, too. */
  #owner = createId();
  /** Whether the last record that was saved is stored. */
  #isStored = true;

  constructor(options: QueueStoreOptions) {
    this.#area = options.area;
    this.#key = storageKey(options.instance, 'queue');
    this.#lock = new QueueLock(options);
    OPEN.add(this.#owner);
  }

  load(): QueueRecord | undefined {
    if (!this.#isStored) return undefined;
    const records = this.#read();
    const left = records.filter((record) => this.#isOwn(record) || !isOpen(record));
    const joined = join(left);
    const { owner } = left.find((record) => record.owner) ?? {};
    if (owner) this.#rename(owner);
    if (left.length > 0)
      this.#write([...records.filter((record) => !left.includes(record)), { ...joined, owner: this.#owner }]);
    return joined;
  }

  async claim(): Promise<boolean> {
    const isEmpty = !this.#read().some((record) => this.#isOwn(record));
    if (isEmpty || (await this.#hold())) return true;
    this.#lock.release();
    const copied = this.#owner;
    this.#rename(createId());
    this.#write(this.#read().filter(({ owner }) => owner !== copied));
    return false;
  }

  save(record: QueueRecord): void {
    const others = this.#read().filter((other) => !this.#isOwn(other));
    this.#write([...others, { ...record, owner: this.#owner }]);
    if (!isEmptyRecord(record)) void this.#hold();
  }

  leave(): void {
    this.#lock.release();
  }

  close(): void {
    this.#lock.release();
    OPEN.delete(this.#owner);
  }

  #hold(): Promise<boolean> {
    return this.#lock.hold(`${this.#key}:${this.#owner}`);
  }

  #rename(owner: string): void {
    OPEN.delete(this.#owner);
    this.#owner = owner;
    OPEN.add(owner);
  }

  #isOwn({ owner }: OwnedRecord): boolean {
    return owner === this.#owner;
  }

  #read(): readonly OwnedRecord[] {
    return attempt(() => parseRecords(this.#area().getItem(this.#key))) ?? [];
  }

  #write(records: readonly OwnedRecord[]): void {
    const queues = records.filter((record) => !isEmptyRecord(record));
    const text = JSON.stringify({ version: 1, queues });
    const write = (area: StorageLike): void =>
      queues.length === 0 ? area.removeItem(this.#key) : area.setItem(this.#key, text);
    this.#isStored = attempt(() => (write(this.#area()), true)) ?? false;
  }
}

function isEmptyRecord({ texts, waiting }: QueueRecord): boolean {
  return texts.length === 0 && waiting === undefined;
}

function isOpen({ owner }: OwnedRecord): boolean {
  return OPEN.has(owner ?? '');
}

function join(records: readonly QueueRecord[]): QueueRecord {
  return {
    texts: records.flatMap(({ texts }) => texts),
    conversation: records.find(({ conversation }) => conversation)?.conversation,
    waiting: records.find(({ waiting }) => waiting)?.waiting,
  };
}

function parseRecords(text: string | null): readonly OwnedRecord[] {
  const stored = readObject(parseJson(text ?? ''));
  if (stored['version'] !== 1) return [];
  // Until release 0.2.0 there was one queue, the record itself.
  const queues = 'queues' in stored ? readList(stored['queues']) : [stored];
  return queues.map((value) => {
    const { owner, texts, conversation, waiting } = readObject(value);
    return {
      owner: readString(owner),
      texts: readList(texts).filter((entry) => typeof entry === 'string'),
      conversation: readString(conversation),
      waiting: readString(waiting),
    };
  });
}
