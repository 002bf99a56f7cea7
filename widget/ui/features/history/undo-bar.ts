import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { Chat } from '../../feature/chat.ts';

/** How long a step can be taken back. */
const UNDO_MS = 10_000;

/** What the line needs of the panel. */
type Needs = Pick<Chat, 'strings' | 'announce' | 'redraw' | 'signal'>;

/** One line that names the last step and takes it back. It waits while somebody points at it or has focus in it. */
export class UndoBar {
  readonly #chat: Needs;
  #offer: { readonly text: string; readonly undo: (() => void) | undefined } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(chat: Needs) {
    this.#chat = chat;
    chat.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Shows the line; one that is there already gives way. Without `undo` it is a note only. */
  offer(text: string, undo?: () => void): void {
    this.#offer = { text, undo };
    this.#chat.announce(text);
    this.#wait();
    this.#chat.redraw();
  }

  /** Takes the line away: its step is no longer the last one. */
  withdraw(): void {
    clearTimeout(this.#timer);
    this.#offer = undefined;
    this.#chat.redraw();
  }

  render(): TemplateResult | typeof nothing {
    const offer = this.#offer;
    if (!offer) return nothing;
    const { strings } = this.#chat;
    const { undo } = offer;
    const pause = (): void => clearTimeout(this.#timer);
    const resume = (): void => this.#wait();
    return html`<div
      class="undo"
      part="undo"
      @pointerenter=${pause}
      @pointerleave=${resume}
      @focusin=${pause}
      @focusout=${resume}
    >
      <span>${offer.text}</span>
      ${undo ? html`<button class="action" type="button" @click=${() => this.#take(undo)}>${strings.current.undo}</button>` : nothing}
    </div>`;
  }

  #take(undo: () => void): void {
    this.withdraw();
    undo();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#offer) this.#timer = setTimeout(() => this.withdraw(), UNDO_MS);
  }
}
