import { type ChatEvent, isEnd } from '../../widget/protocol/chat-event.ts';
import { resumeMsOf, turnTimeoutOf, type Env } from '../env.ts';
import { heartbeatMsOf } from '../formats/respond.ts';
import { block } from '../formats/wire-format.ts';
import type { Resumable } from '../ports.ts';
import type { QueryId } from '../signature.ts';
import { STREAM_HEADERS, streamAnswer } from '../turn/stream.ts';

/** For readers whose connection broke at the last moment. */
const KEEP_MS = 60_000;
/** Events that are sent in one piece to a reader who comes late. */
const BATCH = 1_000;

/** A question of a page. */
export interface Asked {
  readonly origin: string;
  readonly question: string;
  readonly env: Env;
}

/** What is in memory of a turn. */
export interface Kept {
  readonly characters: number;
  readonly readers: number;
}

/** Somebody who reads a turn. */
interface Reader {
  hasLeft: boolean;
}

/**
 * One run of a turn: its events in memory, and those who read them.
 *
 * @example
 * const run = new TurnRun(await queryIdOf(env, origin, key), { origin, question: 'Hi', env });
 * const recorded = run.record(runTurn(turn));
 * return run.read(0); // a response with all events, live
 */
export class TurnRun implements Resumable {
  readonly queryId: string;
  readonly turnId: string;
  readonly links: Resumable['links'];
  readonly origin: string;
  readonly question: string;
  /** Of this run of the turn. */
  readonly name = crypto.randomUUID().slice(0, 8);
  readonly #env: Env;
  readonly #abort = new AbortController();
  /** Tokens as bare strings: an answer of 200 KB may have 50,000. */
  readonly #events: (ChatEvent | string)[] = [];
  #readers = 0;
  #isOver = false;
  #waiting: (() => void)[] = [];
  #forget: () => void = () => undefined;
  /** Stops the timer of the model. */
  #endLimit: () => void = () => undefined;
  /** Stops the timer that waits for a reader, or for the time to forget. */
  #endWait: () => void = () => undefined;

  constructor({ id, key }: QueryId, { origin, question, env }: Asked) {
    this.queryId = id;
    this.turnId = `${id}.${this.name}`;
    const query = `key=${key}&run=${this.name}`;
    this.links = { resume: `/api/chat/${id}?${query}`, stop: `/api/chat/${id}/stop?${query}` };
    this.origin = origin;
    this.question = question;
    this.#env = env;
  }

  /** Aborted at the time limit of a turn, and when it is given up. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** For tests. */
  get kept(): Kept {
    const texts = this.#events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
    return { characters: texts.join('').length, readers: this.#readers };
  }

  /** Takes all events of the turn. `forget` is called when they were kept for long enough, or nobody came for them. */
  async record(events: AsyncGenerator<ChatEvent, void>, forget: () => void): Promise<void> {
    this.#forget = forget;
    const reason = new DOMException('the model took too long', 'TimeoutError');
    this.#endLimit = startTimer(turnTimeoutOf(this.#env), () => this.#abort.abort(reason));
    this.#waitForReader();
    for await (const event of events) {
      this.#events.push(event.type === 'token' ? event.token : event);
      if (isEnd(event) && !this.#isOver) {
        this.#isOver = true;
        this.#wait(KEEP_MS, () => this.#end());
      }
      this.#wake();
    }
    this.#endLimit();
  }

  /** Stops the turn, which is not charged, unless it has ended; keeps nothing of it. */
  giveUp(): void {
    this.#abort.abort();
    this.#end();
  }

  /** The time limit is one of the model, which has ended, and not of the reader. */
  async untilRead(): Promise<void> {
    this.#endLimit();
    // oxlint-disable-next-line no-await-in-loop -- until one comes
    while (this.#readers === 0 && !this.signal.aborted) await this.#change();
  }

  /** The events from the `next`-th on, live; undefined when there are none. */
  read(next: number): Response | undefined {
    const count = this.#events.length;
    if (next > count || (next === count && this.#isOver)) return undefined;
    const reader = { hasLeft: false };
    const events = this.#eventsFrom(next, reader);
    const body = streamAnswer({
      events,
      encode: (batch) => batch.map(block).join(''),
      heartbeat: ': beat\n\n',
      heartbeatMs: heartbeatMsOf(this.#env),
      onLeave: () => {
        reader.hasLeft = true;
        this.#wake();
        void events.return();
      },
    });
    return new Response(body, { headers: STREAM_HEADERS });
  }

  /** Begins with the first pull: a reader who left before it has never been there. */
  async *#eventsFrom(next: number, reader: Reader): AsyncGenerator<readonly ChatEvent[], void> {
    this.#readers += 1;
    if (!this.#isOver) this.#endWait();
    this.#wake();
    try {
      for (let position = next; !reader.hasLeft;) {
        const batch = this.#events.slice(position, position + BATCH);
        position += batch.length;
        if (batch.length > 0) yield batch.map(toEvent);
        else if (this.#isOver) return;
        // oxlint-disable-next-line no-await-in-loop -- until more is said
        else await this.#change();
      }
    } finally {
      this.#readers -= 1;
      this.#waitForReader();
    }
  }

  #waitForReader(): void {
    if (this.#readers === 0 && !this.#isOver) this.#wait(resumeMsOf(this.#env), () => this.giveUp());
  }

  /** While a timer runs the platform does not evict the object. */
  #wait(milliseconds: number, then: () => void): void {
    this.#endWait();
    this.#endWait = startTimer(milliseconds, then);
  }

  #end(): void {
    this.#isOver = true;
    this.#endLimit();
    this.#endWait();
    this.#wake();
    this.#forget();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function toEvent(event: ChatEvent | string): ChatEvent {
  return typeof event === 'string' ? { type: 'token', token: event } : event;
}

/** Returns a function that stops the timer. */
function startTimer(milliseconds: number, action: () => void): () => void {
  const timer = setTimeout(action, milliseconds);
  return () => clearTimeout(timer);
}
