import { type ChatEvent, isEnd } from '../../widget/protocol/chat-event.ts';
import { Change } from './change.ts';
import { streamRest, type Reader } from './stream-rest.ts';
import { unreadMs } from './unread-ms.ts';

/** Brings the events of a turn since the last request. */
export interface FeedRequest {
  /** How many events were handed over before. */
  readonly from: number;
  readonly events: readonly ChatEvent[];
  /** The turn was given up: no event follows, and nobody may read those that came. */
  readonly isGivenUp?: boolean;
}

/** The state of a parked turn. */
export interface FeedAnswer {
  /** How many events are here: fewer than were handed over when the object has lost its memory. */
  readonly count: number;
  readonly isStopped: boolean;
  /** Milliseconds since the last reader went away; 0 while somebody reads. */
  readonly unreadMs: number;
}

/** How long a reader waits for a turn to be parked: the loss of a connection is noticed at the second heartbeat. */
const WAIT_MS = 4_000;
/** Time without a request after which a turn's Worker is taken for gone: requests come twice a second, with or without events. */
const LOST_MS = 5_000;
/** After the end a reader whose connection broke at the last moment may come again. */
const READ_MS = 5_000;
const FORGET_MS = 60_000;

/**
 * One turn whose reader has gone, as a Durable Object that is named by the turn. It lives in memory only, so that nothing
 * anybody said is written down, and forgets its turn when that was read to its end, or after a minute.
 */
export class ParkedTurn {
  #events: ChatEvent[] = [];
  #origin: string | undefined;
  #readers = 0;
  #unreadSince = 0;
  #fedAt = 0;
  #isStopped = false;
  /** Nothing is here any more, and nothing will come. */
  #isGone = false;
  #cancelTimer: () => void = () => undefined;
  readonly #change = new Change();

  /** Answers `POST /feed` and `POST /stop` with a {@link FeedAnswer}, `GET /read?after=N` with a stream or 204. */
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const origin = request.headers.get('Origin') ?? '';
    if (pathname === '/read') return this.#read(Number(searchParams.get('after')) || 0, origin);
    if (pathname === '/feed') this.#take((await request.json()) as FeedRequest, origin);
    else this.#stop();
    return Response.json(this.#report());
  }

  /** Characters that are kept; for tests. */
  get size(): number {
    return JSON.stringify(this.#events).length - '[]'.length;
  }

  #report(): FeedAnswer {
    const unread = unreadMs({ readers: this.#readers, unreadSince: this.#unreadSince });
    return { count: this.#events.length, isStopped: this.#isStopped, unreadMs: unread };
  }

  #take({ from, events, isGivenUp = false }: FeedRequest, origin: string): void {
    const now = Date.now();
    this.#fedAt = now;
    if (this.#origin === undefined) this.#unreadSince = now;
    this.#origin = origin;
    if (isGivenUp || this.#isStopped || this.#isGone) return this.#forget();
    if (from <= this.#events.length) this.#events.push(...events.slice(this.#events.length - from));
    this.#forgetAfter(FORGET_MS);
    this.#change.notify();
  }

  #stop(): void {
    this.#isStopped = true;
    this.#forget();
  }

  async #read(after: number, origin: string): Promise<Response> {
    const until = Date.now() + WAIT_MS;
    // oxlint-disable-next-line no-await-in-loop -- until the turn is parked
    while (this.#origin === undefined && Date.now() < until) await this.#change.next(until - Date.now());
    if (this.#isGone || this.#origin !== origin || this.#isLost) return new Response(null, { status: 204 });
    return streamRest(
      (reader) => this.#eventsFrom(after, reader),
      () => this.#change.notify(),
    );
  }

  /** The Worker that fed the turn has died. */
  get #isLost(): boolean {
    return !this.#isOver && Date.now() - this.#fedAt > LOST_MS;
  }

  get #isOver(): boolean {
    return isEnd(this.#events.at(-1));
  }

  async *#eventsFrom(after: number, reader: Reader): AsyncGenerator<ChatEvent, void> {
    this.#readers += 1;
    try {
      for (let next = after; !reader.hasLeft;) {
        const event = this.#events[next];
        if (event) {
          next += 1;
          yield event;
        } else if (this.#isOver) {
          return this.#forgetAfter(READ_MS);
        } else if (this.#isGone || this.#isLost) {
          return;
        } else {
          // oxlint-disable-next-line no-await-in-loop -- until more is said
          await this.#change.next(LOST_MS);
        }
      }
    } finally {
      this.#readers -= 1;
      this.#unreadSince = Date.now();
    }
  }

  /** While the timer is set the platform does not put the object to sleep, which would forget at once. */
  #forgetAfter(milliseconds: number): void {
    this.#cancelTimer();
    const timer = setTimeout(() => this.#forget(), milliseconds);
    this.#cancelTimer = () => clearTimeout(timer);
  }

  #forget(): void {
    this.#cancelTimer();
    this.#events = [];
    this.#isGone = true;
    this.#change.notify();
  }
}
