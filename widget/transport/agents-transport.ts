import { ChatError } from '../protocol/chat-error.ts';
import type { ChatEvent } from '../protocol/chat-event.ts';
import { toFrame, type FrameEvent } from '../protocol/dialects/frame.ts';
import { type JsonObject, parseJson } from '../protocol/json.ts';
import type { ResumePoint } from '../protocol/resume-point.ts';
import { STOPPED, type Address, type ChatRequest, type Transport } from '../protocol/transport.ts';
import { SYSTEM_CLOCK, type Clock } from './clock.ts';
import { type Formats, waitForCode } from './formats.ts';
import { JsonSocket } from './json-socket.ts';
import type { InterruptReader } from './interrupt-reader.ts';
import type { RestReader } from './resuming-transport.ts';
import { StallWatch } from './stall-watch.ts';
import { fetchChunks } from './stored-answer.ts';
import { TurnEvents } from './turn-events.ts';

/** Options of an {@link AgentsTransport}. */
export interface AgentsTransportOptions {
  /** Milliseconds without a message before a turn is given up, read at the start of each turn. 0: never. */
  readonly stallTimeoutMs: () => number;
  /** The code that reads chunks. */
  readonly formats: Pick<Formats, 'readError' | 'readUiMessageStream' | 'AnswerText'>;
  readonly clock?: Clock;
}

/** The events of a chunk. */
type ReadChunk = (chunk: unknown) => readonly FrameEvent[];

/** One turn on one socket. */
interface Exchange {
  readonly url: string;
  /** The turn's id. Undefined when an answer is continued: then the agent chooses the id and reports it. */
  readonly id: string | undefined;
  readonly firstMessages: readonly JsonObject[];
  /**
   * Whether the turn runs already. The agent then sends all of it again, once the page has acknowledged that it
   * listens.
   */
  readonly isRunning: boolean;
  /**
   * Set only while the rest of an answer is read: whether that rest follows earlier parts of the same agent message.
   */
  readonly isContinuation?: boolean;
  readonly signal: AbortSignal;
}

const loadInterruptReader = () => import('./interrupt-reader.ts');

/** Before the turn's id in a stored `queryId`, where the turn continued an earlier answer: `on:turn-7`. */
const CONTINUATION_PREFIX = 'on:';

/** Outcomes of an agent's turn that count as a failure. Every other outcome ends the turn well. */
const FAILURES: ReadonlyMap<string, FrameEvent> = new Map([
  ['aborted', { type: 'error', code: 'truncated', message: 'the agent ended the turn' }],
  ['skipped', { type: 'error', code: 'model-busy', message: 'the agent was busy with another turn' }],
]);

/**
 * Speaks the chat protocol of https://github.com/cloudflare/agents over a WebSocket: each message carries a chunk of the
 * AI SDK's UI message stream. The types of its messages are those of `agents/chat` 0.32. Throws as `HttpTransport` does.
 *
 * An agent keeps the conversation and goes on with an answer when the socket is lost. {@link readRest} then receives
 * the whole answer again. An answer that ended meanwhile is read over HTTP, from the agent's messages.
 *
 * @example
 * const transport = new AgentsTransport({ stallTimeoutMs: () => 30_000, formats: await loadFormats() });
 * for await (const event of transport.send({ ...request, url: 'wss://agent.example/agents/chat/1' }, signal))
 *   if (event.type === 'token') console.log(event.token);
 */
export class AgentsTransport implements Transport, RestReader {
  readonly #stallTimeoutMs: () => number;
  readonly #AnswerText: Formats['AnswerText'];
  readonly #readChunk: ReadChunk;
  readonly #clock: Clock;

  constructor({ stallTimeoutMs, formats, clock = SYSTEM_CLOCK }: AgentsTransportOptions) {
    this.#stallTimeoutMs = stallTimeoutMs;
    this.#AnswerText = formats.AnswerText;
    this.#readChunk = chunkReader(formats);
    this.#clock = clock;
  }

