import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { canRegenerate } from '../../../conversation/reducer.ts';
import { isAnswering } from '../../../conversation/state.ts';
import { type ChatMessage, sourcesOf, textOf } from '../../../protocol/chat-message.ts';
import type * as Sources from '../citations/sources.ts';
import { LazyFeature } from '../../base/lazy-feature.ts';
import { openFeature } from '../../feature/open-feature.ts';
import { Ratings } from '../ratings/ratings.ts';
import { addStyles } from '../../base/css.ts';
import { showBelow } from '../../base/show-below.ts';
import { versions } from '../versions/feature.ts';
import { type CopyState, renderActionsRow, renderEditTool } from './actions-row.ts';
import { actionsStyles } from './actions.styles.ts';
import type * as Copying from './copy-answer.ts';
import { editQuestionStyles } from './edit-question.styles.ts';
import type { Chat } from '../../feature/chat.ts';

/** How long a copy button says how it went. */
const COPIED_MS = 6_000;

/** What can be done with an answer: sources, copy, answer again, rate, show another version; and with a question: edit. */
export class Actions {
  static readonly parts = [
    () => import('../citations/sources.ts'),
    loadCopying,
    () => import('../ratings/feedback-form.ts'),
    () => import('../versions/versions.ts'),
  ];
  readonly #chat: Chat;
  readonly #ratings: Ratings;
  readonly #sources: LazyFeature<typeof Sources>;
  /** The numbers that an answer cites, by its id, where its sources are open. */
  readonly #openSources = new Map<string, ReadonlySet<number>>();
  #copy: (CopyState & { readonly id: string }) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(chat: Chat) {
    this.#chat = chat;
    this.#ratings = new Ratings(chat);
    const { host, signal } = chat;
    addStyles(host.renderRoot as ShadowRoot, actionsStyles, editQuestionStyles);
    this.#sources = new LazyFeature(
      async () => {
        const module = await import('../citations/sources.ts');
        addStyles(host.renderRoot as ShadowRoot, module.sourceListStyles);
        return module;
      },
      () => chat.redraw(),
    );
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** The row under an answer that has ended; the tools of a question. */
  renderRow(message: ChatMessage): TemplateResult | typeof nothing {
    if (message.role === 'user') return this.#renderQuestionTools(message);
    if (message.status === 'streaming' || textOf(message) === '') return nothing;
    const { host, strings, state, asking } = this.#chat;
    const { messages, status } = state;
    const isLast = messages.at(-1) === message && (status === 'ready' || status === 'error');
    return renderActionsRow({
      strings: strings.current,
      renderVersions: () => this.#renderVersions(message),
      sourceCount: sourcesOf(message).length,
      isSourcesOpen: this.#openSources.has(message.id),
      copy: this.#copy?.id === message.id ? this.#copy : undefined,
      canRegenerate: isLast && message.status === 'complete' && canRegenerate(messages),
      isDisabled: host.disabled,
      renderThumbs: () => this.#ratings.renderThumbs(message),
      isRated: this.#ratings.isRated(message),
      handleSourcesIntent: () => this.#sources.request(),
      handleSources: (event) => this.#toggleSources(message, event.currentTarget as HTMLElement),
      handleIntent: () => void loadCopying().catch(() => undefined),
      handleCopy: (format) => void this.#copyAnswer(message, format),
      handleRegenerate: () => asking.regenerate(),
    });
  }

  /** What has been opened of the row: the sources, the questions after a bad rating. */
  renderBelow(message: ChatMessage): unknown {
    const cited = this.#openSources.get(message.id);
    const { strings, handleLink } = this.#chat;
    const list =
      cited && this.#sources.current?.renderSourceList(message, cited, strings.current, handleLink);
    return [list ?? nothing, this.#ratings.renderForm(message)];
  }

  /** A question without an answer has its tools in the line that says so. */
  #renderQuestionTools(message: ChatMessage): TemplateResult {
    const { host, strings, state, asking } = this.#chat;
    const isEditable = message.status === 'complete' && state.messages.at(-1) !== message;
    const isDisabled = host.disabled || isAnswering(state);
    return html`${isEditable ? renderEditTool(strings.current.edit, () => asking.edit(message), isDisabled) : nothing}
    ${this.#renderVersions(message)}`;
  }

  #renderVersions(message: ChatMessage): unknown {
    if (!this.#chat.state.hidden) return nothing;
    const lazy = versions.of(this.#chat);
    lazy.request();
    return lazy.current?.render(message);
  }

  #toggleSources({ id }: ChatMessage, toggle: HTMLElement): void {
    if (this.#openSources.has(id)) return this.#closeSources(id);
    const chips = toggle.closest('.message')?.querySelectorAll<HTMLElement>('.citation') ?? [];
    this.#openSources.set(id, new Set([...chips].map((chip) => Number(chip.dataset['number']))));
    void this.#showSources(id);
  }

  #closeSources(id: string): void {
    this.#openSources.delete(id);
    this.#chat.redraw();
  }

  async #showSources(id: string): Promise<void> {
    const { host, root, redraw } = this.#chat;
    redraw();
    await openFeature(this.#chat, this.#sources, () => host.updateComplete);
    // Without its code there is no list, and the button offers it again.
    if (!this.#sources.current) this.#closeSources(id);
    showBelow(root, `[data-id="${CSS.escape(id)}"] .sources`);
  }

  async #copyAnswer(message: ChatMessage, format: Copying.CopyFormat): Promise<void> {
    const { strings, announce, redraw, root } = this.#chat;
    const near = root.querySelector('.content') ?? root;
    const isCopied = await loadCopying().then(
      ({ copyAnswer }) => copyAnswer(message, format, near),
      () => false,
    );
    const { copied, copyFailed } = strings.current;
    announce(isCopied ? copied : copyFailed);
    this.#copy = { id: message.id, format, isCopied };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#copy = undefined;
      redraw();
    }, COPIED_MS);
    redraw();
  }
}

function loadCopying(): Promise<typeof Copying> {
  return import('./copy-answer.ts');
}
