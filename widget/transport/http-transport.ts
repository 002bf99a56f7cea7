import { ChatError, MAX_FACT_CHARACTERS, withFacts } from '../protocol/chat-error.ts';
import type { ChatEvent } from '../protocol/chat-event.ts';
import type { ResumePoint } from '../protocol/resume-point.ts';
import type { Address, ChatRequest, Transport } from '../protocol/transport.ts';
import { SYSTEM_CLOCK, type Clock } from './clock.ts';
import { BodyReader } from './body-reader.ts';
import { toConnectionError } from './connection-error.ts';
import { loadFormats, waitForCode } from './formats.ts';
import { bodyOf, readBytes } from './read-bytes.ts';
import { toResponseError } from './response-error.ts';
import type { RestReader } from './resuming-transport.ts';
import { StallWatch } from './stall-watch.ts';
import { TurnEvents } from './turn-events.ts';

/** Options of an {@link HttpTransport}. */
export interface HttpTransportOptions {
  /**
   * Must honour `init.signal`. Default: the global `fetch`, looked up at every call, so that a replaced one is used.
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds without a byte before a turn is given up, read at the start of each turn. 0: never. */
  readonly stallTimeoutMs: number | (() => number);
  readonly clock?: Clock;
  /** Whether our Worker is known to answer at an address: then no other format is loaded. Default: never. */
  readonly isOwnWorker?: (url: string) => boolean;
}

/** Silence allowed after the model's finish reason: only usage and `[DONE]` can follow. */
const LINGER_TIMEOUT_MS = 5_000;

/** How long the body may stay open after the end of its answer. */
const DRAIN_TIMEOUT_MS = 1_000;

const ACCEPT = 'text/event-stream, application/x-ndjson, application/json, text/plain';

/**
 * POSTs the request and reads the answer in any known format. Pieces that arrive together are yielded as few events. Throws
 * ChatError: `offline` or `blocked` when no response came, the response's own code when its status is bad,
 * `bad-response` for a page or JSON without an answer, `stalled`, and `truncated` when the connection broke.
 *
 * @example
 * const transport = new HttpTransport({ stallTimeoutMs: 30_000 });
 * for await (const event of transport.send(request, AbortSignal.timeout(60_000)))
 *   if (event.type === 'token') console.log(event.token); // 'We ship', ' worldwide.'
 */
export class HttpTransport implements Transport, RestReader {
  readonly #options: HttpTransportOptions;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  send(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void, undefined> {
    const body = request.encode?.(request.body) ?? JSON.stringify(request.body);
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const headers = toHeaders({ ...type, ...request.headers });
    return this.#read(request, { method: 'POST', headers, body }, new TurnEvents(), signal);
  }

  readRest(
    address: Address,
    { url, after }: ResumePoint,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, void, undefined> {
    const rest = new URL(url);
    if (after !== undefined) rest.searchParams.set('after', String(after));
    const init = { method: 'GET', headers: toHeaders(address.headers), cache: 'no-store' } as const;
    return this.#read({ ...address, url: rest.href }, init, new TurnEvents(after), signal);
  }

  /** False: a plain HTTP backend does not say whether it knows the key. */
  knowsKeys(): boolean {
    return false;
  }

  reportStop({ headers, credentials }: Address, url: string): void {
    const init = { method: 'POST', headers: new Headers(headers), credentials, keepalive: true };
    // If the report is lost, the backend ends the turn by itself a little later.
    this.#fetch(url, init).catch(() => undefined);
  }

  async *#read(
    { url, credentials }: Address,
    init: RequestInit,
    turn: TurnEvents,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, void, undefined> {
    signal.throwIfAborted();
    const { stallTimeoutMs, clock = SYSTEM_CLOCK, isOwnWorker } = this.#options;
    const isOwn = isOwnWorker?.(url) ?? false;
    // Loads while the backend thinks. If loading fails, the answer waits for another attempt.
    if (!isOwn) loadFormats().catch(() => undefined);
    const timeoutMs = typeof stallTimeoutMs === 'number' ? stallTimeoutMs : stallTimeoutMs();
    const watch = new StallWatch(signal, timeoutMs, clock);
    try {
      const response = await this.#open(url, { ...init, credentials, signal: watch.signal });
      watch.restart();
      if (init.method === 'GET' && response.status === 204)
        throw new ChatError('bad-response', 'there is no rest of the answer');
      if (!response.ok) throw await toResponseError(response, watch.signal, clock.now());
      const reader = new BodyReader({
        contentType: response.headers.get('content-type') ?? '',
        isOwn,
        waitFor: (load) => waitForCode(load, watch.signal, clock),
      });
      yield* readEvents(response, reader, watch, turn);
    } catch (error) {
      // The answer is complete once it has a finish reason, also when its connection then hangs or breaks.
      if (signal.aborted || turn.isOver || !turn.finishReason) throw error;
      yield* turn.end();
    } finally {
      watch.close(turn.isOver ? DRAIN_TIMEOUT_MS : 0);
    }
  }

  async #open(url: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Response> {
    try {
      return await this.#fetch(url, init);
    } catch (cause) {
      init.signal.throwIfAborted();
      throw toConnectionError('no response came', cause);
    }
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    return this.#options.fetch ? this.#options.fetch(url, init) : fetch(url, init);
  }
}

async function* readEvents(
  response: Response,
  reader: BodyReader,
  watch: StallWatch,
  turn: TurnEvents,
): AsyncGenerator<ChatEvent, void, undefined> {
  const decoder = new TextDecoder();
  const drainOptions = { isOver: () => turn.isOver, handleEnd: () => watch.finish() };
  let head = '';
  try {
    for await (const bytes of readBytes(bodyOf(response), watch.signal, drainOptions)) {
      watch.restart();
      const text = decoder.decode(bytes, { stream: true });
      if (head.length < MAX_FACT_CHARACTERS) head += text.slice(0, MAX_FACT_CHARACTERS);
      const frames = await reader.push(text);
      for (const event of turn.accept(frames, reader.text)) yield event;
      if (turn.isOver) return;
      if (isFinal(turn)) watch.restart(LINGER_TIMEOUT_MS);
    }
    watch.finish();
    const frames = await reader.end();
    yield* turn.accept(frames, reader.text);
    if (!turn.isOver) yield* turn.end();
  } catch (error) {
    if (!(error instanceof ChatError)) throw error;
    const contentType = response.headers.get('content-type') ?? '';
    throw withFacts(error, {
      status: response.status,
      contentType,
      text: head.slice(0, MAX_FACT_CHARACTERS),
    });
  }
}

/**
 * Whether nothing but usage can follow. After `tool-calls`, and between the nodes of a workflow, more text may come.
 */
function isFinal({ finishReason }: TurnEvents): boolean {
  return finishReason === 'stop' || finishReason === 'length';
}

function toHeaders(own: Readonly<Record<string, string>>): Headers {
  const headers = new Headers({ accept: ACCEPT });
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}
