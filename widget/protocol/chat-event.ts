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

/** A token that proves a verified session; sent back as `Authorization: Bearer`. */
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
  /** How many events of the turn have arrived with this one: those that arrived together are joined. */
  readonly position?: number;
  /** The point from which the turn can be continued after this event. */
  readonly resumePoint?: ResumePoint | undefined;
}

/** Opens a turn. Backends other than ours may leave it out. */
export interface StartEvent extends Resumable {
  readonly type: 'start';
  readonly queryId?: string;
  readonly session?: Session;
  readonly quota?: Quota;
  /** URLs on the endpoint's origin that the widget may call for this turn. */
  readonly links?: {
    readonly feedback?: string;
    /** GET with `after`, the number of events received, continues this turn on another connection. */
    readonly resume?: string;
    /** POST ends this turn for good. */
    readonly stop?: string;
  };
}

/** The documents an answer is drawn from; replaces any earlier list of the turn. */
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

/** A tool that the backend uses, as it is now; replaces the earlier state of the tool with this `id`. */
export interface ToolEvent extends Resumable {
  readonly type: 'tool';
  readonly id: string;
  /** As the backend calls it; empty when it does not say. */
  readonly name: string;
  readonly state: ToolState;
  /** For visitors: "Searching the documents". */
  readonly title?: string;
  /** Untrusted, at most 2,000 characters as JSON. */
  readonly input?: unknown;
  /** Untrusted, at most 2,000 characters as JSON. */
  readonly output?: unknown;
}

/** Somebody has to answer before the answer goes on: comes right before the end of a turn. One whose id is known changes nothing. */
export interface InterruptEvent extends Resumable {
  readonly type: 'interrupt';
  readonly part: InterruptPart;
}

/** A file that belongs to the answer. */
export interface FileEvent extends Resumable {
  readonly type: 'file';
  /** Empty where it cannot be had. */
  readonly url: string;
  /** Empty where the backend does not say. */
  readonly mediaType: string;
  readonly name?: string;
  /** Bytes. */
  readonly size?: number;
}

/**
 * The last `length` characters of the answer's text were none: a draft that is written anew, or thoughts, as `as` says. Text
 * that came before them stays.
 */
export interface TakeBackEvent extends Resumable {
  readonly type: 'take-back';
  /** UTF-16 code units of the tokens. */
  readonly length: number;
  readonly as?: 'reasoning';
  /** Ids of tools that count no longer: their step is done anew. */
  readonly tools?: readonly string[];
}

/** Ends a turn well. */
export interface DoneEvent {
  readonly type: 'done';
  readonly queryId?: string;
  readonly finishReason?: FinishReason;
  readonly sources?: readonly Source[];
  readonly quotaRemaining?: number;
  readonly usage?: Usage;
  /** None of the documents answers the question. */
  readonly isUnsure?: boolean;
  /** The body ended, and its format marks no end. Never sent by a backend. */
  readonly isUnmarked?: boolean;
  /** Questions that the visitor may ask next: plain text, untrusted. */
  readonly suggestions?: readonly string[];
  /** The backend's own name for the conversation, where the next question has to have it. Never sent by ours. */
  readonly threadId?: string;
}

/** Ends a turn badly. `message` is for developers. */
export interface ErrorEvent {
  readonly type: 'error';
  readonly code: ChatErrorCode;
  readonly message: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** The connection broke, and the transport is getting it back. Never sent by a backend; any other event ends this. */
export interface ReconnectingEvent {
  readonly type: 'reconnecting';
}

/** An event after which its turn goes on. */
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
 * An event of a turn, the same for every wire format. A turn is any number of events and then one `done`
 * or `error`; an iteration that ends without either was cut, and is `truncated`.
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
 * Whether nothing follows an event: its turn has ended, well or badly.
 *
 * @example
 * isEnd({ type: 'token', token: 'Hi' }); // false
 * isEnd({ type: 'done' }); // true
 */
export function isEnd(event: ChatEvent | undefined): event is DoneEvent | ErrorEvent {
  return event?.type === 'done' || event?.type === 'error';
}
