import { guard } from 'lit/directives/guard.js';
import { nothing, type TemplateResult } from '../../base/html.ts';
import type { TakenConversation } from '../../../conversation/record-store.ts';
import { listThreads, renameThread, type Thread } from './thread.ts';
import { addStyles } from '../../base/css.ts';
import { formatCount } from '../../words/format-count.ts';
import { renderHistory, renderNewButton } from './history-template.ts';
import { historyStyles } from './history.styles.ts';
import { isBeside } from './is-beside.ts';
import { UndoBar } from './undo-bar.ts';
import type { Chat } from '../../feature/chat.ts';

/** Parts of the panel that lie under the list. */
const COVERED = '.header, .scroll-area, .consent, .composer, .disclaimer, .edge';

/** The visitor's conversations, listed over the panel or at its side; and the way back from a new one. */
export class History {
  readonly #chat: Chat;
  readonly #undo: UndoBar;
  #isOpen = false;
  /** The thread whose name is being changed. */
  #renaming: string | undefined;
  #threads: readonly Thread[] = [];
  /** What the threads were read for. */
  #readFor = '';

  constructor(chat: Chat) {
    const { host, signal } = chat;
    this.#chat = chat;
    this.#undo = new UndoBar(chat);
    addStyles(host.renderRoot as ShadowRoot, historyStyles);
    // The next question is a step of its own.
    chat.conversation.subscribe(() => chat.state.status === 'submitted' && this.#undo.endOffer());
    // Another window may have changed something while this one was behind it.
    addEventListener('focus', () => this.#readFor !== '' && this.#change(() => undefined), { signal });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Offers to go back to a conversation that was left for a new one. */
  offerUndo(left: TakenConversation): void {
    const { strings, conversation, moveFocus } = this.#chat;
    this.#undo.offer(strings.current.newChatBegun, () => {
      conversation.open(left);
      moveFocus();
    });
  }

  /** Shows a line for ten seconds. */
  tell(text: string): void {
    this.#undo.tell(text);
  }

  /** Lists the earlier conversations over the panel. */
  async open(): Promise<void> {
    const { host, root, redraw } = this.#chat;
    this.#isOpen = true;
    redraw();
    await host.updateComplete;
    this.#cover(true);
    root.querySelector<HTMLElement>('.history-back')?.focus();
  }

  /** The list that is open, or at the side of the chat; nothing without either. */
  render(): unknown {
    if (!this.#isOpen && !isBeside(this.#chat)) return nothing;
    const { strings, state } = this.#chat;
    const isStored = this.#isStored;
    const facts = [this.#listed(), this.#isOpen, this.#renaming, state.id, strings.current, isStored];
    // Not for each chunk of an answer.
    return guard(facts, () => this.#renderList(isStored));
  }

  /** In the header of a chat that fills the page: the button that begins a new conversation. */
  renderButton(): TemplateResult | typeof nothing {
    const { host, strings } = this.#chat;
    return host.mode === 'page' ? renderNewButton(strings.current, () => this.#begin()) : nothing;
  }

  #renderList(isStored: boolean): TemplateResult {
    const { strings, store, state } = this.#chat;
    return renderHistory({
      strings: strings.current,
      isBeside: !this.#isOpen,
      shown: state.id,
      language: strings.locale,
      // What it covers is none of the earlier ones.
      threads: this.#isOpen ? this.#threads.filter(({ id }) => id !== state.id) : this.#threads,
      notice: isStored ? '' : strings.current.unstoredHistory,
      renaming: this.#renaming,
      handleBack: () => this.#close(),
      handleNew: () => this.#begin(),
      handleOpen: (thread) => this.#openThread(thread),
      handlePin: (thread) => this.#change(() => store.writeHeader(thread.id, { isPinned: !thread.isPinned })),
      handleRename: (thread) => this.#rename(thread),
      handleRenamed: (thread, title) => this.#handleRenamed(thread, title),
      handleDelete: (threads) => this.#delete(threads),
      handleKeydown: (event) => this.#handleKeydown(event),
    });
  }

  /** For ten seconds, the line that takes the last step back; nothing otherwise. */
  renderUndo(): TemplateResult | typeof nothing {
    return this.#undo.render();
  }

  get #isStored(): boolean {
    const { store, host } = this.#chat;
    return store.isStored && host.persist !== 'none';
  }

  /** All threads, read once for a question and its answer: it takes every record of the storage. */
  #listed(): readonly Thread[] {
    const { id, status, messages } = this.#chat.state;
    const readFor = `${id} ${status} ${messages.length}`;
    if (readFor !== this.#readFor) this.#threads = listThreads(this.#chat.store);
    this.#readFor = readFor;
    return this.#threads;
  }

  #begin(): void {
    const { conversation, moveFocus } = this.#chat;
    moveFocus();
    const left = conversation.leave();
    if (left) this.offerUndo(left);
  }

  #openThread(thread: Thread): void {
    const { conversation, moveFocus, scroll, state } = this.#chat;
    if (thread.id === state.id) return moveFocus();
    conversation.open(thread);
    this.#undo.withdraw();
    this.#close(moveFocus);
    scroll.followEnd();
  }

  #rename({ id }: Thread): void {
    const { host, root } = this.#chat;
    this.#change(() => (this.#renaming = id));
    void host.updateComplete.then(() => root.querySelector<HTMLInputElement>('.history-name')?.select());
  }

  #handleRenamed(thread: Thread, title: string | undefined): void {
    if (this.#renaming !== thread.id) return;
    this.#change(() => {
      this.#renaming = undefined;
      if (title !== undefined) renameThread(this.#chat.store, thread.id, title);
    });
    this.#focusOn(thread.id);
  }

  #delete(threads: readonly Thread[]): void {
    const { strings, root, store, state, conversation } = this.#chat;
    if (threads.some(({ id }) => id === state.id)) conversation.leave();
    const removed = threads.map(({ id }) => store.remove(id));
    this.#undo.offer(formatCount(strings.current.chatsDeleted, removed.length, strings.locale), () => {
      this.#change(() => removed.forEach((thread) => store.restore(thread)));
      if (removed[0]) this.#focusOn(removed[0].id);
    });
    this.#change(() => undefined);
    // The row goes away with the button that had focus.
    root.querySelector<HTMLElement>('.history-back, .history-new')?.focus();
  }

  #focusOn(id: string): void {
    const { host, root } = this.#chat;
    void host.updateComplete.then(() =>
      root.querySelector<HTMLElement>(`.history-open[data-id="${CSS.escape(id)}"]`)?.focus(),
    );
  }

  #handleKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing || !this.#isOpen) return;
    // Escape would close the panel, too.
    event.stopPropagation();
    this.#close();
  }

  #change(change: () => void): void {
    change();
    this.#readFor = '';
    this.#chat.redraw();
  }

  #close(moveFocus?: () => void): void {
    const { root } = this.#chat;
    this.#renaming = undefined;
    this.#change(() => (this.#isOpen = false));
    this.#cover(false);
    if (moveFocus) moveFocus();
    else root.querySelector<HTMLElement>('.menu-button')?.focus();
  }

  /** The content behind the list can neither be reached by keyboard nor read out. */
  #cover(isCovered: boolean): void {
    for (const element of this.#chat.root.querySelectorAll<HTMLElement>(COVERED)) element.inert = isCovered;
  }
}
