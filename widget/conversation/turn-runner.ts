import { ChatError } from '../protocol/chat-error.ts';
import type { ChatEvent, DoneEvent, StartEvent } from '../protocol/chat-event.ts';
import { sourcesOf, textOf, type ChatMessage, type WireMessage } from '../protocol/chat-message.ts';
import { dropUndefined } from '../protocol/json.ts';
import type { ResumePoint } from '../protocol/resume-point.ts';
import { STOPPED, type Address, type ChatRequest, type Transport } from '../protocol/transport.ts';
import type { Branches } from './branches.ts';
import type { StateHolder } from './state-holder.ts';
import type { ContentEvent, ConversationAction } from './reducer.ts';
import { answerOf } from './transcript-end.ts';
import type { ConversationState } from './state.ts';
import { Turn } from './turn.ts';
import type { TurnQueue } from './turn-queue.ts';

/** How turns reach the backend. Functions are called each time their result is needed. */
export interface TurnOptions {
  /** Read at the start of each turn. */
  readonly transport: () => Transport;
  /** Makes the request of a turn; null when the page cancelled it. May throw, a `ChatError` for choice. */
  readonly buildRequest: (
    messages: readonly WireMessage[],
    signal: AbortSignal,
  ) => ChatRequest | null | Promise<ChatRequest | null>;
  /** Whether the backend knows the key of a turn, and answers it once however often it is asked; absent: no. */
  readonly knowsKeys?: () => boolean;
  /** Where the rest of an answer is asked for; absent: nowhere. */
  readonly address?: () => Address | Promise<Address>;
}

/** Options of a {@link TurnRunner}. */
export interface TurnRunnerOptions extends TurnOptions {
  readonly holder: StateHolder;
  /** Turns of other tabs; absent: there are none. */
  readonly tabs?: TurnQueue | undefined;
  readonly now: () => number;
  readonly createId: () => string;
}

/** The question of a turn. */
export interface TurnRequest {
  /** The change of the state when the question is sent. */
  readonly action: ConversationAction;
  /** The transcript to send, read after the change. */
  readonly messages: () => readonly WireMessage[];
  /** Names the turn to the backend: the same when it is asked for again. */
  readonly key: string;
  /** The answer that the turn continues; absent where it begins a new one. */
  readonly answer?: ChatMessage;
}

/** Runs turns, one at a time, from the request to the last event. Events of a turn that was replaced are dropped. */
export class TurnRunner {
  readonly #options: TurnRunnerOptions;
  readonly #holder: StateHolder;
  #turn: Turn | null = null;
  #failedId: string | undefined;

  constructor(options: TurnRunnerOptions) {
    this.#options = options;
    this.#holder = options.holder;
  }

  get isRunning(): boolean {
    return this.#turn !== null;
  }

  /** No turn may be started by itself: one runs, here or in another tab, or the conversation is closed. */
  get isBusy(): boolean {
    const { holder, tabs } = this.#options;
    return holder.isClosed || this.isRunning || tabs?.isAnsweredElsewhere === true;
  }

  /** The id of the message that the last turn to fail here ended with. */
  get failedId(): string | undefined {
    return this.#failedId;
  }

