import { ChatError, type ChatErrorCode } from '../../widget/protocol/chat-error.ts';
import { describeError } from '../../widget/protocol/dialects/error.ts';
import { parseJson } from '../../widget/protocol/dialects/frame.ts';
import { readObject } from '../../widget/protocol/dialects/read.ts';
import { hintFor } from '../hints.ts';

/** What our visitor is told when the upstream says this of us; any other code of its own is a `model-failed`. */
const CODE_OF_NAMED: Partial<Record<ChatErrorCode, ChatErrorCode>> = {
  'rate-limited': 'model-busy',
  'model-busy': 'model-busy',
  'model-timeout': 'model-timeout',
  'content-filtered': 'content-filtered',
  'site-limit': 'site-limit',
  'too-large': 'too-large',
  'not-configured': 'not-configured',
};

const CODE_OF_STATUS: Readonly<Record<number, ChatErrorCode>> = {
  401: 'not-configured',
  403: 'not-configured',
  404: 'not-configured',
  408: 'model-timeout',
  413: 'too-large',
  429: 'model-busy',
  503: 'model-busy',
  504: 'model-timeout',
  529: 'model-busy',
};

/** Codes that say no more than that this one model is not to be had. */
const UNAVAILABLE: ReadonlySet<string | undefined> = new Set([
  '3041',
  '3042',
  '5007',
  '5016',
  '5018',
  '5035',
]);

/** A code as vendors write it. Their words never reach the log: they may repeat the question, or the key. */
const VENDOR_CODE = /"(?:internalCode|code)"\s*:\s*"?(?!null)([a-z\d_.-]{2,40})\b/i;

/** A refusal or failure of the upstream. The message is ours; the cause is a hint, or the upstream's own code, for the log only. */
export class UpstreamError extends ChatError {
  /** Another model may do better: this one does not exist, is not to be had on this plan, or is full. */
  get isWorthAnother(): boolean {
    return this.code === 'model-busy' || this.code === 'not-configured';
  }
}

/** Returns an answer that went well as it is. Throws {@link UpstreamError} for any other. */
export async function accept(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  const { code, retryAfter = Number(response.headers.get('Retry-After')) || undefined } = describeError(
    readObject(parseJson(text)),
  );
  const isSpent = text.includes('daily free allocation');
  const vendorCode = isSpent ? '3036' : VENDOR_CODE.exec(text)?.[1];
  const isUnavailable = UNAVAILABLE.has(vendorCode);
  const named = isUnavailable ? 'not-configured' : isSpent ? 'site-limit' : CODE_OF_NAMED[code ?? 'internal'];
  throw upstreamError(named ?? CODE_OF_STATUS[response.status], {
    reason: `the model server answered ${response.status}`,
    detail: hintFor(vendorCode),
    retryAfter,
  });
}

/** The error for a code that the upstream named, in a body or in its stream. */
export function upstreamError(
  code: ChatErrorCode | undefined,
  { reason, detail, retryAfter }: { reason: string; detail: string; retryAfter?: number | undefined },
): UpstreamError {
  const ours = CODE_OF_NAMED[code ?? 'internal'] ?? 'model-failed';
  return new UpstreamError(ours, reason, {
    cause: detail,
    retryAfter: retryAfter ?? (ours === 'site-limit' ? secondsToMidnight() : undefined),
  });
}

/** Daily allocations are renewed at 00:00 UTC. */
function secondsToMidnight(): number {
  return 86_400 - (Math.floor(Date.now() / 1000) % 86_400);
}
