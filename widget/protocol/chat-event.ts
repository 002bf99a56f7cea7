import type { ChatErrorCode } from './chat-error.ts';
import type { ResumePoint } from './resume-point.ts';
import type { InterruptPart, Source, ToolState } from './chat-message.ts';

/** Token counts of a turn, when the backend sends them. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** Why the model stopped. `length` means it ran into its token limit. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

/** Proof that the visitor's browser was checked; sent back as `Authorization: Bearer`. */
export interface Session {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** How many questions the visitor may still ask, and until when. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** Fields that the transport adds to an event whose turn can be continued on another connection. */
interface Resumable {
  /** How many events of the turn have arrived, this one included. Events that arrived together may have been joined into one. */
  readonly position?: number;
  /** The point from which the turn can be continued after this event. */
  readonly resumePoint?: ResumePoint | undefined;
}

/** Opens a turn. Other backends than ours may leave it out. */
export interface StartEvent extends Resumable {
  readonly type: 'start';
  readonly queryId?: string;
  readonly session?: Session;
  readonly quota?: Quota;
  /** Addresses on the endpoint's origin that the widget may call for this turn. */
  readonly links?: {
    readonly feedback?: string;
    /** A GET of this address with `after`, the number of events received, continues the turn on another connection. */
    readonly resume?: string;
    /** A POST to this address ends the turn for good. */
    readonly stop?: string;
  };
}

/** The documents that an answer is based on; replaces any earlier list of the turn. */
export interface SourcesEvent extends Resumable {
  readonly type: 'sources';
  readonly sources: readonly Source[];
}

/** A piece of the answer's markdown, of any length. */
export interface TokenEvent extends Resumable {
  readonly type: 'token';
  readonly token: string;
}

/** A piece of the model's thinking. */
export interface ReasoningEvent extends Resumable {
  readonly type: 'reasoning';
  readonly text: string;
}

/** The current state of a tool that the backend uses; replaces the earlier state of the tool with this `id`. */
export interface ToolEvent extends Resumable {
  readonly type: 'tool';
  readonly id: string;
  /** The backend's name for the tool; empty where it gives none. */
  readonly name: string;
  readonly state: ToolState;
  /** A title for visitors, such as "Searching the documents". */
  readonly title?: string;
  /** Untrusted, at most 2,000 characters as JSON. */
  readonly input?: unknown;
  /** Untrusted, at most 2,000 characters as JSON. */
  readonly output?: unknown;
}

/**
 * The answer waits for somebody: an approval, a tool of the page, a question. Comes right before the end of a turn. A second
 * event with a known id is ignored.
 */
export interface InterruptEvent extends Resumable {
  readonly type: 'interrupt';
  readonly part: InterruptPart;
}

/** A file that belongs to the answer. */
export interface FileEvent extends Resumable {
  readonly type: 'file';
  /** Empty where the file has no address that can be opened. */
  readonly url: string;
  /** Empty where the backend does not name it. */
  readonly mediaType: string;
  readonly name?: string;
  /** In bytes. */
  readonly size?: number;
}

/**
 * The last `length` characters of the text do not belong to the answer: the model writes them again, or, with `as`, they were
 * thoughts. Earlier text stays.
 */
export interface TakeBackEvent extends Resumable {
  readonly type: 'take-back';
  /** UTF-16 code units of text to take back. */
  readonly length: number;
  readonly as?: 'reasoning';
  /** Ids of tools to remove, because the model repeats the step in which they ran. */
  readonly tools?: readonly string[];
}

/** The normal end of a turn. */
export interface DoneEvent {
  readonly type: 'done';
  readonly queryId?: string;
  readonly finishReason?: FinishReason;
  readonly sources?: readonly Source[];
  readonly quotaRemaining?: number;
  readonly usage?: Usage;
  /** Whether the backend found no document that answers the question. */
  readonly isUnsure?: boolean;
  /** Whether the body ended in a format that has no end mark. Set by the transport, never sent by a backend. */
  readonly isUnmarked?: boolean;
  /** Questions that the visitor may ask next: plain text, untrusted. */
  readonly suggestions?: readonly string[];
  /** The backend's own id of the conversation, if the next request must contain it. Never sent by our Worker. */
  readonly threadId?: string;
}

/** The end of a turn that failed. `message` is for developers. */
export interface ErrorEvent {
  readonly type: 'error';
  readonly code: ChatErrorCode;
  readonly message: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

/**
 * The connection broke, and the transport reconnects. Never sent by a backend. The next event of any other type ends this
 * state.
 */
export interface ReconnectingEvent {
  readonly type: 'reconnecting';
}

/** An event that does not end its turn. */
export type ContinuableEvent =
  | StartEvent
  | SourcesEvent
  | TokenEvent
  | ReasoningEvent
  | ToolEvent
  | InterruptEvent
  | FileEvent
  | TakeBackEvent;

/** An event of a turn that the backend sends. */
export type BackendEvent = ContinuableEvent | DoneEvent | ErrorEvent;

/**
 * An event of a turn, the same for every wire format. A turn is any number of events and then one `done` or `error`. If the
 * events end without either, the answer was cut: it is `truncated`.
 *
 * @example
 * const turn: ChatEvent[] = [
 *   { type: 'token', token: 'We ship ' },
 *   { type: 'token', token: 'worldwide.' },
 *   { type: 'done', finishReason: 'stop' },
 * ];
 */
export type ChatEvent = BackendEvent | ReconnectingEvent;

/**
 * Whether an event is the end of its turn, normal or failed.
 *
 * @example
 * isEnd({ type: 'token', token: 'Hi' }); // false
 * isEnd({ type: 'done' }); // true
 */
export function isEnd(event: ChatEvent | undefined): event is DoneEvent | ErrorEvent {
  return event?.type === 'done' || event?.type === 'error';
}
