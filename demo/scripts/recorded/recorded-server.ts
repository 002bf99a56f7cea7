import { Connection } from './connection.ts';
import { PausableClock } from './pausable-clock.ts';
import { eventsOf, type RecordedAnswer } from './recorded-answer.ts';
import type { PageServer } from './serve-on-this-page.ts';
import { streamResponse } from './stream-response.ts';

/**
 * How the next turns fail: not at all, by an error in the middle of the answer, by a body that just ends, by a rate limit, or by an
 * error of the server.
 */
export type Failure = 'none' | 'model-fails' | 'ends-early' | 'too-many' | 'server-fails';

/** What a {@link RecordedServer} is given. */
export interface RecordedServerOptions {
  /** Its endpoint's path, such as `/recorded/tour`. */
  readonly path: string;
  /** The answer to a question. */
  readonly answerTo: (question: string) => RecordedAnswer;
  /** Milliseconds from one token to the next; 0: all at once. */
  readonly paceMs?: number;
  /** Milliseconds until the first token. */
  readonly thinkMs?: number;
}

interface Turn {
  readonly events: readonly object[];
  readonly startedAt: number;
  readonly failure: Failure;
}

/** After this share of an answer the turn fails. */
const FAILS_AT = 0.45;
const SECONDS_TO_WAIT = 12;

/**
 * Answers the requests of a chat within the page, without model and network. As our Worker does, it streams an answer in time,
 * keeps an answer whose reader was cut off, and continues it from any event on. It can be made to fail.
 */
export class RecordedServer implements PageServer {
  readonly connection = new Connection();
  readonly clock = new PausableClock();
  failure: Failure = 'none';
  /** Called with each block, as it is sent. */
  onSent: ((text: string) => void) | undefined;
  readonly #options: Required<RecordedServerOptions>;
  readonly #turns = new Map<string, Turn>();

  constructor(options: RecordedServerOptions) {
    this.#options = { paceMs: 22, thinkMs: 700, ...options };
  }

  /** Where the chat sends its questions. */
  get endpoint(): string {
    return this.#options.path;
  }

  serves(url: URL): boolean {
    return url.origin === location.origin && url.pathname.startsWith(this.#options.path);
  }

  async fetch(url: URL, init: RequestInit = {}): Promise<Response> {
    const { connection } = this;
    if (connection.isCut) throw new TypeError('Failed to fetch');
    const rest = url.pathname.slice(this.#options.path.length);
    if (rest === '') return this.#answer(String(init.body), init.signal);
    if (init.method === 'POST') return new Response(null, { status: 204 });
    const turn = this.#turns.get(rest.slice(1));
    if (!turn) return new Response(null, { status: 204 });
    return this.#stream(turn, Number(url.searchParams.get('after')), init.signal);
  }

  #answer(body: string, signal: AbortSignal | null | undefined): Response {
    if (this.failure === 'server-fails') return errorResponse(500, { code: 'internal' });
    if (this.failure === 'too-many')
      return errorResponse(429, { code: 'rate-limited', retryAfter: SECONDS_TO_WAIT });
    const { path, answerTo } = this.#options;
    const queryId = `q_${crypto.randomUUID().slice(0, 8)}`;
    // Without a link to resume: a server whose answers just end keeps nothing.
    const resume = this.failure === 'ends-early' ? {} : { resume: `${path}/${queryId}` };
    const links = { feedback: `${path}/feedback`, stop: `${path}/${queryId}/stop`, ...resume };
    const turn: Turn = {
      events: eventsOf(answerTo(lastQuestion(body)), queryId, links),
      startedAt: this.clock.now(),
      failure: this.failure,
    };
    this.#turns.set(queryId, turn);
    return this.#stream(turn, 0, signal);
  }

  #stream(turn: Turn, after: number, signal: AbortSignal | null | undefined): Response {
    const both = AbortSignal.any([this.connection.signal, ...(signal ? [signal] : [])]);
    return streamResponse(this.#send(turn, after, both), 'text/event-stream', both);
  }

  /** Sends at once what the server would have said by now, and the rest in time. */
  async *#send(turn: Turn, after: number, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    const { paceMs, thinkMs } = this.#options;
    for (const [index, event] of turn.events.entries()) {
      if (index < after) continue;
      const dueAt = index === 0 ? 0 : turn.startedAt + thinkMs + index * paceMs;
      // oxlint-disable-next-line no-await-in-loop -- one event after the other
      await this.clock.until(dueAt, signal);
      const { delayMs } = this.connection;
      // oxlint-disable-next-line no-await-in-loop -- one event after the other
      if (delayMs > 0) await this.clock.until(this.clock.now() + delayMs, signal);
      if (turn.failure === 'ends-early' && index > turn.events.length * FAILS_AT) return;
      if (turn.failure === 'model-fails' && index > turn.events.length * FAILS_AT) {
        yield this.#toBlock({ type: 'error', code: 'model-failed', message: 'the model stopped' });
        return;
      }
      yield this.#toBlock(event);
    }
  }

  #toBlock(event: object): string {
    const block = `data: ${JSON.stringify(event)}\n\n`;
    this.onSent?.(block);
    return block;
  }
}

function errorResponse(status: number, error: Readonly<Record<string, string | number>>): Response {
  const { retryAfter } = error;
  const headers = {
    'content-type': 'application/json',
    ...(retryAfter && { 'retry-after': `${retryAfter}` }),
  };
  return new Response(JSON.stringify({ type: 'error', message: 'recorded', ...error }), { status, headers });
}

function lastQuestion(body: string): string {
  const { messages = [] } = JSON.parse(body) as { messages?: readonly { role: string; content: string }[] };
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}
