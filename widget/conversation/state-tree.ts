import type { ChatMessage } from '../protocol/chat-message.ts';
import { groupOf, lineOf, type MessageTree, type Pick as PickedVersion } from './line.ts';
import { changed, isAbsent, isUnderWay, type MessageRecord } from './message-record.ts';
import type { ChatStatus, ConversationState, Draft } from './state.ts';

/** A conversation nobody has said anything in. */
export function emptyState(id: string): ConversationState {
  const tree = { records: new Map(), picks: new Map() };
  return { id, ...tree, ...lineOf(tree), status: 'ready', error: null, draft: '', draftFiles: [] };
}

/** A conversation as it is stored, with the address at which its last answer may be rated. */
export function opened(
  { id, records, picks }: MessageTree & { readonly id: string },
  { draft, draftFiles }: Draft,
): ConversationState {
  const state = withStatus(withTree({ ...emptyState(id), draft, draftFiles }, { records, picks }));
  const rateable = state.messages.findLast((message) => records.get(message.id)?.feedbackUrl !== undefined);
  const feedback = records.get(rateable?.id ?? '')?.feedbackUrl;
  return feedback === undefined ? state : { ...state, links: { feedback } };
}

/** The state with its status computed from the records: a turn of another page may be under way. */
export function withStatus(state: ConversationState): ConversationState {
  return { ...state, status: statusOf(state) };
}

/** The state after a turn: `ready`, unless another page has asked a question meanwhile. */
export function ready(state: ConversationState): ConversationState {
  return withStatus({ ...state, status: 'ready', error: null });
}

function statusOf(state: ConversationState): ChatStatus {
  const { messages, turn, status } = state;
  if (turn !== undefined) return status;
  if (messages.some((message) => message.status === 'streaming')) return 'streaming';
  const question = lastQuestion(state);
  if (question && isUnderWay(question)) return 'submitted';
  return status === 'error' ? status : 'ready';
}

/** The last question that is shown. */
export function lastQuestion({ messages, records }: ConversationState): MessageRecord | undefined {
  return records.get(messages.findLast(({ role }) => role === 'user')?.id ?? '');
}

/** The question of an answer that grows, else the first one that was asked and has no answer. */
export function unfinishedQuestion({
  messages,
  waiting,
  records,
}: ConversationState): MessageRecord | undefined {
  const shown = [...messages, ...waiting].flatMap(({ id }) => records.get(id) ?? []);
  const growing = shown.find(({ message }) => message.status === 'streaming');
  return records.get(growing?.parent ?? '') ?? shown.find(isUnderWay);
}

/** The state with another tree or turn, and with the line that is shown then. */
export function withTree(
  state: ConversationState,
  changes: Partial<Pick<ConversationState, 'records' | 'picks' | 'turn'>>,
): ConversationState {
  const next = { ...state, ...changes };
  return { ...next, ...lineOf(next, next.turn) };
}

/** The state with records in the place of others. */
export function withRecords(state: ConversationState, news: readonly MessageRecord[]): ConversationState {
  const records = new Map(state.records);
  for (const record of news) records.set(record.message.id, record);
  return withTree(state, { records });
}

/** As {@link withRecords}, for a change that moves no message. Words of an answer come often. */
export function withGrown(state: ConversationState, record: MessageRecord): ConversationState {
  const records = new Map(state.records).set(record.message.id, record);
  const index = state.messages.findLastIndex(({ id }) => id === record.message.id);
  // Not shown: another page has edited the question.
  if (index === -1) return { ...state, records };
  return { ...state, records, messages: state.messages.with(index, record.message) };
}

export function changeRecord(
  state: ConversationState,
  id: string,
  change: (record: MessageRecord) => Partial<MessageRecord>,
): ConversationState {
  const record = state.records.get(id);
  return record ? withRecords(state, [changed(record, change(record))]) : state;
}

/** A message behind all that are shown. */
export function add(
  state: ConversationState,
  message: ChatMessage,
  { asked, parent = endOf(state), of }: Partial<MessageRecord>,
): ConversationState {
  const isSent = asked !== undefined || message.role === 'assistant';
  const record = { message, parent, of, attempt: isSent ? 1 : 0, revision: 1, asked };
  return withRecords(state, [inOrder(record, state)]);
}

