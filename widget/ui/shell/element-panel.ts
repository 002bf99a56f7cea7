import type { MessageInput } from '../../conversation/parse-messages.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { ChatPanel } from '../element/chat-panel.ts';
import { painted } from '../base/after-paint.ts';
import { whenShown } from '../base/when-shown.ts';
import { CfAiChatEvent } from '../element/events.ts';
import { AwaitedPanel } from './awaited-panel.ts';
import { PanelLoader } from './panel-loader.ts';

/**
 * The panel of an element: made when it is wanted, let go of when the element has left the page. What the page sets before and
 * after waits here for the next one.
 */
export class ElementPanel {
  readonly #host: ChatHost;
  readonly #loader: PanelLoader;
  readonly #awaited: AwaitedPanel;
  #current: ChatPanel | undefined;
  #pendingMessages: readonly MessageInput[] | undefined;
  /** The messages when the element left the page. */
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

  /** The panel; undefined until it is loaded, and while the element is off the page. */
  get current(): ChatPanel | undefined {
    return this.#current;
  }

  /** It could not be made, and nobody has tried again. */
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

  /** Makes the panel, unless it is there. Undefined where it cannot be made. */
  load(): Promise<ChatPanel | undefined> {
    return this.#loader.load();
  }

  /** Fetches its code ahead of need, and what stands in its place until then. */
  preload(): void {
    void this.#host.launcher.load();
    this.#loader.preload();
  }

  /** Empties the transcript that waits here, for an element without a panel. */
  forgetMessages(): void {
    this.#pendingMessages = this.#lastMessages = [];
  }

  /** Takes everything out of the panel and begins with a new one. */
  forget(): void {
    this.#current?.clear();
    this.draft = '';
    this.dispose();
    this.forgetMessages();
    this.#host.requestUpdate();
  }

  /** Lets go of the panel; its messages and its draft stay. */
  dispose(): void {
    if (!this.#current) return;
    this.#current.dispose();
    this.#lastMessages = this.#current.messages;
    // The next panel reads the others from the storage, with the point from which an answer goes on.
    if (!this.#current.isStored) this.#pendingMessages = this.#lastMessages;
    this.#pendingDraft = this.#current.draft;
    this.#current = undefined;
    this.#loader.reset();
  }

  async #create(): Promise<ChatPanel | undefined> {
    const host = this.#host;
    // An element that is not on the page yet waits until it is.
    await host.updateComplete;
    await new Promise<void>(whenShown);
    this.#awaited.begin();
    // Making the panel takes longer than a frame: what stands in its place comes with the press.
    const shown = host.isFloating && host.open && painted();
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
      // One that could not be drawn would be drawn over the notice at the next update.
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
