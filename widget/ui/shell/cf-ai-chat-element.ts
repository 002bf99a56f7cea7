import { type CSSResultGroup, type PropertyValues, unsafeCSS } from '@lit/reactive-element';
import type { ChatError } from '../../protocol/chat-error.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { ChatStatus } from '../../conversation/state.ts';
import { applyJsonChild, applyServerAttributes, applySettings } from '../element/apply-settings.ts';
import { ChatSettingsElement } from '../element/chat-settings-element.ts';
import type { MessageInput } from '../../conversation/parse-messages.ts';
import type { ChatHost, ElementEnvironment } from '../element/chat-host.ts';
import type { ChatPanel, SearchOpener } from '../element/chat-panel.ts';
import { ChatStorage } from '../element/chat-storage.ts';
import { ElementPanel } from './element-panel.ts';
import { CfAiChatEvent } from '../element/events.ts';
import { ChatFrame } from './chat-frame.ts';
import { type ColorScheme, readColorScheme } from '../element/color-scheme.ts';
import { DOUBLE_PRESS_MS } from '../base/press.ts';
import { resolveLanguage } from '../base/language.ts';
import { reportMissingEndpoint } from './missing-endpoint.ts';
import { forgetTranscript, readOpenState } from '../element/open-state.ts';
import { LauncherLoader } from '../element/launcher-loader.ts';
import { NoticesLoader } from '../element/notices-loader.ts';
import { PartLoader } from '../element/part-loader.ts';
import { whenShown } from '../base/when-shown.ts';
import { shellStyles } from './shell.styles.ts';

/**
 * Options of {@link CfAiChatElement.send}.
 *
 * @example
 * await chat.send('Where is my order?', { draft: true }); // stands in the text box, and is not sent
 * await chat.send('What is this?', { files: [photo] });
 */
export interface SendOptions {
  /** Put the text into the composer for the visitor to finish, and send nothing. */
  readonly draft?: boolean;
  /** Go with the text, as `attachments` allows. Where one of them cannot be sent, text and files become the draft. */
  readonly files?: readonly File[];
}

