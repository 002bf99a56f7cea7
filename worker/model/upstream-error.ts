import {
  ChatError,
  codeOfStatus,
  type ChatErrorCode,
  type ChatErrorOptions,
} from '../../widget/protocol/chat-error.ts';
import { describeError } from '../../widget/protocol/dialects/error.ts';
import { parseJson, readObject } from '../../widget/protocol/json.ts';

/** The error code that our visitor gets, by the code that the model server sends us. Any other becomes `model-failed`. */
const OUR_CODE: Readonly<Record<string, ChatErrorCode>> = {
  'rate-limited': 'model-busy',
  'model-busy': 'model-busy',
  'model-timeout': 'model-timeout',
  'content-filtered': 'content-filtered',
  'site-limit': 'site-limit',
  'too-large': 'too-large',
  'not-configured': 'not-configured',
  // The codes of HTTP statuses 401 and 403, and two statuses without a code.
  'session-required': 'not-configured',
  'origin-refused': 'not-configured',
  404: 'not-configured',
  529: 'model-busy',
};

const NO_SUCH_MODEL = 'there is no such model: correct MODEL, see `npx wrangler ai models`';
const PRIVATE_MODEL = 'the model is private to another account: choose another MODEL';

/** What the operator can do, by the error codes of Workers AI. https://developers.cloudflare.com/workers-ai/platform/errors/ */
const HINTS: Readonly<Record<string, string>> = {
  3036: 'the free allocation of the day is used up until 00:00 UTC: wait, or take the Workers Paid plan',
  3040: 'the model is out of capacity: name another one in MODEL_FALLBACK',
  3041: PRIVATE_MODEL,
  3042: NO_SUCH_MODEL,
  5007: NO_SUCH_MODEL,
  5016: "the model's licence is not accepted yet: accept it in the dashboard",
  5018: PRIVATE_MODEL,
  5035: 'the model needs the Workers Paid plan: choose another MODEL',
};

/** Codes of Workers AI that say only that this account cannot use this model. */
const UNAVAILABLE = /^(?:304[12]|5007|501[68]|5035)$/;

/** The error code in a vendor's JSON. Only the code is logged: the vendor's message may repeat the question, or the key. */
const VENDOR_CODE = /"(?:internalCode|code)"\s*:\s*"?(?!null)([a-z\d_.-]{2,40})\b/i;

const DAY_SECONDS = 86_400;

const MAX_ERROR_CHARACTERS = 65_536;

/** The first 64 KB of a body: an error message stands there, and a server may send any amount. */
async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.length >= MAX_ERROR_CHARACTERS) break;
  }
  return text;
}

/**
 * Turns an error of the model server into one for our visitor. `cause` is a hint or a code, and is only logged.
 *
 * @example
 * upstreamError('rate-limited', 'the model server answered 429', { retryAfter: 3 }).code; // 'model-busy'
 * upstreamError('bad-request', 'the model server answered 400', {}).code; // 'model-failed'
 */
export function upstreamError(said: ChatErrorCode, message: string, { cause, retryAfter }: ChatErrorOptions) {
  const code = OUR_CODE[said] ?? 'model-failed';
  // Daily allocations are renewed at 00:00 UTC.
  const untilMidnight = DAY_SECONDS - (Math.floor(Date.now() / 1_000) % DAY_SECONDS);
  const delay = retryAfter ?? (code === 'site-limit' ? untilMidnight : undefined);
  return new ChatError(code, message, { cause, retryAfter: delay });
}

/** Throws an {@link upstreamError} where the model server's response is no success. */
export async function accept(response: Response): Promise<void> {
  const { ok, status, headers } = response;
  if (ok) return;
  const text = await beginningOf(response);
  const { code, retryAfter } = describeError(readObject(parseJson(text)));
  const vendorCode = text.includes('daily free allocation') ? '3036' : (VENDOR_CODE.exec(text)?.[1] ?? '');
  const named = UNAVAILABLE.test(vendorCode) ? 'not-configured' : vendorCode === '3036' ? 'site-limit' : code;
  const said = OUR_CODE[named ?? ''] ?? OUR_CODE[status] ?? codeOfStatus(status);
  throw upstreamError(said, `the model server answered ${status}`, {
    cause: HINTS[vendorCode] ?? vendorCode,
    retryAfter: retryAfter ?? (Number(headers.get('Retry-After')) || undefined),
  });
}

/**
 * Throws the error for a model server that cannot be reached. workerd reports a connection that was refused or reset as a plain
 * `Error`, Node as a `TypeError`. The binding of Workers AI throws only when there was no model to ask.
 */
export function unreachable(error: unknown): never {
  if (error instanceof DOMException || error instanceof ChatError) throw error;
  const isLocal = String(error).includes('needs to be run remotely');
  const reason = isLocal ? 'Workers AI needs an account: leave out --local' : 'the model cannot be reached';
  throw new ChatError(isLocal ? 'not-configured' : 'model-failed', reason, { cause: String(error) });
}
