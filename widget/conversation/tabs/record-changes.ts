import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { Branches } from '../branches.ts';
import { allOf, branchesOf, compareKeys, isRemoved, keyOf } from './shared-transcript.ts';
import type { Mark, SharedTranscript } from './shared-transcript.ts';

/** The messages that a tab showed when its changes were last shared, and shows now. */
export interface Changes {
  readonly before: Branches;
  readonly after: Branches;
  /** The tab. */
  readonly by: string;
}

/**
 * The shared transcript with one tab's changes. Messages that changed are other objects than before. Messages of other tabs
 * that this one does not show yet stay.
 */
export function recordChanges(shared: SharedTranscript, { before, after, by }: Changes): SharedTranscript {
  const known = new Map(allOf(before).map((message) => [message.id, message]));
  const changed = allOf(after).filter((message) => known.get(message.id) !== message);
  for (const { id } of allOf(after)) known.delete(id);
  const gone = [...known.keys()].filter((id) => shared.marks[id] && !isRemoved(shared.marks[id]));
  if (changed.length === 0 && gone.length === 0) return shared;
  const revision = shared.clock + 1;
  const marks: Record<string, Mark> = { ...shared.marks };
  const messages = new Map(shared.messages.map((message) => [message.id, message]));
  for (const id of gone) {
    marks[id] = { ...nextGeneration(marks[id], revision, by), ...positionOf(marks[id]) };
    messages.delete(id);
  }
  for (const message of changed) {
    const own = marks[message.id];
    marks[message.id] = own && !isRemoved(own) ? { ...own, revision, by } : nextGeneration(own, revision, by);
    messages.set(message.id, message);
  }
  const clock = assignOrder(after, marks, { clock: revision, by });
  return { messages: [...messages.values()], marks, clock };
}

/** The shared transcript with a question and its answers behind everything else. */
export function moveTurnToEnd(shared: SharedTranscript, question: string, by: string): SharedTranscript {
  const { messages: shown } = branchesOf(shared);
  const isOfTurn = ({ id }: ChatMessage): boolean => id === question || shared.marks[id]?.turn === question;
  const messages = [...shown.filter((message) => !isOfTurn(message)), ...shown.filter(isOfTurn)];
  if (messages.every((message, index) => message === shown[index])) return shared;
  const marks = { ...shared.marks };
  const clock = assignOrder({ messages }, marks, { clock: shared.clock + 1, by });
  return { ...shared, marks, clock };
}

/** The shared transcript without answers whose question was removed in a tab that had not heard of them. */
export function removeOrphans(shared: SharedTranscript, by: string): SharedTranscript {
  const { messages, marks } = shared;
  const isOrphan = ({ id }: ChatMessage): boolean => {
    const question = marks[marks[id]?.turn ?? ''];
    return question !== undefined && isRemoved(question);
  };
  const orphans = messages.filter(isOrphan);
  if (orphans.length === 0) return shared;
  return recordChanges(shared, { before: { messages: orphans }, after: { messages: [] }, by });
}

/** The mark of a message that comes (0, 2, …) or goes (1, 3, …). */
function nextGeneration(mark: Mark | undefined, revision: number, by: string): Mark {
  return { generation: mark ? mark.generation + 1 : 0, revision, by, order: 0 };
}

/** A question that was removed still says where its answers stand. */
function positionOf(mark: Mark | undefined): Pick<Mark, 'order' | 'turn'> {
  const { order = 0, turn } = mark ?? {};
  return { order, ...(turn !== undefined && { turn }) };
}

/** Gives every message that does not stand behind the one before it a new position behind all others; returns the clock. */
function assignOrder(
  { messages, hidden = [] }: Branches,
  marks: Record<string, Mark>,
  { clock, by }: { readonly clock: number; readonly by: string },
): number {
  let time = clock;
  for (const list of [messages, hidden]) {
    let turn: string | undefined;
    let previous: ChatMessage | undefined;
    for (const message of list) {
      const { id, role } = message;
      if (role === 'user') turn = id;
      const mark = marks[id];
      const isBehind = !previous || compareKeys(keyOf(previous, marks), keyOf(message, marks)) < 0;
      if (mark && (mark.order === 0 || !isBehind)) {
        time += 1;
        const belongs = role === 'assistant' && turn !== undefined && list === messages ? { turn } : {};
        marks[id] = { ...mark, ...belongs, revision: clock, by, order: time };
      }
      previous = message;
    }
  }
  return time;
}
