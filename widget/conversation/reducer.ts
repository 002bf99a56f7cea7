import type { ChatError } from '../protocol/chat-error.ts';
import type { DoneEvent, StartEvent } from '../protocol/chat-event.ts';
import type { ChatMessage, MessageStatus } from '../protocol/chat-message.ts';
import { toStableJson } from '../protocol/json.ts';
import { questionOf, type WholeQuestion } from '../protocol/question.ts';
import type { MessageTree } from './line.ts';
import { type AskedTurn, changed } from './message-record.ts';
import { type ConversationState, type Draft, isAnswering } from './state.ts';
import {
  add,
  adopt,
  changeRecord,
  isAnswered,
  lastQuestion,
  opened,
  pick,
  ready,
  replace,
  withRecords,
  withStatus,
  withTree,
} from './state-tree.ts';
import { complete, endTurn, fail, open, receive, type ContentEvent } from './turn-state.ts';

/** A new question. */
interface Said {
  readonly message: ChatMessage;
  /** Absent: the question waits until the answers before it are complete. */
  readonly asked?: AskedTurn;
}

/** Everything that can happen to a conversation. */
export type ConversationAction =
  | ({ readonly type: 'ask' } & Said)
  /**
   * The question takes the place of the visitor's message `id`, which stays as an earlier version with all messages behind it. With
   * `asked` absent, `id` is a question that waits, and is replaced.
   */
  | ({ readonly type: 'edit'; readonly id: string } & Said)
  /** The question `id` is asked: it waited, it got no answer, or its answer is to be given anew. */
  | { readonly type: 'retry'; readonly id: string; readonly asked: AskedTurn }
  /** The last answer is asked to go on. */
  | { readonly type: 'continue' }
  /** An answer has changed: something that it asked for is decided. `turn`, the id of its question: the answer goes on now. */
  | { readonly type: 'change'; readonly message: ChatMessage; readonly turn?: string }
  /** This page has the lock: its question moves behind the messages that other pages have added meanwhile. */
  | { readonly type: 'enter' }
  /** `answer` is the message to start from when this is the first piece. */
  | { readonly type: 'receive'; readonly event: ContentEvent; readonly answer: ChatMessage }
  | { readonly type: 'open'; readonly start: Pick<StartEvent, 'quota' | 'links' | 'resumePoint'> }
  /** The connection of the turn broke, and is being restored. */
  | { readonly type: 'reconnect' }
  /** The page requests the rest of an answer that an earlier page did not receive to its end; `id` is its question. */
  | { readonly type: 'resume'; readonly id: string }
  /** The backend no longer has the answer, or the rest of it. `id` is the question where another page has asked it. */
  | { readonly type: 'lapse'; readonly id?: string }
  | { readonly type: 'complete'; readonly done: DoneEvent }
  /** `id` is the question where another page has asked it. */
  | { readonly type: 'stop'; readonly id?: string }
  | { readonly type: 'fail'; readonly error: ChatError }
  /** The turn of this page ends here without a mark: it goes on in another page, or its question was removed. */
  | { readonly type: 'abandon' }
  /** The question at the end failed without a network: it waits for one. */
  | { readonly type: 'postpone' }
  | { readonly type: 'refuse'; readonly error: ChatError; readonly question: WholeQuestion }
  | ({ readonly type: 'draft' } & Draft)
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
      return ask(state, action);
    case 'edit':
      return edit(state, action.id, action);
    case 'retry':
      return submit(askAgain(state, action.id, action.asked), action.id);
    case 'continue':
      return submit(state, lastQuestion(state)?.message.id);
    case 'change':
      return change(state, action.message, action.turn);
    case 'enter':
      return enter(state);
    case 'receive':
      return receive(state, action.event, action.answer);
    case 'open':
      return open(state, action.start);
    case 'reconnect':
      return { ...state, isReconnecting: true };
    case 'resume':
      return { ...withTree(state, { turn: action.id }), error: null, isReconnecting: true };
    case 'lapse':
      return ready(endTurn({ ...state, turn: action.id ?? state.turn }, 'truncated', 'failed'));
    case 'complete':
      return complete(state, action.done);
    case 'stop':
      return ready(endTurn({ ...state, turn: action.id ?? state.turn }, 'stopped', 'complete'));
    case 'fail':
      return fail(state, action.error);
    case 'abandon':
      return withStatus(withTree({ ...state, isReconnecting: undefined }, { turn: undefined }));
    case 'postpone':
      return postpone(state);
    case 'refuse':
      return refuse(state, action.error, action.question);
    case 'draft':
      return { ...state, draft: action.draft, draftFiles: action.draftFiles };
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
      return opened(action, state);
    case 'adopt':
      return adopt(state, action);
  }
}

