import { nothing, type TemplateResult } from '../../base/html.ts';
import { type Branches, conversationId } from '../../../conversation/branches.ts';
import type { Conversation } from '../../../conversation/conversation.ts';
import { createId } from '../../../conversation/create-id.ts';
import type { Thread } from '../../../conversation/threads/thread.ts';
import { Threads } from '../../../conversation/threads/threads.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import { addStyles } from '../../base/css.ts';
import type { ElementWords } from '../../words/element-words.ts';
import { formatCount } from '../../words/format-count.ts';
import { historyTemplate } from './history-template.ts';
import { historyStyles } from './history.styles.ts';
import { openThreadStore } from './open-thread-store.ts';
import { UndoBar } from './undo-bar.ts';

/** A database may take long to answer, or never do: the list opens and is filled later. */
const PATIENCE_MS = 500;

/** Parts of the panel that lie under the list. */
const COVERED = '.header, .scroll-area, .consent, .composer, .disclaimer, .edge';

/** The parts of the panel that the history needs. */
export interface HistoryOptions {
  readonly host: ChatHost;
  readonly words: ElementWords;
  readonly conversation: Conversation;
  /** Says something to screen readers. */
  readonly announce: (text: string) => void;
  /** The element in which the panel is drawn. */
  readonly root: HTMLElement;
  /** Moves focus to the composer, without the keyboard of a phone. */
  readonly moveFocus: () => void;
  /** Shows the end of a conversation that was opened. */
  readonly handleOpened: () => void;
  /** Aborted when the panel is disposed. */
  readonly signal: AbortSignal;
}

/** The visitor's earlier conversations: kept when a new one begins, and listed over the panel. */
export class History {
  readonly #options: HistoryOptions;
  readonly #threads: Threads;
  readonly #undo: UndoBar;
  #isOpen = false;
  /** The thread whose name is being changed. */
  #renaming: string | undefined;

  constructor(options: HistoryOptions) {
    const { host, words, announce, signal } = options;
    this.#options = options;
    this.#threads = new Threads(openThreadStore(host), { createId, now: Date.now });
    this.#undo = new UndoBar({ host, words, announce, signal });
    addStyles(host.renderRoot as ShadowRoot, historyStyles);
    // Another window may have changed something while this one was behind it.
    addEventListener('focus', () => this.#isOpen && void this.#load(), { signal });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Keeps a conversation that was left for a new one, and offers to go back to it. */
  keep(left: Branches): void {
    const { words, conversation, moveFocus } = this.#options;
    if (left.messages.length === 0) return;
    this.#remember(left);
    this.#undo.offer(words.current.newChatBegun, () => {
      const others = conversation.state;
      conversation.open(left);
      this.#remember(others);
      moveFocus();
    });
  }

  /** Lists the earlier conversations over the panel. */
  async open(): Promise<void> {
    const { host, root } = this.#options;
    const loaded = this.#load();
    await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    this.#isOpen = true;
    host.requestUpdate();
    await host.updateComplete;
    this.#cover(true);
    root.querySelector<HTMLElement>('.history-back')?.focus();
  }

  /** Deletes all earlier conversations for good. */
  async forget(): Promise<void> {
    this.#undo.withdraw();
    await this.#threads.forget();
  }

  /** The open list; nothing while it is closed. */
  draw(): TemplateResult | typeof nothing {
    if (!this.#isOpen) return nothing;
    const { words } = this.#options;
    return historyTemplate({
      words: words.current,
      language: words.locale,
      threads: this.#earlier,
      notice: this.#isStored ? '' : words.current.unstoredHistory,
      renaming: this.#renaming,
      handleBack: () => this.#close(),
      handleOpen: (thread) => this.#openThread(thread),
      handlePin: (thread) => this.#change(() => this.#threads.pin(thread.id, !thread.isPinned)),
      handleRename: (thread) => this.#rename(thread),
      handleRenamed: (thread, title) => this.#handleRenamed(thread, title),
      handleDelete: (threads) => this.#delete(threads),
      handleKeydown: (event) => this.#handleKeydown(event),
    });
  }

  /** For ten seconds, the line that takes the last step back; nothing otherwise. */
  drawUndo(): TemplateResult | typeof nothing {
    return this.#undo.draw();
  }

  get #isStored(): boolean {
    return this.#threads.isStored && this.#options.host.persist !== 'none';
  }

  async #load(): Promise<void> {
    await this.#threads.load();
    this.#options.host.requestUpdate();
  }

  /** All threads but the one that the panel shows. */
  get #earlier(): readonly Thread[] {
    const shown = conversationId(this.#options.conversation.state);
    return this.#threads.list.filter(({ id }) => id !== shown);
  }

  #remember(left: Branches): void {
    if (this.#options.host.history !== 'off') this.#threads.add(left);
  }

  #openThread(thread: Thread): void {
    const { conversation, moveFocus, handleOpened } = this.#options;
    const left = conversation.state;
    conversation.open(thread);
    this.#threads.add(left);
    this.#undo.withdraw();
    this.#close(moveFocus);
    handleOpened();
  }

  #rename({ id }: Thread): void {
    const { host, root } = this.#options;
    this.#change(() => (this.#renaming = id));
    void host.updateComplete.then(() => root.querySelector<HTMLInputElement>('.history-name')?.select());
  }

  #handleRenamed(thread: Thread, title: string | undefined): void {
    if (this.#renaming !== thread.id) return;
    this.#change(() => {
      this.#renaming = undefined;
      if (title !== undefined) this.#threads.rename(thread.id, title);
    });
    this.#focusOn(thread.id);
  }

  #delete(threads: readonly Thread[]): void {
    const { words, root } = this.#options;
    const removed = this.#threads.remove(threads.map(({ id }) => id));
    this.#undo.offer(formatCount(words.current.chatsDeleted, removed.length, words.locale), () => {
      this.#change(() => this.#threads.restore(removed));
      if (removed[0]) this.#focusOn(removed[0].id);
    });
    this.#change(() => undefined);
    // The row goes away with the button that had focus.
    root.querySelector<HTMLElement>('.history-back')?.focus();
  }

  #focusOn(id: string): void {
    const { host, root } = this.#options;
    void host.updateComplete.then(() =>
      root.querySelector<HTMLElement>(`.history-open[data-id="${CSS.escape(id)}"]`)?.focus(),
    );
  }

  #handleKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return;
    // Escape would close the panel, too.
    event.stopPropagation();
    this.#close();
  }

  #change(change: () => void): void {
    change();
    this.#options.host.requestUpdate();
  }

  #close(moveFocus?: () => void): void {
    const { root } = this.#options;
    this.#renaming = undefined;
    this.#change(() => (this.#isOpen = false));
    this.#cover(false);
    if (moveFocus) moveFocus();
    else root.querySelector<HTMLElement>('.menu-button')?.focus();
  }

  /** The content behind the list can neither be reached by keyboard nor read out. */
  #cover(isCovered: boolean): void {
    for (const element of this.#options.root.querySelectorAll<HTMLElement>(COVERED))
      element.inert = isCovered;
  }
}
