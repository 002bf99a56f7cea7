import { ChatError } from '../protocol/chat-error.ts';
import type { ChatMessage, WireMessage } from '../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../protocol/limits.ts';
import { askToContinue, continuable } from './continuation.ts';
import type { ConversationOptions } from './conversation-options.ts';
import type { AskedTurn } from './message-record.ts';
import { type Question, questionParts, type WholeQuestion, wholeQuestion } from '../protocol/question.ts';
import { draftBehind } from './reducer.ts';
import type { StateHolder } from './state-holder.ts';
import { canContinue, isRetryable, questionAtEnd } from './transcript-end.ts';
import { answerIdOf, type TurnRunner } from './turn-runner.ts';
import { toWireMessages } from '../protocol/wire-messages.ts';

/** The most questions that may wait for the end of an answer. */
export const MAX_WAITING = 3;

/** After this time a backend is expected to have forgotten a key, and the rest of its answer. */
const LIFETIME_MS = 90_000;

/** Makes the turns of a conversation: from a new question, or from one that stands in the transcript. See `Conversation`. */
export class Questions {
  readonly #options: ConversationOptions;
  readonly #holder: StateHolder;
  readonly #turns: TurnRunner;

  constructor(options: ConversationOptions, turns: TurnRunner) {
    this.#options = options;
    this.#holder = turns.holder;
    this.#turns = turns;
  }

  ask(question: Question): Promise<void> {
    // Another page may have removed the conversation a moment ago: a question in it would not be stored.
    this.#turns.refresh();
    return this.#say(question);
  }

  edit(id: string, question: Question): Promise<void> {
    const before = this.#holder.state;
    this.#turns.refresh();
    const { messages, waiting } = this.#holder.state;
    const parts = questionParts(question);
    const waits = waiting.find((message) => message.id === id);
    if (parts.length > 0 && waits) {
      const message = { ...this.#question(parts, 'waiting'), createdAt: waits.createdAt };
      this.#holder.commit({ type: 'edit', id, message });
      return Promise.resolve();
    }
    const isShown = (message: ChatMessage): boolean => message.id === id && message.role === 'user';
    if (messages.some(isShown)) return this.#say(question, id);
    // Another page has opened another conversation a moment ago, or has edited a question before it.
    if ([...before.messages, ...before.waiting].some(isShown))
      this.#holder.commit({ type: 'draft', ...draftBehind(this.#holder.state, [wholeQuestion(question)]) });
    return Promise.resolve();
  }

  queue(question: Question): boolean {
    const parts = questionParts(question);
    this.#turns.refresh();
    const { isClosed, state } = this.#holder;
    if (parts.length === 0 || isClosed || state.waiting.length >= MAX_WAITING) return false;
    this.#holder.commit({ type: 'ask', message: this.#question(parts, 'waiting') });
    return true;
  }

  retry(): Promise<void> {
    const { now, createId } = this.#options;
    const { messages, records } = this.#holder.state;
    const question = questionAtEnd(messages);
    if (this.#turns.isBusy || !question || !isRetryable(messages)) return Promise.resolve();
    const asked = records.get(question.id)?.asked;
    return this.askAgain(question.id, (isRecent(asked, now()) ? asked.key : undefined) ?? createId());
  }

  regenerate(): Promise<void> {
    const question = questionAtEnd(this.#holder.state.messages);
    if (this.#turns.isBusy || !question) return Promise.resolve();
    return this.askAgain(question.id, this.#options.createId());
  }

  continue(instruction: string): Promise<void> {
    const { messages } = this.#holder.state;
    const [question, last] = messages.slice(-2);
    if (!question || !last || !canContinue(messages) || this.#turns.isBusy) return Promise.resolve();
    const answer = continuable(last);
    return this.#turns.start({
      action: { type: 'continue' },
      questionId: question.id,
      messages: () => this.#wire([...messages.slice(0, -1), answer, askToContinue(question, instruction)]),
      answer,
      key: this.#options.createId(),
    });
  }

  /**
   * Continues an answer that had asked for an approval, a tool's result or a choice. Call while this page has the lock.
   *
   * @param answer the answer as it continues, with the status `streaming`
   * @param answered the answer as it was, with all that it asked for answered
   */
  goOn(answer: ChatMessage, answered: ChatMessage): Promise<void> {
    const question = questionAtEnd(this.#holder.state.messages);
    if (!question) return Promise.resolve();
    const { id } = question;
    return this.#turns.start({
      // Stored as growing before it is sent: a page that finds it does not send it again.
      action: { type: 'change', message: answer, turn: id },
      questionId: id,
      messages: () => this.#wireTo(id),
      answer,
      answered,
      key: this.#options.createId(),
      hasLock: true,
    });
  }

  /**
   * Asks a question of the transcript again; a backend that knows the key already sends the same answer.
   *
   * @param hasLock whether this page has the lock already
   */
  askAgain(id: string, key: string, hasLock = false): Promise<void> {
    return this.#turns.start({
      action: { type: 'retry', id, asked: this.#asked(key) },
      questionId: id,
      messages: () => this.#wireTo(id),
      key,
      hasLock,
    });
  }

  /** Asks a question in place of the visitor's message `id`; without `id`, at the end. */
  #say(question: Question, id?: string): Promise<void> {
    const parts = questionParts(question);
    const whole = wholeQuestion(question);
    if (parts.length === 0 || this.#holder.isClosed) return Promise.resolve();
    if (whole.text.length > MAX_MESSAGE_CHARACTERS) return this.#refuse(whole);
    this.#turns.stop();
    const message = this.#question(parts, 'complete');
    const said = { message, asked: this.#asked(message.id) };
    return this.#turns.start({
      action: id === undefined ? { type: 'ask', ...said } : { type: 'edit', id, ...said },
      questionId: message.id,
      messages: () => this.#wireTo(message.id),
      key: message.id,
    });
  }

  #refuse(question: WholeQuestion): Promise<void> {
    const error = new ChatError(
      'too-large',
      `expected at most ${MAX_MESSAGE_CHARACTERS} characters, got ${question.text.length}`,
    );
    this.#holder.dispatch({ type: 'refuse', error, question });
    this.#holder.emit({ type: 'error', error });
    return Promise.resolve();
  }

  /** The transcript up to a question: behind it may stand one that another page has asked. */
  #wireTo(questionId: string): readonly WireMessage[] {
    const { messages } = this.#holder.state;
    return this.#wire(messages.slice(0, messages.findIndex(({ id }) => id === questionId) + 1));
  }

  #wire(messages: readonly ChatMessage[]): readonly WireMessage[] {
    return toWireMessages(messages, this.#options.historyLimit());
  }

  #question(parts: ChatMessage['parts'], status: 'complete' | 'waiting'): ChatMessage {
    return { id: this.#options.createId(), role: 'user', parts, status, createdAt: this.#options.now() };
  }

  #asked(key: string): AskedTurn {
    const isKnown = this.#options.knowsKeys?.() ?? false;
    return { at: this.#options.now(), answerId: answerIdOf(key), ...(isKnown && { key }) };
  }
}

/** Whether a backend may still know the key, or have the rest of the answer: see {@link LIFETIME_MS}. */
export function isRecent<T extends { readonly at: number }>(point: T | undefined, now: number): point is T {
  return point !== undefined && now - point.at <= LIFETIME_MS;
}
