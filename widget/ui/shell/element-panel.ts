import type { MessageInput } from '../../conversation/parse-messages.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { ChatPanel } from '../element/chat-panel.ts';
import { whenPainted } from '../base/after-paint.ts';
import { whenShown } from '../base/when-shown.ts';
import { CfAiChatEvent } from '../element/events.ts';
import { AwaitedPanel } from './awaited-panel.ts';
import { PanelLoader } from './panel-loader.ts';

/**
 * Creates an element's panel when it is needed, and disposes it when the element has left the page. Messages and draft that
 * the page sets meanwhile are kept for the next panel.
 */
export class ElementPanel {
  readonly #host: ChatHost;
  readonly #loader: PanelLoader;
  readonly #awaited: AwaitedPanel;
  #current: ChatPanel | undefined;
  #pendingMessages: readonly MessageInput[] | undefined;
  /** The messages at the time when the element left the page. */
  #lastMessages: readonly ChatMessage[] = [];
  #pendingDraft = '';

  constructor(host: ChatHost) {
    this.#host = host;
    this.#loader = new PanelLoader(
      host,
      () => host.environment.loadPanel(),
      () => this.#create(),
    );
    this.#awaited = new AwaitedPanel(host, () => void this.load());
  }

  /** The panel; undefined until it is loaded, and while the element is not in the document. */
  get current(): ChatPanel | undefined {
    return this.#current;
  }

  /** Whether creating the panel has failed and no new try has begun. */
  get hasFailed(): boolean {
    return this.#awaited.hasFailed;
  }

  get messages(): readonly ChatMessage[] {
    return this.#current?.messages ?? this.#lastMessages;
  }
  set messages(messages: readonly MessageInput[]) {
    if (this.#current) this.#current.setMessages(messages);
    else this.#pendingMessages = messages;
  }

  get draft(): string {
    return this.#current?.draft ?? this.#pendingDraft;
  }
  set draft(text: string) {
    if (this.#current) this.#current.draft = text;
    else this.#pendingDraft = text;
  }

  /** Creates the panel, unless it exists. Undefined where that fails. */
  load(): Promise<ChatPanel | undefined> {
    return this.#loader.load();
  }

  /** Loads the panel's code in advance, and the code for its frame. */
  preload(): void {
    void this.#host.launcher.load();
    this.#loader.preload();
  }

  /** Forgets the messages kept for the next panel. */
  forgetMessages(): void {
    this.#pendingMessages = this.#lastMessages = [];
  }

  /** Clears the panel and replaces it by a new one. */
  forget(): void {
    this.#current?.clear();
    this.draft = '';
    this.dispose();
    this.forgetMessages();
    this.#host.requestUpdate();
  }

  /** Disposes the panel; its messages and its draft are kept. */
  dispose(): void {
    if (!this.#current) return;
    this.#current.dispose();
    this.#lastMessages = this.#current.messages;
    // Stored messages are read by the next panel itself, with the point from which an answer can be continued.
    if (!this.#current.isStored) this.#pendingMessages = this.#lastMessages;
    this.#pendingDraft = this.#current.draft;
    this.#current = undefined;
    this.#loader.reset();
  }

  async #create(): Promise<ChatPanel | undefined> {
    const host = this.#host;
    // Waits until the element is in the document.
    await host.updateComplete;
    await new Promise<void>(whenShown);
    this.#awaited.begin();
    // Creating the panel takes longer than a frame, so the frame with its text box must be painted first.
    const shown = host.isFloating && host.open && whenPainted();
    try {
      const { createPanel } = await host.environment.loadPanel();
      await shown;
      const panel = await createPanel(host);
      this.#fill(panel);
      await panel.ready();
      this.#current = panel;
      this.#awaited.end(panel);
      if (host.isConnected) this.#start(panel);
      else this.dispose();
      return this.#current;
    } catch (error) {
      // Otherwise the next update would draw the broken panel over the notice.
      this.#current = undefined;
      await this.#awaited.fail();
      throw error;
    }
  }

  #fill(panel: ChatPanel): void {
    if (this.#pendingMessages) panel.setMessages(this.#pendingMessages);
    if (this.#pendingDraft) panel.draft = this.#pendingDraft;
    this.#pendingMessages = undefined;
    this.#pendingDraft = '';
  }

  #start(panel: ChatPanel): void {
    panel.update(true);
    this.#host.dispatchEvent(new CfAiChatEvent('cf-ai-chat-ready'));
    panel.updated();
  }
}
