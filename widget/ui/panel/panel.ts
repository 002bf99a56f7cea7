import { render } from '../base/html.ts';
import type { MessageInput } from '../../conversation/parse-messages.ts';
import type { ChatStatus } from '../../conversation/state.ts';
import type { ChatError } from '../../protocol/chat-error.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import { Announcer } from '../base/announcer.ts';
import { EarlierMessages } from '../chat/earlier-messages.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { ChatPanel, SearchDialog } from '../element/chat-panel.ts';
import type { Chat } from '../feature/chat.ts';
import { attachments } from '../features/attachments/feature.ts';
import { renderer } from '../features/renderer/feature.ts';
import { search } from '../features/search/feature.ts';
import { drawLanguage } from '../frame/draw-language.ts';
import { drawFirstView } from '../frame/first-view.ts';
import { loadFrame } from '../frame/load-frame.ts';
import { OpenFollower } from '../frame/open-follower.ts';
import { PanelFocus } from '../frame/panel-focus.ts';
import { SchemeFollower } from '../frame/scheme-follower.ts';
import { markForRecorders } from '../frame/recorder-marks.ts';
import { Sheet } from '../frame/sheet.ts';
import { warnAboutSharedInstance } from '../frame/warn-about-shared-instance.ts';
import { ElementStrings } from '../strings/element-strings.ts';
import type { Strings } from '../strings/strings.ts';
import { ChangeAnnouncer } from './change-announcer.ts';
import { dispatchChanges } from './change-events.ts';
import { connectPanel } from './connect-panel.ts';
import { createChat, type CreatedChat } from './create-chat.ts';
import { Epoch } from './epoch.ts';
import { renderPanel } from './panel-template.ts';
import { countUnreadAnswers } from './unread-answers.ts';

/** Creates the panel of an element, and reads its stored transcript. */
export async function createPanel(host: ChatHost): Promise<ChatPanel> {
  const [strings] = await Promise.all([ElementStrings.load(host), loadFrame(host)]);
  return new Panel(host, strings);
}

/** The panel: a chat and its view. */
class Panel implements ChatPanel {
  readonly #chat: Chat;
  readonly #parts: CreatedChat;
  readonly #announcements: ChangeAnnouncer;
  readonly #earlier: EarlierMessages;
  readonly #sheet: Sheet;
  readonly #schemes: SchemeFollower;
  readonly #opening: OpenFollower;
  readonly #announcer = new Announcer();
  readonly #epoch = new Epoch();
  // Each panel needs a new node, because lit-html remembers its last drawing in a container.
  readonly #root = Object.assign(document.createElement('div'), { className: 'root' });
  readonly #focus: PanelFocus;
  readonly #disposal = new AbortController();

