import type { Conversation } from '../../conversation/conversation.ts';
import { fitToText } from './composer.ts';

/** Events at which the text box is read: also before a press, so that the Send button is enabled in time. */
const READ_EVENTS = ['input', 'selectionchange', 'keydown', 'focusin', 'pointerover', 'click'];

/** The chat that the text box belongs to. */
interface TextBoxChat {
  readonly root: HTMLElement;
  readonly signal: AbortSignal;
  readonly conversation: Pick<Conversation, 'state' | 'type'>;
}

/**
 * Keeps text box and draft equal, however the text was entered. Dictation, spelling tools and extensions change the box
 * without an `input` event.
 */
export class TextBox {
  readonly #chat: TextBoxChat;
  readonly #handleTyped: () => void;
  /** The last text that box and draft had in common. */
  #text = '';

  /** `handleTyped` is called when the visitor has changed the text. */
  constructor(chat: TextBoxChat, handleTyped: () => void) {
    const { root, signal } = chat;
    this.#chat = chat;
    this.#handleTyped = handleTyped;
    const read = (): void => this.read();
    // `capture`: before the handlers of a pressed control, and before the draft is stored when the page is left.
    const options = { capture: true, signal };
    for (const type of READ_EVENTS) root.addEventListener(type, read, options);
    for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, read, options);
    // When a script changes the text, the cursor moves. Chromium reports that on the document, Firefox on the box, WebKit not
    // at all.
    document.addEventListener('selectionchange', read, options);
  }

  /** Sets the draft to the text in the box. */
  read(): void {
    const { value = this.#text } = this.#element ?? {};
    if (value === this.#text) return;
    this.#text = value;
    this.#handleTyped();
    this.#chat.conversation.type(value);
  }

  /** Call after drawing. Writes a changed draft into the box; otherwise keeps the text that is in the box. */
  follow(): void {
    const element = this.#element;
    const { draft } = this.#chat.conversation.state;
    if (!element) return;
    if (draft !== this.#text) this.#text = element.value = draft;
    fitToText(element);
  }

  get #element(): HTMLTextAreaElement | null {
    return this.#chat.root.querySelector('.composer textarea');
  }
}
