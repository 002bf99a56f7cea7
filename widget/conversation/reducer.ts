import type { ChatError, ChatErrorCode } from '../protocol/chat-error.ts';
import { textOf, type ChatMessage, type MessageStatus } from '../protocol/chat-message.ts';
import type { ContinuableEvent, DoneEvent, StartEvent } from '../protocol/chat-event.ts';
import { groupOf, lineOf, type MessageTree, type Pick as PickedVersion } from './line.ts';
import { type AskedTurn, changed, isAbsent, isUnderWay, type MessageRecord } from './message-record.ts';
import { appendText, replaceSources, takeBack, withTool } from './parts.ts';
import { type ChatStatus, type ConversationState, isAnswering } from './state.ts';
import { answerOf } from './transcript-end.ts';

/** The events that make an answer grow. */
export type ContentEvent = Exclude<ContinuableEvent, StartEvent>;

/** Everything that can happen to a conversation. */
export type ConversationAction =
  | { readonly type: 'ask'; readonly message: ChatMessage; readonly asked: AskedTurn }
  /** `message` takes the place of the visitor's message `id`, which stays as a version with all messages behind it. */
  | { readonly type: 'edit'; readonly id: string; readonly message: ChatMessage; readonly asked: AskedTurn }
  /** `message` is to be asked after the others. */
  | { readonly type: 'queue'; readonly message: ChatMessage }
  /** The question `id` is asked: it waited, it got no answer, or its answer is to be given anew. */
  | { readonly type: 'retry'; readonly id: string; readonly asked: AskedTurn }
  /** The last answer is asked to go on. */
  | { readonly type: 'continue' }
  /** No other turn runs: the question stands behind all that other pages have added meanwhile. */
  | { readonly type: 'enter' }
  /** `answer` is the message to start from when this is the first piece. */
  | { readonly type: 'receive'; readonly event: ContentEvent; readonly answer: ChatMessage }
  | { readonly type: 'open'; readonly start: Pick<StartEvent, 'quota' | 'links' | 'resumePoint'> }
  /** The connection of the turn broke, and is being restored. */
  | { readonly type: 'reconnect' }
  /** The rest of an answer is asked for, which an earlier page did not receive; `id` is its question. */
  | { readonly type: 'resume'; readonly id: string }
  /** Nobody has the rest of an answer, or answers the question at the end. */
  | { readonly type: 'lapse' }
  | { readonly type: 'complete'; readonly done: DoneEvent }
  | { readonly type: 'stop' }
  | { readonly type: 'fail'; readonly error: ChatError }
  | { readonly type: 'cancel' }
  /** The turn of this page goes on in another one, or nobody wants it. */
  | { readonly type: 'abandon' }
  /** The question at the end failed without a network: it waits for one. */
  | { readonly type: 'postpone' }
  | { readonly type: 'refuse'; readonly error: ChatError; readonly text: string }
  | { readonly type: 'draft'; readonly text: string }
  /** Takes a question out that got no answer, or waits. */
  | { readonly type: 'remove'; readonly id: string }
  /** Puts questions that wait back into the draft, before its text. */
  | { readonly type: 'give-back'; readonly ids: readonly string[] }
  | { readonly type: 'rate'; readonly id: string; readonly feedback: 1 | -1 }
  /** Another version of a message is shown. */
  | { readonly type: 'pick'; readonly id: string; readonly at: number }
  /** The page's own messages take the place of all. */
  | { readonly type: 'replace'; readonly messages: readonly ChatMessage[] }
  /** Another conversation is shown. */
  | ({ readonly type: 'switch'; readonly id: string } & MessageTree)
  /** Changes by other pages; `dropped` are the ids of messages that are no longer stored. */
  | ({ readonly type: 'adopt'; readonly dropped?: readonly string[] } & MessageTree);

/** A conversation nobody has said anything in. */
export function emptyState(id: string): ConversationState {
  const tree = { records: new Map(), picks: new Map() };
  return { id, ...tree, ...lineOf(tree), status: 'ready', error: null, draft: '' };
}

/** Codes after which the answer is `truncated`, not `failed`: its text is good as far as it goes. */
const CUT_CODES: ReadonlySet<ChatErrorCode> = new Set(['truncated', 'stalled', 'offline', 'blocked']);

