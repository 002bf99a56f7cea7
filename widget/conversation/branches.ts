import type { ChatMessage } from '../protocol/chat-message.ts';

/** A message that is not shown, because another version took its place, or the place of one before it. */
export interface HiddenMessage extends ChatMessage {
  /** The id of the message that it follows, shown or hidden; null: it began the conversation. */
  readonly parentId: string | null;
}

/**
 * A conversation with all its versions: a tree, of which one branch is shown. A shown message follows the one before it, a
 * hidden message the one that it names. That never changes, so two copies of a conversation merge by id.
 *
 * @example
 * const question = { id: 'q', role: 'user', parts: [], status: 'complete', createdAt: 1 } as const;
 * const answer = { ...question, id: 'a', role: 'assistant' } as const;
 * const asked: Branches = { messages: [question, { ...answer, id: 'b' }], hidden: [{ ...answer, parentId: 'q' }] };
 * // shown: q, b (the new answer); hidden: a, which follows q too
 */
export interface Branches {
  /** The branch that is shown, sent, and given to the page. */
  readonly messages: readonly ChatMessage[];
  /** All others. The message that was hidden last stands last. Absent: none. */
  readonly hidden?: readonly HiddenMessage[] | undefined;
}

/** A state with other messages. */
export function withBranches<T extends Branches>(state: T, { messages, hidden = [] }: Branches): T {
  const { hidden: _, ...others } = state;
  return { ...others, messages, ...(hidden.length > 0 && { hidden }) } as T;
}

/**
 * The shown branch up to an index; the messages from there on are hidden.
 *
 * @example
 * const q = { id: 'q', role: 'user', parts: [], status: 'complete', createdAt: 1 } as const;
 * const a = { ...q, id: 'a', role: 'assistant' } as const;
 * hideFrom({ messages: [q, a] }, 1); // { messages: [q], hidden: [{ ...a, parentId: 'q' }] }
 */
export function hideFrom({ messages, hidden = [] }: Branches, index: number): Branches {
  const hiding = messages
    .slice(index)
    .map((message, at) => ({ ...message, parentId: messages[index + at - 1]?.id ?? null }));
  return { messages: messages.slice(0, index), hidden: [...hidden, ...hiding] };
}

/** The shown branch, and the hidden messages that follow its last one; of several versions, the one hidden last. */
export function showRest({ messages, hidden = [] }: Branches): Branches {
  const last = messages.at(-1)?.id ?? null;
  const next = hidden.findLast(({ parentId }) => parentId === last);
  return next ? showRest(showHidden({ messages, hidden }, next)) : { messages, hidden };
}

/** A hidden message at the end of the shown branch. */
export function showHidden({ messages, hidden = [] }: Branches, next: HiddenMessage): Branches {
  const { parentId: _, ...message } = next;
  return { messages: [...messages, message], hidden: hidden.filter((other) => other !== next) };
}

/** The conversation without a shown message: messages that followed it follow the message before it. */
export function without({ messages, hidden = [] }: Branches, id: string): Branches {
  const index = messages.findIndex((message) => message.id === id);
  const parentId = messages[index - 1]?.id ?? null;
  return {
    messages: messages.filter((message) => message.id !== id),
    hidden: hidden.map((message) => (message.parentId === id ? { ...message, parentId } : message)),
  };
}

/** The hidden messages that follow a shown one, directly or over other hidden ones. */
export function attached({ messages, hidden = [] }: Branches): readonly HiddenMessage[] {
  if (messages.length === 0 || hidden.length === 0) return [];
  const shown = new Set(messages.map(({ id }) => id));
  const others = hidden.filter(({ id }) => !shown.has(id));
  const known = new Set<string | null>([null, ...shown]);
  // A message may stand before the one that it follows: look again until nothing more is found.
  for (let size = 0; size !== known.size;) {
    size = known.size;
    for (const { id, parentId } of others) if (known.has(parentId)) known.add(id);
  }
  return others.filter(({ id }) => known.has(id));
}

/**
 * The conversation, then ever smaller parts of it for a storage that is short: first without its oldest hidden messages, at
 * last without its oldest shown ones.
 *
 * @example
 * for (const { messages, hidden } of shrinking(branches)) console.log(messages.length, hidden?.length);
 * // 4 2, 4 1, 4 0, 2 0, 1 0
 */
export function* shrinking({ messages, hidden = [] }: Branches): Generator<Required<Branches>> {
  yield { messages, hidden };
  for (let kept = hidden; kept.length > 0;) {
    kept = attached({ messages, hidden: newerHalf(kept) });
    yield { messages, hidden: kept };
  }
  for (let kept = messages; kept.length > 1;) {
    kept = newerHalf(kept);
    yield { messages: kept, hidden: [] };
  }
}

function newerHalf<T>(items: readonly T[]): readonly T[] {
  return items.slice(Math.ceil(items.length / 2));
}

/** The id of a conversation: that of its first message, of which the oldest version counts. Undefined without messages. */
export function conversationId({ messages: [first], hidden = [] }: Branches): string | undefined {
  if (!first) return undefined;
  const versions = [first, ...hidden.filter(({ parentId }) => parentId === null)];
  return versions.reduce((a, b) => (isOlder(b, a) ? b : a)).id;
}

/** The order of versions. Ids decide between two of one millisecond, so that it is the same everywhere. */
export function isOlder(a: ChatMessage, b: ChatMessage): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id);
}
