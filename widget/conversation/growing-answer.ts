import type { ChatMessage } from '../protocol/chat-message.ts';
import { type JsonObject, isObject, readList, readObject } from '../protocol/json.ts';
import type { Branches } from './branches.ts';

/** A conversation with the state that tabs share, as it is stored. */
export type Written = Branches & { readonly shared?: unknown };

/**
 * The answer at the end, where nothing else has changed since `written` was stored: it is then stored alone, so that its words
 * cost no write of the whole conversation.
 *
 * @example
 * growingAnswer({ messages: [question] }, { messages: [question, answer] }); // `answer`, while it streams
 */
export function growingAnswer(
  written: Written,
  { messages, hidden = [], shared }: Written,
): ChatMessage | undefined {
  const last = messages.at(-1);
  const before = messages.slice(0, -1);
  const { messages: known, hidden: knownHidden = [] } = written;
  if (last?.role !== 'assistant' || last.status !== 'streaming') return undefined;
  const isAdded = known.length === before.length;
  if (!isAdded && (known.length !== messages.length || known.at(-1)?.id !== last.id)) return undefined;
  const isSame = areSame(before, known.slice(0, before.length)) && areSame(hidden, knownHidden);
  return isSame && areSame(marksBut(last, shared), marksBut(last, written.shared)) ? last : undefined;
}

/** A stored conversation with its growing answer. An answer that has ended, or does not follow, is of an older write: left out. */
export function withGrowingAnswer(record: JsonObject, growing: JsonObject): JsonObject {
  const messages = readList(record['messages']);
  const last = readObject(messages.at(-1));
  const { messages: added, shared, ...others } = growing;
  const answer = readObject(readList(added)[0]);
  const isSame = last['id'] === answer['id'] && last['status'] === 'streaming';
  if (!isSame && last['role'] !== 'user') return record;
  return {
    ...record,
    ...others,
    messages: [...(isSame ? messages.slice(0, -1) : messages), answer],
    ...(isObject(shared) && { shared: joinMarks(readObject(record['shared']), shared) }),
  };
}

/** The state that tabs share, with the mark of one message only. */
export function sharedOf(shared: unknown, id: string): JsonObject | undefined {
  if (!isObject(shared)) return undefined;
  return { ...shared, marks: { [id]: readObject(shared['marks'])[id] } };
}

function joinMarks(shared: JsonObject, growing: JsonObject): JsonObject {
  return {
    ...shared,
    ...growing,
    marks: { ...readObject(shared['marks']), ...readObject(growing['marks']) },
  };
}

/** The marks of all other messages; see `tabs/shared-transcript.ts`. */
function marksBut({ id }: ChatMessage, shared: unknown): readonly unknown[] {
  const { [id]: _, ...others } = readObject(readObject(shared)['marks']);
  return Object.values(others);
}

function areSame<T>(some: readonly T[], others: readonly T[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}