/**
 * The next state. Pure: neither clock nor ids nor storage.
 *
 * @example
 * const asked = reduce(emptyState('4f1c'), { type: 'draft', text: 'Hi' });
 * asked.draft; // 'Hi'
 * reduce(asked, { type: 'fail', error: new ChatError('offline', 'no network') }).status; // 'error'
 */
export function reduce(state: ConversationState, action: ConversationAction): ConversationState {
  switch (action.type) {
    case 'ask':
      return submit(add(withoutWaiting(state), action.message, { asked: action.asked }), action.message.id);
    case 'edit':
      return edit(state, action.id, action);
    case 'queue':
      return { ...add(state, action.message, {}), draft: draftAfter(state.draft, action.message) };
    case 'retry':
      return submit(ask(state, action.id, action.asked), action.id);
    case 'continue':
      return submit(state, lastQuestion(state)?.message.id);
    case 'enter':
      return enter(state);
    case 'receive':
      return receive(state, action.event, action.answer);
    case 'open':
      return open(state, action.start);
    case 'reconnect':
      return { ...state, isReconnecting: true };
    case 'resume':
      return { ...withRecords(state, [], action.id), error: null, isReconnecting: true };
    case 'lapse':
      return ready(endTurn(state, 'truncated', 'failed'));
    case 'complete':
      return complete(state, action.done);
    case 'stop':
      return ready(endTurn(state, 'stopped', 'complete'));
    case 'fail':
      return fail(state, action.error);
    case 'cancel':
      return ready(endTurn(state, 'truncated', 'failed'));
    case 'abandon':
      return abandon(state);
    case 'postpone':
      return postpone(state);
    case 'refuse':
      return refuse(state, action.error, action.text);
    case 'draft':
      return { ...state, draft: action.text };
    case 'remove':
      return remove(state, action.id);
    case 'give-back':
      return giveBack(state, action.ids);
    case 'rate':
      return changeRecord(state, action.id, ({ message }) => ({
        message: { ...message, feedback: action.feedback },
      }));
    case 'pick':
      return pick(state, action);
    case 'replace':
      return replace(state, action.messages);
    case 'switch':
      return opened(action, state.draft);
    case 'adopt':
      return adopt(state, action);
  }
}

/** A conversation as it is stored, with the address at which its last answer may be rated. */
function opened(tree: MessageTree & { readonly id: string }, draft: string): ConversationState {
  const state = withStatus({ ...emptyState(tree.id), draft, ...treeOf(tree) });
  const rateable = state.messages.findLast(({ id }) => state.records.get(id)?.feedbackUrl !== undefined);
  const feedback = state.records.get(rateable?.id ?? '')?.feedbackUrl;
  return feedback === undefined ? state : { ...state, links: { feedback } };
}

/** Whether another page's turn is on its way, from what is stored. */
function withStatus(state: ConversationState): ConversationState {
  const status = statusOf(state);
  return { ...state, status };
}

function abandon({ turn: _, isReconnecting: __, ...state }: ConversationState): ConversationState {
  return withStatus({ ...state, ...treeOf(state) });
}

/** Another page may have asked a question meanwhile. */
function ready(state: ConversationState): ConversationState {
  return withStatus({ ...state, status: 'ready', error: null });
}

function statusOf({ messages, records, turn, status }: ConversationState): ChatStatus {
  if (turn !== undefined) return status;
  if (messages.at(-1)?.status === 'streaming') return 'streaming';
  const question = records.get(messages.findLast(({ role }) => role === 'user')?.id ?? '');
  if (question && isUnderWay(question)) return 'submitted';
  return status === 'error' ? status : 'ready';
}

/** The last question that is shown. */
export function lastQuestion({ messages, records }: ConversationState): MessageRecord | undefined {
  return records.get(messages.findLast(({ role }) => role === 'user')?.id ?? '');
}

function treeOf(tree: MessageTree, turn?: string): MessageTree & ReturnType<typeof lineOf> {
  const { records, picks } = tree;
  return { records, picks, ...lineOf({ records, picks }, turn) };
}

/** The state with records in the place of others. `turn` is the question whose turn runs here. */
function withRecords(
  state: ConversationState,
  news: readonly MessageRecord[],
  turn: string | undefined = state.turn,
): ConversationState {
  const records = new Map(state.records);
  for (const record of news) records.set(record.message.id, record);
  const { turn: _, ...others } = state;
  return { ...others, ...treeOf({ ...state, records }, turn), ...(turn !== undefined && { turn }) };
}

