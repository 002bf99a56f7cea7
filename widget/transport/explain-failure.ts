import {
  type ChatError,
  type ChatErrorCode,
  type FailureFacts,
  MAX_FACT_CHARACTERS,
} from '../protocol/chat-error.ts';
import { allowOrigin, isLocal } from '../protocol/endpoint.ts';
import { isSocketUrl } from '../protocol/transport.ts';
import { chooseRemedy, type Remedy } from './remedies.ts';

/** Why a question got no answer, and what to do, in words for the owner of the page or of its backend. */
export interface Explanation extends Remedy {
  readonly problem: string;
}

/** The address that a question was sent to, and the page that it was sent from. */
export interface FailureContext {
  /** Undefined where the `endpoint` setting is no valid address. */
  readonly endpoint: URL | undefined;
  /** The page's origin; `null` for a page opened from disk. */
  readonly origin: string;
  /**
   * Whether the chat has a bot check. If it has one, a failed check concerns the visitor, not the owner. Default: no.
   */
  readonly hasBotCheck?: boolean;
}

/** Codes that the owner need not fix: the failure passes by itself, or only the visitor can end it. */
const VISITOR_CODES: ReadonlySet<ChatErrorCode> = new Set([
  'offline',
  'rate-limited',
  'quota-exceeded',
  'too-large',
  'content-filtered',
]);

/**
 * Why a turn failed and what its owner can do. Undefined for a failure that the owner cannot end, such as a limit of
 * our Worker or a device without a network.
 *
 * @example
 * const error = new ChatError('origin-refused', 'got status 403: …');
 * explainFailure(error, { endpoint: new URL('https://chat.example/api/chat'), origin: 'https://shop.example' });
 * // { problem: 'https://chat.example does not allow https://shop.example.', remedy: 'In wrangler.jsonc:', … }
 */
export function explainFailure(error: ChatError, from: FailureContext): Explanation | undefined {
  const { code, message, facts } = error;
  const address = facts?.address ?? from.endpoint?.href ?? 'the endpoint';
  if (facts?.setting !== undefined) return { problem: `${message}.`, ...remedyOfSetting(facts.setting) };
  // With one of our codes in its body, such as `"rate-limited"`, the limit is our Worker's, so it is the visitor's. A
  // vendor's limit is about the owner's account.
  if (VISITOR_CODES.has(code) && (facts?.text?.includes(`"${code}"`) ?? true)) return undefined;
  switch (code) {
    case 'origin-refused':
      return explainRefusedOrigin(from);
    case 'challenge-required':
    case 'session-required':
      return from.hasBotCheck ? undefined : explainMissingBotCheck(address);
    case 'blocked':
      return explainSilence(address, from);
    case 'upload-failed':
      return explainUpload(address, from, facts);
    default:
      return facts?.status === undefined ? explainCode(error, address) : explainBody(error, address, facts);
  }
}

/** An explanation as one text. */
export function explanationText({ problem, remedy, code }: Explanation): string {
  return [problem, remedy, code ?? ''].join(' ').trim();
}

function explainMissingBotCheck(address: string): Explanation {
  return {
    problem: `${address} wants its visitors to pass the bot check, and the chat has no sitekey for it.`,
    remedy: 'Set turnstile-sitekey to the sitekey that belongs to TURNSTILE_SECRET of the Worker.',
  };
}

function explainRefusedOrigin({ endpoint, origin }: FailureContext): Explanation {
  const code = endpoint && allowOrigin(origin, endpoint);
  const remedy = code?.startsWith('npm') ? 'End it, and start it with:' : 'In wrangler.jsonc:';
  return { problem: `${endpoint?.origin} does not allow ${origin}.`, remedy, ...(code && { code }) };
}

/** No response was readable. The browser does not say why, so that the causes are told apart by the two addresses. */
function explainSilence(address: string, { endpoint, origin }: FailureContext): Explanation {
  const problem = `No response that the page may read came from ${address}.`;
  if (
    endpoint &&
    /^(?:http|ws):$/.test(endpoint.protocol) &&
    origin.startsWith('https:') &&
    !isLocal(endpoint)
  )
    return {
      problem,
      remedy: 'A page of https asks nothing by http. Write:',
      code: address.replace(/^(http|ws):/, '$1s:'),
    };
  if (endpoint && isSocketUrl(endpoint.href))
    return {
      problem,
      remedy: 'Start the agent there, and look whether the policy of the page (connect-src) stops it.',
    };
  if (endpoint?.origin === origin)
    return {
      problem,
      remedy:
        'Start the service, and look whether a blocker or the policy of the page (connect-src) stops it.',
    };
  return {
    problem,
    remedy:
      'Start the service, and let it answer POST and its preflight (OPTIONS) with these headers, and allow the headers that the page adds; else a blocker or the policy of the page (connect-src) stops it:',
    code: `Access-Control-Allow-Origin: ${origin}\nAccess-Control-Allow-Headers: content-type, authorization, idempotency-key`,
  };
}

