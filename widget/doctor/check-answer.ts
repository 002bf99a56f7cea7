import { bodyOf, readBytes } from '../transport/read-bytes.ts';
import { ChatError } from '../protocol/chat-error.ts';
import { endpointSilent, originRefused } from './endpoint-findings.ts';
import type { Finding } from './finding.ts';
import { readAnswer, type AnswerReading } from './read-answer.ts';

/** An answer of an endpoint and when it came, in milliseconds after the request. */
export interface TimedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly firstByteMs: number;
  readonly lastByteMs: number;
  /** `cut`: the connection broke; `late`: the time limit came first. */
  readonly ending: 'whole' | 'cut' | 'late';
}

/** The timing of a faster answer does not show whether it was buffered. */
const SHORTEST_MEASURABLE_MS = 500;

/** A stream takes at least this part of an answer's time to arrive. */
const STREAMED_PART = 0.1;

/** Pieces an answer must have for its timing to mean anything. */
const FEWEST_PIECES = 3;

const MAX_QUOTE = 120;

/** Clock and limit of a reading. */
export interface AnswerTiming {
  readonly startedAt: number;
  /** Milliseconds from any point in time. */
  readonly now: () => number;
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
}

/** Reads a body to its end, as far as it comes, and notes when it came. */
export async function timeAnswer(
  response: Response,
  { startedAt, now, signal }: AnswerTiming,
): Promise<TimedAnswer> {
  const decoder = new TextDecoder();
  const arrivals: number[] = [];
  let text = '';
  let ending: TimedAnswer['ending'] = 'whole';
  try {
    for await (const bytes of readBytes(bodyOf(response), signal)) {
      arrivals.push(now() - startedAt);
      text += decoder.decode(bytes, { stream: true });
    }
  } catch (error) {
    if (!signal.aborted && !(error instanceof ChatError)) throw error;
    ending = signal.aborted ? 'late' : 'cut';
  }
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    text,
    firstByteMs: arrivals[0] ?? 0,
    lastByteMs: arrivals.at(-1) ?? 0,
    ending,
  };
}

/** The circumstances of the question that was answered. */
export interface AnswerContext {
  /** Chats pass a bot check; this question did not. */
  readonly hasBotCheck: boolean;
  /** Of the page that asked. */
  readonly origin: string;
  readonly timeoutMs: number;
}

/** The problems of an answer. */
export function checkAnswer(
  endpoint: URL,
  answer: TimedAnswer,
  { hasBotCheck, timeoutMs, origin }: AnswerContext,
): Finding[] {
  const { status, contentType, text } = answer;
  if (status === 403 && text.includes('challenge-required'))
    return hasBotCheck ? [] : [botCheckMissing(endpoint)];
  if (status >= 400) return [describeStatus(endpoint, answer, origin)];
  if (/^\s*(?:<!doctype|<html)/i.test(text) || /\bhtml\b/.test(contentType)) {
    return [
      {
        code: 'not-an-answer',
        problem: `${endpoint.href} answered with an HTML page (${contentType}), not with an answer.`,
        remedy: 'Check the address: it is often a page of the site, a login, or an error page.',
      },
    ];
  }
  if (text.trim() === '' && answer.ending === 'whole') {
    const remedy = 'Look into the log of the service.';
    return [{ code: 'endpoint-failed', problem: `${endpoint.href} answered with nothing.`, remedy }];
  }
  const failure = checkReading(endpoint, readAnswer(text, contentType), answer, timeoutMs);
  if (failure !== undefined) return [failure];
  return isBuffered(answer) ? [describeBuffering(endpoint, answer)] : [];
}

/** The problem of an answer with a good status that visitors could not read whole; undefined when they could. */
export function checkReading(
  endpoint: URL,
  { text, isComplete, isKnown, error }: AnswerReading,
  answer: Pick<TimedAnswer, 'status' | 'ending' | 'text'>,
  timeoutMs: number,
): Finding | undefined {
  const { href } = endpoint;
  if (error) {
    const problem = `${href} answered with status ${answer.status} and then sent the error ${error.code} instead of an end: ${quote(error.message)}`;
    return { code: 'answer-failed', problem, remedy: 'Look into the log of the service.' };
  }
  if (answer.ending === 'late' && !isComplete) {
    if (text.trim() === '') return endpointSilent(endpoint, timeoutMs);
    const problem = `${href} began to answer and had not ended within ${timeoutMs / 1000} seconds.`;
    const remedy = 'Check that the service ends its stream, and how long the model takes for a short answer.';
    return { code: 'answer-unfinished', problem, remedy };
  }
  if (!isKnown && answer.ending === 'whole') return describeUnknown(endpoint, answer.text);
  if (!isComplete || (answer.ending === 'cut' && text === '')) {
    const problem = `The answer of ${href} ended before it was complete: the connection broke, or the sign of its end (such as data: [DONE]) is missing.`;
    const remedy = 'Check the time limits of the service and of the proxies before it.';
    return { code: 'answer-cut', problem, remedy };
  }
  if (text.trim() !== '') return undefined;
  const problem = `${href} ended its answer without a single word.`;
  return {
    code: 'answer-empty',
    problem,
    remedy: 'Look into the log of the service: the model sent no text.',
  };
}

function describeUnknown({ href }: URL, text: string): Finding {
  return {
    code: 'answer-unknown',
    problem: `The chat finds no text in the answer of ${href}: ${quote(text)}`,
    remedy:
      'Send a format of those in the documentation, for example {"answer": "…"}, or lines of data: {"token": "…"} and then data: [DONE].',
  };
}

function quote(text: string): string {
  return text.trim().slice(0, MAX_QUOTE);
}

/** Many pieces came all at once, long after the request. */
function isBuffered({ text, firstByteMs, lastByteMs }: TimedAnswer): boolean {
  const pieces = text.split(/\n\n|\n(?=\{)/).filter((piece) => piece.trim() !== '').length;
  if (pieces < FEWEST_PIECES || lastByteMs < SHORTEST_MEASURABLE_MS) return false;
  return lastByteMs - firstByteMs < lastByteMs * STREAMED_PART;
}

function describeBuffering({ href }: URL, { firstByteMs, lastByteMs }: TimedAnswer): Finding {
  return {
    code: 'buffered',
    problem: `Nothing came from ${href} for ${Math.round(firstByteMs)} ms, then everything within ${Math.round(lastByteMs - firstByteMs)} ms: something holds the stream back.`,
    remedy:
      'Turn off buffering and compression of text/event-stream in the proxy before it (nginx: proxy_buffering off).',
  };
}

function botCheckMissing({ href }: URL): Finding {
  return {
    code: 'bot-check-missing',
    problem: `${href} wants its visitors to pass the bot check, and the chat has no sitekey for it.`,
    remedy: 'Set turnstile-sitekey to the sitekey that belongs to TURNSTILE_SECRET of the Worker.',
  };
}

function describeStatus(endpoint: URL, { status, text }: TimedAnswer, origin: string): Finding {
  const { href } = endpoint;
  if (status === 403) return originRefused(endpoint, origin);
  return {
    code: 'endpoint-failed',
    problem: `${href} failed with status ${status}: ${quote(text)}`,
    remedy:
      status === 404 || status === 405
        ? 'Correct the path of the endpoint; for our Worker, leave it out; for a chat agent, write wss: for https:.'
        : 'Look into the log of the service.',
  };
}
