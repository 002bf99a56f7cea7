import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { Chat } from '../../feature/chat.ts';

/** How long a step can be taken back. */
const UNDO_MS = 10_000;

/** What the line needs of the panel. */
type Needs = Pick<Chat, 'strings' | 'announce' | 'redraw' | 'signal'>;

/** One line that names the last step and takes it back. It waits while somebody points at it or has focus in it. */
export class UndoBar {
  readonly #chat: Needs;
  #offer: { readonly text: string; readonly undo: () => void } | undefined;
  #note = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(chat: Needs) {
    this.#chat = chat;
    chat.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Names the last step; the one that was named before can no longer be taken back. */
  offer(text: string, undo: () => void): void {
    this.#offer = { text, undo };
    this.#show();
  }

  /** Shows a note. The step beside which it came can still be taken back. */
  tell(note: string): void {
    this.#note = note;
    this.#show();
  }

  /** Takes the line away: its step is no longer the last one. */
  withdraw(): void {
    clearTimeout(this.#timer);
    this.#offer = undefined;
    this.#note = '';
    this.#chat.redraw();
  }

  /** The step can no longer be taken back, as another one has come. A note stays. */
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
