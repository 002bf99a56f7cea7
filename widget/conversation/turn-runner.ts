import { ChatError } from '../protocol/chat-error.ts';
import type { ChatEvent, DoneEvent, StartEvent } from '../protocol/chat-event.ts';
import { saysSomething, sourcesOf, type ChatMessage, type WireMessage } from '../protocol/chat-message.ts';
import { questionOf } from '../protocol/question.ts';
import type { ResumePoint } from '../protocol/resume-point.ts';
import { STOPPED } from '../protocol/transport.ts';
import type { ConversationOptions, TurnFacts } from './conversation-options.ts';
import { isUnderWay } from './message-record.ts';
import type { StateHolder } from './state-holder.ts';
import { type ConversationAction, draftBehind } from './reducer.ts';
import type { ContentEvent } from './turn-state.ts';
import { type ConversationState, isAnswering } from './state.ts';
import { unfinishedQuestion } from './state-tree.ts';
import { createTurn, type Turn, type TurnSubject } from './turn.ts';

/** The question of a turn. */
export interface TurnRequest extends Omit<TurnSubject, 'answerId'>, TurnFacts {
  /** The change of the state when the question is sent. */
  readonly action: ConversationAction;
  /** The transcript to send, read after the change. */
  readonly messages: () => readonly WireMessage[];
  /** Whether this page has the lock already. */
  readonly hasLock?: boolean;
}

/** The rest of an answer. */
export interface RestRequest extends TurnSubject {
  readonly point: ResumePoint;
}

type Records = ConversationState['records'];

/** What one page has stored is readable on another one after this time at the latest: 240 ms were seen on a busy machine. */
export const DELIVERY_MS = 1_000;

/** The id of the answer to a question with this key: where two pages ask with one key, both write the same message. */
export function answerIdOf(key: string): string {
  return `${key}-answer`;
}

/** Runs turns, one at a time, from the request to the last event. Events of a turn that was replaced are dropped. */
export class TurnRunner {
  readonly #options: ConversationOptions;
  /** The state that turns change. */
  readonly holder: StateHolder;
  #turn: Turn | null = null;

  constructor(options: ConversationOptions, holder: StateHolder) {
    this.#options = options;
    this.holder = holder;
  }

  /** The question of the turn that runs here. */
  get questionId(): string | undefined {
    return this.#turn?.questionId;
  }

  /** No turn may be started by itself: one runs, here or on another page, or the conversation is closed. */
  get isBusy(): boolean {
    return this.holder.isClosed || this.#turn !== null || isAnswering(this.holder.state);
  }