/** As {@link withRecords}, for a change that moves no message. Words of an answer come often. */
function withGrown(state: ConversationState, record: MessageRecord): ConversationState {
  const records = new Map(state.records).set(record.message.id, record);
  const index = state.messages.findLastIndex(({ id }) => id === record.message.id);
  // Another page has put the question into an earlier version.
  if (index === -1) return { ...state, records };
  return { ...state, records, messages: state.messages.with(index, record.message) };
}

function changeRecord(
  state: ConversationState,
  id: string,
  change: (record: MessageRecord) => Partial<MessageRecord>,
): ConversationState {
  const record = state.records.get(id);
  return record ? withRecords(state, [changed(record, change(record))]) : state;
}

/** A message behind the last one that is shown. */
function add(
  state: ConversationState,
  message: ChatMessage,
  { asked, parent = state.messages.at(-1)?.id ?? null, of }: Partial<MessageRecord>,
): ConversationState {
  const isSent = asked !== undefined || message.role === 'assistant';
  const record = { message, parent, of, attempt: isSent ? 1 : 0, revision: 1, asked };
  return withRecords(state, [inOrder(record, state)]);
}

/** The record, made later than the message that it follows, than its versions, and than the choice between them. */
function inOrder(record: MessageRecord, { records, picks }: MessageTree): MessageRecord {
  const { message, parent } = record;
  const group = groupOf(record, records);
  const times = [...records.values()]
    .filter((other) => other.message.id === parent || groupOf(other, records) === group)
    .map((other) => other.message.createdAt);
  const picked = picks.get(group);
  const createdAt = Math.max(
    message.createdAt,
    ...[...times, ...(picked ? [picked.at] : [])].map((time) => time + 1),
  );
  return createdAt === message.createdAt ? record : { ...record, message: { ...message, createdAt } };
}

/** A question that waits for the network is given up when the visitor asks the next one. */
function withoutWaiting(state: ConversationState): ConversationState {
  const waiting = state.messages.flatMap(({ id, status }) => {
    const record = status === 'waiting' && state.records.get(id);
    return record ? [changed(record, { message: { ...record.message, status: 'failed' } })] : [];
  });
  return waiting.length > 0 ? withRecords(state, waiting) : state;
}

function submit(state: ConversationState, turn: string | undefined): ConversationState {
  const next = withRecords(state, [], turn);
  const question = next.messages.find(({ id }) => id === turn);
  const draft = question ? draftAfter(state.draft, question) : state.draft;
  return { ...next, draft, status: 'submitted', error: null };
}

function draftAfter(draft: string, sent: ChatMessage): string {
  return draft.trim() === textOf(sent) ? '' : draft;
}

/** An unfinished answer stays until the first piece of the new one is here: the next try may fail as well. */
function ask(state: ConversationState, id: string, asked: AskedTurn): ConversationState {
  return changeRecord(state, id, ({ message, attempt }) => ({
    message: { ...message, status: 'complete' },
    attempt: attempt + 1,
    asked,
  }));
}

/** A question with messages behind it stays as an earlier version; another one is replaced. */
function edit(
  state: ConversationState,
  id: string,
  { message, asked }: { readonly message: ChatMessage; readonly asked: AskedTurn },
): ConversationState {
  const old = state.records.get(id);
  if (!old) return state;
  const isLast = state.messages.at(-1)?.id === id;
  const before = isLast ? withRecords(state, [changed(old, { isGone: true })]) : state;
  const { draft } = state;
  const place = { asked, parent: old.parent, of: old.of ?? old.message.id };
  return { ...submit(add(before, message, place), message.id), draft };
}

function enter(state: ConversationState): ConversationState {
  const question = state.records.get(state.turn ?? '');
  if (!question) return state;
  const { messages, records } = state;
  const at = messages.findIndex(({ id }) => id === state.turn);
  // Another page has edited a message before it.
  const isHidden = at === -1 && question.of === undefined && !isAnswered(question, records);
  if (!isHidden && at !== messages.length - 1) return state;
  const parent = (isHidden ? messages.at(-1) : messages[at - 1])?.id ?? null;
  if (question.parent === parent) return state;
  return withRecords(state, [changed(question, { parent })]);
}

