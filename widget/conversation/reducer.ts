import type { ChatError, ChatErrorCode } from '../protocol/chat-error.ts';
import { textOf, type ChatMessage, type MessageStatus } from '../protocol/chat-message.ts';
import type { ContinuableEvent, DoneEvent, StartEvent } from '../protocol/chat-event.ts';
import {
  attached,
  type Branches,
  hideFrom,
  showRest,
  withBranches,
  without as withoutMessage,
} from './branches.ts';
import { appendText, replaceSources, takeBack, withTool } from './parts.ts';
import { type ConversationState, isAnswering } from './state.ts';
import { answerOf, upToLastQuestion } from './transcript-end.ts';

/** The events that make an answer grow. */
export type ContentEvent = Exclude<ContinuableEvent, StartEvent>;

/** Everything that can happen to a conversation. */
export type ConversationAction =
  | { readonly type: 'ask'; readonly message: ChatMessage }
  /** `message` takes the place of the visitor's message `id`, which is hidden with all messages behind it. */
  | { readonly type: 'edit'; readonly id: string; readonly message: ChatMessage }
  /** The last question is asked again, or its answer is asked to go on. */
  | { readonly type: 'retry' }
  /** `answer` is the message to start from when this is the first piece. */
  | { readonly type: 'receive'; readonly event: ContentEvent; readonly answer: ChatMessage }
  | {
      readonly type: 'open';
      readonly facts: Pick<ConversationState, 'quota' | 'links' | 'resumePoint' | 'asked'>;
    }
  /** The connection of the turn broke, and is being restored. */
  | { readonly type: 'reconnect' }
  /** The rest of an answer is asked for, which an earlier page did not receive. */
  | { readonly type: 'resume' }
  /** The backend has no rest of that answer. */
  | { readonly type: 'lapse' }
  | { readonly type: 'complete'; readonly done: DoneEvent }
  | { readonly type: 'stop' }
  | { readonly type: 'fail'; readonly error: ChatError }
  | { readonly type: 'cancel' }
  | { readonly type: 'refuse'; readonly error: ChatError; readonly text: string }
  | { readonly type: 'draft'; readonly text: string }
  /** Takes a question out that got no answer. */
  | { readonly type: 'remove'; readonly id: string }
  | { readonly type: 'rate'; readonly id: string; readonly feedback: 1 | -1 }
  /** With the point from which the last answer can be continued, or the question that nobody has answered. */
  | ({ readonly type: 'replace' } & Branches & Pick<ConversationState, 'resumePoint' | 'asked'>)
  /** Another branch of the conversation is shown. */
  | ({ readonly type: 'branch' } & Branches)
  /** Changes by another tab. */
  | { readonly type: 'adopt'; readonly facts: Partial<ConversationState> };

/** A conversation nobody has said anything in. */
export const EMPTY_STATE: ConversationState = { messages: [], status: 'ready', error: null, draft: '' };

/** Codes after which the answer is `truncated`, not `failed`: its text is good as far as it goes. */
const CUT_CODES: ReadonlySet<ChatErrorCode> = new Set(['truncated', 'stalled', 'offline', 'blocked']);

/**
 * The next state. Pure: neither clock nor ids nor storage.
 *
 * @example
 * const asked = reduce(EMPTY_STATE, { type: 'draft', text: 'Hi' });
 * asked.draft; // 'Hi'
 * reduce(asked, { type: 'fail', error: new ChatError('offline', 'no network') }).status; // 'error'
 */
export function reduce(state: ConversationState, action: ConversationAction): ConversationState {
  return reduceTurn(without(state, ...endedFacts(action, state)), action);
}

type TurnFact = 'resumePoint' | 'isReconnecting' | 'asked';

/** The facts about a turn that end with an action. */
function endedFacts(action: ConversationAction, { asked }: ConversationState): readonly TurnFact[] {
  if (action.type === 'open') return ['isReconnecting'];
  if (action.type === 'receive') return ['isReconnecting', 'asked'];
  if (!TURN_BOUNDARIES.has(action.type)) return [];
  // The backend may have got the question: it may be asked for again.
  const isLost =
    action.type === 'lapse' || (action.type === 'fail' && asked?.key && CUT_CODES.has(action.error.code));
  return isLost ? ['resumePoint', 'isReconnecting'] : ['resumePoint', 'isReconnecting', 'asked'];
}

