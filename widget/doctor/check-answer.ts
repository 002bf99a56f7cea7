import { bodyOf, readBytes } from '../transport/read-bytes.ts';
import { ChatError, MAX_FACT_CHARACTERS } from '../protocol/chat-error.ts';
import type { FailureContext } from '../transport/explain-failure.ts';
import { toResponseError } from '../transport/response-error.ts';
import { endpointSilent, findingOf } from './endpoint-findings.ts';
import type { Finding } from './finding.ts';
import { readAnswer, type AnswerReading } from './read-answer.ts';

/** An answer of an endpoint and when it came, in milliseconds after the request. */
export interface TimedAnswer {
  readonly status: number;
  readonly headers: Headers;
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
    headers: response.headers,
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

/** Asks once more where an answer was held back: a service that has just started is silent for a second, too, once. */
export async function askAgainIfBuffered(ask: () => Promise<Finding[]>): Promise<Finding[]> {
  const findings = await ask();
  return findings.some(({ code }) => code === 'buffered') ? ask() : findings;
}

/** The problems of an answer, in the words in which a chat tells of them. */
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

/** The problem of an answer with a good status that visitors could not read whole; undefined when they could. */
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
