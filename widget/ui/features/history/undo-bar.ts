import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import type { ElementWords } from '../../words/element-words.ts';

/** How long a step can be taken back. */
const UNDO_MS = 10_000;

/** The parts of the panel that the line needs. */
export interface UndoBarOptions {
  readonly host: ChatHost;
  readonly words: ElementWords;
  /** Says something to screen readers. */
  readonly announce: (text: string) => void;
  /** Aborted when the panel is disposed. */
  readonly signal: AbortSignal;
}

/** One line that names the last step and takes it back. It waits while somebody points at it or has focus in it. */
export class UndoBar {
  readonly #options: UndoBarOptions;
  #offer: { readonly text: string; readonly undo: () => void } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: UndoBarOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Shows the line; one that is there already gives way. */
  offer(text: string, undo: () => void): void {
    this.#offer = { text, undo };
    this.#options.announce(text);
    this.#wait();
    this.#options.host.requestUpdate();
  }

  /** Takes the line away: its step is no longer the last one. */
  withdraw(): void {
    clearTimeout(this.#timer);
    this.#offer = undefined;
    this.#options.host.requestUpdate();
  }

  draw(): TemplateResult | typeof nothing {
    const offer = this.#offer;
    if (!offer) return nothing;
    const { words } = this.#options;
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
      <button class="action" type="button" @click=${() => this.#take(offer.undo)}>
        ${words.current.undo}
      </button>
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