/** The first piece takes the place of an answer at the end, which is given anew or goes on. */
function receive(state: ConversationState, event: ContentEvent, first: ChatMessage): ConversationState {
  const { resumePoint } = event;
  const known = state.records.get(first.id);
  const hasBegun = known?.message.status === 'streaming' && state.status === 'streaming';
  const begun = hasBegun ? state : begin(state, first);
  const answer = begun.records.get(first.id);
  if (!answer) return state;
  const grown = changed(answer, {
    message: { ...answer.message, parts: grow(answer.message.parts, event) },
    ...(resumePoint && { resumePoint }),
  });
  const { isReconnecting: _, ...others } = withGrown(begun, grown);
  return { ...others, status: 'streaming' };
}

/** The answer of a turn, begun: as a new message, or once more. */
function begin(state: ConversationState, message: ChatMessage): ConversationState {
  const known = state.records.get(message.id);
  const question = state.records.get(state.turn ?? '');
  const record: MessageRecord = {
    message: known ? { ...message, createdAt: known.message.createdAt } : message,
    parent: known ? known.parent : (question?.message.id ?? null),
    attempt: (known?.attempt ?? 0) + 1,
    revision: (known?.revision ?? 0) + 1,
    resumePoint: question?.resumePoint,
    feedbackUrl: state.links?.feedback,
  };
  return withRecords(state, [known ? record : inOrder(record, state)]);
}

function grow(parts: ChatMessage['parts'], event: ContentEvent): ChatMessage['parts'] {
  switch (event.type) {
    case 'token':
      return appendText(parts, 'text', event.token);
    case 'reasoning':
      return appendText(parts, 'reasoning', event.text);
    case 'sources':
      return replaceSources(parts, event.sources);
    case 'tool':
      return withTool(parts, event);
    case 'take-back':
      return takeBack(parts, event);
  }
}

/** Until the first piece of an answer is here, the way to its rest stands with the question. */
function open(
  state: ConversationState,
  { quota, links, resumePoint }: Pick<StartEvent, 'quota' | 'links' | 'resumePoint'>,
): ConversationState {
  const { isReconnecting: _, ...others } = state;
  const next = { ...others, ...(quota && { quota }), ...(links && { links }) };
  return resumePoint && state.turn !== undefined
    ? changeRecord(next, state.turn, () => ({ resumePoint }))
    : next;
}

/** The end of a turn: its answer has a status, or is none without a word; so has a question without an answer. */
function endTurn(
  state: ConversationState,
  answerStatus: MessageStatus,
  questionStatus: MessageStatus,
  asked?: AskedTurn,
): ConversationState {
  const growing = growingAnswer(state);
  const news: MessageRecord[] = [];
  if (growing) {
    const { message } = growing;
    const parts = textOf(message) === '' ? [] : message.parts;
    news.push(
      changed(growing, { message: { ...message, status: answerStatus, parts }, resumePoint: undefined }),
    );
  }
  const question = state.records.get(state.turn ?? '') ?? lastQuestion(state);
  const { turn: _, isReconnecting: __, ...rest } = state;
  const others = withRecords(rest, news);
  if (!question) return others;
  const isUnanswered = !isAnswered(question, others.records);
  const status = isUnanswered ? questionStatus : 'complete';
  if (
    question.asked === undefined &&
    question.resumePoint === undefined &&
    status === question.message.status
  )
    return others;
  const ended = changed(question, {
    message: { ...question.message, status },
    asked: isUnanswered ? asked : undefined,
    resumePoint: undefined,
  });
  return withRecords(others, [ended], undefined);
}

/** The answer of the turn that runs here, or of the last one. */
function growingAnswer({ messages, records, turn }: ConversationState): MessageRecord | undefined {
  const isGrowing = ({ message, parent, isGone }: MessageRecord): boolean =>
    message.status === 'streaming' && parent === turn && !isGone;
  if (turn !== undefined) return [...records.values()].find(isGrowing);
  return records.get(answerOf(messages)?.id ?? '');
}

function isAnswered(question: MessageRecord, records: MessageTree['records']): boolean {
  return [...records.values()].some(
    (record) =>
      record.parent === question.message.id && record.message.role === 'assistant' && !isAbsent(record),
  );
}