/**
 * An AI chat for any site: a launcher at once, the panel when it is wanted.
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
 * @fires {CfAiChatEvent} cf-ai-chat-show - About to open. Cancelable.
 * @fires {CfAiChatEvent} cf-ai-chat-hide - About to close. Cancelable.
 * @fires {CfAiChatEvent} cf-ai-chat-after-show - Has opened.
 * @fires {CfAiChatEvent} cf-ai-chat-after-hide - Has closed.
 * @fires {CfAiChatEvent} cf-ai-chat-ready - The panel is loaded and the transcript restored.
 * @fires {CfAiChatSendEvent} cf-ai-chat-send - `text` is about to be sent. Cancelable: the draft is kept.
 * @fires {CfAiChatRequestEvent} cf-ai-chat-request - `request` (url, headers, body) may be changed. Cancelable.
 * @fires {CfAiChatResponseStartEvent} cf-ai-chat-response-start - The first piece of `message` has arrived.
 * @fires {CfAiChatResponseEndEvent} cf-ai-chat-response-end - `message` is complete (`isUnsure`: nothing was found that answers it); sources, usage, times.
 * @fires {CfAiChatErrorEvent} cf-ai-chat-error - A turn has failed or was cut; `code` says how.
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

  /** The chats that are on the page. @internal */
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
  readonly #frame = new ChatFrame();
  readonly #panel = new ElementPanel(this);
  readonly #states = this.attachInternals?.().states;
  #colorScheme: ColorScheme = 'light';
  /** How often `stop` was called: it also takes back a message that waits for the panel. */
  #stops = 0;

  constructor() {
    super();
    applySettings(this, this.environment.defaults);
    void reportMissingEndpoint(this);
    const { launcher } = this.#frame;
    let mayPressAt = 0;
    launcher.addEventListener('click', ({ timeStamp }) => {
      if (timeStamp > mayPressAt) this.toggle();
      mayPressAt = timeStamp + DOUBLE_PRESS_MS;
    });
    for (const intent of ['pointerenter', 'focus', 'touchstart']) {
      launcher.addEventListener(intent, () => this.#panel.preload(), { passive: true });
    }
  }

  /**
   * What the conversation is doing. `error` lasts until the next action.
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
   * Why the last turn failed, or null.
   *
   * @example
   * if (chat.error?.code === 'quota-exceeded') await openContactForm();
   */
  get error(): ChatError | null {
    return this.#panel.current?.error ?? null;
  }

  /** Whether the browser believes it has a network. */
  get online(): boolean {
    return navigator.onLine;
  }

  /**
   * The transcript as plain JSON. Setting it replaces the conversation and also takes `{role, content}`.
   * Empty until the panel has loaded, which is when a stored transcript is read and one set earlier is applied. It stays
   * readable while the element is off the page.
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

  /** There is something to send to; without it nothing is shown. @internal */
  get hasBackend(): boolean {
    return Boolean(this.endpoint || this.transport || this.searchEndpoint);
  }

  /** An index of others can be searched, and answers no question. @internal */
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

  /** Opens or closes a floating chat as the visitor has left it on the tab's last page. @internal */
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
   * Sends a message as if the visitor had. Resolves when the turn has ended, however it ended; never
   * rejects. An answer that is still streaming is stopped first. What cannot be sent (`disabled`, no endpoint,
   * removed from the page, a panel that does not load) becomes the draft.
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
   * Adds files to the question that the visitor is writing, as if the visitor had: those that `attachments` allows. Resolves when
   * they are ready, or stand there as refused.
   *
   * @example
   * await chat.attach([new File([await canvas.convertToBlob()], 'drawing.png')]);
   */
  async attach(files: readonly File[]): Promise<void> {
    await (await this.#panel.load())?.attach(files);
  }

  /**
   * Stops the answer that is streaming; what has arrived stays.
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
   * Has the last question answered anew; the answer stays until the new one begins, and then as an earlier version that the
   * visitor can show. `messages` holds the versions that are shown. Resolves like `send`.
   *
   * @example
   * await chat.regenerate(); // chat.messages.at(-1) is the new answer; the arrows under it lead to the one before
   */
  async regenerate(): Promise<void> {
    if (!this.disabled) await (await this.#panel.load())?.regenerate();
  }

  /**
   * Puts a new text in place of one of the visitor's messages (`id` as in `messages`) and asks it. The message stays
   * as an earlier version, with what followed it. Resolves like `send`.
   *
   * @example
   * const question = chat.messages.findLast(({ role }) => role === 'user');
   * if (question) await chat.edit(question.id, 'And in blue?');
   */
  async edit(id: string, text: string): Promise<void> {
    if (!this.disabled) await (await this.#panel.load())?.edit(id, text);
  }

  /**
   * Has the last answer go on where it was stopped, cut, or failed, in the same message. Resolves like `send`.
   *
   * @example
   * if (chat.messages.at(-1)?.status === 'truncated') await chat.continue();
   */
  async continue(): Promise<void> {
    if (!this.disabled) await (await this.#panel.load())?.continue();
  }

  /**
   * Empties the transcript, the stored one too.
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
   * Moves focus to the composer, or to the launcher while the panel is closed.
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
   * Opens the search, with a text or with the last one.
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
    // A popover closes when it is moved in the document.
    this.requestUpdate();
    if (this.hasUpdated) return;
    applyServerAttributes(this);
    applyJsonChild(this);
    // Until the page is parsed, the children may be yet to come.
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => applyJsonChild(this), { once: true });
    const { open } = this;
    whenShown(() => {
      // The page may have opened or closed it while it was prerendered.
      if (this.open === open) this.restoreOpen();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    CfAiChatElement.connected.delete(this);
    // A move disconnects and connects at once: only an element that stays away lets go of its turn.
    queueMicrotask(() => {
      if (!this.isConnected) this.#panel.dispose();
    });
  }

  protected override update(changed: PropertyValues<this>): void {
    super.update(changed);
    if (!this.hasUpdated) this.renderRoot.append(this.#frame.base);
    // A closed chat has nothing to colour, and reading the page's styles has the browser compute them.
    const isDue = (['theme', 'open', 'mode'] as const).some((name) => !this.hasUpdated || changed.has(name));
    if (isDue && (this.open || !this.isFloating)) this.#colorScheme = readColorScheme(this);
    this.#frame.draw(this);
    this.#states?.[this.#canFloat ? 'add' : 'delete']('floating');
    this.#panel.current?.update(changed.size > 0);
  }

  protected override updated(changed: PropertyValues<this>): void {
    const isShown = this.canAnswer && this.isConnected && this.open && this.isFloating;
    // One that could not be made is made anew by the visitor. By each update it would be for ever: to make it is a reason for one.
    if (isShown && (changed.has('open') || !this.#panel.hasFailed)) void this.#panel.load();
    this.#panel.current?.updated();
  }
  /** Whether the panel opens and closes. */
  get #canFloat(): boolean {
    return this.mode === 'floating' || this.mode === 'search';
  }
}
