import { dropUndefined, parseJson, readNumber, readObject, readString } from '../protocol/json.ts';
import type { MessageTree, Pick as PickedVersion } from './line.ts';
import { isFurther, type MessageRecord, readRecord, recordText } from './message-record.ts';
import { recordKey } from './storage-key.ts';
import type { StorageWithMemory } from './storage-with-memory.ts';

/** The oldest conversations that are not pinned go when there are more. */
export const MAX_CONVERSATIONS = 50;

/** Removed conversations that are remembered, the latest ones. */
const MAX_REMOVED = 100;

/**
 * Called when the storage is full. `given-up`: its oldest conversation was removed. `unstored`: a text of the page is in memory only.
 */
export type HandleFull = (outcome: 'given-up' | 'unstored') => void;

/** What the visitor has said of a conversation. */
export interface ConversationHeader {
  /** The visitor's own name for it; empty: none. */
  readonly title: string;
  /** A pinned conversation is not removed to make room for newer ones. */
  readonly isPinned: boolean;
  /** When it was removed, in milliseconds since the epoch. */
  readonly removedAt?: number | undefined;
}

/** A conversation that was removed from the storage, for an undo: its stored texts by key. */
export interface TakenConversation {
  readonly id: string;
  readonly entries: ReadonlyMap<string, string>;
}

/** Options of a {@link RecordStore}. */
export interface RecordStoreOptions {
  readonly storage: StorageWithMemory;
  readonly instance: string;
  readonly handleFull?: HandleFull;
  /** Called with a conversation that this page has removed, and may restore. */
  readonly handleRemoved?: (taken: TakenConversation) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Stores conversations, each message under a key of its own, so that a page can only add or replace a message: a page that was
 * left long ago erases nothing. Writes are synchronous. No method throws.
 *
 * | key behind `cf-ai-chat:<instance>:v1:` | value |
 * | --- | --- |
 * | `now` | the id of the conversation that is shown |
 * | `m:<conversation>:<message>` | a {@link MessageRecord} |
 * | `p:<conversation>:<group>` | a {@link PickedVersion} |
 * | `c:<conversation>` | a {@link ConversationHeader} |
 *
 * @example
 * const store = new RecordStore({ storage: new StorageWithMemory(() => sessionStorage), instance: 'shop' });
 * store.write('4f1c', record);
 * store.load('4f1c').records.get(record.message.id); // the record
 */
export class RecordStore {
  readonly #storage: StorageWithMemory;
  readonly #instance: string;
  readonly #handleFull: HandleFull;
  readonly #handleRemoved: RecordStoreOptions['handleRemoved'];
  readonly #now: () => number;
  /** Parsed records by key, with the text that they were parsed from. */
  readonly #parsed = new Map<string, { readonly text: string; readonly record: MessageRecord | undefined }>();
  #isFull = false;

  constructor(options: RecordStoreOptions) {
    const { storage, instance, handleFull = () => undefined, handleRemoved, now = Date.now } = options;
    this.#storage = storage;
    this.#instance = instance;
    this.#handleFull = handleFull;
    this.#handleRemoved = handleRemoved;
    this.#now = now;
  }

  /** False where the storage is missing, or has refused a text: that text is lost with the page. */
  get isStored(): boolean {
    return this.#storage.isThere && this.#refused.length === 0;
  }

  /**
   * The id of the conversation that is shown; undefined where none is stored. Where that conversation was removed, the id of an
   * empty one: `a` becomes `a-next`, the same in all pages.
   */
  get shownId(): string | undefined {
    let id = this.#storage.get(this.#key('now'));
    while (id !== undefined && this.isRemoved(id)) id = `${id}-next`;
    return id;
  }

  /** Shows a conversation, in all pages that share the storage. */
  show(id: string): void {
    if (this.shownId !== id) this.#write(this.#key('now'), id, id);
  }

  /** The ids of all conversations that have messages, in no order. */
  ids(): readonly string[] {
    const keys = this.#storage.keysBehind(this.#key('m:'));
    return [...new Set(keys.map((key) => key.slice(0, key.indexOf(':'))))].filter(
      (id) => !this.isRemoved(id),
    );
  }