/** An answer that ran into the model's token limit has words missing at its end, as one that was cut. */
function complete(state: ConversationState, done: DoneEvent): ConversationState {
  const status = done.finishReason === 'length' ? 'truncated' : 'complete';
  const told = changeRecord(state, growingAnswer(state)?.message.id ?? '', ({ message }) => ({
    message: {
      ...message,
      ...(done.queryId === undefined ? {} : { queryId: done.queryId }),
      parts: done.sources ? replaceSources(message.parts, done.sources) : message.parts,
      ...(done.isUnsure && { isUnsure: true }),
      ...(done.suggestions && { suggestions: done.suggestions }),
    },
  }));
  const quota =
    done.quotaRemaining === undefined ? {} : { quota: { ...state.quota, remaining: done.quotaRemaining } };
  return ready({ ...endTurn(told, status, 'complete'), ...quota });
}

/** The backend may have got a question of which nobody has told the end: it may be asked for again. */
function fail(state: ConversationState, error: ChatError): ConversationState {
  const isCut = CUT_CODES.has(error.code);
  const asked = isCut ? state.records.get(state.turn ?? '')?.asked : undefined;
  const ended = endTurn(state, isCut ? 'truncated' : 'failed', 'failed', asked?.key ? asked : undefined);
  return { ...ended, status: 'error', error };
}

function postpone(state: ConversationState): ConversationState {
  const last = state.messages.at(-1);
  return changeRecord(state, last?.id ?? '', ({ message, attempt }) => ({
    message: { ...message, status: 'waiting' },
    attempt: attempt + 1,
  }));
}

/** A refused text was never sent: it goes back to the draft unless something newer stands there. */
function refuse(state: ConversationState, error: ChatError, text: string): ConversationState {
  return { ...state, error, status: isAnswering(state) ? state.status : 'error', draft: state.draft || text };
}

/** Removes a question that failed or waits, and the error about it. */
function remove(state: ConversationState, id: string): ConversationState {
  const record = state.records.get(id);
  if (record?.message.role !== 'user') return state;
  // A question that another page has asked waits, too.
  const isWaiting = state.waiting.includes(record.message);
  if (!isWaiting && !REMOVABLE.has(record.message.status)) return state;
  const wasLast = state.messages.at(-1)?.id === id;
  return {
    ...withRecords(state, [changed(record, { isGone: true })]),
    ...(wasLast && state.status === 'error' && { status: 'ready', error: null }),
  };
}

function giveBack(state: ConversationState, ids: readonly string[]): ConversationState {
  const questions = ids.flatMap((id) => state.records.get(id) ?? []);
  const texts = [...questions.map(({ message }) => textOf(message)), state.draft];
  const draft = texts.filter((text) => text !== '').join('\n\n');
  return ids.reduce(remove, { ...state, draft });
}

const REMOVABLE: ReadonlySet<MessageStatus> = new Set(['failed', 'waiting']);

/** The newest version is chosen by a time that is not before its own. */
function pick(
  state: ConversationState,
  { id, at }: { readonly id: string; readonly at: number },
): ConversationState {
  const record = state.records.get(id);
  if (!record) return state;
  const group = groupOf(record, state.records);
  const times = [...state.records.values()]
    .filter((other) => groupOf(other, state.records) === group)
    .map(({ message }) => message.createdAt);
  const picked: PickedVersion = { id, at: Math.max(at, ...times) };
  const picks = new Map(state.picks).set(group, picked);
  return { ...state, ...treeOf({ ...state, picks }), status: 'ready', error: null };
}

/** Messages that stay keep their versions; where none stays it is another conversation. */
function replace(state: ConversationState, messages: readonly ChatMessage[]): ConversationState {
  const kept = new Set(messages.map(({ id }) => id));
  const gone = [...state.messages, ...state.waiting].flatMap(({ id }) => {
    const record = state.records.get(id);
    return record && !kept.has(id) ? [changed(record, { isGone: true })] : [];
  });
  const records = new Map<string, MessageRecord>();
  for (const record of gone) records.set(record.message.id, record);
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
  const { turn: _, ...others } = state;
  return {
    ...others,
    ...treeOf({ records: new Map([...state.records, ...records]), picks: state.picks }),
    status: 'ready',
    error: null,
  };
}

function adopt(
  state: ConversationState,
  { records, picks, dropped = [] }: MessageTree & { readonly dropped?: readonly string[] },
): ConversationState {
  const all = new Map([...state.records, ...records]);
  for (const id of dropped) all.delete(id);
  const tree = { records: all, picks: new Map([...state.picks, ...picks]) };
  return withStatus({ ...state, ...treeOf(tree, state.turn) });
}
