import { readResumePoint, type ResumePoint } from '../protocol/resume-point.ts';
import { dropUndefined, type JsonObject, readList, readObject, readString } from '../protocol/json.ts';
import { type Branches, shrinking } from './branches.ts';
import {
  growingAnswer,
  growingRecord,
  isUnchanged,
  withGrowingAnswer,
  type Written,
} from './growing-answer.ts';
import { readAskedTurn, type AskedTurn } from './asked-turn.ts';
import { readRecord, recordOf } from './record.ts';
import { storageKey } from './storage-key.ts';
import type { StorageWithMemory } from './storage-with-memory.ts';

/** The messages of a conversation as stored: to be parsed before use. */
export interface StoredBranches {
  readonly messages: unknown;
  readonly hidden?: unknown;
}

/** A conversation as it survives a reload. */
export interface Transcript extends StoredBranches {
  /** Where the answers may be rated; as stored, so it may be any address. */
  readonly feedback?: string;
  /** The point from which its last answer can be continued. */
  readonly resumePoint?: ResumePoint;
  /** The turn of which no piece had come. */
  readonly asked?: AskedTurn;
  /** The state that tabs share besides the messages: to be parsed before use. */
  readonly shared?: unknown;
}

/** The fields that are stored besides the messages. */
export type TranscriptExtras = {
  readonly [Key in 'feedback' | 'resumePoint' | 'asked' | 'shared']?: Transcript[Key] | undefined;
};

/** Stores one conversation. No method throws, whatever the storage does. */
export interface TranscriptStore {
  /** The stored conversation; undefined when there is none that this version can read. */
  load(): Transcript | undefined;
  /** Replaces the stored conversation; an empty one is removed. */
  save(branches: Branches, extras?: TranscriptExtras): void;
  /** Whether another page has stored or removed something since this one did. */
  isOverwritten(): boolean;
}

/** The use of a full storage. */
export interface FullStorage {
  /** Makes room; false where nothing is left to give up. */
  makeRoom(): boolean;
  /** Called when a part of the conversation was not stored. */
  handleUnstored(): void;
  /** Called when the stored conversation is first read, and an earlier page could not store its oldest messages. */
  handleShortened(): void;
}

const NO_ROOM: FullStorage = {
  makeRoom: () => false,
  handleUnstored: () => undefined,
  handleShortened: () => undefined,
};

/**
 * Opens the store of one conversation, under the key `cf-ai-chat:<instance>`; an answer that grows has a record of its own until
 * it has ended. Where the page may use no storage, and when even the last message does not fit, the conversation stays in memory
 * for the life of the page.
 *
 * @example
 * const store = openTranscriptStore(new StorageWithMemory(() => sessionStorage), 'shop');
 * store.save({ messages: [question] });
 * store.load()?.messages; // [question], to be parsed
 */
export function openTranscriptStore(
  storage: StorageWithMemory,
  instance: string,
  full: FullStorage = NO_ROOM,
): TranscriptStore {
  return new StoredTranscript(storage, storageKey(instance), full);
}

class StoredTranscript implements TranscriptStore {
  readonly #storage: StorageWithMemory;
  readonly #key: string;
  readonly #growingKey: string;
  readonly #full: FullStorage;
  /** Fields of a later release are written back as they were. */
  #unknown: JsonObject = {};
  /** The conversation as this page has written it last; undefined where another page may have written since. */
  #written: Written | undefined;
  /** The records as this page has read or written them last, by key. */
  readonly #seen = new Map<string, string | undefined>();

  constructor(storage: StorageWithMemory, key: string, full: FullStorage) {
    this.#storage = storage;
    this.#key = key;
    this.#growingKey = `${key}:growing`;
    this.#full = full;
  }

