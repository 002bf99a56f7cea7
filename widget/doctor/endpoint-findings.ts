import type { AcceptedKinds } from '../protocol/accepted-files.ts';
import { ChatError, type ChatErrorCode } from '../protocol/chat-error.ts';
import { type FailureContext, explainFailure } from '../transport/explain-failure.ts';
import { NO_OPENER } from '../protocol/search/unopened.ts';
import type { Finding, FindingCode } from './finding.ts';

/** Milliseconds that a page, a file or an endpoint may take. */
export const TIME_LIMIT_MS = 15_000;

/** The finding for an error code of the chat; for any other code it is that the service failed. */
const FINDING_CODES: Readonly<Partial<Record<ChatErrorCode, FindingCode>>> = {
  'origin-refused': 'origin-refused',
  'challenge-required': 'bot-check-missing',
  'session-required': 'bot-check-missing',
  blocked: 'endpoint-unreachable',
  'bad-response': 'answer-unknown',
  truncated: 'answer-cut',
  'empty-answer': 'answer-empty',
};

/** The finding for an error that the chat would have, in the words that it has for its owner. */
export function findingOf(error: ChatError, from: FailureContext): Finding {
  const { code, message, facts } = error;
  const isFailure = facts?.status !== undefined && facts.status >= 400;
  const {
    problem,
    remedy,
    code: line,
  } = explainFailure(error, from) ?? {
    problem: `${from.endpoint?.href} answered with the error ${code}: ${message}`,
    remedy: 'It passes by itself: ask again later.',
  };
  return {
    code: FINDING_CODES[code] ?? (isFailure ? 'endpoint-failed' : 'answer-failed'),
    problem,
    remedy: line === undefined ? remedy : `${remedy} ${line}`,
  };
}

/** Nothing says where the messages go. */
export function endpointMissing(): Finding {
  return {
    code: 'endpoint-missing',
    problem: 'The chat has no endpoint, so it shows nothing.',
    remedy: 'Set data-endpoint on the script tag, or endpoint on the element.',
  };
}

/** Files that the chat would take, and our Worker does not. */
export function filesRefused(attachments: string, { kinds, reason }: AcceptedKinds): Finding[] {
  if (reason === undefined) return [];
  const problem = `attachments="${attachments}": ${reason}.`;
  const remedy = `Set them in wrangler.jsonc, or take away what is not read; the chat offers ${kinds.join(', ') || 'no files'}.`;
  return [{ code: 'setting-ignored', problem, remedy }];
}

/** There is an index to search, and nothing that opens the search or answers. */
export function searchUnopened(): Finding {
  return { code: 'search-unopened', ...NO_OPENER };
}

/** No response came. */
export function endpointUnreachable(from: FailureContext, reason: string): Finding {
  const finding = findingOf(new ChatError('blocked', reason), from);
  return reason === '' ? finding : { ...finding, problem: finding.problem.replace(/\.$/, ` (${reason}).`) };
}

/** The time was over before the first word of an answer. */
export function endpointSilent({ href }: URL, timeoutMs: number): Finding {
  return {
    code: 'endpoint-silent',
    problem: `${href} took the question and sent no text within ${timeoutMs / 1000} seconds.`,
    remedy: 'Look into the log of the service, and whether a proxy before it holds the answer back.',
  };
}

/** The response lacks the CORS headers for this origin. A browser tells a page only that the request failed. */
export function originRefused(from: FailureContext): Finding {
  return { ...findingOf(new ChatError('blocked', ''), from), code: 'origin-refused' };
}
