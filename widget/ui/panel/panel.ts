import { render, type TemplateResult } from '../html.ts';
import { Conversation } from '../../conversation/conversation.ts';
import type { MessageInput } from '../../conversation/parse-messages.ts';
import type { ChatStatus } from '../../conversation/state.ts';
import type { ChatError } from '../../protocol/chat-error.ts';
import type { ChatMessage, SourcePart } from '../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../protocol/limits.ts';
import { fitToText, isSendKey } from '../composer/composer.ts';
import { containTyping } from '../composer/contain-typing.ts';
import { markKeyboardFocus } from '../composer/mark-keyboard-focus.ts';
import { AnswerDrawer } from '../message/answer-drawer.ts';
import { cornerTemplate } from '../resize/corner.ts';
import { restoreSize } from '../resize/panel-size.ts';
import type { ChatHost, ChatPanel } from '../shell/chat-panel.ts';
import { addStyles } from '../shell/css.ts';
import { CfAiChatLinkEvent, CfAiChatSendEvent } from '../shell/events.ts';
import { isRightToLeft } from '../shell/language.ts';
import { TranscriptScroll } from '../transcript/transcript-scroll.ts';
import { ThemeFollower } from '../theme/theme-follower.ts';
import { ElementWords } from '../words/element-words.ts';
import { PANEL_STYLES } from './all-styles.ts';
import { Announcer } from './announcer.ts';
import { ChangeFollower } from './change-follower.ts';
import { createTransport } from './create-transport.ts';
import { createFeatures, type Features, requestFeatures } from './features.ts';
import { HistoryControls } from './history-controls.ts';
import { menuControls } from './menu-controls.ts';
import { FirstView } from './first-view.ts';
import { OpenFollower } from './open-follower.ts';
import { openStore } from './open-store.ts';
import { followPrinting } from './printing.ts';
import { panelTemplate } from './panel-template.ts';
import { TurnControls } from './turn-controls.ts';
import { addressOf, buildRequest } from './request-builder.ts';
import { SchemeFollower } from './scheme-follower.ts';
import { Sheet } from './sheet.ts';
import { warnAboutSharedInstance } from './warn-about-shared-instance.ts';

/** Makes the panel of an element: reads its stored transcript and draws into its container. */
export async function createPanel(host: ChatHost): Promise<ChatPanel> {
  const panel = new Panel(host, await ElementWords.load(host));
  await panel.theme.ready();
  return panel;
}

/** The panel: a conversation, its view, and what visitors do to it. */
class Panel implements ChatPanel {
  /** The colours that the page has chosen. */
  readonly theme: ThemeFollower;
  readonly #host: ChatHost;
  readonly #words: ElementWords;
  readonly #conversation: Conversation;
  readonly #features: Features;
  readonly #history: HistoryControls;
  readonly #turns: TurnControls;
  readonly #changes: ChangeFollower;
  readonly #scroll: TranscriptScroll;
  readonly #sheet: Sheet;
  readonly #schemes: SchemeFollower;
  readonly #opening: OpenFollower;
  readonly #announcer = new Announcer();
  readonly #drawer = new AnswerDrawer();
  // Its own node for every panel: lit-html remembers what it has drawn into a container.
  readonly #root = Object.assign(document.createElement('div'), { className: 'root' });
  readonly #firstView: FirstView;
  readonly #disposal = new AbortController();

