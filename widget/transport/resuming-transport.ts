import { ChatError, type ChatErrorCode } from '../protocol/chat-error.ts';
import { type ChatEvent, isEnd } from '../protocol/chat-event.ts';
import type { ResumePoint } from '../protocol/resume-point.ts';
import { STOPPED, type Address, type ChatRequest, type Transport } from '../protocol/transport.ts';
import { SYSTEM_CLOCK, type Clock } from './clock.ts';
import { pause } from './pause.ts';
import { ReceivedSoFar } from './received-so-far.ts';

/** Reads the rest of an answer, and reports to a backend that the visitor has stopped it. */
export interface RestReader {
  /** Throws as {@link Transport.send} does, and `bad-response` where there is no rest. */
  readRest(address: Address, point: ResumePoint, signal: AbortSignal): AsyncIterable<ChatEvent>;
  /** Does not wait for the backend, and does not fail. */
  reportStop(address: Address, url: string): void;
  /** Whether the backend at an address knows the key of a question, and answers it once however often it comes. */
  knowsKeys(url: string): boolean;
}

/** Pauses between two tries, in milliseconds; the last one again and again. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000];

/** Pauses before a question without a first event is sent again: a refusal that looks like a lost connection is told soon. */
const REPEAT_PAUSES_MS = [0, 1_500];

/** Silence after which a connection is taken for dead on a device that may have slept. */
const SILENCE_MS = 5_000;

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

/** Codes of a connection that broke. */
const LOST_CODES: ReadonlySet<ChatErrorCode> = new Set(['truncated', 'stalled', 'blocked']);

/**
 * Goes on with an answer whose connection broke, where the backend has said how: once at once, then with growing pauses,
 * while the device is online. The reader of its events sees one answer, with `reconnecting` where it was interrupted.
 *
 * @example
 * const http = new HttpTransport({ stallTimeoutMs: 30_000 });
 * const transport = new ResumingTransport(http, http);
 * for await (const { type } of transport.send(request, signal)) console.log(type);
 * // start, token, reconnecting, token, done: the connection broke once
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
    const pauses = request.key && this.knowsKeys(request.url) ? [...REPEAT_PAUSES_MS] : [];
    for (;;) {
      try {
        if (yield* this.#read((awake) => this.#inner.send(request, awake), received, signal)) return;
        if (received.point || pauses.length === 0) break;
      } catch (error) {
        if (!signal.aborted && received.point && isCut(error)) break;
        if (signal.aborted || received.point || pauses.length === 0 || !isLost(error)) throw error;
      } finally {
        this.#reportIfStopped(request, received, signal);
      }
      yield { type: 'reconnecting' };
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await pause(pauses.shift() ?? 0, signal, this.#clock);
    }
    yield* this.#continue(request, received, signal);
  }

  knowsKeys(url: string): boolean {
    return this.#rest.knowsKeys(url);
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
        const from = point;
        if (yield* this.#read((awake) => this.#rest.readRest(address, from, awake), received, signal)) return;
      } catch (error) {
        if (signal.aborted) throw error;
        if (!isCut(error)) return;
      } finally {
        this.#reportIfStopped(address, received, signal);
      }
      if (received.point !== point) tries = 0;
      else if (tries > 1 && this.#clock.now() - point.at > PATIENCE_MS) return;
    }
  }

  /** True when the answer is over, false when it was cut. The signal for `open` is aborted when the connection seems dead, too. */
  async *#read(
    open: (signal: AbortSignal) => AsyncIterable<ChatEvent>,
    received: ReceivedSoFar,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, boolean, undefined> {
    const controller = new AbortController();
    const handleAbort = (): void => controller.abort(signal.reason);
    const unwake = this.#clock.whenAwake(() => this.#isSilent(received) && controller.abort(asleep()));
    signal.addEventListener('abort', handleAbort);
    if (signal.aborted) handleAbort();
    try {
      for await (const event of open(controller.signal)) {
        const news = received.take(event);
        if (news) yield news;
        if (isEnd(event)) return true;
      }
      return false;
    } finally {
      signal.removeEventListener('abort', handleAbort);
      unwake();
    }
  }

  /** Without a way to the rest there is no better connection to be had. */
  #isSilent({ point }: ReceivedSoFar): boolean {
    return point !== undefined && this.#clock.now() - point.at > SILENCE_MS;
  }

  #reportIfStopped(address: Address, { point }: ReceivedSoFar, { reason }: AbortSignal): void {
    if (reason === STOPPED && point?.stopUrl) this.#rest.reportStop(address, point.stopUrl);
  }
}

function isCut(error: unknown): boolean {
  return error instanceof ChatError && WORTH_ANOTHER_TRY.has(error.code);
}

/** The question may not have come to the backend, and nothing else was wrong. Without a network it waits elsewhere. */
function isLost(error: unknown): boolean {
  return error instanceof ChatError && LOST_CODES.has(error.code);
}

function asleep(): ChatError {
  return new ChatError('stalled', 'the connection was silent when the device woke');
}