  constructor(host: ChatHost, strings: ElementStrings) {
    const { signal } = this.#disposal;
    this.#focus = new PanelFocus(host.panelContainer, this.#root);
    const panelMembers = {
      host,
      strings,
      root: this.#root,
      signal,
      redraw: () => this.#redraw(),
      announce: (text: string, language?: string) => this.#announcer.announce(text, language),
      focusInput: () => this.#focus.toInput(),
      moveFocus: () => this.#focus.moveOn(),
    };
    // Before the first word is drawn, so that no recorder sees it.
    markForRecorders(this.#root, host.recording === 'on');
    this.#parts = createChat(panelMembers);
    this.#chat = this.#parts.chat;
    this.#announcements = new ChangeAnnouncer(this.#chat);
    countUnreadAnswers(this.#chat);
    this.#chat.conversation.subscribe(() => host.requestUpdate());
    // The last subscriber: a listener of the page may change the conversation again.
    dispatchChanges(this.#chat);
    this.#opening = new OpenFollower(host, (isByVisitor) => isByVisitor && this.#focus.toOpened());
    this.#earlier = new EarlierMessages(host, this.#parts.scroll, signal);
    connectPanel(this.#chat, () => this.#parts.scroll.save());
    // After `connectPanel`: the sheet reads the panel's computed styles.
    this.#sheet = new Sheet(host);
    this.#schemes = new SchemeFollower(host);
    warnAboutSharedInstance(host);
    if (host.hasBackend) void this.#chat.conversation.resume();
  }

  ready(): Promise<void> {
    return this.#parts.features.prepare();
  }

  get status(): ChatStatus {
    return this.#chat.state.status;
  }

  get error(): ChatError | null {
    return this.#chat.state.error;
  }

  get strings(): Strings {
    return this.#chat.strings.current;
  }

  get messages(): readonly ChatMessage[] {
    const { messages, waiting } = this.#chat.state;
    return waiting.length > 0 ? [...messages, ...waiting] : messages;
  }

  get isStored(): boolean {
    return this.#chat.conversation.isStored;
  }

  get draft(): string {
    this.#parts.controls.textBox.read();
    return this.#chat.state.draft;
  }
  set draft(text: string) {
    this.#parts.controls.textBox.read();
    this.#chat.conversation.setDraft(text);
  }

  setMessages(messages: readonly MessageInput[]): void {
    this.#chat.conversation.setMessages(messages);
  }

  send(text: string): Promise<void> {
    return this.#parts.turns.send(text);
  }

  async attach(files: readonly File[], text?: string): Promise<void> {
    const question = await (await attachments.of(this.#chat).load()).add(files, text);
    if (question) await this.#parts.turns.send(question);
  }

  edit(id: string, text: string): Promise<void> {
    return this.#parts.turns.edit(id, text);
  }

  stop(): void {
    this.#chat.conversation.stop();
  }

  retry(): Promise<void> {
    return this.#parts.turns.retry();
  }

  regenerate(): Promise<void> {
    return this.#parts.turns.regenerate();
  }

  continue(): Promise<void> {
    return this.#parts.turns.continue();
  }

  clear(): void {
    this.#chat.conversation.clear();
  }

  async openSearch(dialog: SearchDialog): Promise<void> {
    (await search.of(this.#chat).load()).open(dialog);
  }

  focus(): void {
    this.#focus.toInput();
  }

  dispose(): void {
    const { host, conversation } = this.#chat;
    const { scroll, controls } = this.#parts;
    controls.textBox.read();
    this.#disposal.abort();
    conversation.dispose();
    scroll.save();
    for (const controller of [scroll, this.#sheet, this.#schemes]) host.removeController(controller);
    this.#root.remove();
  }

  update(hasNewSettings: boolean): void {
    const { host, strings } = this.#chat;
    const isFirst = !this.#focus.input;
    if (hasNewSettings) {
      this.#epoch.advance();
      markForRecorders(this.#root, host.recording === 'on');
    }
    // The text box of the loading frame, in which the visitor may be typing.
    const wasTyping = isFirst && host.panelContainer.querySelector(':focus');
    if (isFirst) host.panelContainer.replaceChildren(this.#root);
    void strings.follow();
    drawLanguage(this.#root, host.lang, strings.stringsLanguage);
    drawFirstView(host, this.#root, this.messages.length === 0, () => this.#draw());
    if (isFirst) this.#parts.scroll.start(this.#root, this.#disposal.signal);
    this.#parts.controls.textBox.follow();
    if (wasTyping) this.#focus.toInput();
    this.#announcements.announceAnswer();
  }

  updated(): void {
    this.#opening.follow();
    this.#parts.features.request();
  }

  #redraw(): void {
    this.#epoch.advance();
    this.#chat.host.requestUpdate();
  }

  #draw(): void {
    const { controls, scroll, missing } = this.#parts;
    const drawing = renderer.of(this.#chat);
    const view = renderPanel({
      chat: this.#chat,
      composer: controls.composer,
      liveRegion: this.#announcer.region,
      isLowHeight: this.#sheet.isLowHeight,
      scroll,
      renderer: drawing.current,
      isRendererMissing: drawing.current === undefined && drawing.failures > 0,
      firstDrawn: this.#earlier.firstOf(this.#chat.state.messages),
      missing: missing.render(),
      epoch: this.#epoch.read(this.#chat),
    });
    render(view, this.#root);
  }
}
