/** Codes that our Worker sends, in an HTTP error body or in the stream. */
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

/** Codes that only the widget raises. */
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

/** Details of a failed response, for the owner of the page or the backend. */
export interface FailureFacts {
  /** HTTP status of the response. */
  readonly status?: number;
  readonly contentType?: string;
  /** The beginning of the response's body. */
  readonly text?: string;
  /** Whether Cloudflare answered in place of the backend, with a page that asks for proof of being human. */
  readonly isChallenge?: boolean;
  /** The wrong setting, where the failure came before any request. */
  readonly setting?: string;
  /** The name of the file that was not sent. */
  readonly file?: string;
  /** Where it was sent, where that is not the endpoint. */
  readonly address?: string;
}

/** Characters of a body that are kept in {@link FailureFacts}. */
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
  /** Seconds after which trying again makes sense; undefined where the backend did not say. */
  readonly retryAfter: number | undefined;
  /** Details of the response; undefined where only the code is known. */
  readonly facts: FailureFacts | undefined;

  constructor(code: ChatErrorCode, message: string, options: ChatErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.facts = options.facts;
  }
}

/** A copy of the error with `facts`, unless it has facts already. */
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
 * The code for an HTTP error whose body names none.
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
 * The code for an HTTP error of a backend whose body has none of our codes. It is never a code that blames the visitor: the
 * page's code made the request.
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
