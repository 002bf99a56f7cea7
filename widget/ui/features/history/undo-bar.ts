import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { Chat } from '../../feature/chat.ts';

/** How long an action can be undone. */
const UNDO_MS = 10_000;

/** The members of a chat that this line uses. */
type Needs = Pick<Chat, 'strings' | 'announce' | 'redraw' | 'signal'>;

/** A line that names the last action and offers Undo. It stays while the pointer or focus is in it. */
export class UndoBar {
  readonly #chat: Needs;
  #offer: { readonly text: string; readonly undo: () => void } | undefined;
  #note = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(chat: Needs) {
    this.#chat = chat;
    chat.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Offers Undo for an action; an earlier one can no longer be undone. */
  offer(text: string, undo: () => void): void {
    this.#offer = { text, undo };
    this.#show();
  }

  /** Shows a note. An offered Undo stays. */
  tell(note: string): void {
    this.#note = note;
    this.#show();
  }

  /** Removes the line: its action was undone or is out of date. */
  withdraw(): void {
    clearTimeout(this.#timer);
    this.#offer = undefined;
    this.#note = '';
    this.#chat.redraw();
  }

  /** Ends the offer, because something else has happened since. A note stays. */
  endOffer(): void {
    if (!this.#offer) return;
    this.#offer = undefined;
    this.#chat.redraw();
  }

  render(): TemplateResult | typeof nothing {
    if (this.#text === '') return nothing;
    const { strings } = this.#chat;
    const undo = this.#offer?.undo;
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
      <span>${this.#text}</span>
      ${undo ? html`<button class="action" type="button" @click=${() => this.#take(undo)}>${strings.current.undo}</button>` : nothing}
    </div>`;
  }

  get #text(): string {
    return `${this.#note} ${this.#offer?.text ?? ''}`.trim();
  }

  #show(): void {
    this.#chat.announce(this.#text);
    this.#wait();
    this.#chat.redraw();
  }

  #take(undo: () => void): void {
    this.withdraw();
    undo();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#text !== '') this.#timer = setTimeout(() => this.withdraw(), UNDO_MS);
  }
}