function ask(state: ConversationState, { message, asked }: Said): ConversationState {
  if (asked) return submit(add(withoutWaiting(state), message, { asked }), message.id);
  return withoutSent(add(state, message, {}), message);
}

/** A question with messages behind it stays as an earlier version; another one is replaced. */
function edit(state: ConversationState, id: string, { message, asked }: Said): ConversationState {
  const old = state.records.get(id);
  if (!old) return state;
  const isReplaced = !asked || state.messages.at(-1)?.id === id;
  const before = isReplaced ? withRecords(state, [changed(old, { isGone: true })]) : state;
  // Another page may be sending the question that waits: then both stay, and are not versions of each other.
  const of = asked && (old.of ?? id);
  const next = add(before, message, { asked, parent: old.parent, of });
  return asked ? { ...submit(next, message.id), draft: state.draft, draftFiles: state.draftFiles } : next;
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
  const next = withTree(state, { turn });
  const question = next.messages.find(({ id }) => id === turn);
  return { ...(question ? withoutSent(next, question) : next), status: 'submitted', error: null };
}

/** Empties the draft where it is what was sent. */
function withoutSent(state: ConversationState, sent: ChatMessage): ConversationState {
  const draft = { text: state.draft.trim(), files: state.draftFiles };
  return toStableJson(draft) === toStableJson(questionOf(sent)) ? { ...state, ...NO_DRAFT } : state;
}

/** Asks a question again. An unfinished answer to it stays until the first piece of the new one comes: the next try may fail, too. */
function askAgain(state: ConversationState, id: string, asked: AskedTurn): ConversationState {
  return changeRecord(state, id, ({ message, attempt }) => ({
    message: { ...message, status: 'complete' },
    attempt: attempt + 1,
    asked,
  }));
}

function change(state: ConversationState, message: ChatMessage, turn?: string): ConversationState {
  const isTurn = turn !== undefined;
  const next = changeRecord(state, message.id, ({ attempt }) => ({
    message,
    attempt: attempt + Number(isTurn),
  }));
  return isTurn ? submit(next, turn) : next;
}

function enter(state: ConversationState): ConversationState {
  const question = state.records.get(state.turn ?? '');
  if (!question) return state;
  const { messages, records } = state;
  const at = messages.findIndex(({ id }) => id === state.turn);
  // Not shown: another page has edited a message before the question.
  const isHidden = at === -1 && question.of === undefined && !isAnswered(question, records);
  if (!isHidden && at !== messages.length - 1) return state;
  const parent = (isHidden ? messages.at(-1) : messages[at - 1])?.id ?? null;
  if (question.parent === parent) return state;
  return withRecords(state, [changed(question, { parent })]);
}

function postpone(state: ConversationState): ConversationState {
  const last = state.messages.at(-1);
  return changeRecord(state, last?.id ?? '', ({ message, attempt }) => ({
    message: { ...message, status: 'waiting' },
    attempt: attempt + 1,
  }));
}

/** A refused question was never sent: it goes back to the draft unless something newer stands there. */
function refuse(state: ConversationState, error: ChatError, question: WholeQuestion): ConversationState {
  const isEmpty = state.draft === '' && state.draftFiles.length === 0;
  const status = isAnswering(state) ? state.status : 'error';
  return { ...state, ...(isEmpty && draftBehind(state, [question])), error, status };
}

/** Removes a question that failed or waits, and the error about it. */
function remove(state: ConversationState, id: string): ConversationState {
  const record = state.records.get(id);
  if (record?.message.role !== 'user') return state;
  // Among `waiting` are also questions that other pages have asked and that are not answered yet.
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
  const draft = draftBehind(
    state,
    questions.map(({ message }) => questionOf(message)),
  );
  return ids.reduce(remove, { ...state, ...draft });
}

/** The draft with questions before it that come back to the text box. */
export function draftBehind({ draft, draftFiles }: Draft, questions: readonly WholeQuestion[]): Draft {
  const texts = [...questions.map(({ text }) => text), draft].filter((text) => text !== '');
  return {
    draft: texts.join('\n\n'),
    draftFiles: [...questions.flatMap(({ files }) => files), ...draftFiles],
  };
}

const NO_DRAFT: Draft = { draft: '', draftFiles: [] };

const REMOVABLE: ReadonlySet<MessageStatus> = new Set(['failed', 'waiting']);