/** The id of the message that a new one follows: the last one; where the last answer is being given anew, its question. */
function endOf({ messages, records }: ConversationState): string | null {
  const last = records.get(messages.at(-1)?.id ?? '');
  const question = records.get(last?.parent ?? '');
  const isReplaced = last?.message.status !== 'streaming' && question !== undefined && isUnderWay(question);
  return (isReplaced ? question : last)?.message.id ?? null;
}

/** The record with a time that is later than that of its parent, of its versions, and of the visitor's choice between them. */
export function inOrder(record: MessageRecord, { records, picks }: MessageTree): MessageRecord {
  const { message, parent } = record;
  const group = groupOf(record, records);
  const parentAt = records.get(parent ?? '')?.message.createdAt ?? -Infinity;
  const newest = Math.max(parentAt, newestVersionAt(group, records), picks.get(group)?.at ?? -Infinity);
  const createdAt = Math.max(message.createdAt, newest + 1);
  return createdAt === message.createdAt ? record : { ...record, message: { ...message, createdAt } };
}

/** When the newest version of a group was made, in milliseconds since the epoch; -Infinity where there is none. */
function newestVersionAt(group: string, records: MessageTree['records']): number {
  const versions = [...records.values()].filter((record) => groupOf(record, records) === group);
  return Math.max(...versions.map(({ message }) => message.createdAt));
}

export function isAnswered(question: MessageRecord, records: MessageTree['records']): boolean {
  return [...records.values()].some(
    (record) =>
      record.parent === question.message.id && record.message.role === 'assistant' && !isAbsent(record),
  );
}

/** The state with other messages. A message that stays keeps its versions, and what stands behind those. */
export function replace(state: ConversationState, messages: readonly ChatMessage[]): ConversationState {
  const records = new Map<string, MessageRecord>();
  for (const record of surplus(state, new Set(messages.map(({ id }) => id))))
    records.set(record.message.id, changed(record, { isGone: true }));
  let parent: string | null = null;
  for (const message of messages) {
    const known = state.records.get(message.id);
    const isSame =
      known &&
      !known.isGone &&
      known.parent === parent &&
      JSON.stringify(known.message) === JSON.stringify(message);
    const attempt = (known?.attempt ?? 0) + 1;
    const revision = (known?.revision ?? 0) + 1;
    records.set(message.id, isSame ? known : { message, parent, of: known?.of, attempt, revision });
    parent = message.id;
  }
  const all = new Map([...state.records, ...records]);
  return withTree({ ...state, status: 'ready', error: null }, { records: all, turn: undefined });
}

/** The records to remove: not the messages that stay, their versions, or what follows a version that is not shown. */
function surplus(state: ConversationState, kept: ReadonlySet<string>): readonly MessageRecord[] {
  const { records } = state;
  const shown = new Set([...state.messages, ...state.waiting].map(({ id }) => id));
  const groups = new Set(
    [...kept].flatMap((id) => {
      const record = records.get(id);
      return record ? [groupOf(record, records)] : [];
    }),
  );
  const stays = (record: MessageRecord): boolean => {
    const seen = new Set(shown);
    for (let at: MessageRecord | undefined = record; at && !seen.has(at.message.id);) {
      if (groups.has(groupOf(at, records))) return true;
      seen.add(at.message.id);
      at = records.get(at.parent ?? '');
    }
    return false;
  };
  return [...records.values()].filter(
    (record) => !record.isGone && !kept.has(record.message.id) && !stays(record),
  );
}

export function adopt(
  state: ConversationState,
  { records, picks, dropped = [] }: MessageTree & { readonly dropped?: readonly string[] },
): ConversationState {
  const all = new Map([...state.records, ...records]);
  for (const id of dropped) all.delete(id);
  return withStatus(withTree(state, { records: all, picks: new Map([...state.picks, ...picks]) }));
}

/** Shows another version. The time of the choice is at least that of the newest version, or {@link lineOf} would ignore the choice. */
export function pick(
  state: ConversationState,
  { id, at }: { readonly id: string; readonly at: number },
): ConversationState {
  const record = state.records.get(id);
  if (!record) return state;
  const group = groupOf(record, state.records);
  const picked: PickedVersion = { id, at: Math.max(at, newestVersionAt(group, state.records)) };
  const picks = new Map(state.picks).set(group, picked);
  // An answer in that version may still be marked as growing, since its page was left.
  return ready(withTree(state, { picks }));
}
