import { ChatError } from '../protocol/chat-error.ts';
import { isFileKind, kindsByHealth } from '../protocol/accepted-files.ts';
import { WORKER_PATH } from '../protocol/endpoint.ts';
import { parseJson, readObject } from '../protocol/json.ts';
import { formatHeaders, formatRequest } from '../protocol/format-request.ts';

import { isSocketUrl } from '../protocol/transport.ts';
import { agentRequest, askAgent, probeAgentSocket } from '../doctor/ask-agent.ts';
import { askAgainIfBuffered, checkAnswer, timeAnswer } from '../doctor/check-answer.ts';
import {
  endpointSilent,
  endpointUnreachable,
  filesRefused,
  findingOf,
  originRefused,
} from '../doctor/endpoint-findings.ts';
import type { Finding } from '../doctor/finding.ts';
import type { FailureContext } from '../transport/explain-failure.ts';
import type { RequestSettings } from './read-page.ts';

/** Options of a request to an endpoint. */
export interface AskOptions {
  /** Whether to send one question; otherwise only the browser's preflight is sent. */
  readonly sendsQuestion: boolean;
  /** Milliseconds from any point in time. */
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly request: RequestSettings;
  /** Whether the chat passes a bot check, which this command cannot pass. */
  readonly hasBotCheck: boolean;
}

interface AskedEndpoint extends FailureContext {
  readonly endpoint: URL;
}

const QUESTION = 'Say hello.';
const MESSAGES = [{ role: 'user', content: QUESTION }] as const;

/** Asks an endpoint as a browser on the page would. Resolves with the problems of the answer. */
export async function askEndpoint(endpoint: URL, page: URL, options: AskOptions): Promise<Finding[]> {
  const from = { endpoint, origin: page.origin };
  if (isSocketUrl(endpoint.href)) return askSocket(from, options);
  try {
    const preflight = await checkPreflight(endpoint, page, options);
    if (preflight.length > 0) return preflight;
    if (!options.sendsQuestion) return await checkPermission(endpoint, page, options);
    return await askAgainIfBuffered(() => checkQuestion(endpoint, page, options));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return [endpointSilent(endpoint, options.timeoutMs)];
    return [endpointUnreachable(from, reasonOf(error))];
  }
}

async function askSocket(
  { endpoint, origin }: AskedEndpoint,
  { sendsQuestion, timeoutMs }: AskOptions,
): Promise<Finding[]> {
  if (!('WebSocket' in globalThis)) {
    const problem = `${endpoint.href} was not asked: Node ${process.version} opens no sockets.`;
    return [{ code: 'endpoint-unreachable', problem, remedy: 'Run the command with Node 22 or newer.' }];
  }
  const request = agentRequest(endpoint, QUESTION, crypto.randomUUID());
  return sendsQuestion
    ? askAgent(request, origin, timeoutMs)
    : probeAgentSocket(new URL(request.url), origin, timeoutMs);
}

/** Sends the preflight of a browser: https://fetch.spec.whatwg.org/#cors-preflight-fetch */
async function checkPreflight(endpoint: URL, page: URL, options: AskOptions): Promise<Finding[]> {
  if (endpoint.origin === page.origin) return [];
  const { ok, headers } = await fetch(endpoint, {
    method: 'OPTIONS',
    headers: {
      origin: page.origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
    signal: AbortSignal.timeout(options.timeoutMs),
  });
  const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/);
  const takesJson = allowed.includes('content-type') || allowed.includes('*');
  return ok && takesJson && isShared(headers, page) ? [] : [originRefused({ endpoint, origin: page.origin })];
}

/**
 * Our Worker accepts every preflight; only its answer tells whether the origin is allowed. A GET gets the same status and
 * costs nothing.
 */
async function checkPermission(endpoint: URL, page: URL, { timeoutMs }: AskOptions): Promise<Finding[]> {
  if (endpoint.origin === page.origin || endpoint.pathname !== WORKER_PATH) return [];
  const headers = { origin: page.origin };
  const { status } = await fetch(endpoint, { headers, signal: AbortSignal.timeout(timeoutMs) });
  const from = { endpoint, origin: page.origin };
  return status === 403 ? [findingOf(new ChatError('origin-refused', 'got status 403'), from)] : [];
}

/** Checks whether our Worker accepts the files that a chat offers to send. */
export async function checkFileKinds(
  endpoint: URL,
  page: URL,
  { request, timeoutMs }: Pick<AskOptions, 'request' | 'timeoutMs'>,
): Promise<Finding[]> {
  const { attachments, format } = request;
  const wanted = attachments.split(/\s+/).filter(isFileKind);
  if (wanted.length === 0 || format !== 'messages' || !endpoint.pathname.endsWith(WORKER_PATH)) return [];
  const headers = { origin: page.origin };
  const signal = AbortSignal.timeout(timeoutMs);
  const health = await fetch(new URL('health', endpoint), { headers, signal }).then(
    (response) => response.json().catch(() => undefined),
    // If the Worker does not answer, the question finds that.
    () => undefined,
  );
  return filesRefused(attachments, kindsByHealth(wanted, health));
}

async function checkQuestion(endpoint: URL, page: URL, options: AskOptions): Promise<Finding[]> {
  const { now, timeoutMs, request, hasBotCheck } = options;
  const startedAt = now();
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: formatHeaders(request.format, {
      origin: page.origin,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    }),
    body: JSON.stringify(formatRequest(request.format, MESSAGES, readObject(parseJson(request.body)))),
    signal,
  });
  const answer = await timeAnswer(response, { startedAt, now, signal });
  const isReadable = endpoint.origin === page.origin || isShared(response.headers, page);
  // For a response with an error status, missing CORS is not reported: services often omit it there.
  if (response.ok && !isReadable) return [originRefused({ endpoint, origin: page.origin })];
  const findings = await checkAnswer(endpoint, answer, { hasBotCheck, origin: page.origin, timeoutMs });
  return findings.length > 0 || isReadable ? findings : [originRefused({ endpoint, origin: page.origin })];
}

/** Whether a page of another origin may read a response. */
export function isShared(headers: Headers, page: URL): boolean {
  return ['*', page.origin].includes(headers.get('access-control-allow-origin') ?? '');
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
