import { render, type TemplateResult } from '../base/html.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import type { MessageInput } from '../../conversation/parse-messages.ts';
import { type ChatStatus, isAnswering } from '../../conversation/state.ts';
import type { ChatError } from '../../protocol/chat-error.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import { fitToText } from '../composer/composer.ts';
import { ComposerControls, mayBeSent } from '../asking/composer-controls.ts';
import { ConsentControls } from '../features/consent/consent-controls.ts';
import { AnswerDrawer } from '../chat/answer-drawer.ts';
import { restoreSize } from '../features/resize/panel-size.ts';
import { addPageContext, loadPageContext } from '../features/page-context/add-page-context.ts';
import type { ChatHost, ChatPanel } from '../element/chat-panel.ts';
import { EarlierMessages } from '../chat/earlier-messages.ts';
import { TranscriptScroll } from '../chat/transcript-scroll.ts';
import { ThemeFollower } from '../features/theme/theme-follower.ts';
import { loadTabs } from '../features/tabs/load-tabs.ts';
import type { PageTabs } from '../features/tabs/page-tabs.ts';
import { followNetwork } from '../features/queue/request-queue.ts';
import { ElementWords } from '../words/element-words.ts';
import type { Words } from '../words/words.ts';
import { Announcer } from '../base/announcer.ts';
import { ChangeFollower } from './change-follower.ts';
import { connectPanel } from './connect-panel.ts';
import { createConversation } from './create-conversation.ts';
import { drawLanguage } from '../frame/draw-language.ts';
import { featureViews } from './feature-views.ts';
import { createFeatures } from './create-features.ts';
import { type Features, requestFeatures } from './features.ts';
import { followContact } from './contact-controls.ts';
import { followLink } from '../element/follow-link.ts';
import { HistoryControls } from './history-controls.ts';
import { FirstView } from '../frame/first-view.ts';
import { loadFrame } from '../frame/load-frame.ts';
import { OpenFollower } from '../frame/open-follower.ts';
import { PanelFocus } from '../frame/panel-focus.ts';
import { panelTemplate } from './panel-template.ts';
import { TurnControls } from '../asking/turn-controls.ts';
import { SchemeFollower } from '../frame/scheme-follower.ts';
import { Sheet } from '../frame/sheet.ts';
import { warnAboutSharedInstance } from '../frame/warn-about-shared-instance.ts';

/** Makes the panel of an element: reads its stored transcript and draws into its container. */
export async function createPanel(host: ChatHost): Promise<ChatPanel> {
  const [words, tabs] = await Promise.all([ElementWords.load(host), loadTabs(host), loadFrame(host)]);
  const panel = new Panel(host, words, tabs);
  await panel.ready();
  return panel;
}

/** The panel: a conversation, its view, and its controls. */
class Panel implements ChatPanel {
  /** The colours that the page has chosen. */
  readonly #theme: ThemeFollower;
  readonly #host: ChatHost;
  readonly #words: ElementWords;
  readonly #conversation: Conversation;
  readonly #features: Features;
  readonly #consent: ConsentControls;
  readonly #history: HistoryControls;
  readonly #turns: TurnControls;
  readonly #tabs: PageTabs | undefined;
  readonly #composer: ComposerControls;
  readonly #changes: ChangeFollower;
  readonly #scroll: TranscriptScroll;
  readonly #earlier: EarlierMessages;
  readonly #sheet: Sheet;
  readonly #schemes: SchemeFollower;
  readonly #opening: OpenFollower;
  readonly #announcer = new Announcer();
  readonly #drawer = new AnswerDrawer();
  // A new node for every panel: lit-html remembers its last drawing in a container.
  readonly #root = Object.assign(document.createElement('div'), { className: 'root' });
  readonly #firstView: FirstView;
  readonly #focus: PanelFocus;
  readonly #disposal = new AbortController();

