import type { ChatMessage } from '../protocol/chat-message.ts';
import { type JsonObject, isObject, readList, readObject } from '../protocol/json.ts';
import { areSame } from './are-same.ts';
import type { Branches } from './branches.ts';

/** A conversation as it is stored, with the facts about its last turn and the state that tabs share. */
export interface Written extends Branches {
  readonly feedback?: unknown;
  readonly resumePoint?: unknown;
  readonly asked?: unknown;
  readonly shared?: unknown;
}

/** Whether nothing has changed since `written` was stored. Messages and facts that changed are other objects. */
export function isUnchanged(written: Written, next: Written): boolean {
  const { feedback, resumePoint, asked, shared } = next;
  const isSame =
    feedback === written.feedback && resumePoint === written.resumePoint && asked === written.asked;
  return isSame && haveSameMessages(written, next) && haveSameValues(written.shared, shared);
}

/**
 * The answer at the end, where nothing else has changed since `written` was stored: it is then stored alone, so that its words
 * cost no write of the whole conversation.
 *
 * @example
 * growingAnswer({ messages: [question] }, { messages: [question, answer] }); // `answer`, while it streams
 */
export function growingAnswer(written: Written, next: Written): ChatMessage | undefined {
  const last = next.messages.at(-1);
  const before = { ...next, messages: next.messages.slice(0, -1) };
  const isKnown = written.messages.at(-1)?.id === last?.id;
  const known = isKnown ? { ...written, messages: written.messages.slice(0, -1) } : written;
  if (last?.role !== 'assistant' || last.status !== 'streaming' || !haveSameMessages(known, before))
    return undefined;
  const [marks, knownMarks] = [next.shared, written.shared].map((shared) => marksBut(last, shared));
  return haveSameValues(marks, knownMarks) ? last : undefined;
}

/** The fields of the record of a growing answer, with the facts about its turn. */
export function growingRecord(answer: ChatMessage, written: Written): JsonObject {
  const { messages: _messages, hidden: _hidden, shared, ...facts } = written;
  const own = isObject(shared) && {
    ...shared,
    marks: { [answer.id]: readObject(shared['marks'])[answer.id] },
  };
  return { messages: [answer], ...facts, ...(own && { shared: own }) };
}

/** A stored conversation with its growing answer. An answer that has ended, or does not follow, is of an older write: left out. */
export function withGrowingAnswer(record: JsonObject, growing: JsonObject): JsonObject {
  const messages = readList(record['messages']);
  const last = readObject(messages.at(-1));
  const { messages: added, shared, ...facts } = growing;
  const answer = readObject(readList(added)[0]);
  const isSame = last['id'] === answer['id'] && last['status'] === 'streaming';
  if (!isSame && last['role'] !== 'user') return record;
  return {
    ...record,
    ...facts,
    messages: [...(isSame ? messages.slice(0, -1) : messages), answer],
    ...(isObject(shared) && { shared: joinMarks(readObject(record['shared']), shared) }),
  };
}

function joinMarks(shared: JsonObject, growing: JsonObject): JsonObject {
  return {
    ...shared,
    ...growing,
    marks: { ...readObject(shared['marks']), ...readObject(growing['marks']) },
  };
}

/** The marks of all other messages; see `tabs/shared-transcript.ts`. */
function marksBut({ id }: ChatMessage, shared: unknown): JsonObject {
  const { [id]: _, ...others } = readObject(readObject(shared)['marks']);
  return others;
}

function haveSameMessages(some: Branches, others: Branches): boolean {
  return areSame(some.messages, others.messages) && areSame(some.hidden ?? [], others.hidden ?? []);
}

function haveSameValues(some: unknown, others: unknown): boolean {
  return areSame(Object.values(readObject(some)), Object.values(readObject(others)));
}