/** A file has a request of its own, perhaps to another service than the question. */
function explainUpload(address: string, { origin }: FailureContext, facts: FailureFacts = {}): Explanation {
  const { status, contentType = '', text = '' } = facts;
  if (status === undefined)
    return {
      problem: `No response that the page may read came from ${address}, which takes the files of questions.`,
      remedy:
        'Let it answer POST or PUT and their preflight (OPTIONS) with these headers; else a blocker or the policy of the page (connect-src) stops it:',
      code: `Access-Control-Allow-Origin: ${origin}\nAccess-Control-Allow-Methods: POST, PUT\nAccess-Control-Allow-Headers: content-type`,
    };
  // Only for these statuses the remedies for questions also fit an upload.
  const isAccess = [401, 403, 404, 429].includes(status);
  return {
    problem: `${address} took no file: status ${status}${contentType && ` (${contentType})`} ${quote(text)}`,
    ...(isAccess
      ? chooseRemedy(facts)
      : { remedy: 'Look into its log: there may be limits of size and kind.' }),
  };
}

function quote(text: string): string {
  return text.trim() === '' ? 'with an empty body' : `and this: ${text.trim()}`;
}

function explainBody({ code, message }: ChatError, address: string, facts: FailureFacts): Explanation {
  const { status = 0, contentType = '', text = '' } = facts;
  const seen = `status ${status}${contentType && ` (${contentType})`}`;
  const quoted = quote(text);
  if (status >= 400) return { problem: `${address} answered with ${seen} ${quoted}`, ...chooseRemedy(facts) };
  if (code === 'bad-response') {
    const isPage = /\bhtml\b/.test(contentType) || /^\s*</.test(text);
    return isPage
      ? { problem: `${address} answered with ${seen}, an HTML page ${quoted}`, ...chooseRemedy(facts) }
      : {
          problem: `The chat finds no text in the answer of ${address}, ${seen} ${quoted}`,
          ...ANSWER_FORMAT,
        };
  }
  return explainCode({ code, message }, address);
}

const ANSWER_FORMAT: Remedy = {
  remedy: 'Send a format of those in the documentation, for example lines of server-sent events:',
  code: 'data: {"token":"Hello"}\n\ndata: [DONE]',
};

const TIME_LIMITS: Remedy = {
  remedy: 'Check the time limits of the service and of the proxies before it.',
};

/** Explains a failure of which only the code is known, and perhaps the backend's message. */
function explainCode({ code, message }: Pick<ChatError, 'code' | 'message'>, address: string): Explanation {
  switch (code) {
    case 'truncated':
      return {
        problem: `The answer of ${address} ended before it was complete: the connection broke, or the mark of its end is missing.`,
        remedy: `${TIME_LIMITS.remedy} A stream of your own ends with:`,
        code: 'data: [DONE]',
      };
    case 'stalled':
      return { problem: `${address} took the question and then sent nothing for too long.`, ...TIME_LIMITS };
    case 'empty-answer':
      return {
        problem: `${address} ended its answer without a single word.`,
        remedy: 'Look into the log of the service: the model sent no text.',
      };
    case 'bad-response':
      return { problem: `${address} sent no answer: ${message}.`, ...chooseRemedy({ status: 302 }) };
    default: {
      const text = message.slice(0, MAX_FACT_CHARACTERS);
      return {
        problem: `${address} sent the error ${code} instead of an end: ${text}`,
        ...chooseRemedy({ text }),
      };
    }
  }
}

function remedyOfSetting(setting: string): Remedy {
  if (setting === 'request-body')
    return { remedy: 'Write JSON between single quotes:', code: `request-body='{"model":"gpt-5-mini"}'` };
  if (setting === 'endpoint') return { remedy: 'Write a whole address, such as https://chat.example.com.' };
  return { remedy: `Correct what the page sets as ${setting}: each question waits for it.` };
}
