import { guard } from 'lit/directives/guard.js';
import { nothing, type TemplateResult } from '../../base/html.ts';
import type { TakenConversation } from '../../../conversation/record-store.ts';
import { listThreads, renameThread, type Thread } from './thread.ts';
import { addStyles } from '../../base/css.ts';
import { formatCount } from '../../strings/format-count.ts';
import { renderHistory, renderNewButton } from './history-template.ts';
import { historyStyles } from './history.styles.ts';
import { isBeside } from './is-beside.ts';
import { UndoBar } from './undo-bar.ts';
import type { Chat } from '../../feature/chat.ts';

/** Parts of the panel that the list covers. */
const COVERED = '.header, .scroll-area, .consent, .composer, .disclaimer, .edge';

/** The list of conversations, above the panel or beside it; and Undo for a new conversation. */
export class History {
  readonly #chat: Chat;
  readonly #undo: UndoBar;
  #isOpen = false;
  /** Id of the conversation that is being renamed. */
  #renaming: string | undefined;
  #threads: readonly Thread[] = [];
  /** The state for which the list was last read from the storage. */
  #readFor = '';

  constructor(chat: Chat) {
    const { host, signal } = chat;
    this.#chat = chat;
    this.#undo = new UndoBar(chat);
    addStyles(host.renderRoot as ShadowRoot, historyStyles);
    // Once the next question is asked, a new conversation cannot be undone any more.
    chat.conversation.subscribe(() => chat.state.status === 'submitted' && this.#undo.endOffer());
    // Another window may have changed the stored conversations.
    addEventListener('focus', () => this.#readFor !== '' && this.#change(() => undefined), { signal });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Offers Undo after a conversation was left for a new one. */
  offerUndo(left: TakenConversation): void {
    const { strings, conversation, moveFocus } = this.#chat;
    this.#undo.offer(strings.current.newChatBegun, () => {
      conversation.open(left);
      moveFocus();
    });
  }

  /** Shows a text for ten seconds. */
  tell(text: string): void {
    this.#undo.tell(text);
  }

  /** Opens the list above the panel. */
  async open(): Promise<void> {
    const { host, root, redraw } = this.#chat;
    this.#isOpen = true;
    redraw();
    await host.updateComplete;
    this.#cover(true);
    root.querySelector<HTMLElement>('.history-back')?.focus();
  }

  /** The list, if it is open or beside the chat; otherwise nothing. */
  render(): unknown {
    if (!this.#isOpen && !isBeside(this.#chat)) return nothing;
    const { strings, state } = this.#chat;
    const isStored = this.#isStored;
    const facts = [this.#listed(), this.#isOpen, this.#renaming, state.id, strings.current, isStored];
    // Guarded, so that the list is not drawn again for each chunk of an answer.
    return guard(facts, () => this.#renderList(isStored));
  }

  /** The button in the header of a chat that fills the page, which begins a new conversation. */
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
      // The open list covers the current conversation, so it shows only the others.
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

  /** The line with Undo, for ten seconds; otherwise nothing. */
  renderUndo(): TemplateResult | typeof nothing {
    return this.#undo.render();
  }

  get #isStored(): boolean {
    const { store, host } = this.#chat;
    return store.isStored && host.persist !== 'none';
  }

  /** All conversations. Read once per question and answer, because that reads every stored record. */
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
    // The button that had focus is removed with its row.
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
    // Escape must not also close the panel.
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

  /** Makes the parts behind the list unreachable for keyboard and screen readers. */
  #cover(isCovered: boolean): void {
    for (const element of this.#chat.root.querySelectorAll<HTMLElement>(COVERED)) element.inert = isCovered;
  }
}
