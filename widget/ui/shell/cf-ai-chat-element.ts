import { type CSSResultGroup, type PropertyValues, unsafeCSS } from '@lit/reactive-element';
import type { ChatError } from '../../protocol/chat-error.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { ChatStatus } from '../../conversation/state.ts';
import { applyMarkupSettings, applySettings } from '../element/apply-settings.ts';
import { ChatSettingsElement } from '../element/chat-settings-element.ts';
import type { MessageInput } from '../../conversation/parse-messages.ts';
import type { ChatHost, ElementEnvironment } from '../element/chat-host.ts';
import type { ChatPanel, SearchOpener } from '../element/chat-panel.ts';
import { ChatStorage } from '../element/chat-storage.ts';
import { ElementPanel } from './element-panel.ts';
import { CfAiChatEvent } from '../element/events.ts';
import { ChatFrame } from './chat-frame.ts';
import { type ColorScheme, readColorScheme } from '../element/color-scheme.ts';
import { resolveLanguage } from '../base/language.ts';
import { reportMissingEndpoint } from './missing-endpoint.ts';
import { forgetTranscript, readOpenState } from '../element/open-state.ts';
import { LauncherLoader } from '../element/launcher-loader.ts';
import { NoticesLoader } from '../element/notices-loader.ts';
import { PartLoader } from '../element/part-loader.ts';
import { whenShown } from '../base/when-shown.ts';
import type { SendOptions } from '../element/send-options.ts';
import { shellStyles } from './shell.styles.ts';

/**
 * An AI chat for any site. The launcher is shown at once; the panel is loaded when it is needed.
 *
 * @summary AI chat with streaming, sanitized markdown.
 * @tagname cf-ai-chat
 *
 * @slot header - Replaces the title.
 * @slot launcher-icon - Replaces the launcher's icon; an `<img>`, such as the avatar, fills the launcher.
 * @slot empty - Replaces the greeting and the suggestions of an empty conversation.
 * @slot footer - Below the composer.
 *
 * @cssstate floating - The chat is a launcher with a panel.
 *
 * @fires {CfAiChatEvent} cf-ai-chat-show - The panel is about to open. Cancelable.
 * @fires {CfAiChatEvent} cf-ai-chat-hide - The panel is about to close. Cancelable.
 * @fires {CfAiChatEvent} cf-ai-chat-after-show - The panel has opened.
 * @fires {CfAiChatEvent} cf-ai-chat-after-hide - The panel has closed.
 * @fires {CfAiChatEvent} cf-ai-chat-ready - The panel is loaded and the transcript restored.
 * @fires {CfAiChatSendEvent} cf-ai-chat-send - `text` is about to be sent. Cancelable: a typed text stays in the text box.
 * @fires {CfAiChatRequestEvent} cf-ai-chat-request - `request` (url, headers, body) may be changed. Cancelable.
 * @fires {CfAiChatResponseStartEvent} cf-ai-chat-response-start - The first piece of `message` has arrived.
 * @fires {CfAiChatResponseEndEvent} cf-ai-chat-response-end - `message` is complete (`isUnsure`: the backend found nothing
 * that answers the question); with sources, usage, times.
 * @fires {CfAiChatErrorEvent} cf-ai-chat-error - A turn has failed or was cut; `code` is the reason.
 * @fires {CfAiChatStopEvent} cf-ai-chat-stop - An answer was stopped.
 * @fires {CfAiChatEvent} cf-ai-chat-clear - The transcript was cleared.
 * @fires {CfAiChatStatusChangeEvent} cf-ai-chat-status-change - `status` has changed.
 * @fires {CfAiChatLinkEvent} cf-ai-chat-link - A link (`url`, `source`) is about to be followed. Cancelable.
 * @fires {CfAiChatContactEvent} cf-ai-chat-contact - A link to `contact-url` is about to be followed. Cancelable; carries the conversation.
 * @fires {CfAiChatSearchEvent} cf-ai-chat-search - `text` is about to be searched for; `request` (url, headers) may be changed. Cancelable.
 * @fires {CfAiChatResultEvent} cf-ai-chat-result - A result (`url`, `position`) is about to be opened. Cancelable.
 * @fires {CfAiChatAttachEvent} cf-ai-chat-attach - A `file` is about to be added to a question; it may be replaced. Cancelable.
 * @fires {CfAiChatApprovalEvent} cf-ai-chat-approval - The visitor allows the call of a `tool` with its `input`, or does not (`isAllowed`). Cancelable.
 * @fires {CfAiChatFeedbackEvent} cf-ai-chat-feedback - A `rating` of `message` is about to be sent. Cancelable.
 *
 * @example
 * const chat = document.createElement('cf-ai-chat');
 * chat.endpoint = 'https://chat.example.com/api/chat';
 * document.body.append(chat);
 * chat.show();
 */
