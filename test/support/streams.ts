import type { ChatEvent, DoneEvent, TakeBackEvent, ToolEvent } from '../../widget/protocol/chat-event.ts';
import type { Source } from '../../widget/protocol/chat-message.ts';
import type { ChatRequest } from '../../widget/protocol/transport.ts';
import type { Clock } from '../../widget/transport/clock.ts';
import { HttpTransport, type HttpTransportOptions } from '../../widget/transport/http-transport.ts';

/** The events of a turn with its tokens joined, so that turns which were split differently compare equal. */
export interface Outcome {
  readonly text: string;
  readonly reasoning: string;
  readonly sources: readonly Source[];
  /** The tools in the order in which they began, in their last state. */
  readonly tools: readonly ToolEvent[];
  /** Undefined when the iteration ended without a done event. */
  readonly done: DoneEvent | undefined;
  readonly errorCodes: readonly string[];
}

/** An ordinary request. */
export const REQUEST: ChatRequest = {
  url: '/api/chat',
  headers: {},
  body: { messages: [{ role: 'user', content: 'Hi' }] },
  credentials: 'same-origin',
  messages: [{ role: 'user', content: 'Hi' }],
};

/** The bytes of a recorded stream in `test/conformance/streams`. */
export async function loadStream(name: string): Promise<Uint8Array> {
  const url = new URL(`../conformance/streams/${name}`, import.meta.url);
  // The `fetch` of Node cannot read files.
  if ('process' in globalThis)
    return new Uint8Array(await process.getBuiltinModule('node:fs/promises').readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`no fixture ${name}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A body that delivers these chunks, one per read, and then closes. */
export function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const queue = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = queue.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
}

/** A response with these chunks. */
export function responseOf(
  chunks: readonly (Uint8Array | string)[],
  contentType: string,
  init: ResponseInit = {},
): Response {
  const encoder = new TextEncoder();
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk));
  return new Response(streamOf(bytes), {
    ...init,
    headers: { 'content-type': contentType, ...init.headers },
  });
}

/** All splits of the bytes in two, at every `stride` bytes beginning with `first`; and all bytes one by one. */
export function* splitEverywhere(
  bytes: Uint8Array,
  { first, stride }: { readonly first: number; readonly stride: number },
): Generator<readonly Uint8Array[]> {
  for (let at = first; at < bytes.length; at += stride) yield [bytes.slice(0, at), bytes.slice(at)];
  yield Array.from(bytes, (byte) => Uint8Array.of(byte));
}

/** All splits in two beside a line end or within it; and all bytes one by one. */
export function* splitAtLineEnds(bytes: Uint8Array): Generator<readonly Uint8Array[]> {
  const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;
  for (let at = 1; at < bytes.length; at++)
    if (isLineEnd(bytes[at - 1]) || isLineEnd(bytes[at])) yield [bytes.slice(0, at), bytes.slice(at)];
  yield Array.from(bytes, (byte) => Uint8Array.of(byte));
}

/** A transport whose every request gets this response. */
export function transportFor(response: Response, options: Partial<HttpTransportOptions> = {}): HttpTransport {
  return new HttpTransport({ fetch: () => Promise.resolve(response), stallTimeoutMs: 0, ...options });
}

/** Reads a response to its end, the way the conversation does. */
export function readResponse(response: Response): Promise<Outcome> {
  return readOutcome(transportFor(response).send(REQUEST, new AbortController().signal));
}

/** Reads a turn to its end. */
export async function readOutcome(events: AsyncIterable<ChatEvent>): Promise<Outcome> {
  let outcome: Outcome = { text: '', reasoning: '', sources: [], tools: [], done: undefined, errorCodes: [] };
  for await (const event of events) outcome = addEvent(outcome, event);
  return outcome;
}

function addEvent(outcome: Outcome, event: ChatEvent): Outcome {
  switch (event.type) {
    case 'token':
      return { ...outcome, text: outcome.text + event.token };
    case 'reasoning':
      return { ...outcome, reasoning: outcome.reasoning + event.text };
    case 'take-back':
      return takeBack(outcome, event);
    case 'tool':
      return { ...outcome, tools: withTool(outcome.tools, event) };
    case 'sources':
      return { ...outcome, sources: event.sources };
    case 'done':
      if (outcome.done) throw new Error('a second done');
      return { ...outcome, done: event, sources: event.sources ?? outcome.sources };
    case 'error':
      return { ...outcome, errorCodes: [...outcome.errorCodes, event.code] };
    case 'file':
    case 'start':
    case 'interrupt':
    case 'reconnecting':
      return outcome;
  }
}

function takeBack(outcome: Outcome, { length, as, tools = [] }: TakeBackEvent): Outcome {
  const at = Math.max(0, outcome.text.length - length);
  const reasoning = as ? outcome.reasoning + outcome.text.slice(at) : outcome.reasoning;
  const left = outcome.tools.filter(({ id }) => !tools.includes(id));
  return { ...outcome, text: outcome.text.slice(0, at), reasoning, tools: left };
}

function withTool(tools: readonly ToolEvent[], tool: ToolEvent): readonly ToolEvent[] {
  const index = tools.findIndex(({ id }) => id === tool.id);
  return index === -1 ? [...tools, tool] : tools.with(index, tool);
}

/** A clock that only the test moves. */
export class ManualClock implements Clock {
  #now = 1_000_000;
  #timers: { at: number; readonly callback: () => void }[] = [];
  readonly #wakers = new Set<() => void>();

  /** How many timers have not fired yet. */
  get pending(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  whenAwake(callback: () => void): () => void {
    this.#wakers.add(callback);
    return () => this.#wakers.delete(callback);
  }

  /** How many callbacks wait for the device to wake. */
  get waking(): number {
    return this.#wakers.size;
  }

  /** Lets the device sleep, in which no timer fires, and wake. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of this.#timers) timer.at += milliseconds;
    for (const wake of this.#wakers) wake();
  }

  /** Moves the time, and fires due timers in order. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#now).toSorted((a, b) => a.at - b.at);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { callback } of due) callback();
  }
}

/** The events of one request, taken one by one. */
export function iterate(
  transport: HttpTransport,
  signal = new AbortController().signal,
): AsyncIterator<ChatEvent> {
  return transport.send(REQUEST, signal)[Symbol.asyncIterator]();
}