  /** The messages of a conversation, and the versions that were picked. Records that did not change are the same objects. */
  load(id: string): MessageTree {
    const records = this.#storage.keysBehind(this.#key(`m:${id}:`)).flatMap((message) => {
      const record = this.#read(this.#key(`m:${id}:${message}`));
      return record ? [[message, record] as const] : [];
    });
    const picks = this.#storage.keysBehind(this.#key(`p:${id}:`)).flatMap((group) => {
      const pick = readPick(this.#storage.get(this.#key(`p:${id}:${group}`)));
      return pick ? [[group, pick] as const] : [];
    });
    return { records: new Map(records), picks: new Map(picks) };
  }

  /** Stores a message, unless its conversation was removed. Returns the stored record instead where that is further. */
  write(id: string, record: MessageRecord): MessageRecord | undefined {
    const key = this.#key(`m:${id}:${record.message.id}`);
    const stored = this.#read(key);
    if (stored && isFurther(stored, record)) return stored;
    if (stored === record || this.isRemoved(id)) return undefined;
    const text = recordText(record);
    const isStored = this.#write(key, text, id);
    // The storage still has the question as `waiting`: another page would send it again, and a backend without keys would answer twice.
    if (!isStored && stored?.message.status === 'waiting' && record.asked && !record.asked.key) {
      this.#storage.remove(key);
      this.#storage.hold(key, text);
    }
    this.#parsed.set(key, { text, record });
    return undefined;
  }

  writePick(id: string, group: string, pick: PickedVersion): void {
    this.#write(this.#key(`p:${id}:${group}`), JSON.stringify(pick), id);
  }

  header(id: string): ConversationHeader {
    const { title, isPinned, removedAt } = readObject(
      parseJson(this.#storage.get(this.#key(`c:${id}`)) ?? ''),
    );
    return dropUndefined<ConversationHeader>({
      title: readString(title) ?? '',
      isPinned: isPinned === true,
      removedAt: readNumber(removedAt),
    });
  }

  isRemoved(id: string): boolean {
    return this.header(id).removedAt !== undefined;
  }

  /** Does nothing for a conversation that was removed. */
  writeHeader(id: string, change: Partial<Pick<ConversationHeader, 'title' | 'isPinned'>>): void {
    if (this.isRemoved(id)) return;
    this.#write(this.#key(`c:${id}`), JSON.stringify({ ...this.header(id), ...change }), id);
  }

  /** Removes a conversation, in all pages. Returns it for {@link restore}. */
  remove(id: string): TakenConversation {
    const entries = new Map<string, string>();
    for (const key of [...this.#keysOf(id), this.#key(`c:${id}`)]) {
      const text = this.#storage.get(key);
      if (text !== undefined) entries.set(key, text);
    }
    // The header goes first: another page that hears of a removed message must find the conversation removed, and write nothing.
    this.#write(this.#key(`c:${id}`), JSON.stringify({ removedAt: this.#now() }), id);
    this.sweep(id);
    this.#forgetOldRemovals();
    this.storeRefused();
    this.#handleRemoved?.({ id, entries });
    return { id, entries };
  }

  /** Stores what is in memory only: a storage that was full may have room by now. */
  storeRefused(): void {
    if (this.#storeInOrder(this.#refused)) this.#isFull = false;
  }

  /** Removes messages that another page wrote into a removed conversation before it heard of the removal. */
  sweep(id: string): void {
    if (this.isRemoved(id)) this.#removeContent(id);
  }

  /** Puts a conversation back that was removed. */
  restore({ id, entries }: TakenConversation): void {
    const header = this.#key(`c:${id}`);
    if (!entries.has(header)) this.#storage.remove(header);
    for (const [key, text] of entries) this.#write(key, text, id);
  }

  /** Removes the oldest conversations that are not pinned where there are more than {@link MAX_CONVERSATIONS}. */
  removeSurplus(kept: string): void {
    const surplus = this.ids().length - MAX_CONVERSATIONS;
    if (surplus <= 0) return;
    const others = this.#oldestFirst(kept).filter((id) => !this.header(id).isPinned);
    for (const id of others.slice(0, surplus)) this.remove(id);
  }

  get #refused(): readonly string[] {
    const isDraft = (key: string): boolean => key.startsWith(this.#key('draft'));
    return this.#storage.refused.filter((key) => key.startsWith(this.#key('')) && !isDraft(key));
  }

  #refusedOf(id: string): readonly string[] {
    const prefixes = ['m', 'p', 'c'].map((kind) => this.#key(`${kind}:${id}:`));
    return this.#refused.filter((key) => prefixes.some((prefix) => `${key}:`.startsWith(prefix)));
  }

  #key(part: string): string {
    return recordKey(this.#instance, part);
  }

  #keysBehind(part: string): readonly string[] {
    return this.#storage.keysBehind(this.#key(part)).map((rest) => this.#key(part + rest));
  }

  /** The keys of the messages and picks of a conversation. */
  #keysOf(id: string): readonly string[] {
    return ['m', 'p'].flatMap((kind) => this.#keysBehind(`${kind}:${id}:`));
  }

  #removeContent(id: string): void {
    for (const key of this.#keysOf(id)) this.#storage.remove(key);
  }

  #read(key: string): MessageRecord | undefined {
    const text = this.#storage.get(key);
    const known = this.#parsed.get(key);
    if (text === undefined || known?.text === text) return text === undefined ? undefined : known?.record;
    const record = readRecord(text);
    this.#parsed.set(key, { text, record });
    return record;
  }

  /** Makes room in a full storage by removing its oldest conversations except `id`. False: still no room, the text is in memory only. */
  #write(key: string, text: string, id: string): boolean {
    while (!this.#storeBehind(key, text, id))
      if (!this.#storage.isThere || !this.#giveUpOldest(id)) {
        this.#storage.hold(key, text);
        if (this.#storage.isThere && !this.#isFull) this.#handleFull('unstored');
        this.#isFull = true;
        return false;
      }
    this.#isFull = false;
    return true;
  }

  /** Stores the texts of the conversation that are in memory only, and then this one. False where one does not fit. */
  #storeBehind(key: string, text: string, id: string): boolean {
    const earlier = this.#refusedOf(id).filter((other) => other !== key);
    return this.#storeInOrder(earlier) && this.#storage.store(key, text);
  }

  /**
   * Stores texts that are in memory only, the oldest first, so that other pages see the conversation as it was at some time: never
   * the end of a turn without its answer. False where a text does not fit.
   */
  #storeInOrder(keys: readonly string[]): boolean {
    return keys.every((key) => this.#storage.store(key, this.#storage.get(key) ?? ''));
  }

  /** Removes the oldest other conversation; a pinned one only where no other is left. False where there is nothing to remove. */
  #giveUpOldest(kept: string): boolean {
    const refused = new Set(this.#refused);
    const isInMemory = (id: string): boolean => this.#keysBehind(`m:${id}:`).every((key) => refused.has(key));
    const others = this.#oldestFirst(kept).filter((id) => !isInMemory(id));
    const oldest = others.find((id) => !this.header(id).isPinned) ?? others[0];
    if (oldest === undefined) return false;
    this.#removeContent(oldest);
    this.#storage.remove(this.#key(`c:${oldest}`));
    this.#handleFull('given-up');
    return true;
  }

  #oldestFirst(kept: string): readonly string[] {
    const ages = this.ids()
      .filter((id) => id !== kept && id !== this.shownId)
      .map((id) => ({ id, at: newestOf(this.load(id)) }));
    return ages.toSorted((a, b) => a.at - b.at).map(({ id }) => id);
  }

  #forgetOldRemovals(): void {
    const removals = this.#storage.keysBehind(this.#key('c:')).flatMap((id) => {
      const { removedAt } = this.header(id);
      return removedAt === undefined ? [] : [{ id, removedAt }];
    });
    for (const { id } of removals.toSorted((a, b) => b.removedAt - a.removedAt).slice(MAX_REMOVED))
      this.#storage.remove(this.#key(`c:${id}`));
  }
}

/** When a conversation was last added to, in milliseconds since the epoch. */
export function newestOf({ records }: MessageTree): number {
  return Math.max(0, ...[...records.values()].map(({ message }) => message.createdAt));
}

function readPick(text: string | undefined): PickedVersion | undefined {
  const { id, at } = readObject(parseJson(text ?? ''));
  return typeof id === 'string' && typeof at === 'number' ? { id, at } : undefined;
}
