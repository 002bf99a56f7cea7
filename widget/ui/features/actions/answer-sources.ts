import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { type ChatMessage, sourcesOf } from '../../../protocol/chat-message.ts';
import { addStyles } from '../../base/css.ts';
import { LazyFeature } from '../../base/lazy-feature.ts';
import { showBelow } from '../../base/show-below.ts';
import type { Chat } from '../../feature/chat.ts';
import { openFeature } from '../../feature/open-feature.ts';
import { formatCount } from '../../strings/format-count.ts';
import type * as Sources from '../citations/sources.ts';

/** The lists of sources under answers, and the buttons that open them. */
export class AnswerSources {
  readonly #chat: Chat;
  readonly #sources: LazyFeature<typeof Sources>;
  /** Answers whose list is open, by id, with the numbers that the answer cites. */
  readonly #open = new Map<string, ReadonlySet<number>>();

  constructor(chat: Chat) {
    this.#chat = chat;
    this.#sources = new LazyFeature(
      async () => {
        const module = await import('../citations/sources.ts');
        addStyles(chat.host.renderRoot as ShadowRoot, module.sourceListStyles);
        return module;
      },
      () => chat.redraw(),
    );
  }

  /** The button that opens the list; nothing where an answer has no sources. */
  renderToggle(message: ChatMessage): TemplateResult | typeof nothing {
    const { length } = sourcesOf(message);
    if (length === 0) return nothing;
    const { sourceCount, locale } = this.#chat.strings.current;
    const handleIntent = (): void => this.#sources.request();
    return html`<button
      class="sources-toggle"
      part="sources-toggle"
      type="button"
      aria-expanded=${this.#open.has(message.id)}
      @pointerenter=${handleIntent}
      @focus=${handleIntent}
      @click=${(event: Event) => this.#toggle(message, event.currentTarget as HTMLElement)}
    >
      ${formatCount(sourceCount, length, locale)}
    </button>`;
  }

  /** The list, if it is open. */
  renderList(message: ChatMessage): TemplateResult | undefined {
    const cited = this.#open.get(message.id);
    const { strings, handleLink } = this.#chat;
    return cited && this.#sources.current?.renderSourceList(message, cited, strings.current, handleLink);
  }

  #toggle({ id }: ChatMessage, toggle: HTMLElement): void {
    if (this.#open.has(id)) return this.#close(id);
    const chips = toggle.closest('.message')?.querySelectorAll<HTMLElement>('.citation') ?? [];
    this.#open.set(id, new Set([...chips].map((chip) => Number(chip.dataset['number']))));
    void this.#show(id);
  }

  #close(id: string): void {
    this.#open.delete(id);
    this.#chat.redraw();
  }

  async #show(id: string): Promise<void> {
    const { host, root, redraw } = this.#chat;
    redraw();
    await openFeature(this.#chat, this.#sources, () => host.updateComplete);
    // If the code did not load, close again, so that the button can be pressed once more.
    if (!this.#sources.current) this.#close(id);
    showBelow(root, `[data-id="${CSS.escape(id)}"] .sources`);
  }
}
