import { readBytes } from '../transport/read-bytes.ts';
import type { Finding } from './finding.ts';

/** An answer of an endpoint and when it came, in milliseconds after the request. */
export interface TimedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly firstByteMs: number;
  readonly lastByteMs: number;
}

/** The timing of a faster answer does not show whether it was buffered. */
const SHORTEST_MEASURABLE_MS = 500;

/** Of the time an answer takes, the part that a stream spends arriving. */
const STREAMED_PART = 0.1;

/** Pieces an answer must have for its timing to mean anything. */
const FEWEST_PIECES = 3;

const MAX_QUOTE = 120;

/** Reads a body to its end and notes when it came. `now` counts milliseconds. */
export async function timeAnswer(
  response: Response,
  startedAt: number,
  now: () => number,
): Promise<TimedAnswer> {
  const decoder = new TextDecoder();
  const arrivals: number[] = [];
  let text = '';
  const { signal } = new AbortController();
  for await (const bytes of response.body ? readBytes(response.body, signal) : []) {
    arrivals.push(now() - startedAt);
    text += decoder.decode(bytes, { stream: true });
  }
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    text,
    firstByteMs: arrivals[0] ?? 0,
    lastByteMs: arrivals.at(-1) ?? 0,
  };
}

/** What is wrong with an answer. `hasBotCheck`: chats pass a check that whoever asked this has not. */
export function checkAnswer(endpoint: URL, answer: TimedAnswer, hasBotCheck: boolean): Finding[] {
  const { status, contentType, text } = answer;
  if (status === 403 && text.includes('challenge-required'))
    return hasBotCheck ? [] : [botCheckMissing(endpoint)];
  if (status >= 400) return [describeStatus(endpoint, answer)];
  if (/^\s*(?:<!doctype|<html)/i.test(text) || /\bhtml\b/.test(contentType)) {
    return [
      {
        code: 'not-an-answer',
        problem: `${endpoint.href} answered with an HTML page (${contentType}), not with an answer.`,
        remedy: 'Check the address: it is often a page of the site, a login, or an error page.',
      },
    ];
  }
  if (text.trim() === '') {
    const remedy = 'Look into the log of the service.';
    return [{ code: 'endpoint-failed', problem: `${endpoint.href} answered with nothing.`, remedy }];
  }
  return isBuffered(answer) ? [describeBuffering(endpoint, answer)] : [];
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

function describeStatus({ href }: URL, { status, text }: TimedAnswer): Finding {
  if (status === 403) {
    return {
      code: 'origin-refused',
      problem: `${href} refuses this site (status 403).`,
      remedy: "Add the site's origin to ALLOWED_ORIGINS of the Worker.",
    };
  }
  return {
    code: 'endpoint-failed',
    problem: `${href} failed with status ${status}: ${text.trim().slice(0, MAX_QUOTE)}`,
    remedy: status === 404 ? 'Check the path of the endpoint.' : 'Look into the log of the service.',
  };
}
