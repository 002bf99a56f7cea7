import { MAX_WAITING } from '../../conversation/questions.ts';
import { type Question, questionOf, questionParts } from '../../protocol/question.ts';
import { type ConversationState, isAnswering } from '../../conversation/state.ts';
import { type ChatMessage, textOf } from '../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../protocol/limits.ts';
import { type ComposerView, isSendKey } from '../composer/composer.ts';
import { DOUBLE_PRESS_MS } from '../base/press.ts';
import { TextBox } from '../composer/text-box.ts';
import type { Asking, Chat } from '../feature/chat.ts';
import { attachments } from '../features/attachments/feature.ts';
import { editing } from '../features/editing/feature.ts';
import { limits } from '../features/limits/feature.ts';
import { queue } from '../features/queue/feature.ts';
import { mayAsk } from './gate.ts';
import type { Turns } from './turns.ts';

const PAGE_KEYS: Readonly<Record<string, 1 | -1>> = { PageUp: -1, PageDown: 1 };

/** The controls by which visitors ask: the text box, suggestions, and those of a turn that has ended. */
export class Controls implements Asking {
  readonly #chat: Chat;
  readonly #turns: Turns;
  /** Reads the draft, and is to follow each drawing. */
  readonly textBox: TextBox;
  #wasAnswering = false;
  /** When the button was pressed, appeared, or began to mean something else, if nothing was typed since. */
  #settledAt = -Infinity;

  constructor(chat: Chat, turns: Turns) {
    this.#chat = chat;
    this.#turns = turns;
    this.textBox = new TextBox(chat, () => (this.#settledAt = -Infinity));
    const handleChanged = (): void => void (this.#settledAt = performance.now());
    chat.conversation.subscribe(() => {
      const isNow = isAnswering(chat.state);
      if (this.#wasAnswering !== isNow) handleChanged();
      this.#wasAnswering = isNow;
    });
    // On phones the button comes to where the launcher was.
    chat.host.addEventListener('cf-ai-chat-after-show', handleChanged, { signal: chat.signal });
  }

  /** The composer's part of these controls. */
  get composer(): Omit<ComposerView, 'host' | 'strings' | 'state' | 'tools'> {
    return {
      isTooEarly: this.isTooEarly,
      handleKeydown: (event) => this.#handleKeydown(event),
      handlePress: (event) => this.#handlePress(event),
      handleSubmit: (event) => this.#handleSubmit(event),
    };
  }

  get isTooEarly(): boolean {
    return limits.of(this.#chat).current?.isWaiting ?? false;
  }

  suggest(text: string): void {
    this.#act(() => this.#turns.send(text));
  }

  retry(): void {
    this.#act(() => this.#turns.retry());
  }

  continue(): void {
    this.#act(() => this.#turns.continue());
  }

  regenerate(): void {
    this.#act(() => this.#turns.regenerate());
  }

  resend(message: ChatMessage, text: string = textOf(message)): void {
    const isLast = this.#chat.state.messages.at(-1) === message;
    if (isLast && text === textOf(message)) return this.retry();
    this.#act(() => {
      // The conversation refuses it, and keeps it as the draft.
      if (text.trim().length > MAX_MESSAGE_CHARACTERS) return this.#turns.send(text);
      const question = { ...questionOf(message), text };
      if (message.status !== 'failed' || isLast) return this.#turns.edit(message.id, question);
      return this.#turns.move(message.id, question);
    });
  }

  edit(message: ChatMessage): void {
    const { host, conversation, state, tellMissing } = this.#chat;
    if (host.disabled) return;
    const lazy = editing.of(this.#chat);
    lazy.load().then(
      (loaded) => loaded.begin(message),
      () => {
        // Its code did not come: the composer is an editor, too.
        if (state.draft === '') conversation.setDraft(textOf(message));
        else tellMissing(lazy);
      },
    );
  }

  remove(message: ChatMessage): void {
    this.#act(() => this.#chat.conversation.remove(message.id));
  }

  sendDraft(): void {
    void this.#turns.send(this.#draft);
  }

  queueDraft(): void {
    const { host, state, conversation, strings, announce, focusInput } = this.#chat;
    const question = this.#draft;
    if (host.disabled || questionParts(question).length === 0) return;
    if (state.draft.trim().length > MAX_MESSAGE_CHARACTERS || state.waiting.length >= MAX_WAITING) return;
    if (!mayAsk(this.#chat, question) || !conversation.queue(question)) return;
    announce(strings.current.queued);
    focusInput();
    // Without its code nobody sees that the text waits.
    const lazy = queue.of(this.#chat);
    const words = navigator.onLine ? undefined : strings.current.waiting;
    lazy.load().catch(() => this.#chat.tellMissing(lazy, words));
  }

  get #draft(): Question {
    const { draft: text, draftFiles: files } = this.#chat.state;
    return { text, files };
  }

  #act(handle: () => unknown): void {
    const { host, moveFocus } = this.#chat;
    if (host.disabled) return;
    moveFocus();
    void handle();
  }

  #handleKeydown(event: KeyboardEvent): void {
    const { state, scroll } = this.#chat;
    // In a text box with text these keys move the cursor.
    const direction = state.draft === '' ? PAGE_KEYS[event.key] : undefined;
    if (!direction && !isSendKey(event)) return;
    event.preventDefault();
    if (direction) scroll.turnPage(direction);
    // A held key may have begun on the launcher.
    else if (!event.repeat) this.#submitDraft();
  }

  /** The press was for what the button meant before: it is the second one of a double click, or came as the answer ended. */
  #handlePress(event: Event): void {
    if (event.timeStamp - this.#settledAt <= DOUBLE_PRESS_MS) event.preventDefault();
    else this.#settledAt = event.timeStamp;
  }

  #handleSubmit(event: Event): void {
    event.preventDefault();
    if (isAnswering(this.#chat.state)) this.#chat.conversation.stop();
    else this.#submitDraft();
  }

  /** Nobody stops an answer by sending: the message is sent after it, and after those that wait already. */
  #submitDraft(): void {
    const { host, state } = this.#chat;
    if (host.disabled) return;
    const preparing = attachments.of(this.#chat).current?.preparing;
    if (preparing) return void preparing.then(() => this.#submitDraft());
    if (isAnswering(state) || isWaiting(state)) this.queueDraft();
    else if (!this.isTooEarly) this.sendDraft();
  }
}

function isWaiting({ messages, waiting }: ConversationState): boolean {
  return waiting.length > 0 || messages.at(-1)?.status === 'waiting';
}
