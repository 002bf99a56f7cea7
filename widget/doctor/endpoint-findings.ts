import type { AcceptedKinds } from '../protocol/accepted-files.ts';
import { ChatError, type ChatErrorCode } from '../protocol/chat-error.ts';
import { type FailureContext, explainFailure } from '../transport/explain-failure.ts';
import { NO_OPENER } from '../protocol/search/unopened.ts';
import type { Finding, FindingCode } from './finding.ts';

/** The longest time in milliseconds for a page, a file or an answer. */
export const TIME_LIMIT_MS = 15_000;

/** Codes of findings by the chat's error codes. A code that is not listed means that the endpoint or its answer failed. */
const FINDING_CODES: Readonly<Partial<Record<ChatErrorCode, FindingCode>>> = {
  'origin-refused': 'origin-refused',
  'challenge-required': 'bot-check-missing',
  'session-required': 'bot-check-missing',
  blocked: 'endpoint-unreachable',
  'bad-response': 'answer-unknown',
  truncated: 'answer-cut',
  'empty-answer': 'answer-empty',
};

/** The finding for an error of the chat, with the chat's text for the page's owner. */
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

/** The finding that a chat has no address to send messages to. */
export function endpointMissing(): Finding {
  return {
    code: 'endpoint-missing',
    problem: 'The chat has no endpoint, so it shows nothing.',
    remedy: 'Set data-endpoint on the script tag, or endpoint on the element.',
  };
}

/** The finding that a chat offers kinds of files that our Worker does not accept. */
export function filesRefused(attachments: string, { kinds, reason }: AcceptedKinds): Finding[] {
  if (reason === undefined) return [];
  const problem = `attachments="${attachments}": ${reason}.`;
  const remedy = `Set them in wrangler.jsonc, or take away what is not read; the chat offers ${kinds.join(', ') || 'no files'}.`;
  return [{ code: 'setting-ignored', problem, remedy }];
}

/** The finding that a chat has an index to search, but nothing that opens the search, and no answers. */
export function searchUnopened(): Finding {
  return { code: 'search-unopened', ...NO_OPENER };
}

/** The finding that no response came. */
export function endpointUnreachable(from: FailureContext, reason: string): Finding {
  const finding = findingOf(new ChatError('blocked', reason), from);
  return reason === '' ? finding : { ...finding, problem: finding.problem.replace(/\.$/, ` (${reason}).`) };
}

/** The finding that no text of an answer came within the time limit. */
export function endpointSilent({ href }: URL, timeoutMs: number): Finding {
  return {
    code: 'endpoint-silent',
    problem: `${href} took the question and sent no text within ${timeoutMs / 1000} seconds.`,
    remedy: 'Look into the log of the service, and whether a proxy before it holds the answer back.',
  };
}

/** The finding that a response lacks the CORS headers for this origin. A browser tells the page only that the request failed. */
export function originRefused(from: FailureContext): Finding {
  return { ...findingOf(new ChatError('blocked', ''), from), code: 'origin-refused' };
}
