import { ChatError } from '../protocol/chat-error.ts';
import type { ChatEvent, DoneEvent, StartEvent } from '../protocol/chat-event.ts';
import { sourcesOf, textOf, type ChatMessage, type WireMessage } from '../protocol/chat-message.ts';
import { dropUndefined } from '../protocol/json.ts';
import type { ConversationOptions } from './conversation-options.ts';
import type { ConversationStore } from './conversation-store.ts';
import { answerOf, type ContentEvent, type ConversationAction } from './reducer.ts';
import { Turn } from './turn.ts';

/** What a turn is run with. */
export interface TurnRunnerOptions extends Pick<ConversationOptions, 'transport' | 'buildRequest'> {
  readonly store: ConversationStore;
  readonly now: () => number;
  readonly createId: () => string;
}

/** What a turn asks. */
export interface TurnRequest {
  /** What the state becomes when it is sent. */
  readonly action: ConversationAction;
  /** The transcript to send, read after that. */
  readonly messages: () => readonly WireMessage[];
  /** The answer that goes on; absent: there will be a new one. */
  readonly answer?: ChatMessage;
}

/** Runs turns, one at a time, from the request to the last event. Events of a turn that was replaced are dropped. */
export class TurnRunner {
  readonly #options: TurnRunnerOptions;
  readonly #store: ConversationStore;
  #turn: Turn | null = null;

  constructor(options: TurnRunnerOptions) {
    this.#options = options;
    this.#store = options.store;
  }

  get isRunning(): boolean {
    return this.#turn !== null;
  }

  /** Starts a turn; none may be running. Resolves when it has ended, however it ended. */
  start(request: TurnRequest): Promise<void> {
    const turn = new Turn(this.#options.now(), request.answer);
    this.#turn = turn;
    this.#store.dispatch(request.action);
    this.#store.saveVisitorChange();
    void this.#run(turn, request.messages);
    return turn.ended;
  }

  /** Ends the running turn. The text received so far stays, marked `stopped`. */
  stop(): void {
    const turn = this.#turn;
    if (!turn) return;
    const answerId = this.#hasText() ? turn.answerId : undefined;
    this.#end(turn, { type: 'stop' });
    turn.abort();
    const message = this.#store.state.messages.find(({ id }) => id === answerId) ?? null;
    this.#store.emit({ type: 'stop', message });
  }

  /** Lets go of the running turn without a word about it; returns what aborts its request. */
  abandon(): () => void {
    const turn = this.#turn;
    this.#turn = null;
    return () => turn?.abort();
  }

  async #run(turn: Turn, messages: TurnRequest['messages']): Promise<void> {
    try {
      const { buildRequest, transport } = this.#options;
      const request = await buildRequest(messages(), turn.signal);
      if (turn !== this.#turn) return;
      if (!request) return this.#end(turn, { type: 'cancel' });
      for await (const event of transport().send(request, turn.signal)) {
        if (turn === this.#turn) this.#receive(turn, event);
        if (turn !== this.#turn) return;
      }
      throw new ChatError('truncated', 'expected a done or error event before the end of the stream');
    } catch (error) {
      if (turn === this.#turn) this.#fail(turn, toChatError(error));
    }
  }

  #receive(turn: Turn, event: ChatEvent): void {
    switch (event.type) {
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

  #open(turn: Turn, { queryId, quota, links }: StartEvent): void {
    turn.queryId = queryId;
    this.#store.dispatch({
      type: 'open',
      facts: dropUndefined<Pick<StartEvent, 'quota' | 'links'>>({ quota, links }),
    });
  }

  #grow(turn: Turn, event: ContentEvent): void {
    // The numbers in the first half of an answer that goes on name its own sources.
    if (event.type === 'sources' && turn.hasSources) return;
    const store = this.#store;
    const isFirst = !answerOf(store.state.messages);
    if (event.type !== 'sources') turn.firstTokenAt ??= this.#options.now();
    store.dispatch({ type: 'receive', event, answer: this.#firstAnswer(turn) });
    store.saveVisitorChangeInTime();
    const { answerId: id } = turn;
    if (event.type === 'token' && id) store.emit({ type: 'delta', id, text: event.token });
    const message = answerOf(store.state.messages);
    if (isFirst && message && turn === this.#turn) store.emit({ type: 'response-start', message });
  }

  /** The answer before its first piece: empty, or what is to go on. */
  #firstAnswer(turn: Turn): ChatMessage {
    const { createId, now } = this.#options;
    const answer = turn.answer ?? { role: 'assistant', parts: [], createdAt: now() };
    return {
      ...answer,
      id: (turn.answerId ??= createId()),
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
    const message = this.#store.state.messages.find(({ id }) => id === turn.answerId);
    if (!message) return;
    this.#store.emit({
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
    this.#end(turn, { type: 'fail', error });
    this.#store.emit({ type: 'error', error });
  }

  /** The turn is over before anyone hears of it, so that a listener may start the next one. */
  #end(turn: Turn, action: ConversationAction): void {
    this.#turn = null;
    turn.end();
    this.#store.dispatch(action);
    this.#store.saveVisitorChange();
  }

  #hasText(): boolean {
    const answer = answerOf(this.#store.state.messages);
    return answer !== undefined && textOf(answer) !== '';
  }
}

function toChatError(cause: unknown): ChatError {
  return cause instanceof ChatError ? cause : new ChatError('internal', 'the turn threw', { cause });
}
