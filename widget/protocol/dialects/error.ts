import { codeOfForeignStatus, isErrorCode, type ChatErrorCode } from '../chat-error.ts';
import type { ErrorEvent } from '../chat-event.ts';
import type { Frame, FrameEvent } from './frame.ts';
import {
  type JsonObject,
  dropUndefined,
  isObject,
  pickString,
  readList,
  readNumber,
  readObject,
  readString,
} from '../json.ts';

/** The contents of an error body. */
export interface ErrorDetails {
  /**
   * Our own code, where the body has one as `code`; else a code that asks nothing of the visitor. Undefined when none is
   * known.
   */
  readonly code: ChatErrorCode | undefined;
  /** For developers. */
  readonly message: string;
  /** In seconds. */
  readonly retryAfter: number | undefined;
}

/**
 * Our codes for the codes of other vendors, which are compared in lower case and with hyphens. The numbers are Workers AI's
 * internal codes. A vendor's limit concerns the site, not the visitor: so never `rate-limited`.
 */
const MEANINGS: readonly (readonly [RegExp, ChatErrorCode])[] = [
  [/rate-limit|too-many|exhausted|overloaded|^3040$/, 'model-busy'],
  [/quota|^3036$/, 'site-limit'],
  [/timeout|^3007$/, 'model-timeout'],
  [/^content-filter/, 'content-filtered'],
  [/context-length|^3006$/, 'too-large'],
  [/^(?:authentication-|invalid-?api-?key|session-req|origin-ref|bad-request)/, 'not-configured'],
];

/**
 * Reads an error of any format, inside a stream or as an answer with status 200.
 *
 * @example
 * readError(toFrame('{"error":{"message":"slow down","type":"rate_limit_error"}}'));
 * // [{ type: 'error', code: 'model-busy', message: 'slow down' }]
 * readError(toFrame('{"token":"Hi"}')); // undefined
 */
export function readError({ event, data, json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return event === 'error' ? [toErrorEvent({ error: data })] : undefined;
  const isError = event === 'error' || isErrorBody(json);
  return isError ? [toErrorEvent(json)] : undefined;
}

/** The event for a JSON body that is known to be an error. */
export function toErrorEvent(json: JsonObject): ErrorEvent {
  const { code = 'model-failed', message, retryAfter } = describeError(json);
  return dropUndefined<ErrorEvent>({ type: 'error', code, message, retryAfter });
}

/**
 * Reads code, message and delay out of an error body, flat or nested under `error` or `errors[0]`.
 *
 * @example
 * describeError({ error: { code: 429, message: 'slow down', retry_after: 3 } });
 * // { code: 'model-busy', message: 'slow down', retryAfter: 3 }
 */
export function describeError(json: JsonObject): ErrorDetails {
  const nested = json['error'] ?? readList(json['errors'])[0];
  const body = readObject(nested);
  const own = readString(json['code']) ?? '';
  const codes = [
    own,
    body['code'],
    body['type'],
    json['error_type'],
    json['internalCode'],
    json['status'],
    nested,
  ];
  const texts = [body, json].map((object) =>
    pickString(object, 'message', 'errorText', 'content', 'text', 'data'),
  );
  return {
    code: isErrorCode(own) ? own : codes.map(toKnownCode).find((code) => code !== undefined),
    message: texts[0] || (readString(nested) ?? '') || texts[1] || 'an error without a message',
    retryAfter:
      readNumber(json['retryAfter']) ?? readNumber(body['retryAfter']) ?? readNumber(body['retry_after']),
  };
}

function isErrorBody(json: JsonObject): boolean {
  const { error } = json;
  // A failed tool call does not fail the answer.
  if (/tool/i.test(readString(json['type']) ?? '')) return false;
  if (json['type'] === 'error' || json['event'] === 'error' || json['object'] === 'error') return true;
  if (isObject(error) || (typeof error === 'string' && error !== '')) return true;
  return readList(json['errors']).length > 0 || json['success'] === false || 'internalCode' in json;
}

function toKnownCode(value: unknown): ChatErrorCode | undefined {
  const code = (readString(value) ?? '').toLowerCase().replaceAll('_', '-');
  // A text with blanks is a message, not a code.
  if (/\s/.test(code)) return undefined;
  const [, known] = MEANINGS.find(([pattern]) => pattern.test(code)) ?? [];
  if (known) return known;
  if (isErrorCode(code)) return code;
  return /^[45]\d\d$/.test(code) ? codeOfForeignStatus(Number(code)) : undefined;
}
