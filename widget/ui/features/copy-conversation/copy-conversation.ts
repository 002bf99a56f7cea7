import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { copyText } from '../../base/copy-text.ts';
import type { Chat } from '../../feature/chat.ts';
import type { Export } from '../export/export.ts';

/** How long the result is shown. */
const SHOWN_MS = 6_000;

/** Copies the conversation to the clipboard, and shows the result. */
export class CopyConversation {
  readonly #chat: Chat;
  #outcome = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(chat: Chat) {
    this.#chat = chat;
    chat.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Copies the conversation as markdown. Call from the handler of a gesture. */
  async copy({ markdown }: Pick<Export, 'markdown'>): Promise<void> {
    const { root, strings, announce } = this.#chat;
    const isCopied = await copyText(markdown, root);
    this.#show(isCopied ? strings.current.copied : strings.current.copyFailed);
    announce(this.#outcome);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(''), SHOWN_MS);
  }

  /** The line above the composer with the result. */
  renderOutcome(): TemplateResult | typeof nothing {
    return this.#outcome ? html`<p class="hint" part="notice">${this.#outcome}</p>` : nothing;
  }

  #show(outcome: string): void {
    this.#outcome = outcome;
    this.#chat.redraw();
  }
}
