import { type BackendEvent, isEnd } from '../../widget/protocol/chat-event.ts';
import { turnTimeoutOf } from '../env.ts';
import { pause, startTimer } from '../timer.ts';
import type { CheckedQuestion } from '../checked-question.ts';
import { openTurn, type HostOfTurn, type RunOfTurn, type Turn } from './open.ts';
import { runTurn } from './run.ts';

/** How long a finished turn is kept, for clients whose connection broke just before its end. */
const KEEP_MS = 20_000;
/**
 * The time of one frame of a screen. Tokens within it are sent in one piece: each piece wakes the object, the Worker and the page.
 */
const FRAME_MS = 16;
/** Most events in one piece. A client that comes late has many to catch up with. */
const MAX_EVENTS_AT_ONCE = 1_000;

/** One client's way through the events of a turn. */
export interface Reader {
  /** Resolves with the next events, as soon as there are some; with undefined after the last. */
  next(): Promise<readonly BackendEvent[] | undefined>;
  /** Ends the reading: the client has gone. Has no effect after the last event. */
  leave(): void;
}

/** A host, and how long it waits for a reader. */
export interface RunHost extends HostOfTurn {
  /** How many milliseconds a turn goes on while no client reads it. 0: it is given up when its only client leaves. */
  readonly patienceMs: number;
  /** Called when the events of the turn are dropped. */
  readonly onForgotten?: () => void;
}

/**
 * One run of a turn. It keeps the events in memory, and any number of clients read them, each from the event that it wants.
 *
 * @example
 * const run = await TurnRun.begin(asked, { env, features: [knowledge], patienceMs: 15_000, waitUntil });
 * const reader = run.read(0);
 * for (let events = await reader?.next(); events; events = await reader?.next()) console.log(events); // live
 */
export class TurnRun implements RunOfTurn {
  /** Distinguishes this run from others of the same question: no client may continue one run with the events of another. */
  readonly name = crypto.randomUUID().slice(0, 8);
  readonly asked: CheckedQuestion;
  /** The name of its model. */
  model = '';
  readonly #host: RunHost;
  readonly #abort = new AbortController();
  /** Tokens are bare strings, to save memory: an answer of 200 KB may have 50,000. */
  readonly #events: (BackendEvent | string)[] = [];
  #readers = 0;
  #isOver = false;
  #waiting: (() => void)[] = [];
  /** Cancels the timer of the time limit. */
  #cancelLimit: () => void = () => undefined;
  /** Cancels the timer that gives up a turn without a reader, or forgets a finished one. */
  #cancelWait: () => void = () => undefined;

  private constructor(asked: CheckedQuestion, host: RunHost) {
    // Without the files: only the model needs them, and a turn is kept for longer than its model runs.
    this.asked = { ...asked, files: undefined };
    this.#host = host;
  }

  /** Opens the turn and starts to run it. Throws the error that refuses the question. */
  static async begin(asked: CheckedQuestion, host: RunHost): Promise<TurnRun> {
    const run = new TurnRun(asked, host);
    const turn = await openTurn(asked, host, run);
    host.waitUntil(run.#run(turn));
    return run;
  }

  get id(): string {
    return `${this.asked.queryId}.${this.name}`;
  }

  /** Undefined for a turn without a key, which cannot be read again. */
  get links(): RunOfTurn['links'] {
    const { queryId, key } = this.asked;
    if (key === undefined) return undefined;
    const query = `key=${key}&run=${this.name}`;
    return { resume: `/api/chat/${queryId}?${query}`, stop: `/api/chat/${queryId}/stop?${query}` };
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The memory that the turn takes, for tests. */
  get kept() {
    const texts = this.#events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
    return { characters: texts.join('').length, readers: this.#readers };
  }

  /** Stops the turn unless it has ended, and drops its events. A turn that is stopped is not charged. */
  giveUp(): void {
    this.#abort.abort();
    this.#forget();
  }

  /** Ends the time limit, too: it is for the model, which has ended, and not for the clients. */
  async untilRead(): Promise<void> {
    this.#cancelLimit();
    // oxlint-disable-next-line no-await-in-loop -- until a client reads
    while (this.#readers === 0 && !this.signal.aborted) await this.#nextChange();
  }

  /** Has no effect after the end. */
  add(events: readonly BackendEvent[]): void {
    if (this.#isOver) return;
    for (const event of events) this.#events.push(event.type === 'token' ? event.token : event);
    this.#isOver = isEnd(events.at(-1));
    if (this.#isOver && this.#host.onForgotten) this.#startWait(KEEP_MS, () => this.#forget());
    this.#wake();
  }

  /**
   * Reads the events after the first `known`; undefined when there are none and none will come. A client counts as reading from the
   * first `next` on.
   */
  read(known: number): Reader | undefined {
    const count = this.#events.length;
    if (known > count || (known === count && this.#isOver)) return undefined;
    let position = known;
    let state: 'new' | 'reading' | 'left' = 'new';
    let lastTokenAt = 0;
    const leave = (): void => {
      if (state === 'reading') this.#readers -= 1;
      state = 'left';
      this.#waitForReader();
      this.#wake();
    };
    const isUpToDate = (): boolean =>
      state === 'reading' && position === this.#events.length && !this.#isOver;
    const next = async (): Promise<readonly BackendEvent[] | undefined> => {
      if (state === 'new') {
        state = 'reading';
        this.#readers += 1;
        if (!this.#isOver) this.#cancelWait();
        this.#wake();
      }
      // oxlint-disable-next-line no-await-in-loop -- until there are new events
      while (isUpToDate()) await this.#nextChange();
      const rest = lastTokenAt + FRAME_MS - Date.now();
      if (rest > 0 && !this.#isOver) await pause(rest);
      const batch = this.#events.slice(position, position + MAX_EVENTS_AT_ONCE);
      position += batch.length;
      if (batch.some((event) => typeof event === 'string')) lastTokenAt = Date.now();
      if (state === 'reading' && batch.length > 0) return batch.map(toEvent);
      if (state === 'reading') leave();
      return undefined;
    };
    return { next, leave };
  }

  async #run(turn: Turn): Promise<void> {
    this.model = turn.model.name;
    this.#cancelLimit = startTimer(turnTimeoutOf(this.#host.env), () =>
      this.#abort.abort(new DOMException('the model took too long', 'TimeoutError')),
    );
    if (this.#host.patienceMs > 0) this.#waitForReader();
    this.add([turn.start]);
    await runTurn(turn);
    this.#cancelLimit();
  }

  #waitForReader(): void {
    if (this.#readers === 0 && !this.#isOver) this.#startWait(this.#host.patienceMs, () => this.giveUp());
  }

  /** Timers also keep the object alive: the platform does not evict it while one runs. */
  #startWait(milliseconds: number, then: () => void): void {
    this.#cancelWait();
    this.#cancelWait = startTimer(milliseconds, then);
  }

  #forget(): void {
    this.#isOver = true;
    this.#cancelLimit();
    this.#cancelWait();
    this.#host.onForgotten?.();
    this.#wake();
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function toEvent(event: BackendEvent | string): BackendEvent {
  return typeof event === 'string' ? { type: 'token', token: event } : event;
}