  constructor(host: ChatHost, words: ElementWords, tabs: PageTabs | undefined) {
    this.#host = host;
    this.#words = words;
    this.#focus = new PanelFocus(host.panelContainer, this.#root);
    const { signal } = this.#disposal;
    const conversation = createConversation(host, {
      tabs,
      verify: async (aborted) => (await this.#features.botCheck.load()).solve(aborted),
      addContext: (body) => addPageContext(host, this.#features.pageContext, body),
    });
    this.#conversation = conversation;
    const announcer = this.#announcer;
    this.#changes = new ChangeFollower({ host, words, conversation, drawer: this.#drawer, announcer });
    const moveFocus = (): void => this.#focus.moveOn();
    this.#turns = new TurnControls({
      host,
      panel: this,
      conversation,
      loadEditing: () => this.#features.editing.load(),
      moveFocus,
      follow: (ended) => void this.#follow(ended),
    });
    this.#composer = new ComposerControls({
      host,
      panel: this,
      conversation,
      isWaiting: () => this.#isWaiting,
      moveFocus,
      queue: () => this.#features.queue,
    });
    this.#features = this.#createFeatures();
    const { consent, history, queue } = this.#features;
    this.#consent = new ConsentControls({ host, words, conversation, consent, announcer });
    followNetwork(queue, { host, conversation, signal });
    this.#history = new HistoryControls(history);
    this.#opening = new OpenFollower(host, (isByVisitor) => isByVisitor && this.#focus.toOpened());
    this.#scroll = new TranscriptScroll(host, () => this.#isAnswering);
    this.#earlier = new EarlierMessages(host, this.#scroll, signal);
    connectPanel({ host, conversation, scroll: this.#scroll, root: this.#root }, signal);
    // Reads the panel's styles.
    this.#sheet = new Sheet(host);
    this.#schemes = new SchemeFollower(host);
    this.#firstView = new FirstView(host, this.#root);
    this.#theme = new ThemeFollower(host, signal);
    restoreSize(host);
    // Chats that follow each other, as tabs do, may share one.
    if (!tabs) warnAboutSharedInstance(host);
    this.#tabs = tabs;
    tabs?.listen(signal);
    if (host.hasBackend) void conversation.resume();
  }

  /** Resolves when the panel may be drawn. The selection on the page is read before: focus in the chat ends it. */
  async ready(): Promise<void> {
    await Promise.all([this.#theme.ready(), loadPageContext(this.#host, this.#features.pageContext)]);
  }

  get status(): ChatStatus {
    return this.#conversation.state.status;
  }

  get error(): ChatError | null {
    return this.#conversation.state.error;
  }

  get words(): Words {
    return this.#words.current;
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
    if (this.#consent.ensure(text) && mayBeSent(this.#host, text))
      await this.#follow(this.#conversation.send(text));
  }

  async edit(id: string, text: string): Promise<void> {
    if (this.#consent.ensure(text) && mayBeSent(this.#host, text))
      await this.#follow(this.#conversation.edit(id, text));
  }

  stop(): void {
    this.#conversation.stop();
  }

  async retry(): Promise<void> {
    if (this.#consent.ensure()) await this.#follow(this.#conversation.retry());
  }

  async regenerate(): Promise<void> {
    if (this.#consent.ensure()) await this.#follow(this.#conversation.regenerate());
  }

  async continue(): Promise<void> {
    // The reader is where the answer goes on.
    if (this.#consent.ensure()) await this.#conversation.continue(this.#words.current.continueRequest);
  }

  clear(): void {
    this.#conversation.clear();
  }

  focus(): void {
    this.#focus.toInput();
  }

  dispose(): void {
    this.#disposal.abort();
    this.#drawer.cancel();
    this.#conversation.dispose();
    this.#tabs?.dispose();
    this.#scroll.save();
    for (const controller of [this.#scroll, this.#sheet, this.#schemes, this.#theme])
      this.#host.removeController(controller);
    this.#root.remove();
  }

  update(): void {
    const isFirst = !this.#focus.input;
    void this.#words.follow();
    drawLanguage(this.#root, this.#host.lang, this.#words.wordsLanguage);
    this.#firstView.draw(this.messages.length === 0, () => render(this.#render(), this.#root));
    if (isFirst) this.#scroll.start(this.#root, this.#disposal.signal);
    if (this.#focus.input) fitToText(this.#focus.input);
    this.#changes.announceAnswer();
  }

  updated(): void {
    this.#opening.follow();
    requestFeatures(this.#features, this.#conversation.state, { host: this.#host, root: this.#root });
  }

  #createFeatures(): Features {
    return createFeatures({
      host: this.#host,
      words: this.#words,
      conversation: this.#conversation,
      announce: (text) => this.#announcer.announce(text),
      handleClear: () => this.#handleNewChat(),
      handleSuggestion: (text) => this.#composer.handlers.handleSuggestion(text),
      handleHistory: () => void this.#history.open(),
      handleAgreed: () => void this.send(this.draft),
      handleThreadOpened: () => this.#scroll.followEnd(),
      keepInView: (element) => void this.#scroll.keepInView(element),
      moveFocus: () => this.#focus.moveOn(),
      handleLink: (event, source) => followLink(this.#host, event, source),
      queued: {
        send: (text) => this.#sendQueued(text),
        focusInput: () => this.focus(),
      },
      turns: this.#turns,
      root: this.#root,
      signal: this.#disposal.signal,
    });
  }

  #sendQueued(text: string): void {
    // The reader may still read the answer before it.
    this.#scroll.stay();
    void this.#conversation.send(text);
  }

  /** It is too early to ask again. */
  get #isWaiting(): boolean {
    return this.#features.limits.current?.isWaiting ?? false;
  }

  get #isAnswering(): boolean {
    return isAnswering(this.#conversation.state);
  }

  /** A conversation that the visitor leaves goes to the history; a page that calls `clear()` wants it gone. */
  #handleNewChat(): void {
    const { state } = this.#conversation;
    this.#focus.moveOn();
    this.clear();
    this.#history.keep(state);
  }

  /** Shows a turn from its start, wherever the reader was; or why there is none. */
  #follow(ended: Promise<void>): Promise<void> {
    if (this.#isAnswering) this.#scroll.startTurn();
    else this.#scroll.followEnd();
    return ended;
  }

  #render(): TemplateResult {
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
      firstDrawn: this.#earlier.firstOf(this.messages),
      textBelow: this.#scroll.textBelow,
      isAnswering: this.#isAnswering,
      isWaiting: this.#isWaiting,
      ...featureViews(this.#features),
      ...this.#composer.handlers,
      turns: this.#turns,
      handleEdge: () => this.focus(),
      handleClose: () => this.#host.hide(),
      handleContact: (event) => followContact(this.#host, this.#features.contact, event),
      handleLink: (event, source) => followLink(this.#host, event, source),
      handleLatest: () => this.#scroll.showLatest(),
    });
  }
}
