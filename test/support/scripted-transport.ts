import type { ChatErrorCode } from '../../widget/protocol/chat-error.ts';
import type { ChatEvent, DoneEvent } from '../../widget/protocol/chat-event.ts';
import type { ResumePoint } from '../../widget/protocol/resume-point.ts';
import type { Address, ChatRequest, Transport } from '../../widget/protocol/transport.ts';
import type { RestReader } from '../../widget/transport/resuming-transport.ts';

/** The next step of a turn, as its reader receives it. */
type Step = { readonly event: ChatEvent } | { readonly error: unknown } | { readonly isEnd: true };

interface QueuedStep {
  readonly step: Step;
  readonly resolve: () => void;
}

/**
 * One request to a {@link ScriptedTransport}, answered by the test. Every method resolves when the reader has
 * processed the step, or has left: after an `await` the state shows the effect.
 */
export class ScriptedTurn {
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  /** Whether the reader has left before the end. */
  hasReaderLeft = false;
  #steps: QueuedStep[] = [];
  #current: QueuedStep | undefined;
  #wake: () => void = () => undefined;

  constructor(request: ChatRequest, signal: AbortSignal) {
    this.request = request;
    this.signal = signal;
  }

  /** Sends events, one after the other. */
  async emit(...events: readonly ChatEvent[]): Promise<void> {
    await Promise.all(events.map((event) => this.#push({ event })));
  }

  /** Sends one token for each text. */
  say(...tokens: readonly string[]): Promise<void> {
    return this.emit(...tokens.map((token) => ({ type: 'token' as const, token })));
  }

  /** Ends the turn with `done`. */
  finish(done: Omit<DoneEvent, 'type'> = {}): Promise<void> {
    return this.emit({ type: 'done', finishReason: 'stop', ...done });
  }

  /** Ends the turn with an error event. */
  refuse(code: ChatErrorCode, retryAfter?: number): Promise<void> {
    const delay = retryAfter === undefined ? {} : { retryAfter };
    return this.emit({ type: 'error', code, message: `scripted ${code}`, ...delay });
  }

  /**
   * Ends the iteration without `done` or `error`, as a broken connection does. The reader notices a moment
   * after this resolves, as with {@link throw}: await the promise of its `send`.
   */
  cut(): Promise<void> {
    return this.#push({ isEnd: true });
  }

  /** Makes the iteration throw. */
  throw(error: unknown): Promise<void> {
    return this.#push({ error });
  }

  /**
   * The iteration that `send` returns. An abort throws the signal's reason, as the contract of `Transport`
   * says.
   */
  async *read(): AsyncGenerator<ChatEvent, void, undefined> {
    const handleAbort = (): void => this.#wake();
    this.signal.addEventListener('abort', handleAbort);
    try {
      for (;;) {
        this.#settleCurrent();
        const step = await this.#take();
        if ('isEnd' in step) return;
        if ('error' in step) throw step.error;
        yield step.event;
      }
    } finally {
      this.signal.removeEventListener('abort', handleAbort);
      this.hasReaderLeft = true;
      this.#settleCurrent();
      for (const { resolve } of this.#steps.splice(0)) resolve();
    }
  }

  #push(step: Step): Promise<void> {
    if (this.hasReaderLeft) return Promise.resolve();
    return new Promise((resolve) => {
      this.#steps.push({ step, resolve });
      this.#wake();
    });
  }

  async #take(): Promise<Step> {
    while (this.#steps.length === 0) {
      this.signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.signal.throwIfAborted();
    this.#current = this.#steps.shift();
    return this.#current?.step ?? { isEnd: true };
  }

  #settleCurrent(): void {
    this.#current?.resolve();
    this.#current = undefined;
  }
}

/** A transport that a test answers by hand: `const turn = await transport.asked()`, then `turn.say('Hel', 'lo')`. */
export class ScriptedTransport implements Transport, RestReader {
  /** All requests so far, oldest first. */
  readonly turns: ScriptedTurn[] = [];
  /** The positions from which the rest of an answer was requested. */
  readonly points: ResumePoint[] = [];
  /** The addresses that were told that an answer is not wanted. */
  readonly stopped: string[] = [];
  /** What {@link knowsKeys} returns. */
  hasKeys = false;
  #unclaimed: ScriptedTurn[] = [];
  #waiting: ((turn: ScriptedTurn) => void)[] = [];

  send(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent> {
    const turn = new ScriptedTurn(request, signal);
    this.turns.push(turn);
    const claim = this.#waiting.shift();
    if (claim) claim(turn);
    else this.#unclaimed.push(turn);
    return turn.read();
  }

  readRest(address: Address, point: ResumePoint, signal: AbortSignal): AsyncIterable<ChatEvent> {
    this.points.push(point);
    return this.send({ ...address, body: {}, messages: [] }, signal);
  }

  /** Lets the conversation request the rest of an answer, as with a transport that can resume. */
  resume(address: Address, point: ResumePoint, signal: AbortSignal): AsyncIterable<ChatEvent> {
    return this.readRest(address, point, signal);
  }

  knowsKeys(): boolean {
    return this.hasKeys;
  }

  reportStop(_address: Address, url: string): void {
    this.stopped.push(url);
  }

  /** Resolves with the next request that no earlier call has returned. */
  asked(): Promise<ScriptedTurn> {
    const turn = this.#unclaimed.shift();
    if (turn) return Promise.resolve(turn);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Answers the next request with one text, and `done`. */
  async answer(text: string, done: Omit<DoneEvent, 'type'> = {}): Promise<ScriptedTurn> {
    const turn = await this.asked();
    await turn.say(text);
    await turn.finish(done);
    return turn;
  }
}
