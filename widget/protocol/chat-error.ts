/** Codes a backend of ours sends, in an HTTP error body or in the stream. */
export const SERVER_ERROR_CODES = [
  'bad-request',
  'session-required',
  'origin-refused',
  'challenge-required',
  'too-large',
  'unsupported-content',
  'rate-limited',
  'quota-exceeded',
  'site-limit',
  'model-failed',
  'empty-answer',
  'model-busy',
  'model-timeout',
  'content-filtered',
  'not-configured',
  'internal',
] as const;

/** Codes only the widget itself raises. */
const CLIENT_ERROR_CODES = [
  'offline',
  'blocked',
  'stalled',
  'truncated',
  'bad-response',
  'file-gone',
  'upload-failed',
] as const;

export type ServerErrorCode = (typeof SERVER_ERROR_CODES)[number];
export type ChatErrorCode = ServerErrorCode | (typeof CLIENT_ERROR_CODES)[number];

const KNOWN_CODES: ReadonlySet<string> = new Set<ChatErrorCode>([
  ...SERVER_ERROR_CODES,
  ...CLIENT_ERROR_CODES,
]);

const CODE_OF_STATUS: Readonly<Record<number, ServerErrorCode>> = {
  400: 'bad-request',
  401: 'session-required',
  403: 'origin-refused',
  404: 'not-configured',
  405: 'not-configured',
  408: 'model-timeout',
  413: 'too-large',
  422: 'bad-request',
  429: 'rate-limited',
  503: 'model-busy',
  504: 'model-timeout',
};

/** What was seen of a failure, for whoever keeps the page or the backend. */
export interface FailureFacts {
  /** Of the response. */
  readonly status?: number;
  readonly contentType?: string;
  /** The beginning of its body. */
  readonly text?: string;
  /** Cloudflare has asked for a proof that the visitor is human, in place of the backend. */
  readonly isChallenge?: boolean;
  /** The setting that failed before anything was sent. */
  readonly setting?: string;
  /** The name of the file that was not sent. */
  readonly file?: string;
  /** Where it was sent, where that is not the endpoint. */
  readonly address?: string;
}

/** Characters of a body in {@link FailureFacts}. */
export const MAX_FACT_CHARACTERS = 200;

/** Fields of a {@link ChatError} besides its code and message. */
export interface ChatErrorOptions extends ErrorOptions {
  /** Seconds after which trying again makes sense. */
  readonly retryAfter?: number | undefined;
  readonly facts?: FailureFacts | undefined;
}

/**
 * The one error of the project. `code` is for programs and for the strings table; `message` is for
 * developers and is never shown to a visitor.
 *
 * @example
 * throw new ChatError('rate-limited', 'expected 200 from the endpoint, got 429', { retryAfter: 10 });
 */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly code: ChatErrorCode;
  /** Seconds after which trying again makes sense, when the backend said so. */
  readonly retryAfter: number | undefined;
  /** What was seen of it; undefined where only its code is known. */
  readonly facts: FailureFacts | undefined;

  constructor(code: ChatErrorCode, message: string, options: ChatErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.facts = options.facts;
  }
}

/** The error with what was seen of it, where it does not know that yet. */
export function withFacts(error: ChatError, facts: FailureFacts): ChatError {
  if (error.facts) return error;
  const { code, message, retryAfter, cause } = error;
  return new ChatError(code, message, { retryAfter, cause, facts });
}

/** Whether a string is one of the closed codes. */
export function isErrorCode(code: string): code is ChatErrorCode {
  return KNOWN_CODES.has(code);
}

/**
 * The code for an HTTP error that names none in its body.
 *
 * @example
 * codeOfStatus(429); // 'rate-limited'
 * codeOfStatus(418); // 'bad-request'
 * codeOfStatus(599); // 'model-failed'
 */
export function codeOfStatus(status: number): ServerErrorCode {
  return CODE_OF_STATUS[status] ?? (status >= 500 ? 'model-failed' : 'bad-request');
}

/**
 * The code for an HTTP error of a backend that does not speak ours. It never says that the visitor did something wrong: what was
 * sent is the page's doing.
 *
 * @example
 * codeOfForeignStatus(422); // 'not-configured'
 * codeOfForeignStatus(429); // 'model-busy'
 */
export function codeOfForeignStatus(status: number): ServerErrorCode {
  if (status === 429) return 'model-busy';
  const code = codeOfStatus(status);
  return status >= 500 || code === 'model-timeout' ? code : 'not-configured';
}
