import { ChatError, type ChatErrorCode } from '../protocol/chat-error.ts';
import { type ChatEvent, isEnd } from '../protocol/chat-event.ts';
import type { ResumePoint } from '../protocol/resume-point.ts';
import { STOPPED, type Address, type ChatRequest, type Transport } from '../protocol/transport.ts';
import { SYSTEM_CLOCK, type Clock } from './clock.ts';
import { pause } from './pause.ts';
import { ReceivedSoFar } from './received-so-far.ts';

/** Gets the rest of an answer, and tells a backend that it is not wanted. */
export interface RestReader {
  /** Throws as {@link Transport.send} does, and `bad-response` where there is no rest. */
  readRest(address: Address, point: ResumePoint, signal: AbortSignal): AsyncIterable<ChatEvent>;
  /** Does not wait for the backend, and does not fail. */
  tellStopped(address: Address, url: string): void;
}

/** Pauses between two tries, in milliseconds; the last one again and again. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000];

/** Backends keep an answer for a minute. */
const PATIENCE_MS = 60_000;

/** Codes that say nothing about the answer, only about the way to it. */
const WORTH_ANOTHER_TRY: ReadonlySet<ChatErrorCode> = new Set([
  'truncated',
  'stalled',
  'offline',
  'blocked',
  'model-failed',
  'model-busy',
  'rate-limited',
  'internal',
]);

/**
 * Goes on with an answer whose connection broke, where the backend has said how: once at once, then with growing pauses,
 * while the device is online. The reader of its events sees one answer, with `reconnecting` where it was interrupted.
 */
export class ResumingTransport implements Transport {
  readonly #inner: Transport;
  readonly #rest: RestReader;
  readonly #clock: Clock;

  /** `inner` sends questions. */
  constructor(inner: Transport, rest: RestReader, clock: Clock = SYSTEM_CLOCK) {
    this.#inner = inner;
    this.#rest = rest;
    this.#clock = clock;
  }

  async *send(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void, undefined> {
    const received = new ReceivedSoFar(request, this.#clock);
    try {
      if (yield* this.#read(this.#inner.send(request, signal), received)) return;
    } catch (error) {
      if (signal.aborted || !received.point || !isCut(error)) throw error;
    } finally {
      this.#noteEnd(request, received, signal);
    }
    yield* this.#continue(request, received, signal);
  }

  async *resume(
    address: Address,
    point: ResumePoint,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, void, undefined> {
    yield* this.#continue(address, new ReceivedSoFar(address, this.#clock, point), signal);
  }

  /** Ends without a word when there is no rest, or no way to it within a minute. */
  async *#continue(
    address: Address,
    received: ReceivedSoFar,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, void, undefined> {
    let tries = 0;
    for (let { point } = received; point; { point } = received) {
      try {
        yield { type: 'reconnecting' };
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        await pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0, signal, this.#clock);
        tries += 1;
        received.expectRest();
        if (yield* this.#read(this.#rest.readRest(address, point, signal), received)) return;
      } catch (error) {
        if (signal.aborted) throw error;
        if (!isCut(error)) return;
      } finally {
        this.#noteEnd(address, received, signal);
      }
      if (received.point !== point) tries = 0;
      else if (tries > 1 && this.#clock.now() - point.at > PATIENCE_MS) return;
    }
  }

  /** True when the answer is over, false when it was cut. */
  async *#read(
    events: AsyncIterable<ChatEvent>,
    received: ReceivedSoFar,
  ): AsyncGenerator<ChatEvent, boolean, undefined> {
    for await (const event of events) {
      const news = received.take(event);
      if (news) yield news;
      if (isEnd(event)) return true;
    }
    return false;
  }

  #noteEnd(address: Address, { point }: ReceivedSoFar, { reason }: AbortSignal): void {
    if (reason === STOPPED && point?.stopUrl) this.#rest.tellStopped(address, point.stopUrl);
  }
}

function isCut(error: unknown): boolean {
  return error instanceof ChatError && WORTH_ANOTHER_TRY.has(error.code);
}
