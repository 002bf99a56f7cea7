import { ChatError, type ChatErrorCode } from '../protocol/chat-error.ts';
import { type ChatEvent, isEnd } from '../protocol/chat-event.ts';
import type { ResumePoint } from '../protocol/resume-point.ts';
import { STOPPED, type Address, type ChatRequest, type Transport } from '../protocol/transport.ts';
import { SYSTEM_CLOCK, type Clock } from './clock.ts';
import { pause } from './pause.ts';
import { ReceivedSoFar } from './received-so-far.ts';

/** Reads the rest of an answer, and tells a backend that the visitor has stopped it. */
export interface RestReader {
  /** Throws as {@link Transport.send} does, and `bad-response` where there is no rest. */
  readRest(address: Address, point: ResumePoint, signal: AbortSignal): AsyncIterable<ChatEvent>;
  /** Returns at once and never throws. */
  reportStop(address: Address, url: string): void;
  /** Whether the backend at an address knows the key of a question, and so answers a repeated question once. */
  knowsKeys(url: string): boolean;
}

/** Pauses before each attempt to read the rest, in milliseconds; the last pause is repeated. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000];

/**
 * Pauses before a question without any event is sent again. Few, because a refusal looks like a lost connection and
 * must be shown soon.
 */
const REPEAT_PAUSES_MS = [0, 1_500];

/** After this silence a connection counts as dead, on a device that may have slept. */
const SILENCE_MS = 5_000;

/** Attempts end after this time without an event: backends keep an answer for a minute. */
const GIVE_UP_AFTER_MS = 60_000;

/** Codes that concern the connection, not the answer: another attempt may succeed. */
const RETRYABLE_CODES: ReadonlySet<ChatErrorCode> = new Set([
  'truncated',
  'stalled',
  'offline',
  'blocked',
  'model-failed',
  'model-busy',
  'rate-limited',
  'internal',
]);

/** Codes after which a question without any event is sent again. */
const LOST_CONNECTION_CODES: ReadonlySet<ChatErrorCode> = new Set(['truncated', 'stalled', 'blocked']);

/**
 * Continues an answer whose connection broke, if the backend has said how: at once, then after growing pauses, while
 * the device is online. The reader of its events sees one answer, with `reconnecting` where it was interrupted.
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

  /** `inner` sends questions; `rest` reads the rest of an answer. */
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

  /** Ends without an error when there is no rest, or when no connection succeeds for a minute. */
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
      else if (tries > 1 && this.#clock.now() - point.at > GIVE_UP_AFTER_MS) return;
    }
  }

  /**
   * Returns true when the answer is over, false when it was cut. The signal given to `open` also aborts when the
   * connection seems dead.
   */
  async *#read(
    open: (signal: AbortSignal) => AsyncIterable<ChatEvent>,
    received: ReceivedSoFar,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, boolean, undefined> {
    const controller = new AbortController();
    const handleAbort = (): void => controller.abort(signal.reason);
    const unwake = this.#clock.whenAwake(
      () => this.#isSilent(received) && controller.abort(stalledWhileAsleep()),
    );
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

  /**
   * Whether the connection seems dead. False without a point to continue from: a new connection could not get the
   * rest.
   */
  #isSilent({ point }: ReceivedSoFar): boolean {
    return point !== undefined && this.#clock.now() - point.at > SILENCE_MS;
  }

  #reportIfStopped(address: Address, { point }: ReceivedSoFar, { reason }: AbortSignal): void {
    if (reason === STOPPED && point?.stopUrl) this.#rest.reportStop(address, point.stopUrl);
  }
}

function isCut(error: unknown): boolean {
  return error instanceof ChatError && RETRYABLE_CODES.has(error.code);
}

/** Whether the question may not have reached the backend. Not `offline`: then the question waits in the queue. */
function isLost(error: unknown): boolean {
  return error instanceof ChatError && LOST_CONNECTION_CODES.has(error.code);
}

function stalledWhileAsleep(): ChatError {
  return new ChatError('stalled', 'the connection was silent when the device woke');
}
