import { withText } from '../../conversation/parts.ts';
import { type ConversationState, isAnswering } from '../../conversation/state.ts';
import { type ChatMessage, textOf } from '../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../protocol/limits.ts';
import { type ComposerView, isSendKey } from '../composer/composer.ts';
import type { Asking, Chat } from '../feature/chat.ts';
import { retryLater } from '../../transport/retry-later.ts';
import { editing } from '../features/editing/feature.ts';
import { limits } from '../features/limits/feature.ts';
import { queue } from '../features/queue/feature.ts';
import { mayAsk } from './gate.ts';
import type { Turns } from './turns.ts';

/** Time after which a text is queued that could not be. */
const HOLD_MS = 2_000;
/** Tries with a network to queue such a text. */
const MAX_HOLDS = 5;

/** A press on Stop may come so late that the answer has ended, and the button sends. */
const LATE_STOP_MS = 500;

const PAGE_KEYS: Readonly<Record<string, 1 | -1>> = { PageUp: -1, PageDown: 1 };

/** The controls by which visitors ask: the text box, suggestions, and those of a turn that has ended. */
export class Controls implements Asking {
  readonly #chat: Chat;
  readonly #turns: Turns;
  #wasAnswering = false;
  /** When the last answer ended, if nothing was typed since. */
  #endedAt = -Infinity;

  constructor(chat: Chat, turns: Turns) {
    this.#chat = chat;
    this.#turns = turns;
    chat.conversation.subscribe(() => {
      const isNow = isAnswering(chat.state);
      if (this.#wasAnswering && !isNow) this.#endedAt = performance.now();
      this.#wasAnswering = isNow;
    });
  }

  /** The composer's part of these controls. */
  get composer(): Omit<ComposerView, 'host' | 'strings' | 'state' | 'tools'> {
    return {
      isTooEarly: this.isTooEarly,
      handleInput: (event) => this.#handleInput(event),
      handleKeydown: (event) => this.#handleKeydown(event),
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
      const question = withText(message.parts, text);
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
    void this.#turns.send(this.#chat.state.draft);
  }

  mayBeSent(text: string): boolean {
    return mayAsk(this.#chat, text);
  }

  sendQueued(text: string): void {
    // The reader may still read the answer before it.
    this.#chat.scroll.stay();
    void this.#chat.conversation.send(text);
  }

  #act(handle: () => unknown): void {
    const { host, moveFocus } = this.#chat;
    if (host.disabled) return;
    moveFocus();
    void handle();
  }

  #handleInput(event: Event): void {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    this.#endedAt = -Infinity;
    this.#chat.conversation.type(event.target.value);
  }

  #handleKeydown(event: KeyboardEvent): void {
    const { state, scroll } = this.#chat;
    // In a text box with text these keys move the cursor.
    const direction = state.draft === '' ? PAGE_KEYS[event.key] : undefined;
    if (!direction && !isSendKey(event)) return;
    event.preventDefault();
    if (direction) scroll.turnPage(direction);
    else this.#submitDraft();
  }

  #handleSubmit(event: Event): void {
    event.preventDefault();
    if (isAnswering(this.#chat.state)) this.#chat.conversation.stop();
    else if (performance.now() - this.#endedAt > LATE_STOP_MS) this.#submitDraft();
  }

  /** Nobody stops an answer by sending: the message is sent after it. `holds` counts how often the text was held. */
  #submitDraft(holds = 0): void {
    const { host, state } = this.#chat;
    const waiting = queue.of(this.#chat);
    if (host.disabled) return;
    // The question before this text waits for the network, and for the code of the queue.
    const isBehind = waiting.current ? waiting.current.hasWaitingQuestion : state.error?.code === 'offline';
    if (isAnswering(state) || isBehind) {
      waiting.load().then(
        (loaded) => loaded.add(state.draft),
        () => this.#hold(state.draft, holds),
      );
    } else if (!this.isTooEarly) this.sendDraft();
  }

  /** The code of the queue did not come: the text stays in the text box, and is queued or sent later unless it is changed. */
  #hold(text: string, holds: number): void {
    const { state, strings, signal, tellMissing } = this.#chat;
    if (text.trim() === '') return;
    // The code is gone, and the network is back: nothing would ever queue the text.
    if (holds >= MAX_HOLDS && navigator.onLine && !isAnswering(state)) return this.sendDraft();
    tellMissing(queue.of(this.#chat), navigator.onLine ? undefined : strings.current.waiting);
    retryLater(HOLD_MS, () => {
      const isUnchanged = this.#chat.state.draft === text && mayFollow(this.#chat.state);
      if (!signal.aborted && isUnchanged) this.#submitDraft(navigator.onLine ? holds + 1 : holds);
    });
  }
}

/** Whether a text may be sent without another press: not after a stop or a failure, which may have changed the visitor's mind. */
function mayFollow(state: ConversationState): boolean {
  const isAnswered = state.messages.at(-1)?.status === 'complete';
  return isAnswering(state) || isAnswered || state.error?.code === 'offline';
}
