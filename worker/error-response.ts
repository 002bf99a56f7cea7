import type { Context } from 'hono';
import { ChatError, type ChatErrorCode, type ChatErrorOptions } from '../widget/protocol/chat-error.ts';
import type { ErrorEvent } from '../widget/protocol/chat-event.ts';
import { log } from './log.ts';

type Status = 400 | 401 | 403 | 404 | 405 | 413 | 422 | 429 | 500 | 502 | 503 | 504;

const STATUS_OF_CODE: Partial<Record<ChatErrorCode, Status>> = {
  'bad-request': 400,
  'unsupported-content': 400,
  'session-required': 401,
  'origin-refused': 403,
  'challenge-required': 403,
  'too-large': 413,
  'rate-limited': 429,
  'quota-exceeded': 429,
  'site-limit': 429,
  'model-failed': 502,
  'empty-answer': 502,
  'content-filtered': 502,
  'model-busy': 503,
  'model-timeout': 504,
};

/** An error with a status of its own, where the status that belongs to its code would be wrong. */
export class RequestError extends ChatError {
  readonly status: Status;

  constructor(code: ChatErrorCode, message: string, status: Status, options?: ChatErrorOptions) {
    super(code, message, options);
    this.status = status;
  }
}

/** The HTTP status that goes with an error, or with a code; 500 for those that are our own fault. */
export function statusOf(error: ChatError | ChatErrorCode): Status {
  if (error instanceof RequestError) return error.status;
  return STATUS_OF_CODE[typeof error === 'string' ? error : error.code] ?? 500;
}

/**
 * Turns whatever a handler threw into an error for the client. Anything but a {@link ChatError} is described in the log only: the
 * client gets `internal`.
 */
export function toChatError(error: unknown, place: { readonly path?: string } = {}): ChatError {
  if (error instanceof ChatError) return error;
  log('crash', { ...place, detail: error instanceof Error ? error.stack : String(error) });
  return new ChatError('internal', 'the request failed');
}

/** An error as the event, and the JSON body, that tells a client about it. */
export function toErrorEvent({ code, message, retryAfter }: ChatError): ErrorEvent {
  return { type: 'error', code, message, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** The error object OpenAI clients read, in a body or in a stream. */
export function toOpenAiError({ code, message }: ErrorEvent) {
  const type = statusOf(code) < 500 ? 'invalid_request_error' : 'server_error';
  return { message, type, param: null, code };
}

/**
 * Answers with one JSON error. Under `/v1` it also has the `error` object that OpenAI clients read.
 *
 * @example
 * app.onError((error, c) => errorResponse(c, new ChatError('internal', 'the request failed', { cause: error })));
 * // 500 {"type":"error","code":"internal","message":"the request failed"}
 */
export function errorResponse(c: Context, error: ChatError) {
  const event = toErrorEvent(error);
  if (event.retryAfter !== undefined) c.header('Retry-After', String(event.retryAfter));
  c.header('Cache-Control', 'no-store');
  const isOpenAi = c.req.path.startsWith('/v1/');
  return c.json({ ...event, ...(isOpenAi && { error: toOpenAiError(event) }) }, statusOf(error));
}

/** Answers with the error that a handler threw. */
export function answerError(error: Error, c: Context): Response {
  const { path } = c.req;
  const chatError = toChatError(error, { path });
  // Logged for the owner, who alone can mend it: the chat tells visitors only that it is not set up.
  if (chatError.code === 'not-configured') log(chatError.code, { path, detail: chatError.message });
  return errorResponse(c, chatError);
}
