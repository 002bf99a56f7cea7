import type { ChatError, ChatErrorCode } from '../protocol/chat-error.ts';
import type { ContinuableEvent, DoneEvent, StartEvent } from '../protocol/chat-event.ts';
import { saysSomething, type ChatMessage, type MessageStatus } from '../protocol/chat-message.ts';
import { type AskedTurn, changed, type MessageRecord } from './message-record.ts';
import { appendText, replaceSources, takeBack, withTool } from '../protocol/parts.ts';
import type { ConversationState } from './state.ts';
import { changeRecord, inOrder, isAnswered, ready, withGrown, withRecords } from './state-tree.ts';

/** The events that make an answer grow. */
export type ContentEvent = Exclude<ContinuableEvent, StartEvent>;

/** Codes after which the answer is `truncated`, not `failed`: its text is good as far as it goes. */
const CUT_CODES: ReadonlySet<ChatErrorCode> = new Set(['truncated', 'stalled', 'offline', 'blocked']);

/** Adds a piece to the answer that grows. With the first piece the answer begins: in place of an earlier one, or as its continuation. */
export function receive(
  state: ConversationState,
  event: ContentEvent,
  first: ChatMessage,
): ConversationState {
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
  return { ...withGrown(begun, grown), status: 'streaming', isReconnecting: undefined };
}

/** The state with the answer of the turn in it: as a new message, or as one that goes on. */
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
    case 'interrupt':
      return [...parts, event.part];
    case 'file': {
      const { position: _, resumePoint: __, ...file } = event;
      return [...parts, file];
    }
    case 'take-back':
      return takeBack(parts, event);
  }
}

/** The backend has begun the turn. Its resume point is stored with the question until the answer's first piece is here. */
export function open(
  state: ConversationState,
  { quota, links, resumePoint }: Pick<StartEvent, 'quota' | 'links' | 'resumePoint'>,
): ConversationState {
  const next = { ...state, isReconnecting: undefined, ...(quota && { quota }), ...(links && { links }) };
  return resumePoint && state.turn !== undefined
    ? changeRecord(next, state.turn, () => ({ resumePoint }))
    : next;
}

/**
 * The end of a turn. An answer with words gets `answerStatus`, and one without a word is not shown. A question without an answer gets
 * `questionStatus`.
 */
export function endTurn(
  state: ConversationState,
  answerStatus: MessageStatus,
  questionStatus: MessageStatus,
  asked?: AskedTurn,
): ConversationState {
  const growing = growingAnswer(state);
  const news: MessageRecord[] = [];
  if (growing) {
    const { message } = growing;
    const parts = saysSomething(message) ? message.parts : [];
    news.push(
      changed(growing, { message: { ...message, status: answerStatus, parts }, resumePoint: undefined }),
    );
  }
  const question = state.records.get(state.turn ?? '');
  const others = withRecords({ ...state, turn: undefined, isReconnecting: undefined }, news);
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
  return withRecords(others, [ended]);
}

/** The answer that grows in the turn of this page. */
export function growingAnswer({ records, turn }: ConversationState): MessageRecord | undefined {
  return [...records.values()].find(
    ({ message, parent, isGone }) => message.status === 'streaming' && parent === turn && !isGone,
  );
}

/** The answer is complete, or `truncated` where it ran into the model's token limit: then words are missing at its end. */
export function complete(state: ConversationState, done: DoneEvent): ConversationState {
  const status = done.finishReason === 'length' ? 'truncated' : 'complete';
  const told = changeRecord(state, growingAnswer(state)?.message.id ?? '', (record) => {
    const { isUnmarked: _, ...message } = record.message;
    return {
      message: {
        ...message,
        ...(done.isUnmarked && { isUnmarked: true }),
        ...(done.queryId === undefined ? {} : { queryId: done.queryId }),
        parts: done.sources ? replaceSources(message.parts, done.sources) : message.parts,
        ...(done.isUnsure && { isUnsure: true }),
        ...(done.threadId && { threadId: done.threadId }),
        ...(done.suggestions && { suggestions: done.suggestions }),
      },
    };
  });
  const quota =
    done.quotaRemaining === undefined ? {} : { quota: { ...state.quota, remaining: done.quotaRemaining } };
  return ready({ ...endTurn(told, status, 'complete'), ...quota });
}

/** The turn failed. Where the connection broke, the question keeps its key: the backend may have its answer, and is asked for it again. */
export function fail(state: ConversationState, error: ChatError): ConversationState {
  const isCut = CUT_CODES.has(error.code);
  const asked = isCut ? state.records.get(state.turn ?? '')?.asked : undefined;
  const ended = endTurn(state, isCut ? 'truncated' : 'failed', 'failed', asked?.key ? asked : undefined);
  return { ...ended, status: 'error', error };
}