  load(): Transcript | undefined {
    this.#written = undefined;
    const isFirst = this.#seen.size === 0;
    for (const key of [this.#key, this.#growingKey]) this.#seen.set(key, this.#storage.get(key));
    const { transcript, isShortened, unknown } =
      readTranscript(this.#seen.get(this.#key), this.#seen.get(this.#growingKey)) ?? {};
    this.#unknown = unknown ?? {};
    if (isShortened && isFirst) this.#full.handleShortened();
    return transcript;
  }

  save(branches: Branches, extras: TranscriptExtras = {}): void {
    const next = { ...branches, ...extras };
    if (this.#written && isUnchanged(this.#written, next)) return;
    const answer = this.#written && growingAnswer(this.#written, next);
    if (answer && this.#write(this.#growingKey, recordOf(growingRecord(answer, next)))) return;
    this.#written = undefined;
    if (branches.messages.length === 0 && !extras.shared) this.#remove(this.#key);
    else if (this.#writeSome(branches, extras)) this.#written = next;
    this.#remove(this.#growingKey);
  }

  isOverwritten(): boolean {
    return [this.#key, this.#growingKey].some((key) => this.#storage.get(key) !== this.#seen.get(key));
  }

  /** Writes the conversation, or as much of it as a full storage allows; false where that is nothing. */
  #writeSome(branches: Branches, extras: TranscriptExtras): boolean {
    const toText = (kept: Branches): string =>
      recordOf({
        ...this.#unknown,
        ...withoutEmpty(kept),
        ...extras,
        ...(kept.messages.length < branches.messages.length && { isShortened: true }),
      });
    const whole = toText(branches);
    if (this.#storage.isThere) {
      do if (this.#write(this.#key, whole)) return true;
      while (this.#full.makeRoom());
      this.#full.handleUnstored();
      for (const kept of shrinking(branches)) if (this.#write(this.#key, toText(kept))) return true;
    }
    // The next page asks a stored question again; but a message that was removed must not come back, and tabs that have all of
    // a shared conversation are asked for it only where nothing is stored.
    if (extras.shared || !this.#isPartOf(branches)) this.#remove(this.#key);
    this.#storage.set(this.#key, whole);
    this.#seen.set(this.#key, whole);
    return false;
  }

  /** Whether every message of the stored record is in the conversation still. */
  #isPartOf({ messages, hidden = [] }: Branches): boolean {
    const stored = readRecord(this.#storage.stored(this.#key));
    const known = new Set<unknown>([...messages, ...hidden].map(({ id }) => id));
    return [...readList(stored['messages']), ...readList(stored['hidden'])].every((message) =>
      known.has(readObject(message)['id']),
    );
  }

  #write(key: string, text: string): boolean {
    const isWritten = this.#storage.store(key, text);
    if (isWritten) this.#seen.set(key, text);
    return isWritten;
  }

  #remove(key: string): void {
    this.#storage.remove(key);
    this.#seen.set(key, undefined);
  }
}

function withoutEmpty({ messages, hidden = [] }: Branches): Branches {
  return { messages, ...(hidden.length > 0 && { hidden }) };
}

interface StoredRecord {
  readonly transcript: Transcript;
  /** The page that wrote it had older messages, which did not fit. */
  readonly isShortened: boolean;
  /** The fields of a later release. */
  readonly unknown: JsonObject;
}

function readTranscript(text: string | undefined, growing: string | undefined): StoredRecord | undefined {
  const record = readRecord(text);
  if (!('messages' in record)) return undefined;
  const whole = growing === undefined ? record : withGrowingAnswer(record, readRecord(growing));
  const { messages, hidden, feedback, resumePoint, asked, shared, ...others } = whole;
  const { isShortened, ...unknown } = others;
  const transcript = dropUndefined<Transcript>({
    messages,
    hidden,
    feedback: readString(feedback),
    resumePoint: readResumePoint(resumePoint),
    asked: readAskedTurn(asked),
    shared,
  });
  return { transcript, isShortened: isShortened === true, unknown };
}
