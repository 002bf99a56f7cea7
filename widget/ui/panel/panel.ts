import { render, type TemplateResult } from 'lit/html.js';
import { Conversation } from '../../conversation/conversation.ts';
import type { MessageInput } from '../../conversation/parse-messages.ts';
import { SessionTransport } from '../../transport/session-transport.ts';
import type { ChatStatus, ConversationChange } from '../../conversation/state.ts';
import type { ChatError } from '../../protocol/chat-error.ts';
import { type ChatMessage, sourcesOf } from '../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../protocol/limits.ts';
import { HttpTransport } from '../../transport/http-transport.ts';
import type { ChatHost, ChatPanel } from '../shell/chat-panel.ts';
import { isRightToLeft } from '../shell/language.ts';
import { OpenFollower } from './open-follower.ts';
import { StickToEnd } from '../transcript/stick-to-end.ts';
import { VisualViewportController } from './visual-viewport.ts';
import { Words } from '../words/words.ts';
import { CfAiChatLinkEvent, CfAiChatSendEvent, CfAiChatStatusChangeEvent } from '../shell/events.ts';
import { addStyles } from '../shell/css.ts';
import { markdownStyles } from '../message/markdown.styles.ts';
import { panelStyles } from './panel.styles.ts';
import { tokens } from './tokens.styles.ts';
import { transcriptStyles } from '../transcript/transcript.styles.ts';
import { adornWhenNeeded } from '../adornments/adorn-when-needed.ts';
import { announcementFor } from './announcement.ts';
import { fitToText, isSendKey } from '../composer/composer.ts';
import { eventFor } from './event-for.ts';
import { LazyService } from './lazy-service.ts';
import { openStore } from './open-store.ts';
import { panelTemplate } from './panel-template.ts';
import { buildRequest } from './request-builder.ts';

/** Makes the panel of an element: reads its stored transcript and draws into its container. */
export async function createPanel(host: ChatHost): Promise<ChatPanel> {
  return new Panel(host, await Words.load(host));
}

/** The panel: a conversation, its view, and what visitors do to it. */
class Panel implements ChatPanel {
  readonly #host: ChatHost;
  readonly #conversation: Conversation;
  readonly #scroll: StickToEnd;
  readonly #viewport: VisualViewportController;
  // Its own node for every panel: lit-html remembers what it has drawn into a container.
  readonly #root = Object.assign(document.createElement('div'), { className: 'root' });
  readonly #listening = new AbortController();
  readonly #words: Words;
  readonly #opening: OpenFollower;
  readonly #service: LazyService;
  #status: ChatStatus = 'ready';
  #announcement = '';

