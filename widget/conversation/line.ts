import type { ChatMessage } from '../protocol/chat-message.ts';
import { isAbsent, isUnderWay, type MessageRecord } from './message-record.ts';

/** The version of a message that the visitor has chosen. */
export interface Pick {
  readonly id: string;
  /** When, in milliseconds since the epoch: a version that was made later is shown in its place. */
  readonly at: number;
}

/** All messages of a conversation: a tree, of which one line is shown. */
export interface MessageTree {
  /** By the id of the message. */
  readonly records: ReadonlyMap<string, MessageRecord>;
  /** By the group of versions, see {@link groupOf}. */
  readonly picks: ReadonlyMap<string, Pick>;
}

/** The part of a tree that is shown. */
export interface Line {
  readonly messages: readonly ChatMessage[];
  /** Questions to be sent after the others, in their order. */
  readonly waiting: readonly ChatMessage[];
  /** Of each shown message with more than one version: the ids of all, the oldest first. */
  readonly versions: ReadonlyMap<string, readonly string[]>;
}

/** Versions of one message. */
interface Group {
  readonly members: readonly MessageRecord[];
  readonly shown: MessageRecord;
}

/** One object for all: a comparison by identity then finds no change. */
const NO_VERSIONS: Line['versions'] = new Map();

type Children = ReadonlyMap<string | null, readonly MessageRecord[]>;

/**
 * The line of a tree. Messages that follow the same one stand one after the other, each with all behind it, unless they are
 * versions of each other: then the newest is shown, or the one that was picked. So two questions that were asked at once in two
 * tabs both stay, in the same order everywhere.
 *
 * @param turn the question whose turn runs in this page: it stands last
 *
 * @example
 * // `a` was given anew as `b`
 * lineOf(tree).messages; // the question, and `b`
 * lineOf(tree).versions.get('b'); // ['a', 'b']
 */
export function lineOf(tree: MessageTree, turn?: string): Line {
  const children = childrenOf(tree.records);
  const inOrder = shownGroups(tree, children);
  const active = turn ?? activeQuestion(inOrder, children);
  const groups = active === undefined ? inOrder : shownGroups(tree, children, active);
  const messages: ChatMessage[] = [];
  const waiting: MessageRecord[] = [];
  const versions = new Map<string, readonly string[]>();
  for (const { members, shown } of groups) {
    const { message } = shown;
    const isPostponed = active !== undefined && message.status === 'waiting';
    const isLater = message.id !== active && (isPostponed || isPending(shown, children));
    if (isLater) waiting.push(shown);
    else messages.push(message);
    if (members.length > 1)
      versions.set(
        message.id,
        members.map((member) => member.message.id),
      );
  }
  return {
    messages,
    // By age, as they were asked: their places in the tree may be in another order.
    waiting: waiting.toSorted(byAge).map(({ message }) => message),
    versions: versions.size > 0 ? versions : NO_VERSIONS,
  };
}

/** All messages that are shown, in their order; `active` stands last. */
function shownGroups(tree: MessageTree, children: Children, active?: string): readonly Group[] {
  const last = ancestorsOf(active, tree.records);
  const groups: Group[] = [];
  const stack = groupsBehind(null, children, tree, last);
  for (let group = stack.pop(); group; group = stack.pop()) {
    groups.push(group);
    stack.push(...groupsBehind(group.shown.message.id, children, tree, last));
  }
  return groups;
}

/**
 * The name of a record's versions: all answers to a question are versions of each other, and all edits of a question.
 *
 * @example
 * groupOf(record, tree.records); // 'a:4f1c…' for an answer to the question 4f1c…
 */
export function groupOf({ message, parent, of }: MessageRecord, records: MessageTree['records']): string {
  const isAnswer = message.role === 'assistant' && records.get(parent ?? '')?.message.role === 'user';
  return isAnswer ? `a:${parent}` : `q:${of ?? message.id}`;
}