export class CfAiChatElement extends ChatSettingsElement implements ChatHost {
  /** @internal */
  static override environment: ElementEnvironment;
  static override styles: CSSResultGroup = unsafeCSS(shellStyles);

  /** The chats in the document. @internal */
  static readonly connected = new Set<CfAiChatElement>();

  /** @internal */
  readonly storage = new ChatStorage(this, () => this.#panel.forget());
  /** @internal */
  readonly launcher: LauncherLoader<ChatHost> = new LauncherLoader<ChatHost>(this);
  /** @internal */
  readonly notices: NoticesLoader = new NoticesLoader(async () =>
    (await this.environment.loadNotices()).createNotices(this),
  );
  /** @internal */
  readonly searching: PartLoader<SearchOpener> = new PartLoader(async () =>
    (await this.environment.loadSearch()).attachSearch(this),
  );
  /** @internal */
  isInDialog = false;
  readonly #frame = new ChatFrame(
    () => this.toggle(),
    () => this.#panel.preload(),
  );
  readonly #panel = new ElementPanel(this);
  #colorScheme: ColorScheme = 'light';
  /** How often `stop` was called. A `send` that still waits for the panel compares it, to know that it was stopped. */
  #stops = 0;
  readonly #states = this.attachInternals?.().states;

  constructor() {
    super();
    applySettings(this, this.environment.defaults);
    void reportMissingEndpoint(this);
  }

  /**
   * The current activity of the conversation. `error` lasts until the next action.
   *
   * @example
   * chat.addEventListener('cf-ai-chat-status-change', () => {
   *   spinner.hidden = chat.status !== 'submitted' && chat.status !== 'streaming';
   * });
   */
  get status(): ChatStatus {
    return this.#panel.current?.status ?? 'ready';
  }

  /**
   * Why the last turn failed; null if it did not.
   *
   * @example
   * if (chat.error?.code === 'quota-exceeded') await openContactForm();
   */
  get error(): ChatError | null {
    return this.#panel.current?.error ?? null;
  }

  /** Whether the browser reports a network connection. */
  get online(): boolean {
    return navigator.onLine;
  }

  /**
   * The transcript as plain JSON. Setting it replaces the conversation; `{role, content}` is accepted too. Empty until the
   * panel has loaded: then a stored transcript is read, and messages set earlier are applied. Readable also while the element
   * is not in the document.
   *
   * @example
   * chat.messages = [{ role: 'assistant', content: 'Welcome back!' }];
   * chat.messages[0]?.parts; // [{ type: 'text', text: 'Welcome back!' }], once the panel has loaded
   */
  get messages(): readonly ChatMessage[] {
    return this.#panel.messages;
  }
  set messages(messages: readonly MessageInput[]) {
    this.#panel.messages = messages;
  }

  /**
   * The text in the composer.
   *
   * @example
   * chat.draft = 'I want to return order 1234';
   */
  get draft(): string {
    return this.#panel.draft;
  }
  set draft(text: string) {
    this.#panel.draft = text;
  }

  /** @internal */
  get environment(): ElementEnvironment {
    return (this.constructor as typeof CfAiChatElement).environment;
  }

  /** @internal */
  get language(): string {
    return resolveLanguage(this);
  }

