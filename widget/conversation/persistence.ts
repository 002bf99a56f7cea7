import type { ChatMessage } from '../protocol/chat-message.ts';
import { readResumePoint, type ResumePoint } from '../protocol/resume-point.ts';
import { parseJson, readObject } from '../protocol/json.ts';

/** What survives a reload. */
export interface Transcript {
  /** As stored: to be parsed before use. */
  readonly messages: unknown;
  readonly draft: string;
  /** Where the answers may be rated; as stored, so it may be any address. */
  readonly feedback?: string;
  /** From where its last answer can be continued. */
  readonly resumePoint?: ResumePoint;
}

/** What is stored besides the words. */
export type TranscriptExtras = {
  readonly [Key in 'feedback' | 'resumePoint']?: Transcript[Key] | undefined;
};

/** Stores one conversation. Neither method throws, whatever the storage does. */
export interface TranscriptStore {
  /** The stored conversation; undefined when there is none that this version can read. */
  load(): Transcript | undefined;
  /** Replaces the stored conversation; an empty one is removed. */
  save(messages: readonly ChatMessage[], draft: string, extras?: TranscriptExtras): void;
}

/** The three methods of the Web Storage API that are called. Each may throw. */
export interface StorageLike {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const RECORD_VERSION = 1;

/** Each attempt halves the transcript, so that eight reach from 200 messages to the last one. */
const MAX_WRITE_ATTEMPTS = 8;

/** Conversations of this page that no storage took. They outlive an element that is removed and added again. */
const MEMORY = new Map<string, string>();

/**
 * Opens the store of one conversation, under the key `cf-ai-chat:<instance>`.
 * `area` is called for every access, because reaching for `sessionStorage` throws in a sandboxed frame; then, and when
 * even the last message does not fit, the conversation stays in memory for the life of the page.
 */
export function openTranscriptStore(area: () => StorageLike, instance: string): TranscriptStore {
  const key = `cf-ai-chat:${instance}`;
  return {
    load: () => parseRecord(attempt(() => area().getItem(key)) ?? MEMORY.get(key)),
    save(messages, draft, extras) {
      const record = (kept: readonly ChatMessage[]): string => toRecord({ messages: kept, draft, ...extras });
      MEMORY.delete(key);
      if (messages.length === 0 && draft === '') attempt(() => area().removeItem(key));
      else if (!write(area, key, messages, record)) MEMORY.set(key, record(messages));
    },
  };
}

/** Writes the transcript, or its newest half, quarter, … when the quota is exceeded. */
function write(
  area: () => StorageLike,
  key: string,
  messages: readonly ChatMessage[],
  toText: (messages: readonly ChatMessage[]) => string,
): boolean {
  const storage = attempt(area);
  if (!storage) return false;
  let kept = messages;
  for (let attempts = 0; attempts < MAX_WRITE_ATTEMPTS; attempts++) {
    const record = toText(kept);
    if (attempt(() => (storage.setItem(key, record), true))) return true;
    if (kept.length <= 1) break;
    kept = kept.slice(Math.ceil(kept.length / 2));
  }
  // An older record would come back as if the newer messages had never been written.
  attempt(() => storage.removeItem(key));
  return false;
}

function toRecord(transcript: Pick<Transcript, 'messages' | 'draft'> & TranscriptExtras): string {
  return JSON.stringify({ version: RECORD_VERSION, ...transcript });
}

function parseRecord(text: string | undefined): Transcript | undefined {
  const { version, messages, draft, feedback, resumePoint } = readObject(
    text === undefined ? undefined : parseJson(text),
  );
  if (version !== RECORD_VERSION) return undefined;
  const point = readResumePoint(resumePoint);
  return {
    messages,
    draft: typeof draft === 'string' ? draft : '',
    ...(typeof feedback === 'string' && { feedback }),
    ...(point && { resumePoint: point }),
  };
}

/** Storage may throw anything at any point (policy, quota, a full disk): that is the case without storage. */
function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