  /** Starts a turn; none may be running. Resolves when it has ended, however it ended. */
  start(request: TurnRequest): Promise<void> {
    const { action, questionId, answer, key } = request;
    const answerId = answer?.id ?? answerIdOf(key);
    const turn = createTurn({ questionId, answerId, answer }, this.#options.now());
    this.#turn = turn;
    this.holder.dispatch(action);
    // In one task: first the request of the lock, then the stored question. A page that reads it gets the lock after this one.
    void this.#run(turn, request);
    this.holder.saveVisitorChange();
    return turn.ended;
  }

  /**
   * Goes on with the turn of an earlier page, which has the lock no more. Resolves when the turn has ended. Resolves with false, and
   * changes nothing, where the backend no longer has the rest of the answer.
   */
  resume(rest: RestRequest): Promise<boolean> {
    const { point, ...subject } = rest;
    const turn = createTurn(subject, this.#options.now());
    this.#turn = turn;
    turn.queryId = point.queryId;
    this.holder.dispatch({ type: 'resume', id: turn.questionId });
    return Promise.race([this.#runRest(turn, point), turn.ended.then(() => true)]);
  }

  /**
   * Takes over what other pages have stored. The turn that runs here ends where another page has removed its question, has stopped it,
   * or goes on with it.
   */
  refresh(): void {
    const { store } = this.#options;
    const turn = this.#turn;
    const before = this.holder.state;
    this.holder.refresh();
    if (!turn || turn !== this.#turn) return;
    const { questionId, answerId } = turn;
    const { id, records } = this.holder.state;
    const [old, question] = [before.records.get(questionId), records.get(questionId)];
    const { removedAt } = store.header(before.id);
    const isRemoved = id === before.id ? !question || question.isGone : removedAt !== undefined;
    if (isRemoved) {
      this.#giveUp(STOPPED);
      if (old && removedAt !== undefined) this.#giveBackUnseen(old.message, removedAt);
    } else if (isStopped(turn, before.records, records)) this.stop();
    else if (id !== before.id || records.get(answerId) !== before.records.get(answerId)) this.#giveUp();
  }

  /** Ends the running turn, also that of another page. The text received so far stays, marked `stopped`. */
  stop(): void {
    const turn = this.#turn;
    if (!turn) return this.#stopElsewhere();
    this.#end(turn, { type: 'stop' });
    turn.abort(STOPPED);
    const answer = this.holder.state.messages.find(({ id }) => id === turn.answerId) ?? null;
    this.holder.emit({ type: 'stop', message: answer === turn.answer ? null : answer });
  }

  /**
   * Gives the running turn up without an event; returns a function that aborts its request, with a reason or without. Its records
   * stay as they are, so that a later page can go on with the turn.
   */
  abandon(): (reason?: unknown) => void {
    const turn = this.#turn;
    this.#turn = null;
    return (reason) => turn?.abort(reason);
  }

  /**
   * Puts a question back into the text box that was asked at nearly the same time as another page removed the conversation: who
   * removed it may not have seen it.
   */
  #giveBackUnseen(question: ChatMessage, removedAt: number): void {
    if (question.createdAt < removedAt - DELIVERY_MS) return;
    this.holder.commit({ type: 'draft', ...draftBehind(this.holder.state, [questionOf(question)]) });
  }

  #giveUp(reason?: unknown): void {
    const abort = this.abandon();
    this.holder.dispatch({ type: 'abandon' });
    abort(reason);
  }

  /** Marks the question of another page's turn as ended: that page finds the mark, and stops. */
  #stopElsewhere(): void {
    const { state } = this.holder;
    const question = isAnswering(state) ? unfinishedQuestion(state) : undefined;
    if (question) this.holder.commit({ type: 'stop', id: question.message.id });
  }

  async #run(turn: Turn, { messages, key, answered, hasLock }: TurnRequest): Promise<void> {
    try {
      if (!hasLock && !(await this.#enter(turn))) return;
      const { buildRequest, transport } = this.#options;
      const request = await buildRequest(messages(), turn.signal, { key, answered });
      if (turn !== this.#turn) return;
      if (!request) return this.#end(turn, { type: 'lapse' });
      if (await this.#receiveAll(turn, transport().send({ ...request, key }, turn.signal))) return;
      throw new ChatError('truncated', 'expected a done or error event before the end of the stream');
    } catch (error) {
      if (turn === this.#turn) this.#fail(turn, toChatError(error));
    }
  }

  /** False where the backend no longer has the rest of the answer. */
  async #runRest(turn: Turn, point: ResumePoint): Promise<boolean> {
    try {
      const address = await this.#options.address?.();
      if (turn !== this.#turn) return true;
      const rest = address && this.#options.transport().resume?.(address, point, turn.signal);
      if ((rest && (await this.#receiveAll(turn, rest))) || turn !== this.#turn) return true;
      this.#turn = null;
      return false;
    } catch (error) {
      if (turn === this.#turn) this.#fail(turn, toChatError(error));
      return true;
    }
  }

  /** Waits until no other page runs a turn. False where this turn was stopped or given up meanwhile. */
  async #enter(turn: Turn): Promise<boolean> {
    const { lock } = this.#options;
    if (lock) {
      void turn.ended.then(await lock.acquire(turn.signal));
      if (turn === this.#turn) this.refresh();
    }
    if (turn !== this.#turn) return false;
    this.holder.commit({ type: 'enter' });
    // Another page has put the question into an earlier version.
    if (!this.holder.state.messages.some(({ id }) => id === turn.questionId)) this.stop();
    return turn === this.#turn;
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
        return this.holder.dispatch({ type: 'reconnect' });
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

  #open(turn: Turn, start: StartEvent): void {
    turn.queryId = start.queryId;
    this.holder.dispatch({ type: 'open', start });
    if (start.resumePoint) this.holder.saveVisitorChange();
  }

  #grow(turn: Turn, event: ContentEvent): void {
    // The answer goes on, and `[1]` in its first half means the first half's source: the second half's sources are dropped.
    if (event.type === 'sources' && hasSources(turn)) return;
    const { holder } = this;
    const isFirst = !this.#answer(turn);
    if (event.type === 'take-back' && isFirst) return;
    if (event.type === 'token' || event.type === 'reasoning') turn.firstTokenAt ??= this.#options.now();
    holder.dispatch({ type: 'receive', event, answer: this.#firstAnswer(turn) });
    holder.saveVisitorChangeInTime();
    if (event.type === 'token') holder.emit({ type: 'delta', id: turn.answerId, text: event.token });
    const message = this.#answer(turn);
    if (isFirst && message && turn === this.#turn) holder.emit({ type: 'response-start', message });
  }

  /** The message that the first piece is added to: an empty one, or the answer that is continued. */
  #firstAnswer(turn: Turn): ChatMessage {
    // Read anew: a tool of the page may have added its result since the turn began.
    const answer = (turn.answer && this.#answer(turn)) ??
      turn.answer ?? { role: 'assistant', parts: [], createdAt: this.#options.now() };
    return {
      ...answer,
      id: turn.answerId,
      status: 'streaming',
      ...(turn.queryId === undefined ? {} : { queryId: turn.queryId }),
    };
  }

  #complete(turn: Turn, done: DoneEvent): void {
    const answer = this.#answer(turn);
    if (!answer || !saysSomething(answer)) {
      const code = done.finishReason === 'content-filter' ? 'content-filtered' : 'empty-answer';
      this.#fail(turn, new ChatError(code, `expected text before done, finish reason ${done.finishReason}`));
      return;
    }
    const now = this.#options.now();
    const { sources, ...others } = done;
    this.#end(turn, { type: 'complete', done: hasSources(turn) || !sources ? others : done });
    const message = this.holder.state.messages.find(({ id }) => id === turn.answerId);
    if (!message) return;
    this.holder.emit({
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
    this.holder.emit({ type: 'error', error });
  }

  /** The turn is over before listeners are called, so that a listener may start the next one. */
  #end(turn: Turn, action: ConversationAction): void {
    this.#turn = null;
    turn.end();
    this.holder.commit(action);
  }

  /** The answer that grows; read from the records, since another page may have edited the question: then the line does not show it. */
  #answer({ answerId }: Turn): ChatMessage | undefined {
    const message = this.holder.state.records.get(answerId)?.message;
    return message?.status === 'streaming' ? message : undefined;
  }
}

/** Whether another page has stopped the turn: its question was under way before, and has ended now without a whole answer. */
function isStopped({ questionId, answerId }: Turn, before: Records, now: Records): boolean {
  const [oldQuestion, question] = [before.get(questionId), now.get(questionId)];
  const [oldAnswer, answer] = [before.get(answerId), now.get(answerId)];
  const wasUnderWay = oldAnswer?.message.status === 'streaming' || (oldQuestion && isUnderWay(oldQuestion));
  const isEnded = question?.message.status === 'complete' && !isUnderWay(question);
  return wasUnderWay === true && isEnded && (!answer || answer.message.status === 'stopped');
}

/** Whether the answer that goes on has sources. */
function hasSources({ answer }: Turn): boolean {
  return answer !== undefined && sourcesOf(answer).length > 0;
}

function toChatError(cause: unknown): ChatError {
  return cause instanceof ChatError ? cause : new ChatError('internal', 'the turn threw', { cause });
}