  /** @internal */
  get colorScheme(): ColorScheme {
    return this.#colorScheme;
  }

  /** @internal */
  checkColorScheme(): void {
    const scheme = readColorScheme(this);
    if (scheme !== this.#colorScheme) this.requestUpdate();
    this.#colorScheme = scheme;
  }

  /** Whether there is something to search or to ask; otherwise nothing is shown. @internal */
  get hasBackend(): boolean {
    return Boolean(this.endpoint || this.transport || this.searchEndpoint);
  }

  /** Whether something answers questions. An index in JSON or a module can be searched, but does not answer. @internal */
  get canAnswer(): boolean {
    return Boolean(this.endpoint || this.transport || this.searchEndpoint.endsWith('/'));
  }

  /** @internal */
  get isFloating(): boolean {
    return !this.isInDialog && this.#canFloat;
  }

  /** @internal */
  get panelContainer(): HTMLElement {
    return this.#frame.panel;
  }

  /** Restores whether the floating chat was open on the last page in this tab. @internal */
  restoreOpen(): void {
    if (this.isFloating) this.open = readOpenState(this) ?? this.open;
  }

  /** @internal */
  loadPanel(): Promise<ChatPanel | undefined> {
    return this.#panel.load();
  }

  /**
   * Opens the floating panel; in the other modes, moves focus to the composer.
   *
   * @example
   * document.querySelector('#help')?.addEventListener('click', () => chat.show());
   */
  show(): void {
    if (!this.isFloating) this.focus();
    else if (!this.open && this.dispatchEvent(new CfAiChatEvent('cf-ai-chat-show', { cancelable: true })))
      this.open = true;
  }

  /**
   * Closes the floating panel.
   *
   * @example
   * chat.addEventListener('cf-ai-chat-link', () => chat.hide());
   */
  hide(): void {
    if (this.open && this.dispatchEvent(new CfAiChatEvent('cf-ai-chat-hide', { cancelable: true })))
      this.open = false;
  }

  /**
   * Opens the floating panel if it is closed, else closes it.
   *
   * @example
   * addEventListener('keydown', ({ key }) => key === 'F1' && chat.toggle());
   */
  toggle(): void {
    if (this.open) this.hide();
    else this.show();
  }

  /**
   * Sends a message as if the visitor had sent it. Resolves when the turn has ended in any way; never rejects. A streaming
   * answer is stopped first. If the message cannot be sent (`disabled`, no endpoint, element removed, panel does not load), it
   * becomes the draft.
   *
   * @example
   * await chat.send('Which sizes are there?');
   * chat.messages.at(-1)?.status; // 'complete'
   */
  async send(text: string, options: SendOptions = {}): Promise<void> {
    const stops = this.#stops;
    const panel = options.draft || this.disabled ? undefined : await this.#panel.load();
    const { files } = options;
    if (panel && stops === this.#stops) return files ? panel.attach(files, text) : panel.send(text);
    this.draft = text;
    if (files) await this.attach(files);
  }

  /**
   * Adds files to the question that the visitor is writing, as if the visitor had added them. Only files that `attachments`
   * allows are accepted. Resolves when all files are prepared or refused.
   *
   * @example
   * await chat.attach([new File([await canvas.convertToBlob()], 'drawing.png')]);
   */
  async attach(files: readonly File[]): Promise<void> {
    await (await this.#panel.load())?.attach(files);
  }

  /**
   * Stops the streaming answer; the text that has arrived stays.
   *
   * @example
   * void chat.send('Tell me everything about returns.');
   * setTimeout(() => chat.stop(), 5_000); // chat.messages.at(-1)?.status is 'stopped' then
   */
  stop(): void {
    this.#stops++;
    this.#panel.current?.stop();
  }

  /**
   * Asks the last question again if its answer failed, was cut or was stopped. Resolves like `send`.
   *
   * @example
   * addEventListener('online', () => void chat.retry());
   */
  async retry(): Promise<void> {
    if (!this.disabled) await (await this.#panel.load())?.retry();
  }

  /**
   * Requests a new answer to the last question. The old answer stays until the new one begins; then it is an earlier version,
   * which the visitor can show. `messages` contains the shown versions. Resolves like `send`.
   *
   * @example
   * await chat.regenerate(); // chat.messages.at(-1) is the new answer; the arrows under it lead to the one before
   */
  async regenerate(): Promise<void> {
    if (!this.disabled) await (await this.#panel.load())?.regenerate();
  }

  /**
   * Replaces the text of one of the visitor's messages (`id` as in `messages`) and asks it. The old message and everything
   * after it stay as an earlier version. Resolves like `send`.
   *
   * @example
   * const question = chat.messages.findLast(({ role }) => role === 'user');
   * if (question) await chat.edit(question.id, 'And in blue?');
   */
  async edit(id: string, text: string): Promise<void> {
    if (!this.disabled) await (await this.#panel.load())?.edit(id, text);
  }

  /**
   * Asks the backend to continue the last answer, if it was stopped, cut, or failed, in the same message. Resolves like
   * `send`.
   *
   * @example
   * if (chat.messages.at(-1)?.status === 'truncated') await chat.continue();
   */
  async continue(): Promise<void> {
    if (!this.disabled) await (await this.#panel.load())?.continue();
  }

  /**
   * Deletes the transcript, also the stored one.
   *
   * @example
   * document.querySelector('#log-out')?.addEventListener('click', () => chat.clear());
   */
  clear(): void {
    this.#panel.forgetMessages();
    if (this.#panel.current) this.#panel.current.clear();
    else
      whenShown(() => {
        forgetTranscript(this.instance);
        this.dispatchEvent(new CfAiChatEvent('cf-ai-chat-clear'));
      });
  }

  /**
   * Moves focus to the composer, or, while the panel is closed, to the launcher.
   *
   * @example
   * chat.open = true;
   * chat.focus();
   */
  override focus(options?: FocusOptions): void {
    if (this.isFloating && !this.open) this.#frame.launcher.focus(options);
    else void this.#panel.load().then((panel) => panel?.focus());
  }

  /**
   * Opens the search with `text`, or with the last text.
   *
   * @example
   * chat.search('returns');
   */
  search(text?: string): void {
    void this.searching.load().then((opener) => opener?.open(text));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    CfAiChatElement.connected.add(this);
    // A popover closes when it is moved in the document: an update opens it again.
    this.requestUpdate();
    if (this.hasUpdated) return;
    applyMarkupSettings(this);
    const { open } = this;
    whenShown(() => {
      // Not if the page has opened or closed the chat while it was prerendered.
      if (this.open === open) this.restoreOpen();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    CfAiChatElement.connected.delete(this);
    // A move in the document disconnects and connects at once. Only an element that stays disconnected disposes its panel.
    queueMicrotask(() => {
      if (!this.isConnected) this.#panel.dispose();
    });
  }

  protected override update(changed: PropertyValues<this>): void {
    super.update(changed);
    if (!this.hasUpdated) this.renderRoot.append(this.#frame.base);
    const isDue = (['theme', 'open', 'mode'] as const).some((name) => !this.hasUpdated || changed.has(name));
    // Not for a closed chat, which shows no colours: reading the page's styles makes the browser compute them.
    if (isDue && (this.open || !this.isFloating)) this.#colorScheme = readColorScheme(this);
    this.#frame.draw(this);
    this.#states?.[this.#canFloat ? 'add' : 'delete']('floating');
    this.#panel.current?.update(changed.size > 0);
  }

  protected override updated(changed: PropertyValues<this>): void {
    const isShown = this.canAnswer && this.isConnected && this.open && this.isFloating;
    // After a failure only the visitor starts another try. A try at each update would loop, because it requests an update
    // itself.
    if (isShown && (changed.has('open') || !this.#panel.hasFailed)) void this.#panel.load();
    this.#panel.current?.updated();
  }

  /** Whether the panel can be opened and closed. */
  get #canFloat(): boolean {
    return this.mode === 'floating' || this.mode === 'search';
  }
}
