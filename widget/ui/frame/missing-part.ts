import { attempt } from '../../conversation/attempt.ts';
import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { LazyFeature } from '../base/lazy-feature.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { ElementStrings } from '../words/element-strings.ts';

/** The members of a chat that the line needs. */
interface MissingPartChat {
  readonly host: ChatHost;
  readonly strings: ElementStrings;
  redraw(): void;
  announce(text: string): void;
}

/** The line above the composer that says that the code of a part did not come. As long as it stands there, the code is asked for. */
export class MissingPart {
  readonly #chat: MissingPartChat;
  #part: Pick<LazyFeature<unknown>, 'current' | 'request'> | undefined;
  #words: string | undefined;

  constructor(chat: MissingPartChat) {
    this.#chat = chat;
  }

  /** Says so, on the screen and to screen readers. `words` replace the general ones. */
  tell(part: Pick<LazyFeature<unknown>, 'current' | 'request'>, words?: string): void {
    const { strings, redraw, announce } = this.#chat;
    this.#part = part;
    this.#words = words;
    announce(words ?? strings.current.partMissing);
    redraw();
  }

  /** The line; nothing where no part is missing. */
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

  /** A release that is gone comes back with the page, and so does the conversation if it is stored. Offline the page would go, too. */
  get #canReload(): boolean {
    return navigator.onLine && attempt(() => this.#chat.host.storage.kept) !== undefined;
  }
}