  async *send(
    { url, key, body, answers }: ChatRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, void, undefined> {
    signal.throwIfAborted();
    if (answers) {
      // `start` comes before the request, so that it is stored: after a reload the page can then fetch the continued
      // answer.
      yield { type: 'start', queryId: CONTINUATION_PREFIX };
      return yield* this.#read({ url, id: undefined, firstMessages: answers, isRunning: true, signal });
    }
    const id = key ?? String(this.#clock.now());
    const greeting = {
      type: 'cf_agent_use_chat_request',
      id,
      init: { method: 'POST', body: JSON.stringify(body) },
    };
    yield { type: 'start', queryId: id };
    yield* this.#read({ url, id, firstMessages: [greeting], isRunning: false, signal });
  }

  async *readRest(
    _address: Address,
    { url, queryId = '' }: ResumePoint,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, void, undefined> {
    signal.throwIfAborted();
    const isContinuation = queryId.startsWith(CONTINUATION_PREFIX);
    const id = (isContinuation ? queryId.slice(CONTINUATION_PREFIX.length) : queryId) || undefined;
    const firstMessages = [{ type: 'cf_agent_stream_resume_request', probeId: queryId }];
    yield* this.#read({ url, id, firstMessages, isRunning: true, isContinuation, signal });
  }

  /** False: an agent that receives a question twice answers it twice. */
  knowsKeys(): boolean {
    return false;
  }

  /** Does nothing: a stop is sent over the socket of the turn, in `#read`. */
  reportStop(): void {
    return;
  }

  async *#read(exchange: Exchange): AsyncGenerator<ChatEvent, void, undefined> {
    const { url, firstMessages, isRunning, isContinuation, signal } = exchange;
    const turn = new TurnEvents();
    const text = new this.#AnswerText();
    const watch = new StallWatch(signal, this.#stallTimeoutMs(), this.#clock);
    const socket = new JsonSocket(url, watch.signal);
    let { id } = exchange;
    let isListening = !isRunning;
    let hasChunk = false;
    try {
      // Loaded before the question is sent: without this code, an agent that asks for an approval would wait for
      // ever.
      const { InterruptReader } = await waitForCode(loadInterruptReader, watch.signal, this.#clock);
      const interrupts = new InterruptReader();
      for (const greeting of firstMessages) socket.send(greeting);
      for await (const message of socket.read()) {
        watch.restart();
        const { type, done } = message;
        if (type === 'cf_agent_stream_resume_none' && (isContinuation || id !== undefined) && isRunning) {
          // The socket of the page before a reload still receives the answer, for a moment. Leave the loop: the error
          // below makes the caller try again.
          if (message['reason'] === 'continuation-owned') break;
          return yield* turn.accept(await this.#readStored(exchange, interrupts, watch.signal), text);
        }
        if (id === undefined && type === 'cf_agent_stream_resuming') {
          id = String(message['id']);
          yield { type: 'start', queryId: CONTINUATION_PREFIX + id };
        }
        if (message['id'] !== id) continue;
        if (!isListening && type === 'cf_agent_stream_resuming') {
          isListening = true;
          socket.send({ type: 'cf_agent_stream_resume_ack', id });
        }
        // Chunks before the acknowledgement are from the middle of the answer; the agent sends them again.
        if (!isListening || type !== 'cf_agent_use_chat_response') continue;
        // The answer ended before the agent saw the acknowledgement, so that no chunk comes: read the stored message.
        if (isContinuation !== undefined && done && !hasChunk && !message['body'] && !message['error'])
          return yield* turn.accept(await this.#readStored(exchange, interrupts, watch.signal), text);
        hasChunk = true;
        yield* turn.accept(readResponse(message, this.#readChunk, interrupts), text);
        if (turn.isOver) return;
        if (done) break;
      }
      // For `truncated`, `ResumingTransport` calls `readRest`.
      throw new ChatError('truncated', 'the socket closed before the answer ended');
    } finally {
      if (signal.reason === STOPPED && id !== undefined)
        socket.send({ type: 'cf_agent_chat_request_cancel', id });
      watch.close();
      socket.close();
    }
  }

  /** The events of the answer that the agent has stored. */
  async #readStored(
    exchange: Exchange,
    interrupts: InterruptReader,
    signal: AbortSignal,
  ): Promise<readonly FrameEvent[]> {
    const chunks = await fetchChunks(exchange, signal);
    const events = chunks.flatMap((json) => interrupts.read({ json }, this.#readChunk(json)));
    return [...events, ...interrupts.end(), { type: 'end' }];
  }
}

/** The events of one message of a turn. */
function readResponse(
  { body, error, done, outcome }: JsonObject,
  readChunk: ReadChunk,
  interrupts: InterruptReader,
): readonly FrameEvent[] {
  const text = typeof body === 'string' ? body : '';
  if (error) return readChunk({ type: 'error', errorText: text });
  const json = parseJson(text);
  const events = readChunk(json);
  // After `recovering` the agent continues the turn once it has restarted, so no end is added.
  const end = FAILURES.get(String(outcome)) ?? ({ type: 'end' } as const);
  return interrupts.read({ json }, done && outcome !== 'recovering' ? [...events, end] : events);
}

function chunkReader({
  readError,
  readUiMessageStream,
}: Pick<Formats, 'readError' | 'readUiMessageStream'>): ReadChunk {
  return (chunk) => {
    const frame = toFrame(JSON.stringify(chunk) ?? '');
    return readError(frame) ?? readUiMessageStream(frame) ?? [];
  };
}
