import { type ChatMessage, textOf } from '../protocol/chat-message.ts';
import {
  dropUndefined,
  parseJson,
  readList,
  readNumber,
  readObject,
  readString,
  toStableJson,
} from '../protocol/json.ts';
import { readResumePoint, type ResumePoint } from '../protocol/resume-point.ts';
import { parseStoredMessage } from './parse-messages.ts';

/** A question on its way to an answer. */
export interface AskedTurn {
  /** A backend that knows keys answers it once, however often it is asked; absent: the backend knows none. */
  readonly key?: string | undefined;
  /** The id of the message that its answer becomes, in whichever page. */
  readonly answerId: string;
  /** When it was asked, in milliseconds since the epoch. */
  readonly at: number;
}

/** A message as it is stored: with its place in the conversation, and with its turn as long as that has not ended. */
export interface MessageRecord {
  readonly message: ChatMessage;
  /** The id of the message that it follows, as its page saw it; null: it began the conversation. */
  readonly parent: string | null;
  /** The id of the oldest version of a question that was edited. */
  readonly of?: string | undefined;
  /** How often the question was asked, or the answer begun. */
  readonly attempt: number;
  /** Counts the changes. */
  readonly revision: number;
  /** Only in the record of a question: its turn, until the turn has ended. */
  readonly asked?: AskedTurn | undefined;
  /** Where the rest of the answer can be asked for. Stands with the answer, and until its first piece is here with the question. */
  readonly resumePoint?: ResumePoint | undefined;
  /** Of an answer: where it may be rated. Untrusted. */
  readonly feedbackUrl?: string | undefined;
  /** The message was removed. The record stays as a tombstone: a page that has not heard of the removal cannot bring the message back. */
  readonly isGone?: boolean | undefined;
}

/** The ends of questions and of answers, the nearest first. */
const ORDER = {
  user: ['waiting', 'asked', 'failed', 'complete'],
  assistant: ['streaming', 'failed', 'truncated', 'stopped', 'complete'],
} as const;

/**
 * Whether `a` is further than `b`, another record of the same message. It decides between two pages: the later attempt counts
 * most, then a removal, the later status, the later revision, the longer text. Two pages that compare the same records agree.
 *
 * @example
 * isFurther({ ...answer, message: complete }, { ...answer, message: streaming }); // true
 */
export function isFurther(a: MessageRecord, b: MessageRecord): boolean {
  // The usual case: a storage event compares all messages, of which one has changed.
  if (a === b) return false;
  const [as, bs] = [rankOf(a), rankOf(b)];
  const at = as.findIndex((rank, index) => rank !== bs[index]);
  if (at !== -1) return (as[at] ?? 0) > (bs[at] ?? 0);
  return recordText(a) > recordText(b);
}

function rankOf(record: MessageRecord): readonly number[] {
  const { message, attempt, revision, isGone } = record;
  const status = isUnderWay(record) ? 'asked' : message.status;
  const order: readonly string[] = ORDER[message.role];
  const length = isGone ? 0 : textOf(message).length;
  return [attempt, Number(isGone ?? false), order.indexOf(status), revision, length];
}

/** Whether a question was sent, and its turn has not ended. */
export function isUnderWay({ message, asked, isGone }: MessageRecord): boolean {
  return asked !== undefined && message.role === 'user' && message.status === 'complete' && !isGone;
}

/** Whether nothing of a record is shown: its message was removed, or is an answer that ended without a word. */
export function isAbsent({ message, isGone }: MessageRecord): boolean {
  return (
    isGone === true ||
    (message.role === 'assistant' && message.status !== 'streaming' && message.parts.length === 0)
  );
}

/** The record with changes and with its next revision, so that it counts over the old one. */
export function changed(record: MessageRecord, changes: Partial<MessageRecord>): MessageRecord {
  return { ...record, ...changes, revision: record.revision + 1 };
}

/** The text as which a record is stored. Equal records give equal texts: else two pages would write over each other without end. */
export function recordText({ message, ...envelope }: MessageRecord): string {
  const parts = envelope.isGone ? [] : message.parts;
  return toStableJson({ ...message, parts, ...envelope });
}

/** The record of a stored text; undefined where it is none. */
export function readRecord(text: string | undefined): MessageRecord | undefined {
  const fields = readObject(parseJson(text ?? ''));
  const { parent, of, attempt, revision, asked, resumePoint, feedbackUrl, isGone, ...others } = fields;
  const message = parseStoredMessage({ ...others, parts: readList(others['parts']) });
  if (!message) return undefined;
  return dropUndefined<MessageRecord>({
    message,
    parent: readString(parent) ?? null,
    of: readString(of),
    attempt: readNumber(attempt) ?? 0,
    revision: readNumber(revision) ?? 0,
    asked: readAskedTurn(asked),
    resumePoint: readResumePoint(resumePoint),
    feedbackUrl: readString(feedbackUrl),
    isGone: isGone === true ? true : undefined,
  });
}

function readAskedTurn(value: unknown): AskedTurn | undefined {
  const turn = readObject(value);
  const [answerId, at] = [readString(turn['answerId']), readNumber(turn['at'])];
  if (answerId === undefined || at === undefined) return undefined;
  return dropUndefined<AskedTurn>({ key: readString(turn['key']), answerId, at });
}
