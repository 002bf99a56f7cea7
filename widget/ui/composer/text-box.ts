import type { Conversation } from '../../conversation/conversation.ts';
import { fitToText } from './composer.ts';

/** When the box is read, and a control is drawn that there is text for before it is pressed. */
const MOMENTS = ['input', 'selectionchange', 'keydown', 'focusin', 'pointerover', 'click'];

/** The chat whose text box it is. */
interface Needs {
  readonly root: HTMLElement;
  readonly signal: AbortSignal;
  readonly conversation: Pick<Conversation, 'state' | 'type'>;
}

/**
 * The text box is the draft: what stands in it counts, however it came there. Dictation, spelling tools and extensions write
 * without an `input` event.
 */
export class TextBox {
  readonly #chat: Needs;
  readonly #handleTyped: () => void;
  /** What box and draft were when they were last the same. */
  #text = '';

  /** `handleTyped` is called when the visitor has changed the text. */
  constructor(chat: Needs, handleTyped: () => void) {
    const { root, signal } = chat;
    this.#chat = chat;
    this.#handleTyped = handleTyped;
    const read = (): void => this.read();
    // Before the control that is pressed, and whoever stores the draft when the page is left, look at it.
    const options = { capture: true, signal };
    for (const type of MOMENTS) root.addEventListener(type, read, options);
    for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, read, options);
    // Where a script writes, the cursor moves; Chromium tells the document, Firefox the box, WebKit nobody.
    document.addEventListener('selectionchange', read, options);
  }

  /** Makes what stands in the box the draft. */
  read(): void {
    const { value = this.#text } = this.#element ?? {};
    if (value === this.#text) return;
    this.#text = value;
    this.#handleTyped();
    this.#chat.conversation.type(value);
  }

  /** Call after drawing: writes a draft that has changed into the box, and nothing over words that only the box has. */
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
