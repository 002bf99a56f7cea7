import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { canRegenerate } from '../../../conversation/reducer.ts';
import { isAnswering } from '../../../conversation/state.ts';
import { type ChatMessage, type SourcePart, sourcesOf, textOf } from '../../../protocol/chat-message.ts';
import type * as Sources from '../citations/sources.ts';
import { LazyFeature } from '../../base/lazy-feature.ts';
import type { TurnControls } from '../../asking/turn-controls.ts';
import { Ratings } from '../ratings/ratings.ts';
import { addStyles } from '../../base/css.ts';
import { showBelow } from '../../base/show-below.ts';
import type { Versions, VersionsOptions } from '../versions/versions.ts';
import { actionsRow, type CopyState, editTool } from './actions-row.ts';
import { actionsStyles } from './actions.styles.ts';
import type * as Copying from './copy-answer.ts';
import { editQuestionStyles } from './edit-question.styles.ts';

/** How long a copy button says how it went. */
const COPIED_MS = 6_000;

/** What actions are given of the panel. */
export interface ActionsOptions extends VersionsOptions {
  readonly turns: TurnControls;
  /** Called when the backend has taken a rating. */
  readonly handleRated: (messageId: string, rating: 1 | -1) => void;
  /** A source's link is about to be followed. */
  readonly handleLink: (event: MouseEvent, source: SourcePart) => void;
  /** A link to a human was pressed. */
  readonly handleContact: (event: MouseEvent) => void;
  /** The element in which the panel is drawn. */
  readonly root: HTMLElement;
  /** Aborted when the panel is disposed. */
  readonly signal: AbortSignal;
}

/** What can be done with an answer: sources, copy, answer again, rate, show another version; and with a question: edit. */
export class Actions {
  readonly #options: ActionsOptions;
  readonly #ratings: Ratings;
  readonly #versions: LazyFeature<Versions>;
  readonly #sources: LazyFeature<typeof Sources>;
  /** The numbers that an answer cites, by its id, where its sources are open. */
  readonly #openSources = new Map<string, ReadonlySet<number>>();
  #copy: (CopyState & { readonly id: string }) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ActionsOptions) {
    this.#options = options;
    this.#ratings = new Ratings(options);
    const { host, signal } = options;
    addStyles(host.renderRoot as ShadowRoot, actionsStyles, editQuestionStyles);
    this.#versions = new LazyFeature(
      async () => {
        const { Versions } = await import('../versions/versions.ts');
        return new Versions(options);
      },
      () => host.requestUpdate(),
    );
    this.#sources = new LazyFeature(
      async () => {
        const module = await import('../citations/sources.ts');
        addStyles(host.renderRoot as ShadowRoot, module.sourceListStyles);
        return module;
      },
      () => this.#openSources.size > 0 && host.requestUpdate(),
    );
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** The row under an answer that has ended; the tools of a question. */
  drawRow(message: ChatMessage): TemplateResult | typeof nothing {
    if (message.role === 'user') return this.#drawQuestionTools(message);
    if (message.status === 'streaming' || textOf(message) === '') return nothing;
    const { host, words, state, turns } = this.#options;
    const { messages, status } = state();
    const isLast = messages.at(-1) === message && (status === 'ready' || status === 'error');
    return actionsRow({
      words: words.current,
      drawVersions: () => this.#drawVersions(message),
      sourceCount: sourcesOf(message).length,
      isSourcesOpen: this.#openSources.has(message.id),
      copy: this.#copy?.id === message.id ? this.#copy : undefined,
      canRegenerate: isLast && message.status === 'complete' && canRegenerate(messages),
      isDisabled: host.disabled,
      drawThumbs: () => this.#ratings.drawThumbs(message),
      isRated: this.#ratings.isRated(message),
      handleSourcesIntent: () => this.#sources.request(),
      handleSources: (event) => this.#toggleSources(message, event.currentTarget as HTMLElement),
      handleIntent: () => void loadCopying().catch(() => undefined),
      handleCopy: (format) => void this.#copyAnswer(message, format),
      handleRegenerate: () => turns.regenerate(),
    });
  }

  /** What has been opened of the row: the sources, the questions after a bad rating. */
  drawBelow(message: ChatMessage): unknown {
    const cited = this.#openSources.get(message.id);
    const { words, handleLink } = this.#options;
    const list = cited && this.#sources.current?.sourceList(message, cited, words.current, handleLink);
    return [list ?? nothing, this.#ratings.drawForm(message)];
  }

  /** A question without an answer has its tools in the line that says so. */
  #drawQuestionTools(message: ChatMessage): TemplateResult {
    const { host, words, state, turns } = this.#options;
    const current = state();
    const isEditable = message.status === 'complete' && current.messages.at(-1) !== message;
    const isDisabled = host.disabled || isAnswering(current);
    return html`${isEditable ? editTool(words.current.edit, () => turns.edit(message), isDisabled) : nothing}
    ${this.#drawVersions(message)}`;
  }

  #drawVersions(message: ChatMessage): unknown {
    if (!this.#options.state().hidden) return nothing;
    this.#versions.request();
    return this.#versions.current?.draw(message);
  }

  #toggleSources({ id }: ChatMessage, toggle: HTMLElement): void {
    if (this.#openSources.has(id)) return this.#closeSources(id);
    const chips = toggle.closest('.message')?.querySelectorAll<HTMLElement>('.citation') ?? [];
    this.#openSources.set(id, new Set([...chips].map((chip) => Number(chip.dataset['number']))));
    void this.#showSources(id);
  }

  #closeSources(id: string): void {
    this.#openSources.delete(id);
    this.#options.host.requestUpdate();
  }

  async #showSources(id: string): Promise<void> {
    const { host, root } = this.#options;
    host.requestUpdate();
    // Without its code there is no list, and the button offers it again.
    if (!this.#sources.current) await this.#sources.load().catch(() => this.#closeSources(id));
    await host.updateComplete;
    showBelow(root, `[data-id="${CSS.escape(id)}"] .sources`);
  }

  async #copyAnswer(message: ChatMessage, format: Copying.CopyFormat): Promise<void> {
    const { words, announce, host, root } = this.#options;
    const near = root.querySelector('.content') ?? root;
    const isCopied = await loadCopying().then(
      ({ copyAnswer }) => copyAnswer(message, format, near),
      () => false,
    );
    const { copied, copyFailed } = words.current;
    announce(isCopied ? copied : copyFailed);
    this.#copy = { id: message.id, format, isCopied };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#copy = undefined;
      host.requestUpdate();
    }, COPIED_MS);
    host.requestUpdate();
  }
}

function loadCopying(): Promise<typeof Copying> {
  return import('./copy-answer.ts');
}
