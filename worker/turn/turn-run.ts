import { type BackendEvent, isEnd } from '../../widget/protocol/chat-event.ts';
import { turnTimeoutOf } from '../env.ts';
import { pause, startTimer } from '../timer.ts';
import type { Asked } from '../asked.ts';
import { openTurn, type HostOfTurn, type RunOfTurn, type Turn } from './open.ts';
import { runTurn } from './run.ts';

/** For readers whose connection broke at the last moment. */
const KEEP_MS = 20_000;
/** A frame of a screen. Words after the first ones wait for it: each piece wakes the object, the Worker and the page. */
const FRAME_MS = 16;
/** Events that are handed in one piece to a reader who comes late. */
const BATCH = 1_000;

/** What is in memory of a turn. */
export interface Kept {
  readonly characters: number;
  readonly readers: number;
}

/** Somebody who reads a turn. */
export interface Reader {
  /** Resolves with the next events, as soon as there are some; with undefined after the last. */
  next(): Promise<readonly BackendEvent[] | undefined>;
  /** Has no effect after the end. */
  leave(): void;
}

/** How far somebody has read. */
interface Place {
  position: number;
  state: 'new' | 'there' | 'gone';
  /** When the newest words were handed out. */
  spokenAt: number;
}

/** A host, and how long it waits for a reader. */
export interface RunHost extends HostOfTurn {
  /** Milliseconds for which a turn goes on with nobody reading it. 0: it ends with its only reader. */
  readonly patienceMs: number;
  /** Called when the events were kept for long enough, or nobody came for them. */
  readonly onForgotten?: () => void;
}

/**
 * One run of a turn: its events in memory, and those who read them.
 *
 * @example
 * const run = await TurnRun.begin(asked, { env, features: [knowledge], patienceMs: 15_000, waitUntil });
 * const reader = run.read(0);
 * for (let events = await reader?.next(); events; events = await reader?.next()) console.log(events); // live
 */
export class TurnRun implements RunOfTurn {
  /** Tells this run from others of the same question: no reader goes on in one with the events of another. */
  readonly name = crypto.randomUUID().slice(0, 8);
  readonly asked: Asked;
  /** The name of its model. */
  model = '';
  readonly #host: RunHost;
  readonly #abort = new AbortController();
  /** Tokens as bare strings: an answer of 200 KB may have 50,000. */
  readonly #events: (BackendEvent | string)[] = [];
  #readers = 0;
  #isOver = false;
  #waiting: (() => void)[] = [];
  /** Stops the timer of the model. */
  #endLimit: () => void = () => undefined;
  /** Stops the timer that waits for a reader, or for the time to forget. */
  #endWait: () => void = () => undefined;

  private constructor(asked: Asked, host: RunHost) {
    // The files go to the model, and are not kept for as long as the turn is.
    this.asked = { ...asked, files: undefined };
    this.#host = host;
  }

  /** Opens the turn, and lets it run. Throws what refuses the question. */
  static async begin(asked: Asked, host: RunHost): Promise<TurnRun> {
    const run = new TurnRun(asked, host);
    const turn = await openTurn(asked, host, run);
    host.waitUntil(run.#record(turn));
    return run;
  }

  get id(): string {
    return `${this.asked.queryId}.${this.name}`;
  }

  /** None for a turn that has no key. */
  get links(): RunOfTurn['links'] {
    const { queryId, key } = this.asked;
    if (key === undefined) return undefined;
    const query = `key=${key}&run=${this.name}`;
    return { resume: `/api/chat/${queryId}?${query}`, stop: `/api/chat/${queryId}/stop?${query}` };
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** For tests. */
  get kept(): Kept {
    const texts = this.#events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
    return { characters: texts.join('').length, readers: this.#readers };
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

  /** Nothing is taken after the end. */
  add(events: readonly BackendEvent[]): void {
    if (this.#isOver) return;
    for (const event of events) this.#events.push(event.type === 'token' ? event.token : event);
    if (isEnd(events.at(-1))) {
      this.#finish();
      if (this.#host.onForgotten) this.#wait(KEEP_MS, () => this.#end());
    }
    this.#wake();
  }

  /** Reads from the event after the first `known` on; undefined when there is nothing. A reader counts from the first `next` on. */
  read(known: number): Reader | undefined {
    const count = this.#events.length;
    if (known > count || (known === count && this.#isOver)) return undefined;
    const place: Place = { position: known, state: 'new', spokenAt: 0 };
    return { next: () => this.#next(place), leave: () => this.#leave(place) };
  }

  async #next(place: Place): Promise<readonly BackendEvent[] | undefined> {
    if (place.state === 'new') this.#welcome(place);
    // oxlint-disable-next-line no-await-in-loop -- until more is said
    while (this.#isUpToDate(place)) await this.#change();
    const rest = place.spokenAt + FRAME_MS - Date.now();
    if (rest > 0 && !this.#isOver) await pause(rest);
    const batch = this.#events.slice(place.position, place.position + BATCH);
    place.position += batch.length;
    if (batch.some((event) => typeof event === 'string')) place.spokenAt = Date.now();
    if (place.state === 'there' && batch.length > 0) return batch.map(toEvent);
    if (place.state === 'there') this.#leave(place);
    return undefined;
  }

  #isUpToDate({ position, state }: Place): boolean {
    return state === 'there' && position === this.#events.length && !this.#isOver;
  }

  #leave(place: Place): void {
    if (place.state === 'there') this.#readers -= 1;
    place.state = 'gone';
    this.#waitForReader();
    this.#wake();
  }

  #welcome(place: Place): void {
    place.state = 'there';
    this.#readers += 1;
    if (!this.#isOver) this.#endWait();
    this.#wake();
  }

  async #record(turn: Turn): Promise<void> {
    this.model = turn.model.name;
    this.#endLimit = startTimer(turnTimeoutOf(this.#host.env), () =>
      this.#abort.abort(new DOMException('the model took too long', 'TimeoutError')),
    );
    if (this.#host.patienceMs > 0) this.#waitForReader();
    this.add([turn.start]);
    await runTurn(turn);
    this.#endLimit();
  }

  #waitForReader(): void {
    if (this.#readers === 0 && !this.#isOver) this.#wait(this.#host.patienceMs, () => this.giveUp());
  }

  /** While a timer runs the platform does not evict the object. */
  #wait(milliseconds: number, then: () => void): void {
    this.#endWait();
    this.#endWait = startTimer(milliseconds, then);
  }

  #end(): void {
    this.#finish();
    this.#endLimit();
    this.#endWait();
    this.#host.onForgotten?.();
  }

  #finish(): void {
    this.#isOver = true;
    this.#wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function toEvent(event: BackendEvent | string): BackendEvent {
  return typeof event === 'string' ? { type: 'token', token: event } : event;
}