  /** Starts a turn; none may be running. Resolves when it has ended, however it ended. */
  start(request: TurnRequest): Promise<void> {
    const { action, answer, key } = request;
    const at = this.#options.now();
    // Two tabs that ask for the answer to one key get one message.
    const answerId = answer?.id ?? `${key}-answer`;
    const turn = new Turn(at, answerId, answer);
    this.#turn = turn;
    this.#holder.dispatch(action);
    // A later page would ask the question, not to go on with its answer.
    if (!answer)
      this.#holder.dispatch({
        type: 'open',
        facts: { asked: { at, answerId, ...(this.#options.knowsKeys?.() && { key }) } },
      });
    // First a place in the queue of tabs, then the question in the storage, in one task: who reads it comes behind.
    void this.#run(turn, request);
    this.#holder.saveVisitorChange();
    return turn.ended;
  }

  /** Continues the turn of an earlier page; `answer` is the part that the page received. Resolves like {@link start}. */
  resume(point: ResumePoint, answer: ChatMessage | undefined): Promise<void> {
    const { now, createId } = this.#options;
    const turn = new Turn(now(), answer?.id ?? this.#holder.state.asked?.answerId ?? createId(), answer);
    this.#turn = turn;
    turn.queryId = point.queryId;
    this.#holder.dispatch({ type: 'resume' });
    void this.#runRest(turn, point);
    return turn.ended;
  }

  /** Ends the running turn. The text received so far stays, marked `stopped`. */
  stop(): void {
    const turn = this.#turn;
    if (!turn) return;
    const answerId = this.#hasText() ? turn.answerId : undefined;
    this.#end(turn, { type: 'stop' });
    turn.abort(STOPPED);
    const message = this.#holder.state.messages.find(({ id }) => id === answerId) ?? null;
    this.#holder.emit({ type: 'stop', message });
  }

  /** Gives the running turn up without an event; returns a function that aborts its request, with a reason or without. */
  abandon(): (reason?: unknown) => void {
    const turn = this.#turn;
    this.#turn = null;
    return (reason) => turn?.abort(reason);
  }

  /** Puts other messages in the place of all, and gives the running turn up like {@link abandon}. */
  replace(branches: Branches & Pick<ConversationState, 'resumePoint' | 'asked'>): (reason?: unknown) => void {
    const abort = this.abandon();
    this.#holder.dispatch({ ...branches, type: 'replace' });
    return abort;
  }

  async #run(turn: Turn, { messages, key }: TurnRequest): Promise<void> {
    try {
      const { buildRequest, transport, tabs } = this.#options;
      await tabs?.enter(turn);
      if (turn !== this.#turn) return;
      const request = await buildRequest(messages(), turn.signal);
      if (turn !== this.#turn) return;
      if (!request) return this.#end(turn, { type: 'cancel' });
      if (await this.#receiveAll(turn, transport().send({ ...request, key }, turn.signal))) return;
      throw new ChatError('truncated', 'expected a done or error event before the end of the stream');
    } catch (error) {
      if (turn === this.#turn) this.#fail(turn, toChatError(error));
    }
  }

  async #runRest(turn: Turn, point: ResumePoint): Promise<void> {
    try {
      await this.#options.tabs?.enter(turn);
      const address = await this.#options.address?.();
      if (turn !== this.#turn) return;
      const rest = address && this.#options.transport().resume?.(address, point, turn.signal);
      if (rest && (await this.#receiveAll(turn, rest))) return;
      if (turn === this.#turn) this.#end(turn, { type: 'lapse' });
    } catch (error) {
      if (turn === this.#turn) this.#fail(turn, toChatError(error));
    }
  }

  /** False when the events ended without `done` or `error`: the answer was cut. */
  async #receiveAll(turn: Turn, events: AsyncIterable<ChatEvent>): Promise<boolean> {
    for await (const event of events) {
      if (turn === this.#turn) this.#receive(turn, event);
      if (turn !== this.#turn) return true;
    }
    return false;
  }

  #receive(turn: Turn, event: ChatEvent): void {
    switch (event.type) {
      case 'reconnecting':
        return this.#holder.dispatch({ type: 'reconnect' });
      case 'start':
        return this.#open(turn, event);
      case 'done':
        return this.#complete(turn, event);
      case 'error':
        return this.#fail(turn, new ChatError(event.code, event.message, { retryAfter: event.retryAfter }));
      default:
        return this.#grow(turn, event);
    }
  }

  #open(turn: Turn, { queryId, quota, links, resumePoint }: StartEvent): void {
    turn.queryId = queryId;
    // Until the first piece of the new answer is here, an answer at the end is the one that it replaces.
    const isAlone = this.#holder.state.messages.at(-1)?.role === 'user';
    const facts = { quota, links, resumePoint: isAlone ? resumePoint : undefined };
    this.#holder.dispatch({
      type: 'open',
      facts: dropUndefined<Pick<StartEvent, keyof typeof facts>>(facts),
    });
    if (resumePoint) this.#holder.saveVisitorChange();
  }

  #grow(turn: Turn, event: ContentEvent): void {
    // In an answer that goes on, `[1]` in the first half names a source of that half.
    if (event.type === 'sources' && turn.hasSources) return;
    const holder = this.#holder;
    const isFirst = !answerOf(holder.state.messages);
    if (event.type === 'take-back' && isFirst) return;
    if (event.type === 'token' || event.type === 'reasoning') turn.firstTokenAt ??= this.#options.now();
    holder.dispatch({ type: 'receive', event, answer: this.#firstAnswer(turn) });
    holder.saveVisitorChangeInTime();
    if (event.type === 'token') holder.emit({ type: 'delta', id: turn.answerId, text: event.token });
    const message = answerOf(holder.state.messages);
    if (isFirst && message && turn === this.#turn) holder.emit({ type: 'response-start', message });
  }

  /** The answer before its first piece: empty, or the one that goes on. */
  #firstAnswer(turn: Turn): ChatMessage {
    const answer = turn.answer ?? { role: 'assistant', parts: [], createdAt: this.#options.now() };
    return {
      ...answer,
      id: turn.answerId,
      status: 'streaming',
      ...(turn.queryId === undefined ? {} : { queryId: turn.queryId }),
    };
  }

  #complete(turn: Turn, done: DoneEvent): void {
    if (!this.#hasText()) {
      const code = done.finishReason === 'content-filter' ? 'content-filtered' : 'empty-answer';
      this.#fail(turn, new ChatError(code, `expected text before done, finish reason ${done.finishReason}`));
      return;
    }
    const now = this.#options.now();
    const { sources, ...others } = done;
    this.#end(turn, { type: 'complete', done: turn.hasSources || !sources ? others : done });
    const message = this.#holder.state.messages.find(({ id }) => id === turn.answerId);
    if (!message) return;
    this.#holder.emit({
      type: 'response-end',
      message,
      sources: sourcesOf(message),
      usage: done.usage,
      finishReason: done.finishReason,
      millisecondsToFirstToken: (turn.firstTokenAt ?? now) - turn.startedAt,
      milliseconds: now - turn.startedAt,
    });
  }

  #fail(turn: Turn, error: ChatError): void {
    this.#failedId = this.#holder.state.messages.at(-1)?.id;
    this.#end(turn, { type: 'fail', error });
    this.#holder.emit({ type: 'error', error });
  }

  /** The turn is over before anyone hears of it, so that a listener may start the next one. */
  #end(turn: Turn, action: ConversationAction): void {
    this.#turn = null;
    turn.end();
    this.#holder.dispatch(action);
    this.#holder.saveVisitorChange();
  }

  #hasText(): boolean {
    const answer = answerOf(this.#holder.state.messages);
    return answer !== undefined && textOf(answer) !== '';
  }
}

function toChatError(cause: unknown): ChatError {
  return cause instanceof ChatError ? cause : new ChatError('internal', 'the turn threw', { cause });
}
