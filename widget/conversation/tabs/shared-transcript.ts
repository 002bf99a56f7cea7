import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { Branches, HiddenMessage } from '../branches.ts';

/** Of a message: which tab changed it last, when, and where it stands. */
export interface Mark {
  /** Even: the message is there; odd: it was removed. The highest wins, so that a removal is not undone by a late word. */
  readonly generation: number;
  /** The Lamport time of the last change, https://en.wikipedia.org/wiki/Lamport_timestamp */
  readonly revision: number;
  /** The tab that made the last change. */
  readonly by: string;
  /** Messages stand in this order, after that of their turns. */
  readonly order: number;
  /** The id of the question that an answer belongs to. */
  readonly turn?: string;
}

/** A transcript that several tabs change: two of them that have seen the same changes are equal, in whatever order. */
export interface SharedTranscript {
  /** Shown ones and hidden ones, in no order; see {@link branchesOf}. */
  readonly messages: readonly (ChatMessage | HiddenMessage)[];
  /** By the id of the message; removed messages have one, too. */
  readonly marks: Readonly<Record<string, Mark>>;
  /** The highest Lamport time that was seen. */
  readonly clock: number;
}

/** A transcript in which nobody has said anything. */
export const NOTHING_SHARED: SharedTranscript = { messages: [], marks: {}, clock: 0 };

/** Removals that are remembered, the latest ones. A tab that slept through more of them brings the oldest back. */
const MAX_REMOVALS = 300;

/** Whether a mark is that of a message which was removed. */
export function isRemoved({ generation }: Mark): boolean {
  return generation % 2 === 1;
}

/**
 * Two tabs' transcripts merged: of every message the newest version, or its removal. `theirs` may be a part of a transcript.
 * Messages that are not newer stay the same objects; where nothing is newer, `ours` is returned.
 *
 * @example
 * const a = markStored({ messages: [question] });
 * mergeTranscripts(a, markStored({ messages: [question, answer] })).messages; // [question, answer]
 * mergeTranscripts(a, a) === a; // true
 */
export function mergeTranscripts(ours: SharedTranscript, theirs: SharedTranscript): SharedTranscript {
  const marks: Record<string, Mark> = { ...ours.marks };
  const messages = byId(ours.messages);
  const others = byId(theirs.messages);
  let hasNews = false;
  for (const [id, mark] of Object.entries(theirs.marks)) {
    const own = marks[id];
    const message = others.get(id);
    // A full storage keeps the newest messages only: the others are marked, and not there.
    const isKnown = own && !isNewer(mark, own) && (isNewer(own, mark) || messages.has(id) || !message);
    if (isKnown || (!message && !isRemoved(mark))) continue;
    hasNews = true;
    marks[id] = mark;
    if (message) messages.set(id, message);
    else messages.delete(id);
  }
  if (!hasNews) return ours;
  const clock = Math.max(ours.clock, theirs.clock);
  return { messages: [...messages.values()], marks: withoutOldRemovals(marks), clock };
}

/** The part of a transcript that is newer than `known`: enough for a tab that has `known`. */
export function newsSince(known: SharedTranscript, shared: SharedTranscript): SharedTranscript {
  const entries = Object.entries(shared.marks).filter(([id, mark]) => known.marks[id] !== mark);
  const ids = new Set(entries.map(([id]) => id));
  return {
    messages: shared.messages.filter(({ id }) => ids.has(id)),
    marks: Object.fromEntries(entries),
    clock: shared.clock,
  };
}

/** Marks for messages that have none, from a page to which the code for tabs did not come: the same ones in every tab. */
export function markStored({ messages, hidden = [] }: Branches): SharedTranscript {
  const marks: Record<string, Mark> = {};
  let turn: string | undefined;
  for (const [index, { id, role }] of messages.entries()) {
    if (role === 'user') turn = id;
    const place = { order: index + 1, ...(role === 'assistant' && turn !== undefined && { turn }) };
    marks[id] = { generation: 0, revision: 0, by: '', ...place };
  }
  for (const [index, { id }] of hidden.entries())
    marks[id] = { generation: 0, revision: 0, by: '', order: index + 1 };
  return { messages: [...messages, ...hidden], marks, clock: Math.max(messages.length, hidden.length) };
}

/** The shown and the hidden messages. */
export interface WholeBranches extends Branches {
  readonly hidden: readonly HiddenMessage[];
}

/** All messages of a conversation. */
export function allOf({ messages, hidden = [] }: Branches): readonly (ChatMessage | HiddenMessage)[] {
  return [...messages, ...hidden];
}

/**
 * The messages in their order. An answer goes with its question: where one tab has hidden the question, and another tab has
 * had it answered meanwhile, the answer is an earlier version as well.
 */
export function branchesOf({ messages, marks }: SharedTranscript): WholeBranches {
  const hidden = messages.filter(isHidden);
  const questions = new Set(hidden.filter(({ role }) => role === 'user').map(({ id }) => id));
  const shown: ChatMessage[] = [];
  for (const message of messages) {
    const { turn = '' } = marks[message.id] ?? {};
    if (isHidden(message)) continue;
    if (questions.has(turn)) hidden.push({ ...message, parentId: turn });
    else shown.push(message);
  }
  return {
    messages: shown.toSorted((a, b) => compareKeys(keyOf(a, marks), keyOf(b, marks))),
    hidden: hidden.toSorted((a, b) => compareKeys(keyOf(a, marks), keyOf(b, marks))),
  };
}

/** Whether a message is an earlier version. */
export function isHidden(message: ChatMessage): message is HiddenMessage {
  return 'parentId' in message;
}

/** Where a message stands; see {@link compareKeys}. */
export type OrderKey = readonly (number | string)[];

/** Turns stand by their questions, so that two questions of one moment keep their answers. */
export function keyOf(message: ChatMessage, marks: SharedTranscript['marks']): OrderKey {
  const { id } = message;
  const { order = 0, turn } = marks[id] ?? {};
  const question = turn === undefined || isHidden(message) ? undefined : marks[turn];
  return turn !== undefined && question ? [question.order, turn, order, id] : [order, id];
}

/** Below 0 when `a` stands before `b`. A question stands before its answers. */
export function compareKeys(a: OrderKey, b: OrderKey): number {
  for (const [index, own] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (own !== other) return own < other ? -1 : 1;
  }
  return a.length - b.length;
}

function isNewer(mark: Mark, other: Mark): boolean {
  const difference = mark.generation - other.generation || mark.revision - other.revision;
  return difference > 0 || (difference === 0 && mark.by > other.by);
}

function byId(messages: readonly ChatMessage[]): Map<string, ChatMessage> {
  return new Map(messages.map((message) => [message.id, message]));
}

function withoutOldRemovals(marks: Record<string, Mark>): Record<string, Mark> {
  const removals = Object.entries(marks).filter(([, mark]) => isRemoved(mark));
  if (removals.length <= MAX_REMOVALS) return marks;
  const oldest = removals.toSorted(([, a], [, b]) => b.revision - a.revision).slice(MAX_REMOVALS);
  const kept = { ...marks };
  for (const [id] of oldest) delete kept[id];
  return kept;
}
