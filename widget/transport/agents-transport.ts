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
  /** Names the turn to the agent; undefined for an answer that goes on: the agent names that turn. */
  readonly id: string | undefined;
  readonly greetings: readonly JsonObject[];
  /** Whether the turn runs already: the agent then tells all of it again, once the page has said that it listens. */
  readonly isRunning: boolean;
  /** Of the rest of an answer, whether its words stand behind others in the agent's message; absent where no rest is asked for. */
  readonly isGoingOn?: boolean;
  readonly signal: AbortSignal;
}

const loadInterruptReader = () => import('./interrupt-reader.ts');

/** Before the name of a turn with which an answer goes on. */
const GOING_ON = 'on:';

/** Outcomes of an agent's turn that are no good end; all others are. */
const FAILURES: ReadonlyMap<string, FrameEvent> = new Map([
  ['aborted', { type: 'error', code: 'truncated', message: 'the agent ended the turn' }],
  ['skipped', { type: 'error', code: 'model-busy', message: 'the agent was busy with another turn' }],
]);

/**
 * Speaks the chat protocol of https://github.com/cloudflare/agents over a WebSocket: each message carries a chunk of the
 * AI SDK's UI message stream. The types of its messages are those of `agents/chat` 0.32. Throws as `HttpTransport` does.
 *
 * An agent keeps the conversation and goes on with an answer when the socket is lost: {@link readRest} is told all of it
 * again. An answer that has ended meanwhile is among the agent's messages, read over HTTP.
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
      // Stored before anything is told: a page that is left now finds what the agent has gone on with.
      yield { type: 'start', queryId: GOING_ON };
      return yield* this.#read({ url, id: undefined, greetings: answers, isRunning: true, signal });
    }
    const id = key ?? String(this.#clock.now());
    const greeting = {
      type: 'cf_agent_use_chat_request',
      id,
      init: { method: 'POST', body: JSON.stringify(body) },
    };
    yield { type: 'start', queryId: id };
    yield* this.#read({ url, id, greetings: [greeting], isRunning: false, signal });
  }

  async *readRest(
    _address: Address,
    { url, queryId = '' }: ResumePoint,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, void, undefined> {
    signal.throwIfAborted();
    const isGoingOn = queryId.startsWith(GOING_ON);
    const id = (isGoingOn ? queryId.slice(GOING_ON.length) : queryId) || undefined;
    const greetings = [{ type: 'cf_agent_stream_resume_request', probeId: queryId }];
    yield* this.#read({ url, id, greetings, isRunning: true, isGoingOn, signal });
  }

  /** An agent that is sent a question twice answers it twice. */
  knowsKeys(): boolean {
    return false;
  }

  /** A stop is told over the socket of the turn. */
  reportStop(): void {
    return;
  }

  async *#read(exchange: Exchange): AsyncGenerator<ChatEvent, void, undefined> {
    const { url, greetings, isRunning, isGoingOn, signal } = exchange;
    const turn = new TurnEvents();
    const text = new this.#AnswerText();
    const watch = new StallWatch(signal, this.#stallTimeoutMs(), this.#clock);
    const socket = new JsonSocket(url, watch.signal);
    let { id } = exchange;
    let isListening = !isRunning;
    let hasPiece = false;
    try {
      // Before anything is sent: an agent that asks what nobody can read would wait for ever.
      const { InterruptReader } = await waitForCode(loadInterruptReader, watch.signal, this.#clock);
      const interrupts = new InterruptReader();
      for (const greeting of greetings) socket.send(greeting);
      for await (const message of socket.read()) {
        watch.restart();
        const { type, done } = message;
        if (type === 'cf_agent_stream_resume_none' && (isGoingOn || id !== undefined) && isRunning) {
          // The page that was left still has it, for a moment.
          if (message['reason'] === 'continuation-owned') break;
          return yield* turn.accept(await this.#readStored(exchange, interrupts, watch.signal), text);
        }
        if (id === undefined && type === 'cf_agent_stream_resuming') {
          id = String(message['id']);
          yield { type: 'start', queryId: GOING_ON + id };
        }
        if (message['id'] !== id) continue;
        if (!isListening && type === 'cf_agent_stream_resuming') {
          isListening = true;
          socket.send({ type: 'cf_agent_stream_resume_ack', id });
        }
        // Chunks before that are of the middle of the answer, and come again.
        if (!isListening || type !== 'cf_agent_use_chat_response') continue;
        // It has ended while this page asked for it, and no piece comes again.
        if (isGoingOn !== undefined && done && !hasPiece && !message['body'] && !message['error'])
          return yield* turn.accept(await this.#readStored(exchange, interrupts, watch.signal), text);
        hasPiece = true;
        yield* turn.accept(readResponse(message, this.#readChunk, interrupts), text);
        if (turn.isOver) return;
        if (done) break;
      }
      // The page goes back for the rest.
      throw new ChatError('truncated', 'the socket closed before the answer ended');
    } finally {
      if (signal.reason === STOPPED && id !== undefined)
        socket.send({ type: 'cf_agent_chat_request_cancel', id });
      watch.close();
      socket.close();
    }
  }

  /** The answer as the agent has stored it. */
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
  // An agent that recovers from a restart goes on with the turn later.
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