/** Whether a question has no answer yet: it waits or was sent. Not where a try without a network failed: that one keeps its place. */
function isPending(record: MessageRecord, children: Children): boolean {
  const { message, attempt } = record;
  const isDue = (message.status === 'waiting' && attempt === 0) || isUnderWay(record);
  return isDue && !children.get(message.id)?.some((child) => child.message.role === 'assistant');
}

/** The question that is being answered: that of the answer which grows, else the one that was asked first. */
function activeQuestion(groups: readonly Group[], children: Children): string | undefined {
  const all = groups.map(({ shown }) => shown);
  const growing = all.find(({ message }) => message.status === 'streaming');
  if (growing) return growing.parent ?? undefined;
  const asked = all.filter((record) => isUnderWay(record) && isPending(record, children));
  return asked.toSorted(byAge)[0]?.message.id;
}

function ancestorsOf(id: string | undefined, records: MessageTree['records']): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = id; at !== undefined && !found.has(at); at = records.get(at)?.parent ?? undefined)
    found.add(at);
  return found;
}

function childrenOf(records: MessageTree['records']): Children {
  const children = new Map<string | null, MessageRecord[]>();
  for (const record of records.values()) {
    const parent = isAbsent(record) ? undefined : presentParent(record, records);
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(record);
    else children.set(parent, [record]);
  }
  return children;
}

/** The message that a record follows, where those between were removed; undefined for an answer to a question that was. */
function presentParent(record: MessageRecord, records: MessageTree['records']): string | null | undefined {
  const seen = new Set<string>();
  let { parent } = record;
  while (parent !== null && !seen.has(parent)) {
    const before = records.get(parent);
    // The message before is not stored any more, for example removed by a full storage.
    if (!before) return null;
    if (!isAbsent(before) && !isWithoutQuestion(before, records)) return parent;
    if (before.message.role === 'user' && record.message.role === 'assistant') return undefined;
    seen.add(parent);
    ({ parent } = before);
  }
  return null;
}

/** An answer whose question was removed goes with it. */
function isWithoutQuestion({ message, parent }: MessageRecord, records: MessageTree['records']): boolean {
  const question = message.role === 'assistant' ? records.get(parent ?? '') : undefined;
  return question?.message.role === 'user' && isAbsent(question);
}

/** The groups of messages that follow a message, in reverse order for a stack. */
function groupsBehind(
  id: string | null,
  children: Children,
  { records, picks }: MessageTree,
  last: ReadonlySet<string>,
): Group[] {
  const groups = new Map<string, MessageRecord[]>();
  for (const record of (children.get(id) ?? []).toSorted(byAge)) {
    const name = groupOf(record, records);
    const members = groups.get(name);
    if (members) members.push(record);
    else groups.set(name, [record]);
  }
  const shown = [...groups].map(([name, members]): Group => ({
    members,
    shown: choose(members, picks.get(name)),
  }));
  const rank = ({ shown: { message } }: Group): number =>
    last.has(message.id) ? 0 : message.role === 'user' ? 1 : 2;
  // `toSorted` keeps the order of the oldest members among equals.
  return shown.toReversed().toSorted((a, b) => rank(a) - rank(b));
}

function choose(members: readonly MessageRecord[], pick: Pick | undefined): MessageRecord {
  const newest = members.at(-1) as MessageRecord;
  const picked = members.find(({ message }) => message.id === pick?.id);
  return picked && pick && pick.at >= newest.message.createdAt ? picked : newest;
}

/** The oldest first. Of two messages of the same millisecond the id decides, so that the order is the same in all pages. */
function byAge({ message: a }: MessageRecord, { message: b }: MessageRecord): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

/**
 * Names a conversation to a backend: the id of its first message, of which the oldest version counts. Undefined without messages.
 */
export function conversationId({ messages: [first], versions }: Line): string | undefined {
  return first && (versions.get(first.id)?.[0] ?? first.id);
}
