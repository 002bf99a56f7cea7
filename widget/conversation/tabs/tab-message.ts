import { type ChatErrorCode, isErrorCode } from '../../protocol/chat-error.ts';
import { readResumePoint, type ResumePoint } from '../../protocol/resume-point.ts';
import type { Quota } from '../../protocol/chat-event.ts';
import {
  dropUndefined,
  isObject,
  readList,
  readNumber,
  readObject,
  readString,
} from '../../protocol/json.ts';
import { readAskedTurn, type AskedTurn } from '../asked-turn.ts';
import { type MessageDefaults, parseMessages } from '../parse-messages.ts';
import type { ChatStatus, ConversationState } from '../state.ts';
import type { Mark, SharedTranscript } from './shared-transcript.ts';

const STATUSES: readonly ChatStatus[] = ['ready', 'submitted', 'streaming', 'error'];

/** A value that several tabs set: the one with the highest revision counts. */
export interface Register<T> {
  readonly value: T;
  readonly revision: number;
  readonly by: string;
}

/** The turn that ran last. */
export interface SharedTurn {
  /** The tab in which it runs; undefined when it is over. */
  readonly runner?: string;
  /** The id of the question. */
  readonly question?: string;
  readonly status?: ChatStatus;
  readonly errorCode?: ChatErrorCode;
  readonly quota?: ConversationState['quota'];
  /** Where answers may be rated. */
  readonly feedback?: string;
  readonly resumePoint?: ResumePoint;
  readonly asked?: AskedTurn;
}

/** All that the tabs of one conversation share. */
export interface Shared {
  readonly transcript: SharedTranscript;
  readonly turn: Register<SharedTurn>;
}

/** A message of one tab to the others. */
export type TabMessage =
  /** Changes; `from` is the tab that sends them. */
  | { readonly type: 'news'; readonly from: string; readonly news: Shared }
  /** A tab that was opened, or that slept, asks for the answer that is on its way, or for all that others have. */
  | { readonly type: 'hello'; readonly needsAll: boolean }
  /** The answer that is on its way is not wanted. */
  | { readonly type: 'stop' }
  /** A page has emptied the transcript of a chat whose panel was not loaded. */
  | { readonly type: 'clear' };

/** Reads a message of another tab, which may run another version; undefined for a message that this version does not know. */
export function readTabMessage(value: unknown, defaults: MessageDefaults): TabMessage | undefined {
  const { type, from, news, needsAll } = readObject(value);
  if (type === 'hello') return { type, needsAll: needsAll === true };
  if (type === 'stop' || type === 'clear') return { type };
  if (type !== 'news' || typeof from !== 'string') return undefined;
  const { transcript, turn } = readObject(news);
  return {
    type,
    from,
    news: {
      transcript: readTranscript(transcript, defaults),
      turn: readRegister(turn, readTurn),
    },
  };
}

/** Reads messages, shown and hidden ones, with their marks. Those without a mark are left out. */
export function readTranscript(value: unknown, defaults: MessageDefaults): SharedTranscript {
  const { messages, hidden, marks, clock } = readObject(value);
  const known = readMarks(marks);
  const entries = [...readList(messages), ...readList(hidden)];
  const streaming = new Set(
    entries.flatMap((entry) => (isObject(entry) && entry['status'] === 'streaming' ? entry['id'] : [])),
  );
  const parsed = parseMessages(entries, defaults)
    .filter(({ id }) => known[id])
    // In the storage an answer that streams has lost its tab; in a message its tab may be about to send more.
    .map((message) => (streaming.has(message.id) ? { ...message, status: 'streaming' as const } : message));
  return { messages: parsed, marks: known, clock: readNumber(clock) ?? 0 };
}

/** Reads a register; one that nobody has set loses against all others. */
export function readRegister<T>(value: unknown, read: (value: unknown) => T): Register<T> {
  const { value: inner, revision, by } = readObject(value);
  return { value: read(inner), revision: readNumber(revision) ?? -1, by: readString(by) ?? '' };
}

/** Reads a turn; fields that are no valid values are left out. */
export function readTurn(value: unknown): SharedTurn {
  const { runner, question, status, errorCode, quota, feedback, resumePoint, asked } = readObject(value);
  const code = readString(errorCode) ?? '';
  return dropUndefined<SharedTurn>({
    runner: readString(runner),
    question: readString(question),
    status: STATUSES.find((known) => known === status),
    errorCode: isErrorCode(code) ? code : undefined,
    quota: readQuota(quota),
    feedback: readString(feedback),
    resumePoint: readResumePoint(resumePoint),
    asked: readAskedTurn(asked),
  });
}

function readQuota(value: unknown): SharedTurn['quota'] {
  const { limit, remaining, resetsAt } = readObject(value);
  const left = readNumber(remaining);
  if (left === undefined) return undefined;
  const others = { limit: readNumber(limit), resetsAt: readNumber(resetsAt) };
  return { remaining: left, ...dropUndefined<Partial<Quota>>(others) };
}

function readMarks(value: unknown): Record<string, Mark> {
  return Object.fromEntries(
    Object.entries(readObject(value)).flatMap(([id, mark]) => {
      const { generation, revision, by, order, turn } = readObject(mark);
      if (typeof generation !== 'number' || typeof revision !== 'number' || typeof order !== 'number')
        return [];
      const read = { generation, revision, order, by: readString(by) ?? '' };
      return [[id, typeof turn === 'string' ? { ...read, turn } : read]];
    }),
  );
}
