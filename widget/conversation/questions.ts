import { ChatError } from '../protocol/chat-error.ts';
import type { ChatMessage, WireMessage } from '../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../protocol/limits.ts';
import { askToContinue, canContinue, continuable } from './continuation.ts';
import type { ConversationOptions } from './conversation-options.ts';
import type { AskedTurn } from './message-record.ts';
import { type Question, questionParts, questionText } from './parts.ts';
import { LIFETIME_MS } from './pending-turns.ts';
import type { ConversationAction } from './reducer.ts';
import type { StateHolder } from './state-holder.ts';
import { canRegenerate, isRetryable, upToLastQuestion } from './transcript-end.ts';
import { answerIdOf, type TurnRunner } from './turn-runner.ts';
import { toWireMessages } from './wire-messages.ts';

/** Messages that may wait for the end of an answer. */
export const MAX_WAITING = 3;

/** Options of {@link Questions}. */
export interface QuestionsOptions extends Pick<ConversationOptions, 'store' | 'historyLimit' | 'knowsKeys'> {
  readonly holder: StateHolder;
  readonly turns: TurnRunner;
  /** Takes over what other pages have stored. */
  readonly refresh: () => void;
  /** Ends the turn that runs. */
  readonly stop: () => void;
  readonly now: () => number;
  readonly createId: () => string;
}

/** Makes the turns of a conversation: from a new question, or from one that stands in the transcript. See `Conversation`. */
export class Questions {
  readonly #options: QuestionsOptions;

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  ask(question: Question): Promise<void> {
    // Another page may have removed the conversation a moment ago: nothing is stored in it any more.
    this.#options.refresh();
    return this.#say(question, (message, asked) => ({ type: 'ask', message, asked }));
  }

  edit(id: string, question: Question): Promise<void> {
    const { holder, refresh } = this.#options;
    refresh();
    const { messages, waiting } = holder.state;
    const parts = questionParts(question);
    const waits = waiting.find((message) => message.id === id);
    if (parts.length > 0 && waits) {
      const message = { ...this.#question(parts, 'waiting'), createdAt: waits.createdAt };
      holder.commit({ type: 'rewrite', id, message });
      return Promise.resolve();
    }
    const isOwn = messages.some((message) => message.id === id && message.role === 'user');
    if (!isOwn) return Promise.resolve();
    return this.#say(question, (message, asked) => ({ type: 'edit', id, message, asked }));
  }

  queue(question: Question): boolean {
    const { holder, refresh } = this.#options;
    const parts = questionParts(question);
    refresh();
    if (parts.length === 0 || holder.isClosed || holder.state.waiting.length >= MAX_WAITING) return false;
    holder.commit({ type: 'queue', message: this.#question(parts, 'waiting') });
    return true;
  }

  retry(): Promise<void> {
    const { holder, turns, now, createId } = this.#options;
    const { messages, records } = holder.state;
    const question = upToLastQuestion(messages).at(-1);
    if (turns.isBusy || !question || !isRetryable(messages)) return Promise.resolve();
    const asked = records.get(question.id)?.asked;
    const isRecent = asked !== undefined && now() - asked.at <= LIFETIME_MS;
    return this.askAgain(question.id, (isRecent ? asked.key : undefined) ?? createId());
  }

  regenerate(): Promise<void> {
    const { holder, turns, createId } = this.#options;
    const { messages } = holder.state;
    const question = upToLastQuestion(messages).at(-1);
    if (turns.isBusy || !question || !canRegenerate(messages)) return Promise.resolve();
    return this.askAgain(question.id, createId());
  }

  continue(instruction: string): Promise<void> {
    const { holder, turns, createId } = this.#options;
    const { messages } = holder.state;
    const [question, last] = messages.slice(-2);
    if (!question || !last || !canContinue(messages) || turns.isBusy) return Promise.resolve();
    const answer = continuable(last);
    this.#forgetStop(question.id);
    return turns.start({
      action: { type: 'continue' },
      questionId: question.id,
      messages: () => this.#wire(askToContinue([...messages.slice(0, -1), answer], instruction)),
      answer,
      key: createId(),
    });
  }

  /** Asks a question of the transcript; a backend that has its key already answers the same. `hasLock`: no other page runs a turn. */
  askAgain(id: string, key: string, hasLock = false): Promise<void> {
    this.#forgetStop(id);
    return this.#options.turns.start({
      action: { type: 'retry', id, asked: this.#asked(key) },
      questionId: id,
      messages: () => this.#wireTo(id),
      key,
      hasLock,
    });
  }

  #say(
    question: Question,
    actionFor: (message: ChatMessage, asked: AskedTurn) => ConversationAction,
  ): Promise<void> {
    const parts = questionParts(question);
    const text = questionText(question);
    if (parts.length === 0 || this.#options.holder.isClosed) return Promise.resolve();
    if (text.length > MAX_MESSAGE_CHARACTERS) return this.#refuse(text);
    this.#options.stop();
    const message = this.#question(parts, 'complete');
    return this.#options.turns.start({
      action: actionFor(message, this.#asked(message.id)),
      questionId: message.id,
      messages: () => this.#wireTo(message.id),
      key: message.id,
    });
  }

  #refuse(text: string): Promise<void> {
    const error = new ChatError(
      'too-large',
      `expected at most ${MAX_MESSAGE_CHARACTERS} characters, got ${text.length}`,
    );
    this.#options.holder.dispatch({ type: 'refuse', error, text });
    this.#options.holder.emit({ type: 'error', error });
    return Promise.resolve();
  }

  /** Another page may have wanted an earlier turn of a question stopped, when that had ended. */
  #forgetStop(id: string): void {
    this.#options.store.takeStop(this.#options.holder.state.id, id);
  }

  /** The transcript that ends with a question: another page may have asked the next one. */
  #wireTo(questionId: string): readonly WireMessage[] {
    const { messages } = this.#options.holder.state;
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
