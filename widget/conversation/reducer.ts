import type { ChatError, ChatErrorCode } from '../protocol/chat-error.ts';
import { textOf, type ChatMessage, type MessageStatus } from '../protocol/chat-message.ts';
import type {
  DoneEvent,
  ReasoningEvent,
  SourcesEvent,
  StartEvent,
  TokenEvent,
} from '../protocol/chat-event.ts';
import { appendText, replaceSources } from './parts.ts';
import type { ConversationState } from './state.ts';

/** The events that make an answer grow. */
export type ContentEvent = TokenEvent | ReasoningEvent | SourcesEvent;

/** Everything that can happen to a conversation. */
export type ConversationAction =
  | { readonly type: 'ask'; readonly message: ChatMessage }
  | { readonly type: 'retry' }
  /** `answer` is the empty message to start from when this is the first piece. */
  | { readonly type: 'receive'; readonly event: ContentEvent; readonly answer: ChatMessage }
  | { readonly type: 'open'; readonly facts: Pick<StartEvent, 'quota' | 'links'> }
  | { readonly type: 'complete'; readonly done: DoneEvent }
  | { readonly type: 'stop' }
  | { readonly type: 'fail'; readonly error: ChatError }
  | { readonly type: 'cancel' }
  | { readonly type: 'refuse'; readonly error: ChatError; readonly text: string }
  | { readonly type: 'draft'; readonly text: string }
  | { readonly type: 'rate'; readonly id: string; readonly feedback: 1 | -1 }
  | { readonly type: 'replace'; readonly messages: readonly ChatMessage[] };

/** A conversation nobody has said anything in. */
export const EMPTY_STATE: ConversationState = { messages: [], status: 'ready', error: null, draft: '' };

/** Codes after which the answer is `truncated`, not `failed`: its text is good as far as it goes. */
const CUT_CODES: ReadonlySet<ChatErrorCode> = new Set(['truncated', 'stalled', 'offline', 'blocked']);

/** The next state. Pure: neither clock nor ids nor storage. */
export function reduce(state: ConversationState, action: ConversationAction): ConversationState {
  switch (action.type) {
    case 'ask':
      return submit(state, [...state.messages, action.message], draftAfter(state.draft, action.message));
    case 'retry':
      return submit(state, toRetried(state.messages), state.draft);
    case 'receive':
      return receive(state, action.event, action.answer);
    case 'open':
      return { ...state, ...action.facts };
    case 'complete':
      return complete(state, action.done);
    case 'stop':
      return { ...state, messages: endAnswer(state.messages, 'stopped'), status: 'ready', error: null };
    case 'fail':
      return fail(state, action.error);
    case 'cancel':
      return { ...state, messages: failQuestion(state.messages), status: 'ready', error: null };
    case 'refuse':
      return refuse(state, action.error, action.text);
    case 'draft':
      return { ...state, draft: action.text };
    case 'rate':
      return { ...state, messages: rate(state.messages, action.id, action.feedback) };
    case 'replace':
      return { ...state, messages: action.messages, status: 'ready', error: null };
  }
}

/** The answer that is growing, if one is. */
export function answerOf(messages: readonly ChatMessage[]): ChatMessage | undefined {
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.status === 'streaming' ? last : undefined;
}

/** Whether the last question has no complete answer, so that asking it again makes sense. */
export function isRetryable(messages: readonly ChatMessage[]): boolean {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return last !== undefined;
  return isUnfinished(last) && messages.at(-2)?.role === 'user';
}

function isUnfinished({ status }: ChatMessage): boolean {
  return status !== 'complete' && status !== 'streaming';
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

/** The messages up to the last question, when its answer is to be given anew. */
export function withoutUnfinishedAnswer(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const last = messages.at(-1);
  return last?.role === 'assistant' && isUnfinished(last) ? messages.slice(0, -1) : messages;
}

function receive(state: ConversationState, event: ContentEvent, blank: ChatMessage): ConversationState {
  const messages = answerOf(state.messages)
    ? state.messages
    : [...withoutUnfinishedAnswer(state.messages), blank];
  return { ...state, messages: withLast(messages, (answer) => grow(answer, event)), status: 'streaming' };
}

function grow(answer: ChatMessage, event: ContentEvent): ChatMessage {
  switch (event.type) {
    case 'token':
      return { ...answer, parts: appendText(answer.parts, 'text', event.token) };
    case 'reasoning':
      return { ...answer, parts: appendText(answer.parts, 'reasoning', event.text) };
    case 'sources':
      return { ...answer, parts: replaceSources(answer.parts, event.sources) };
  }
}

function complete(state: ConversationState, done: DoneEvent): ConversationState {
  const messages = withLast(state.messages, (answer) => ({
    ...answer,
    ...(done.queryId === undefined ? {} : { queryId: done.queryId }),
    parts: done.sources ? replaceSources(answer.parts, done.sources) : answer.parts,
    status: 'complete',
  }));
  const quota =
    done.quotaRemaining === undefined ? {} : { quota: { ...state.quota, remaining: done.quotaRemaining } };
  return { ...state, messages, ...quota, status: 'ready', error: null };
}

function fail(state: ConversationState, error: ChatError): ConversationState {
  const messages = endAnswer(state.messages, CUT_CODES.has(error.code) ? 'truncated' : 'failed');
  return { ...state, messages: failQuestion(messages), status: 'error', error };
}

/** A refused text was never sent: it goes back to the draft unless something newer stands there. */
function refuse(state: ConversationState, error: ChatError, text: string): ConversationState {
  const isRunning = state.status === 'submitted' || state.status === 'streaming';
  return { ...state, error, status: isRunning ? state.status : 'error', draft: state.draft || text };
}

/** An answer without a word is removed. */
function endAnswer(messages: readonly ChatMessage[], status: MessageStatus): readonly ChatMessage[] {
  const answer = answerOf(messages);
  if (!answer) return messages;
  if (textOf(answer) === '') return messages.slice(0, -1);
  return withLast(messages, () => ({ ...answer, status }));
}

function failQuestion(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return withLast(messages, (last) => (last.role === 'user' ? { ...last, status: 'failed' } : last));
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
