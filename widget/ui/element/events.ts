import type { ChatError, ChatErrorCode } from '../../protocol/chat-error.ts';
import type { FinishReason, Usage } from '../../protocol/chat-event.ts';
import type { ChatMessage, SourcePart } from '../../protocol/chat-message.ts';
import type { ChatRequest } from '../../protocol/transport.ts';
import type { ChatStatus, ResponseEndChange } from '../../conversation/state.ts';

/** The browser's own `Event`. MooTools replaces the global `Event` by a class of its own. */
const NativeEvent: typeof Event = Object.getPrototypeOf(CustomEvent);

type EventName = `cf-ai-chat-${string}`;

/** Base class of the chat's events: they bubble and leave shadow roots. */
export abstract class ChatElementEvent<Name extends EventName = EventName> extends NativeEvent {
  constructor(type: Name, init: EventInit = {}) {
    super(type, { bubbles: true, composed: true, ...init });
  }
}

/** Names of the events without data. */
export type PlainEventName =
  | 'cf-ai-chat-show'
  | 'cf-ai-chat-hide'
  | 'cf-ai-chat-after-show'
  | 'cf-ai-chat-after-hide'
  | 'cf-ai-chat-ready'
  | 'cf-ai-chat-clear';

/**
 * An event without data. `show` and `hide` are about to happen and can be cancelled; `after-show`, `after-hide`, `ready` (the
 * panel is loaded, the transcript restored) and `clear` have happened.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-show', (event) => {
 *   if (isNight()) event.preventDefault(); // the panel stays closed
 * });
 */
export class CfAiChatEvent extends ChatElementEvent<PlainEventName> {}

/**
 * The visitor's text is about to be sent. Cancelable: the text stays in the text box.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-send', (event) => {
 *   if (/\b\d{16}\b/.test(event.text)) event.preventDefault(); // no card numbers
 * });
 */
export class CfAiChatSendEvent extends ChatElementEvent {
  readonly text: string;
  constructor(text: string) {
    super('cf-ai-chat-send', { cancelable: true });
    this.text = text;
  }
}

/**
 * A request is about to be sent; `request` may be changed. Cancelable: nothing is sent.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-request', ({ request }) => {
 *   request.headers['x-csrf-token'] = token;
 * });
 */
export class CfAiChatRequestEvent extends ChatElementEvent {
  readonly request: ChatRequest;
  constructor(request: ChatRequest) {
    super('cf-ai-chat-request', { cancelable: true });
    this.request = request;
  }
}

/**
 * The first piece of an answer has arrived.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-response-start', ({ message }) => console.log(message.id));
 */
export class CfAiChatResponseStartEvent extends ChatElementEvent {
  readonly message: ChatMessage;
  constructor(message: ChatMessage) {
    super('cf-ai-chat-response-start');
    this.message = message;
  }
}

/** An answer that has ended normally, with its sources, usage and times. */
export type ResponseEnd = Omit<ResponseEndChange, 'type'>;

/**
 * An answer is complete.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-response-end', ({ milliseconds, usage }) => {
 *   console.log(milliseconds, usage?.outputTokens); // 2140 87
 * });
 */
export class CfAiChatResponseEndEvent extends ChatElementEvent implements ResponseEnd {
  readonly message: ChatMessage;
  readonly sources: readonly SourcePart[];
  /** Token counts, if the backend sent them. */
  readonly usage: Usage | undefined;
  /** Why the model stopped. `length`: it reached its token limit. */
  readonly finishReason: FinishReason | undefined;
  /** Time from sending to the first text or thinking. */
  readonly millisecondsToFirstToken: number;
  /** Time from sending to the end. */
  readonly milliseconds: number;
  constructor(end: ResponseEnd) {
    super('cf-ai-chat-response-end');
    this.message = end.message;
    this.sources = end.sources;
    this.usage = end.usage;
    this.finishReason = end.finishReason;
    this.millisecondsToFirstToken = end.millisecondsToFirstToken;
    this.milliseconds = end.milliseconds;
  }
}

/**
 * A turn has failed or was cut.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-error', ({ code, error }) => {
 *   console.warn(code, error.message); // 'rate-limited' 'got status 429: too many requests at once'
 * });
 */
export class CfAiChatErrorEvent extends ChatElementEvent {
  readonly code: ChatErrorCode;
  readonly error: ChatError;
  constructor(error: ChatError) {
    super('cf-ai-chat-error');
    this.code = error.code;
    this.error = error;
  }
}

/**
 * The visitor or the page has stopped an answer; `message` is the part that had arrived, null if none had.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-stop', ({ message }) => console.log(message?.status)); // 'stopped'
 */
export class CfAiChatStopEvent extends ChatElementEvent {
  readonly message: ChatMessage | null;
  constructor(message: ChatMessage | null) {
    super('cf-ai-chat-stop');
    this.message = message;
  }
}

/**
 * `status` has changed.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-status-change', ({ status }) => console.log(status));
 * // 'submitted', 'streaming', 'ready'
 */
export class CfAiChatStatusChangeEvent extends ChatElementEvent {
  readonly status: ChatStatus;
  constructor(status: ChatStatus) {
    super('cf-ai-chat-status-change');
    this.status = status;
  }
}

/**
 * A link in an answer or a source is about to be followed. Cancelable.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-link', (event) => {
 *   event.preventDefault();
 *   router.push(event.url); // 'https://shop.example/returns'
 * });
 */
export class CfAiChatLinkEvent extends ChatElementEvent {
  /** Absolute URL. */
  readonly url: string;
  /** The source the link belongs to; undefined for a link in the answer's text. */
  readonly source: SourcePart | undefined;
  constructor(url: string, source?: SourcePart) {
    super('cf-ai-chat-link', { cancelable: true });
    this.url = url;
    this.source = source;
  }
}
