import type { ChatError } from '../protocol/chat-error.ts';
import type { ChatMessage, FilePart, SourcePart } from '../protocol/chat-message.ts';
import type { Line, MessageTree } from './line.ts';
import type { FinishReason, Quota, StartEvent, Usage } from '../protocol/chat-event.ts';

/**
 * Where the conversation is: `ready` for a question; `submitted` until the first piece of an answer;
 * `streaming` while it grows; `error` after a turn that failed or was cut, until the next action.
 */
export type ChatStatus = 'ready' | 'submitted' | 'streaming' | 'error';

/** What the visitor has typed and not sent, and the files that were added to it. */
export interface Draft {
  readonly draft: string;
  readonly draftFiles: readonly FilePart[];
}

/** Everything a view needs. Immutable: every change makes a new object, unchanged messages stay the same object. */
export interface ConversationState extends MessageTree, Line, Draft {
  /** Names the conversation: the same while it goes on, in all pages. */
  readonly id: string;
  readonly status: ChatStatus;
  readonly error: ChatError | null;
  /** How much the visitor may still ask, once the backend has said so. */
  readonly quota?: Pick<Quota, 'remaining'> & Partial<Quota>;
  /** Addresses that the backend has given with its latest turn. */
  readonly links?: StartEvent['links'];
  /** The question whose turn runs in this page. */
  readonly turn?: string | undefined;
  /** The connection of the answer that is growing broke, and is being restored. */
  readonly isReconnecting?: boolean | undefined;
}

/** Whether an answer is awaited or grows. */
export function isAnswering({ status }: Pick<ConversationState, 'status'>): boolean {
  return status === 'submitted' || status === 'streaming';
}

/** The first piece of an answer is in the transcript. One `response-end`, `stop` or `error` follows. */
export interface ResponseStartChange {
  readonly type: 'response-start';
  readonly message: ChatMessage;
}

/** Text was added to the end of the answer that is streaming. */
export interface DeltaChange {
  readonly type: 'delta';
  /** The id of the answer's message. */
  readonly id: string;
  readonly text: string;
}

/** An answer is complete. `finishReason` `length` means the model ran into its token limit. */
export interface ResponseEndChange {
  readonly type: 'response-end';
  readonly message: ChatMessage;
  readonly sources: readonly SourcePart[];
  readonly usage: Usage | undefined;
  readonly finishReason: FinishReason | undefined;
  /** From the send to the first piece of text or thinking. */
  readonly millisecondsToFirstToken: number;
  /** From the send to the end of the answer. */
  readonly milliseconds: number;
}

/** The visitor stopped the turn. `message` is the partial answer: null when nothing had come. */
export interface StopChange {
  readonly type: 'stop';
  readonly message: ChatMessage | null;
}

/** The turn failed or was cut, or a text was refused before it was sent. */
export interface ErrorChange {
  readonly type: 'error';
  readonly error: ChatError;
}

/** A change that subscribers are called with. The state is already the new one; `state` precedes the more specific changes. */
export type ConversationChange =
  | { readonly type: 'state' }
  | { readonly type: 'clear' }
  | ResponseStartChange
  | DeltaChange
  | ResponseEndChange
  | StopChange
  | ErrorChange;

export type ChangeListener = (change: ConversationChange) => void;