function without(state: ConversationState, ...keys: readonly TurnFact[]): ConversationState {
  if (keys.every((key) => state[key] === undefined)) return state;
  const others = { ...state };
  for (const key of keys) delete others[key];
  return others;
}

/** Actions after which there is no answer that could be continued. */
const TURN_BOUNDARIES: ReadonlySet<ConversationAction['type']> = new Set([
  'ask',
  'edit',
  'retry',
  'complete',
  'stop',
  'fail',
  'cancel',
  'lapse',
  'replace',
]);

function reduceTurn(state: ConversationState, action: ConversationAction): ConversationState {
  switch (action.type) {
    case 'ask':
      return submit(state, [...state.messages, action.message], draftAfter(state.draft, action.message));
    case 'edit':
      return edit(state, action.id, action.message);
    case 'retry':
      return submit(state, toRetried(state.messages), state.draft);
    case 'receive':
      return receive(state, action.event, action.answer);
    case 'open':
      return { ...state, ...action.facts };
    case 'reconnect':
      return { ...state, isReconnecting: true };
    case 'resume':
      return resume(state);
    case 'lapse':
      return { ...endAnswer(state, 'truncated'), status: 'ready', error: null };
    case 'complete':
      return complete(state, action.done);
    case 'stop':
      return { ...endAnswer(state, 'stopped'), status: 'ready', error: null };
    case 'fail':
      return fail(state, action.error);
    case 'cancel':
      return { ...state, messages: failQuestion(state.messages), status: 'ready', error: null };
    case 'refuse':
      return refuse(state, action.error, action.text);
    case 'draft':
      return { ...state, draft: action.text };
    case 'remove':
      return remove(state, action.id);
    case 'rate':
      return { ...state, messages: rate(state.messages, action.id, action.feedback) };
    case 'replace':
      return {
        ...withBranches(state, replaced(action)),
        ...(action.resumePoint && { resumePoint: action.resumePoint }),
        ...(action.asked && { asked: action.asked }),
        status: 'ready',
        error: null,
      };
    case 'branch':
      return { ...withBranches(state, action), status: 'ready', error: null };
    case 'adopt':
      return withBranches({ ...state, ...action.facts }, { ...state, ...action.facts });
  }
}

function submit(
  state: ConversationState,
  messages: readonly ChatMessage[],
  draft: string,
): ConversationState {
  return { ...state, messages, draft, status: 'submitted', error: null };
}

function draftAfter(draft: string, sent: ChatMessage): string {
  return draft.trim() === textOf(sent) ? '' : draft;
}

/** An unfinished answer stays until the first piece of the new one is here: the next try may fail as well. */
function toRetried(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return withLast(messages, (last) => (last.role === 'user' ? { ...last, status: 'complete' } : last));
}

/** A question with messages behind it stays as an earlier version; another one is replaced. An unknown id adds the question. */
function edit(state: ConversationState, id: string, message: ChatMessage): ConversationState {
  const found = state.messages.findIndex((other) => other.id === id);
  const index = found === -1 ? state.messages.length : found;
  const isLast = index >= state.messages.length - 1;
  const kept = isLast ? { ...state, messages: state.messages.slice(0, index) } : hideFrom(state, index);
  return submit(withBranches(state, kept), [...kept.messages, message], state.draft);
}

/** Removes a failed question, and the error about it. */
function remove(state: ConversationState, id: string): ConversationState {
  const isGone = (message: ChatMessage): boolean =>
    message.id === id && message.role === 'user' && message.status === 'failed';
  if (!state.messages.some(isGone)) return state;
  const wasLast = state.messages.at(-1)?.id === id;
  const branches = withoutMessage(state, id);
  return {
    // An earlier version of the question, with its answer, is shown again.
    ...withBranches(state, wasLast ? showRest(branches) : branches),
    ...(wasLast && state.status === 'error' && { status: 'ready', error: null }),
  };
}

