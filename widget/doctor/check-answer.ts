import { bodyOf, readBytes } from '../transport/read-bytes.ts';
import { ChatError, MAX_FACT_CHARACTERS } from '../protocol/chat-error.ts';
import type { FailureContext } from '../transport/explain-failure.ts';
import { toResponseError } from '../transport/response-error.ts';
import { endpointSilent, findingOf } from './endpoint-findings.ts';
import type { Finding } from './finding.ts';
import { readAnswer, type AnswerReading } from './read-answer.ts';

/** An answer of an endpoint, with its times in milliseconds after the request. */
export interface TimedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly firstByteMs: number;
  readonly lastByteMs: number;
  /** `cut`: the connection broke. `late`: the time limit was reached first. */
  readonly ending: 'whole' | 'cut' | 'late';
}

/** Whether an answer was buffered can only be seen if it took at least this long. */
const SHORTEST_MEASURABLE_MS = 500;

/** The pieces of a stream arrive over at least this fraction of an answer's time. */
const MIN_STREAM_FRACTION = 0.1;

/** An answer with fewer pieces is not checked for buffering. */
const MIN_PIECES = 3;

/** Clock and time limit for reading an answer. */
export interface AnswerTiming {
  readonly startedAt: number;
  /** Milliseconds from any point in time. */
  readonly now: () => number;
  /** Aborts at the time limit. */
  readonly signal: AbortSignal;
}

/** Reads a body until it ends or breaks, and records when its pieces arrived. */
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
    headers: response.headers,
    text,
    firstByteMs: arrivals[0] ?? 0,
    lastByteMs: arrivals.at(-1) ?? 0,
    ending,
  };
}

/** Where and how the question was asked. */
export interface AnswerContext {
  /** Whether the chat passes a bot check, which this question did not. */
  readonly hasBotCheck: boolean;
  /** Origin of the page with the chat. */
  readonly origin: string;
  readonly timeoutMs: number;
}

/** If an answer was buffered, asks a second time: a service that has just started is also silent for a second, but only once. */
export async function askAgainIfBuffered(ask: () => Promise<Finding[]>): Promise<Finding[]> {
  const findings = await ask();
  return findings.some(({ code }) => code === 'buffered') ? ask() : findings;
}

/** The problems of an answer, described with the chat's own texts. */
export async function checkAnswer(
  endpoint: URL,
  answer: TimedAnswer,
  { hasBotCheck, timeoutMs, origin }: AnswerContext,
): Promise<Finding[]> {
  const from = { endpoint, origin };
  const { status, headers, text } = answer;
  if (status >= 400) {
    const signal = new AbortController().signal;
    const error = await toResponseError(new Response(text, { status, headers }), signal, Date.now());
    return error.code === 'challenge-required' && hasBotCheck ? [] : [findingOf(error, from)];
  }
  const contentType = headers.get('content-type') ?? '';
  if (text.trim() === '' && answer.ending === 'whole')
    return [{ ...findingOf(new ChatError('truncated', 'the body is empty'), from), code: 'endpoint-failed' }];
  const reading = await readAnswer(text, contentType, answer.ending !== 'whole');
  if (reading === 'html') {
    const facts = { status, contentType, text: text.slice(0, MAX_FACT_CHARACTERS) };
    const error = new ChatError('bad-response', 'an HTML page', { facts });
    return [{ ...findingOf(error, from), code: 'not-an-answer' }];
  }
  const failure = checkReading(from, reading, { ...answer, contentType }, timeoutMs);
  if (failure !== undefined) return [failure];
  return isBuffered(answer) ? [describeBuffering(endpoint, answer)] : [];
}

/** The problem of an answer with a successful status that visitors could not read completely; undefined if they could. */
export function checkReading(
  from: FailureContext & { readonly endpoint: URL },
  { text, isComplete, isKnown, error }: AnswerReading,
  answer: Pick<TimedAnswer, 'status' | 'ending' | 'text'> & { readonly contentType: string },
  timeoutMs: number,
): Finding | undefined {
  const { href } = from.endpoint;
  const { ending, status, contentType } = answer;
  if (error) return findingOf(new ChatError(error.code, error.message), from);
  if (ending === 'late' && !isComplete) {
    if (text.trim() === '') return endpointSilent(from.endpoint, timeoutMs);
    const problem = `${href} began to answer and had not ended within ${timeoutMs / 1000} seconds.`;
    const remedy = 'Check that the service ends its stream, and how long the model takes for a short answer.';
    return { code: 'answer-unfinished', problem, remedy };
  }
  if (!isKnown && ending === 'whole') {
    const facts = { status, contentType, text: answer.text.slice(0, MAX_FACT_CHARACTERS) };
    return findingOf(new ChatError('bad-response', 'no text', { facts }), from);
  }
  if (!isComplete || (ending === 'cut' && text === ''))
    return findingOf(new ChatError('truncated', 'no end'), from);
  return text.trim() === '' ? findingOf(new ChatError('empty-answer', 'no text'), from) : undefined;
}

/** Whether many pieces arrived at the same time, long after the request. */
function isBuffered({ text, firstByteMs, lastByteMs }: TimedAnswer): boolean {
  const pieces = text.split(/\n\n|\n(?=\{)/).filter((piece) => piece.trim() !== '').length;
  if (pieces < MIN_PIECES || lastByteMs < SHORTEST_MEASURABLE_MS) return false;
  return lastByteMs - firstByteMs < lastByteMs * MIN_STREAM_FRACTION;
}

function describeBuffering({ href }: URL, { firstByteMs, lastByteMs }: TimedAnswer): Finding {
  return {
    code: 'buffered',
    problem: `Nothing came from ${href} for ${Math.round(firstByteMs)} ms, then everything within ${Math.round(lastByteMs - firstByteMs)} ms: something holds the stream back.`,
    remedy:
      'Turn off buffering and compression of text/event-stream in the proxy before it (nginx: proxy_buffering off).',
  };
}
