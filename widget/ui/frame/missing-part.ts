import { attempt } from '../../conversation/attempt.ts';
import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { LazyFeature } from '../base/lazy-feature.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { ElementStrings } from '../strings/element-strings.ts';

/** The members of a chat that this line uses. */
interface MissingPartChat {
  readonly host: ChatHost;
  readonly strings: ElementStrings;
  redraw(): void;
  announce(text: string): void;
}

/** A line above the composer that some code has not loaded. While it is shown, it requests the code again. */
export class MissingPart {
  readonly #chat: MissingPartChat;
  #part: Pick<LazyFeature<unknown>, 'current' | 'request'> | undefined;
  #words: string | undefined;

  constructor(chat: MissingPartChat) {
    this.#chat = chat;
  }

  /** Shows the line and announces it to screen readers. `words` replace the default text. */
  tell(part: Pick<LazyFeature<unknown>, 'current' | 'request'>, words?: string): void {
    const { strings, redraw, announce } = this.#chat;
    this.#part = part;
    this.#words = words;
    announce(words ?? strings.current.partMissing);
    redraw();
  }

  /** The line; nothing where no code is missing. */
  render(): TemplateResult | typeof nothing {
    if (!this.#part || this.#part.current !== undefined) return nothing;
    this.#part.request();
    const { partMissing, reloadPage } = this.#chat.strings.current;
    const reload = html`<button class="step" type="button" @click=${() => location.reload()}>
      ${reloadPage}
    </button>`;
    return html`<p class="hint" part="notice">
      ${this.#words ?? html`${partMissing} ${this.#canReload ? reload : nothing}`}
    </p>`;
  }

  /**
   * Whether to offer a reload of the page. It helps if the release is gone from the server. Not offline, nor where the
   * conversation is not stored and would be lost.
   */
  get #canReload(): boolean {
    return navigator.onLine && attempt(() => this.#chat.host.storage.kept) !== undefined;
  }
}