/** The first piece takes the place of an answer at the end, which is given anew or goes on. */
function receive(state: ConversationState, event: ContentEvent, first: ChatMessage): ConversationState {
  const { resumePoint = state.resumePoint } = event;
  const begun = answerOf(state.messages) ? state : begin(state, first);
  const messages = withLast(begun.messages, (answer) => grow(answer, event));
  return { ...begun, messages, status: 'streaming', ...(resumePoint && { resumePoint }) };
}

/** An answer that is given anew hides the one before; an answer that goes on is the same one. */
function begin(state: ConversationState, first: ChatMessage): ConversationState {
  const before = upToLastQuestion(state.messages);
  const isNew = state.messages.at(-1)?.id !== first.id;
  const branches = isNew ? hideFrom(state, before.length) : { ...state, messages: before };
  return withBranches(state, { ...branches, messages: [...before, first] });
}

function resume(state: ConversationState): ConversationState {
  const messages = withLast(state.messages, (last) =>
    last.role === 'assistant' ? { ...last, status: 'streaming' } : last,
  );
  const status = answerOf(messages) ? 'streaming' : 'submitted';
  return { ...state, messages, status, error: null, isReconnecting: true };
}

function grow(answer: ChatMessage, event: ContentEvent): ChatMessage {
  switch (event.type) {
    case 'token':
      return { ...answer, parts: appendText(answer.parts, 'text', event.token) };
    case 'reasoning':
      return { ...answer, parts: appendText(answer.parts, 'reasoning', event.text) };
    case 'sources':
      return { ...answer, parts: replaceSources(answer.parts, event.sources) };
    case 'tool':
      return { ...answer, parts: withTool(answer.parts, event) };
    case 'take-back':
      return { ...answer, parts: takeBack(answer.parts, event) };
  }
}

/** An answer that ran into the model's token limit has words missing at its end, as one that was cut. */
function complete(state: ConversationState, done: DoneEvent): ConversationState {
  const messages = withLast(state.messages, (answer) => ({
    ...answer,
    ...(done.queryId === undefined ? {} : { queryId: done.queryId }),
    parts: done.sources ? replaceSources(answer.parts, done.sources) : answer.parts,
    ...(done.isUnsure && { isUnsure: true }),
    ...(done.suggestions && { suggestions: done.suggestions }),
    status: done.finishReason === 'length' ? 'truncated' : 'complete',
  }));
  const quota =
    done.quotaRemaining === undefined ? {} : { quota: { ...state.quota, remaining: done.quotaRemaining } };
  return { ...state, messages, ...quota, status: 'ready', error: null };
}

function fail(state: ConversationState, error: ChatError): ConversationState {
  const ended = endAnswer(state, CUT_CODES.has(error.code) ? 'truncated' : 'failed');
  return { ...ended, messages: failQuestion(ended.messages), status: 'error', error };
}

/** A refused text was never sent: it goes back to the draft unless something newer stands there. */
function refuse(state: ConversationState, error: ChatError, text: string): ConversationState {
  return { ...state, error, status: isAnswering(state) ? state.status : 'error', draft: state.draft || text };
}

/** An answer without a word is removed; an earlier version of it is shown again. */
function endAnswer(state: ConversationState, status: MessageStatus): ConversationState {
  const answer = answerOf(state.messages);
  if (!answer) return state;
  if (textOf(answer) !== '')
    return { ...state, messages: withLast(state.messages, () => ({ ...answer, status })) };
  return withBranches(state, showRest(withoutMessage(state, answer.id)));
}

function failQuestion(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return withLast(messages, (last) => (last.role === 'user' ? { ...last, status: 'failed' } : last));
}

/** Hidden messages that belong to none of the new ones are dropped. */
function replaced({ messages, hidden }: Branches): Branches {
  return { messages, hidden: attached({ messages, hidden }) };
}

function rate(messages: readonly ChatMessage[], id: string, feedback: 1 | -1): readonly ChatMessage[] {
  return messages.map((message) => (message.id === id ? { ...message, feedback } : message));
}

function withLast(
  messages: readonly ChatMessage[],
  change: (last: ChatMessage) => ChatMessage,
): readonly ChatMessage[] {
  const last = messages.at(-1);
  return last ? [...messages.slice(0, -1), change(last)] : messages;
}
