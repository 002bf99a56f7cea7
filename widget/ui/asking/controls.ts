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

/** What the controls for asking do: the text box, suggestions, and the buttons after a turn. */
export class Controls implements Asking {
  readonly #chat: Chat;
  readonly #turns: Turns;
  /** Keeps the text box and the draft equal. Its `follow`, called after each drawing, writes a changed draft into the box. */
  readonly textBox: TextBox;
  #wasAnswering = false;
  /** When the button was last pressed, appeared, or changed its meaning; -Infinity if the visitor has typed since. */
  #changedAt = -Infinity;

  constructor(chat: Chat, turns: Turns) {
    this.#chat = chat;
    this.#turns = turns;
    this.textBox = new TextBox(chat, () => (this.#changedAt = -Infinity));
    const handleChanged = (): void => void (this.#changedAt = performance.now());
    chat.conversation.subscribe(() => {
      const isNow = isAnswering(chat.state);
      if (this.#wasAnswering !== isNow) handleChanged();
      this.#wasAnswering = isNow;
    });
    // On phones the button appears where the launcher was, so a double tap on the launcher would press it.
    chat.host.addEventListener('cf-ai-chat-after-show', handleChanged, { signal: chat.signal });
  }

  /** The properties of the composer that these controls provide. */
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
      // `send` refuses a text that is too long and keeps it as the draft.
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
        // The editor's code did not load: the question is edited in the composer instead.
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
    // If the code of the queue does not load, nothing shows that the text waits: tell the visitor.
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
    // In a text box with text, Page Up and Page Down move the cursor.
    const direction = state.draft === '' ? PAGE_KEYS[event.key] : undefined;
    if (!direction && !isSendKey(event)) return;
    event.preventDefault();
    if (direction) scroll.turnPage(direction);
    // A key that is held down may have been pressed on the launcher before.
    else if (!event.repeat) this.#submitDraft();
  }

  /**
   * Ignores a press right after the button has changed: the second click of a double click, or a press on Stop as the answer
   * ended.
   */
  #handlePress(event: Event): void {
    if (event.timeStamp - this.#changedAt <= DOUBLE_PRESS_MS) event.preventDefault();
    else this.#changedAt = event.timeStamp;
  }

  #handleSubmit(event: Event): void {
    event.preventDefault();
    if (isAnswering(this.#chat.state)) this.#chat.conversation.stop();
    else this.#submitDraft();
  }

  /**
   * Sends the draft. During an answer the message is queued instead, behind those that wait already: sending never stops an
   * answer.
   */
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