  constructor(host: ChatHost, words: Words) {
    this.#host = host;
    this.#words = words;
    this.#opening = new OpenFollower(host, (isByVisitor) => this.#handleOpened(isByVisitor));
    const http = new SessionTransport(new HttpTransport({ stallTimeoutMs: () => host.stallTimeout }));
    this.#conversation = new Conversation({
      transport: () => host.transport ?? (host.turnstileSitekey ? this.#service : http),
      buildRequest: (messages) => buildRequest(host, messages),
      historyLimit: () => host.historyLimit,
      store: openStore(host),
    });
    this.#conversation.subscribe((change) => this.#handleChange(change));
    this.#scroll = new StickToEnd(host);
    const root = host.renderRoot as ShadowRoot;
    addStyles(root, tokens, panelStyles, transcriptStyles, markdownStyles);
    this.#viewport = new VisualViewportController(host, host.panelContainer);
    const { signal } = this.#listening;
    // A phone may end a page in the background without a pagehide.
    for (const leaving of ['pagehide', 'visibilitychange']) {
      addEventListener(leaving, () => this.#conversation.save(), { signal });
    }
    this.#service = new LazyService({
      host,
      words,
      signal,
      conversation: this.#conversation,
      transport: http,
      root: this.#root,
      announce: (text) => {
        this.#announcement = text;
        host.requestUpdate();
      },
    });
    root.addEventListener('keydown', (event) => this.#handleEscape(event as KeyboardEvent), { signal });
    host.panelContainer.replaceChildren(this.#root);
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
    // A text over the limit is not about to be sent: the conversation refuses it.
    const isSendable = text.trim().length <= MAX_MESSAGE_CHARACTERS;
    if (text.trim() === '' || (isSendable && !this.#host.dispatchEvent(new CfAiChatSendEvent(text)))) return;
    await this.#follow(this.#conversation.send(text));
  }

  stop(): void {
    this.#conversation.stop();
  }

  retry(): Promise<void> {
    return this.#follow(this.#conversation.retry());
  }

  clear(): void {
    this.#conversation.clear();
  }

  focus(): void {
    this.#input?.focus({ preventScroll: true });
  }

  dispose(): void {
    this.#listening.abort();
    this.#conversation.dispose();
    for (const controller of [this.#scroll, this.#viewport]) this.#host.removeController(controller);
    this.#root.remove();
  }

  update(): void {
    const isFirst = !this.#input;
    void this.#words.follow();
    // Its own language sets the panel's direction; otherwise the page does.
    const direction = isRightToLeft(this.#host.lang) ? 'rtl' : '';
    // As for its language, setting it costs the styles of everything inside.
    if (this.#root.dir !== direction) this.#root.dir = direction;
    render(this.#render(), this.#root);
    if (isFirst) this.#observeTranscript();
    if (this.#input) fitToText(this.#input);
    this.#service.follow(this.#conversation.state);
  }

  updated(): void {
    this.#opening.follow();
    adornWhenNeeded(this.#host, this.#root, this.#listening.signal);
  }

  get #input(): HTMLTextAreaElement | null {
    return this.#root.querySelector('.composer textarea');
  }

  get #isAnswering(): boolean {
    return this.status === 'submitted' || this.status === 'streaming';
  }

  #handleChange(change: ConversationChange): void {
    const { state } = this.#conversation;
    const announcement = announcementFor(change, state, this.#words);
    if (announcement !== undefined) this.#announcement = announcement;
    this.#host.requestUpdate();
    const event = eventFor(change);
    if (event) this.#host.dispatchEvent(event);
    if (state.status === this.#status) return;
    this.#status = state.status;
    this.#host.dispatchEvent(new CfAiChatStatusChangeEvent(state.status));
  }

  #handleOpened(isByVisitor: boolean): void {
    this.#scroll.scrollToEnd();
    if (isByVisitor) this.focus();
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

  #handleRetry(): void {
    if (this.#host.disabled) return;
    this.#focusWithoutKeyboard();
    void this.retry();
  }

  #handleClear(): void {
    this.#focusWithoutKeyboard();
    this.clear();
  }

  /** The button goes away when it has done its work; focus stays with what it showed. */
  #handleLatest(): void {
    this.#root.querySelector<HTMLElement>('.transcript')?.focus();
    this.#scroll.scrollToEnd();
  }

  #handleClick(event: MouseEvent): void {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (!link?.href) return;
    if (!this.#host.dispatchEvent(new CfAiChatLinkEvent(link.href, this.#sourceOf(link))))
      event.preventDefault();
  }

  #submitDraft(): void {
    if (!this.#host.disabled && !this.#service.current?.isWaiting) void this.send(this.draft);
  }

  /** Shows a turn from its start, wherever the reader was. */
  #follow(ended: Promise<void>): Promise<void> {
    this.#scroll.scrollToEnd();
    return ended;
  }

  #sourceOf(link: HTMLAnchorElement): ReturnType<typeof sourcesOf>[number] | undefined {
    const { message, source } = link.dataset;
    const owner = this.messages.find(({ id }) => id === message);
    return owner && sourcesOf(owner)[Number(source)];
  }

  /** The control that had focus goes away: focus moves on, but a touch keyboard must not pop up for it. */
  #focusWithoutKeyboard(): void {
    if (matchMedia('(pointer: coarse)').matches) this.#root.querySelector<HTMLElement>('.send')?.focus();
    else this.focus();
  }

  #observeTranscript(): void {
    const scroller = this.#root.querySelector<HTMLElement>('.transcript');
    const content = scroller?.querySelector<HTMLElement>('.content');
    if (scroller && content) this.#scroll.observe(scroller, content);
  }

  #render(): TemplateResult {
    return panelTemplate({
      host: this.#host,
      state: this.#conversation.state,
      strings: this.#words.strings,
      service: this.#service.current,
      announcement: this.#announcement,
      isAtEnd: this.#scroll.isAtEnd,
      isAnswering: this.#isAnswering,
      handleEdge: () => this.focus(),
      handleClear: () => this.#handleClear(),
      handleClose: () => this.#host.hide(),
      handleScroll: () => this.#scroll.handleScroll(),
      handleClick: (event) => this.#handleClick(event),
      handleSuggestion: (text) => this.#handleSuggestion(text),
      handleRetry: () => this.#handleRetry(),
      handleLatest: () => this.#handleLatest(),
      handleInput: (event) => this.#handleInput(event),
      handleKeydown: (event) => this.#handleKeydown(event),
      handleSubmit: (event) => this.#handleSubmit(event),
    });
  }
}
