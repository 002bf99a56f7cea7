import { ChatError } from '../protocol/chat-error.ts';
import type { ChatEvent, DoneEvent, StartEvent } from '../protocol/chat-event.ts';
import { sourcesOf, textOf, type ChatMessage } from '../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../protocol/limits.ts';
import { Autosave } from './autosave.ts';
import { ChangeListeners, type ChangeListener } from './change-listeners.ts';
import type { ConversationOptions } from './conversation-options.ts';
import { createId } from './create-id.ts';
import { toWireMessages } from './history.ts';
import { parseMessages, type MessageInput } from './parse-messages.ts';
import {
  answerOf,
  EMPTY_STATE,
  isRetryable,
  reduce,
  withoutUnfinishedAnswer,
  type ContentEvent,
  type ConversationAction,
} from './reducer.ts';
import type { ConversationState } from './state.ts';
import { Turn } from './turn.ts';
import { dropUndefined } from '../protocol/json.ts';

export type { ConversationOptions } from './conversation-options.ts';

/**
 * One conversation: its state, the turn that runs, and its storage. At most one turn runs; events of a replaced turn are
 * dropped. Starts with the stored transcript.
 */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #now: () => number;
  readonly #createId: () => string;
  readonly #autosave: Autosave;
  readonly #listeners = new ChangeListeners();
  #state: ConversationState = EMPTY_STATE;
  #turn: Turn | null = null;
  #isDisposed = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#createId = options.createId ?? createId;
    this.#autosave = new Autosave(options.store, this.#now);
    const stored = options.store?.load();
    if (stored) this.#state = { ...EMPTY_STATE, messages: this.#parse(stored.messages), draft: stored.draft };
  }

  /** The current state; a new object after every change. */
  get state(): ConversationState {
    return this.#state;
  }

  /** Calls `listener` after every change, synchronously. Returns what ends the subscription. */
  subscribe(listener: ChangeListener): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Asks a question. A turn that runs is stopped first, its partial answer kept. White space alone is no
   * question; a text over the limit is refused with `too-large` and stays in the draft.
   * Resolves when the turn has ended, however it ended; never rejects.
   */
  send(text: string): Promise<void> {
    const content = text.trim();
    if (content === '' || this.#isDisposed) return Promise.resolve();
    if (content.length > MAX_MESSAGE_CHARACTERS) return this.#refuse(content);
    this.stop();
    const message: ChatMessage = {
      id: this.#createId(),
      role: 'user',
      parts: [{ type: 'text', text: content }],
      status: 'complete',
      createdAt: this.#now(),
    };
    return this.#start({ type: 'ask', message });
  }

  /** Ends the running turn. The text received so far stays, marked `stopped`. */
  stop(): void {
    const turn = this.#turn;
    if (!turn) return;
    const answerId = this.#hasText() ? turn.answerId : undefined;
    this.#end(turn, { type: 'stop' });
    turn.abort();
    const message = this.#state.messages.find(({ id }) => id === answerId) ?? null;
    this.#listeners.emit({ type: 'stop', message });
  }

  /**
   * Asks the last question again in place of an answer that was stopped, cut or failed. Does nothing while a turn
   * runs or when the last answer is complete. Resolves like {@link send}.
   */
  retry(): Promise<void> {
    if (this.#turn || this.#isDisposed || !isRetryable(this.#state.messages)) return Promise.resolve();
    return this.#start({ type: 'retry' });
  }

  /** Forgets all messages, here and in the store. The draft stays. */
  clear(): void {
    if (this.#isDisposed) return;
    this.#replace([]);
    this.#autosave.noteVisitorChange();
    this.save();
    this.#listeners.emit({ type: 'clear' });
  }

  /** Replaces the transcript, ending a turn that runs. Entries that are no messages are left out. */
  setMessages(input: readonly MessageInput[]): void {
    if (this.#isDisposed) return;
    this.#replace(this.#parse(input));
    this.#autosave.notePageChange();
    this.save();
  }

  /** Stores the visitor's rating of an answer. */
  rate(id: string, feedback: 1 | -1): void {
    if (this.#isDisposed) return;
    this.#dispatch({ type: 'rate', id, feedback });
    this.#autosave.noteVisitorChange();
    this.save();
  }

  /** Takes over what the visitor is typing. */
  type(text: string): void {
    if (this.#isDisposed || text === this.#state.draft) return;
    this.#dispatch({ type: 'draft', text });
    this.#autosave.noteVisitorChange();
    this.#autosave.saveIfDue(this.#state);
  }

  /** Puts a text of the page's into the composer. */
  setDraft(text: string): void {
    if (this.#isDisposed || text === this.#state.draft) return;
    this.#dispatch({ type: 'draft', text });
    this.#autosave.notePageChange();
  }

  /** Stores what is not stored yet, at once. For `pagehide`. */
  save(): void {
    this.#autosave.save(this.#state);
  }

  /**
   * Stores, ends the running turn without a word and stops notifying. Afterwards every call does nothing, and the state is
   * as it would be read from the store.
   */
  dispose(): void {
    this.save();
    this.#isDisposed = true;
    this.#listeners.clear();
    this.#turn?.abort();
    this.#turn = null;
    this.#state = { ...this.#state, messages: this.#parse(this.#state.messages) };
  }

  #parse(messages: unknown): readonly ChatMessage[] {
    return parseMessages(messages, { createId: this.#createId, now: this.#now });
  }

  #replace(messages: readonly ChatMessage[]): void {
    const turn = this.#turn;
    this.#turn = null;
    this.#dispatch({ type: 'replace', messages });
    turn?.abort();
  }

  #refuse(text: string): Promise<void> {
    const error = new ChatError(
      'too-large',
      `expected at most ${MAX_MESSAGE_CHARACTERS} characters, got ${text.length}`,
    );
    this.#dispatch({ type: 'refuse', error, text });
    this.#listeners.emit({ type: 'error', error });
    return Promise.resolve();
  }

  #start(action: ConversationAction): Promise<void> {
    const turn = new Turn(this.#now());
    this.#turn = turn;
    this.#dispatch(action);
    this.#autosave.noteVisitorChange();
    this.save();
    void this.#run(turn);
    return turn.ended;
  }

  async #run(turn: Turn): Promise<void> {
    try {
      const { buildRequest, historyLimit, transport } = this.#options;
      const request = await buildRequest(
        toWireMessages(withoutUnfinishedAnswer(this.#state.messages), historyLimit()),
        turn.signal,
      );
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
    this.#dispatch({
      type: 'open',
      facts: dropUndefined<Pick<StartEvent, 'quota' | 'links'>>({ quota, links }),
    });
  }

  #grow(turn: Turn, event: ContentEvent): void {
    const isFirst = !answerOf(this.#state.messages);
    if (event.type !== 'sources') turn.firstTokenAt ??= this.#now();
    this.#dispatch({ type: 'receive', event, answer: this.#blankAnswer(turn) });
    this.#autosave.noteVisitorChange();
    this.#autosave.saveIfDue(this.#state);
    const { answerId: id } = turn;
    if (event.type === 'token' && id) this.#listeners.emit({ type: 'delta', id, text: event.token });
    const message = answerOf(this.#state.messages);
    if (isFirst && message && turn === this.#turn) this.#listeners.emit({ type: 'response-start', message });
  }

  #blankAnswer(turn: Turn): ChatMessage {
    return {
      id: (turn.answerId ??= this.#createId()),
      role: 'assistant',
      parts: [],
      status: 'streaming',
      createdAt: this.#now(),
      ...(turn.queryId === undefined ? {} : { queryId: turn.queryId }),
    };
  }

  #complete(turn: Turn, done: DoneEvent): void {
    if (!this.#hasText()) {
      const code = done.finishReason === 'content-filter' ? 'content-filtered' : 'empty-answer';
      this.#fail(turn, new ChatError(code, `expected text before done, finish reason ${done.finishReason}`));
      return;
    }
    const now = this.#now();
    this.#end(turn, { type: 'complete', done });
    const message = this.#state.messages.find(({ id }) => id === turn.answerId);
    if (!message) return;
    this.#listeners.emit({
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
    this.#listeners.emit({ type: 'error', error });
  }

  /** The turn is over before anyone hears of it, so that a listener may start the next one. */
  #end(turn: Turn, action: ConversationAction): void {
    this.#turn = null;
    turn.end();
    this.#dispatch(action);
    this.#autosave.noteVisitorChange();
    this.save();
  }

  #hasText(): boolean {
    const answer = answerOf(this.#state.messages);
    return answer !== undefined && textOf(answer) !== '';
  }

  #dispatch(action: ConversationAction): void {
    this.#state = reduce(this.#state, action);
    this.#listeners.emit({ type: 'state' });
  }
}

function toChatError(cause: unknown): ChatError {
  return cause instanceof ChatError ? cause : new ChatError('internal', 'the turn threw', { cause });
}