  constructor(host: ChatHost, words: ElementWords) {
    this.#host = host;
    this.#words = words;
    const { signal } = this.#disposal;
    const transport = createTransport(host, async (aborted) =>
      (await this.#features.botCheck.load()).solve(aborted),
    );
    const conversation = new Conversation({
      transport,
      buildRequest: (messages) => buildRequest(host, messages, this.messages[0]?.id),
      address: () => addressOf(host),
      historyLimit: () => host.historyLimit,
      store: openStore(host),
    });
    this.#conversation = conversation;
    this.#changes = new ChangeFollower({
      host,
      words,
      conversation,
      drawer: this.#drawer,
      announcer: this.#announcer,
    });
    const announce = (text: string): void => this.#announcer.announce(text);
    this.#turns = new TurnControls({
      host,
      panel: this,
      conversation,
      loadEditing: () => this.#features.editing.load(),
      moveFocus: () => this.#focusWithoutKeyboard(),
      follow: (ended) => void this.#follow(ended),
    });
    this.#features = createFeatures({
      host,
      words,
      conversation,
      announce,
      handleClear: () => this.#handleNewChat(),
      handleHistory: () => void this.#history.open(),
      handleThreadOpened: () => this.#scroll.followEnd(),
      moveFocus: () => this.#focusWithoutKeyboard(),
      handleLink: (event, source) => this.#handleLink(event, source),
      turns: this.#turns,
      root: this.#root,
      signal,
    });
    this.#history = new HistoryControls(this.#features.history);
    this.#opening = new OpenFollower(host, (isByVisitor) => isByVisitor && this.#focusOpened());
    this.#scroll = new TranscriptScroll(host, () => this.#isAnswering);
    this.#connect(host.renderRoot as ShadowRoot, signal);
    // Reads the panel's styles.
    this.#sheet = new Sheet(host);
    this.#schemes = new SchemeFollower(host);
    this.#firstView = new FirstView(host, this.#root);
    this.theme = new ThemeFollower(host, signal);
    restoreSize(host);
    warnAboutSharedInstance(host);
    if (host.hasBackend) void conversation.resume();
  }

  get status(): ChatStatus {
    return this.#conversation.state.status;
  }

  get error(): ChatError | null {
    return this.#conversation.state.error;
  }

  get messages(): readonly ChatMessage[] {
    return this.#conversation.state.messages;
  }

  get draft(): string {
    return this.#conversation.state.draft;
  }
  set draft(text: string) {
    this.#conversation.setDraft(text);
  }

  setMessages(messages: readonly MessageInput[]): void {
    this.#conversation.setMessages(messages);
  }

  async send(text: string): Promise<void> {
    if (this.#mayBeSent(text)) await this.#follow(this.#conversation.send(text));
  }

  async edit(id: string, text: string): Promise<void> {
    if (this.#mayBeSent(text)) await this.#follow(this.#conversation.edit(id, text));
  }

  stop(): void {
    this.#conversation.stop();
  }

  retry(): Promise<void> {
    return this.#follow(this.#conversation.retry());
  }

  regenerate(): Promise<void> {
    return this.#follow(this.#conversation.regenerate());
  }

  continue(): Promise<void> {
    // The reader is where the answer goes on.
    return this.#conversation.continue(this.#words.current.continueRequest);
  }

  clear(): void {
    this.#conversation.clear();
  }

  focus(): void {
    this.#input?.focus({ preventScroll: true });
  }

  dispose(): void {
    this.#disposal.abort();
    this.#drawer.cancel();
    this.#conversation.dispose();
    this.#scroll.save();
    for (const controller of [this.#scroll, this.#sheet, this.#schemes, this.theme])
      this.#host.removeController(controller);
    this.#root.remove();
  }

  update(): void {
    const isFirst = !this.#input;
    void this.#words.follow();
    // Its own language sets the panel's direction; otherwise the page does.
    const direction = isRightToLeft(this.#host.lang) ? 'rtl' : '';
    // As for its language, setting it costs the styles of everything inside.
    if (this.#root.dir !== direction) this.#root.dir = direction;
    const { wordsLanguage } = this.#words;
    if (this.#root.lang !== wordsLanguage) this.#root.lang = wordsLanguage;
    this.#firstView.draw(this.messages.length === 0, () => render(this.#render(), this.#root));
    if (isFirst) this.#scroll.start(this.#root, this.#disposal.signal);
    if (this.#input) fitToText(this.#input);
    this.#changes.announceAnswer();
  }

  updated(): void {
    this.#opening.follow();
    requestFeatures(this.#features, this.#conversation.state, this.#root);
  }

  get #input(): HTMLTextAreaElement | null {
    return this.#root.querySelector('.composer textarea');
  }

  /** It is too early to ask again. */
  get #isWaiting(): boolean {
    return this.#features.limits.current?.isWaiting ?? false;
  }

  get #isAnswering(): boolean {
    return this.status === 'submitted' || this.status === 'streaming';
  }

  /** Adds the styles and the panel's element, and listens beyond the panel's own controls. */
  #connect(root: ShadowRoot, signal: AbortSignal): void {
    addStyles(root, ...PANEL_STYLES);
    // A phone may end a page in the background without a pagehide.
    for (const leaving of ['pagehide', 'visibilitychange'])
      addEventListener(leaving, () => this.#save(), { signal });
    root.addEventListener('keydown', (event) => this.#handleEscape(event as KeyboardEvent), { signal });
    containTyping(root, signal);
    markKeyboardFocus(root, signal);
    followPrinting(this.#host, signal);
    this.#host.panelContainer.replaceChildren(this.#root);
  }

  #save(): void {
    this.#conversation.save();
    this.#scroll.save();
  }

  #handleEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    if (this.#isAnswering) this.stop();
    else if (this.#opening.isOpen) this.#host.hide();
    else return;
    event.stopPropagation();
  }

  #handleInput(event: Event): void {
    if (event.target instanceof HTMLTextAreaElement) this.#conversation.type(event.target.value);
  }

  #handleKeydown(event: KeyboardEvent): void {
    if (!isSendKey(event)) return;
    event.preventDefault();
    // Enter never stops an answer: a visitor who types ahead means to send.
    if (!this.#isAnswering) this.#submitDraft();
  }

  #handleSubmit(event: Event): void {
    event.preventDefault();
    if (this.#isAnswering) this.stop();
    else this.#submitDraft();
  }

  #handleSuggestion(text: string): void {
    if (this.#host.disabled) return;
    this.#focusWithoutKeyboard();
    void this.send(text);
  }

  /** What the visitor leaves is kept; a page that calls `clear()` wants it gone. */
  #handleNewChat(): void {
    const { messages } = this;
    this.#focusWithoutKeyboard();
    this.clear();
    this.#history.keep(messages);
  }

  #handleLink(event: MouseEvent, source?: SourcePart): void {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (link?.href && !this.#host.dispatchEvent(new CfAiChatLinkEvent(link.href, source)))
      event.preventDefault();
  }

  /** Asks the page. A text over the limit is not about to be sent: the conversation refuses it. */
  #mayBeSent(text: string): boolean {
    const { length } = text.trim();
    if (length === 0 || length > MAX_MESSAGE_CHARACTERS) return length > 0;
    return this.#host.dispatchEvent(new CfAiChatSendEvent(text));
  }

  #submitDraft(): void {
    if (!this.#host.disabled && !this.#isWaiting) void this.send(this.draft);
  }

  /** Shows a turn from its start, wherever the reader was; or why there is none. */
  #follow(ended: Promise<void>): Promise<void> {
    if (this.#isAnswering) this.#scroll.startTurn();
    else this.#scroll.followEnd();
    return ended;
  }

  /** With a mouse, focus goes to where one types; on touch screens the keyboard would cover the suggestions. */
  #focusOpened(): void {
    if (matchMedia('(pointer: coarse)').matches) this.#host.panelContainer.focus({ preventScroll: true });
    else this.focus();
  }

  /** The control that had focus goes away: focus moves on, but a touch keyboard must not pop up for it. */
  #focusWithoutKeyboard(): void {
    if (matchMedia('(pointer: coarse)').matches) this.#root.querySelector<HTMLElement>('.send')?.focus();
    else this.focus();
  }

  #render(): TemplateResult {
    const { actions, botCheck, citations, editing, history, limits, menu, resizer } = this.#features;
    return panelTemplate({
      host: this.#host,
      state: this.#conversation.state,
      words: this.#words.current,
      language: this.#words.language,
      locale: this.#words.locale,
      ownLanguage: this.#words.language === this.#words.wordsLanguage ? undefined : this.#words.language,
      drawer: this.#drawer,
      liveRegion: this.#announcer.region,
      isShort: this.#sheet.isShort,
      hasRoom: this.#scroll.hasRoom,
      textBelow: this.#scroll.textBelow,
      isAnswering: this.#isAnswering,
      isWaiting: this.#isWaiting,
      ...menuControls(menu),
      turns: this.#turns,
      drawEdit: (message) => editing.current?.draw(message),
      drawCorner: () => cornerTemplate(resizer),
      drawActions: (message) => actions.current?.drawRow(message),
      drawBelow: (message) => actions.current?.drawBelow(message),
      linkCitations: (answer, message) => citations.current?.link(answer, message),
      drawWait: () => limits.current?.drawWait(),
      drawHints: () => [botCheck.current?.draw(), limits.current?.drawAllowance()],
      drawHistory: () => history.current?.draw(),
      drawUndo: () => history.current?.drawUndo(),
      handleEdge: () => this.focus(),
      handleClose: () => this.#host.hide(),
      handleLink: (event, source) => this.#handleLink(event, source),
      handleSuggestion: (text) => this.#handleSuggestion(text),
      handleLatest: () => this.#scroll.showLatest(),
      handleInput: (event) => this.#handleInput(event),
      handleKeydown: (event) => this.#handleKeydown(event),
      handleSubmit: (event) => this.#handleSubmit(event),
    });
  }
}
