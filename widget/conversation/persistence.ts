import { readResumePoint, type ResumePoint } from '../protocol/resume-point.ts';
import { type JsonObject, parseJson, readObject } from '../protocol/json.ts';
import { attempt } from './attempt.ts';
import { type Branches, shrinking } from './branches.ts';
import { storageKey } from './storage-key.ts';

/** The messages of a conversation as stored: to be parsed before use. */
export interface StoredBranches {
  readonly messages: unknown;
  readonly hidden?: unknown;
}

/** A conversation as it survives a reload. */
export interface Transcript extends StoredBranches {
  readonly draft: string;
  /** Where the answers may be rated; as stored, so it may be any address. */
  readonly feedback?: string;
  /** The point from which its last answer can be continued. */
  readonly resumePoint?: ResumePoint;
  /** The state that tabs share besides the messages: to be parsed before use. */
  readonly shared?: unknown;
}

/** The fields that are stored besides messages and draft. */
export type TranscriptExtras = {
  readonly [Key in 'feedback' | 'resumePoint' | 'shared']?: Transcript[Key] | undefined;
};

/** Stores one conversation. No method throws, whatever the storage does. */
export interface TranscriptStore {
  /** The stored conversation; undefined when there is none that this version can read. */
  load(): Transcript | undefined;
  /** Replaces the stored conversation; an empty one is removed. */
  save(branches: Branches, draft: string, extras?: TranscriptExtras): void;
  /** Whether another page has stored or removed something since this one did. */
  isOverwritten(): boolean;
}

/** The three methods of the Web Storage API that are called. Each may throw. */
export interface StorageLike {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const RECORD_VERSION = 1;

/** Conversations of this page that no storage took. They outlive an element that is removed and added again. */
const MEMORY = new Map<string, string>();

/**
 * Opens the store of one conversation, under the key `cf-ai-chat:<instance>`.
 * `area` is called for every access, because reaching for `sessionStorage` throws in a sandboxed frame; then, and when
 * even the last message does not fit, the conversation stays in memory for the life of the page.
 *
 * @example
 * const store = openTranscriptStore(() => sessionStorage, 'shop');
 * store.save({ messages: [] }, 'a draft');
 * store.load()?.draft; // 'a draft'
 */
export function openTranscriptStore(area: () => StorageLike, instance: string): TranscriptStore {
  const key = storageKey(instance);
  // Fields of a later version are written back as they were.
  let unknown: JsonObject = {};
  let last: string | null | undefined;
  const read = (): string | null | undefined => attempt(() => area().getItem(key));
  return {
    load() {
      last = read();
      const record = readRecord(last ?? MEMORY.get(key));
      unknown = record?.unknown ?? {};
      return record?.transcript;
    },
    save(branches, draft, extras) {
      const toText = (kept: Branches): string =>
        JSON.stringify({ ...unknown, version: RECORD_VERSION, ...withoutEmpty(kept), draft, ...extras });
      MEMORY.delete(key);
      if (branches.messages.length === 0 && draft === '' && !extras?.shared)
        attempt(() => area().removeItem(key));
      else if (!write(area, key, branches, toText)) MEMORY.set(key, toText(branches));
      last = read();
    },
    isOverwritten: () => read() !== last,
  };
}

/** Writes the conversation, or as much of it as the quota allows. */
function write(
  area: () => StorageLike,
  key: string,
  branches: Branches,
  toText: (kept: Branches) => string,
): boolean {
  const storage = attempt(area);
  if (!storage) return false;
  for (const kept of shrinking(branches)) {
    if (attempt(() => (storage.setItem(key, toText(kept)), true))) return true;
  }
  // An older record would come back as if the newer messages had never been written.
  attempt(() => storage.removeItem(key));
  return false;
}

function withoutEmpty({ messages, hidden = [] }: Branches): Branches {
  return { messages, ...(hidden.length > 0 && { hidden }) };
}

function readRecord(
  text: string | undefined,
): { readonly transcript: Transcript; readonly unknown: JsonObject } | undefined {
  const { version, messages, hidden, draft, feedback, resumePoint, shared, ...unknown } = readObject(
    text === undefined ? undefined : parseJson(text),
  );
  if (version !== RECORD_VERSION) return undefined;
  const point = readResumePoint(resumePoint);
  const transcript = {
    messages,
    ...(hidden !== undefined && { hidden }),
    draft: typeof draft === 'string' ? draft : '',
    ...(typeof feedback === 'string' && { feedback }),
    ...(point && { resumePoint: point }),
    ...(shared !== undefined && { shared }),
  };
  return { transcript, unknown };
}
