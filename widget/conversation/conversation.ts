import type { ChatMessage, FilePart } from '../protocol/chat-message.ts';
import { STOPPED } from '../protocol/transport.ts';
import type { ConversationOptions } from './conversation-options.ts';
import type { Drafts } from './drafts.ts';
import { parseMessages, type MessageInput } from './parse-messages.ts';
import type { Question } from '../protocol/question.ts';
import { PendingTurns } from './pending-turns.ts';
import { Questions } from './questions.ts';
import type { TakenConversation } from './record-store.ts';
import { StateHolder } from './state-holder.ts';
import { type ChangeListener, type ConversationState, isAnswering } from './state.ts';
import { TurnRunner } from './turn-runner.ts';

/**
 * One conversation: its state, the turn that runs, and its storage. At most one turn runs; events of a replaced turn are
 * dropped. Starts with the stored transcript.
 *
 * @example
 * const conversation = new Conversation({
 *   transport: () => new HttpTransport({ stallTimeoutMs: 30_000 }),
 *   buildRequest: (messages) => ({ url: '/api/chat', headers: {}, body: { messages }, credentials: 'omit', messages }),
 *   historyLimit: () => 20,
 *   store: new RecordStore({ storage: new StorageWithMemory(() => sessionStorage), instance: 'shop' }),
 *   now: Date.now,
 *   createId,
 * });
 * await conversation.send('Hi'); // conversation.state.messages: the question, and its answer
 */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #holder: StateHolder;
  readonly #turns: TurnRunner;
  readonly #questions: Questions;
  readonly #pending: PendingTurns;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#holder = new StateHolder(options);
    this.#turns = new TurnRunner(options, this.#holder);
    this.#questions = new Questions(options, this.#turns);
    this.#pending = new PendingTurns(options, this.#turns, this.#questions);
    this.#holder.subscribe(({ type }) => {
      if (type === 'error') this.#pending.postpone();
      if (this.#turns.questionId === undefined) void this.#pending.run();
    });
  }

  /** The current state; a new object after every change. */
  get state(): ConversationState {
    return this.#holder.state;
  }

  /** The texts that were typed and not sent; undefined where none are stored. */
  get drafts(): Drafts | undefined {
    return this.#options.drafts;
  }

  /** Whether the store has the conversation, as it does once the visitor has acted. */
  get isStored(): boolean {
    return this.#holder.isStored;
  }

  /** When the turn of another page last changed something, in milliseconds since the epoch; 0: no such turn is under way. */
  get lastHeard(): number {
    return isAnswering(this.state) && this.#turns.questionId === undefined ? this.#holder.changedAt : 0;
  }

  /** Calls `listener` after every change, synchronously. Returns a function that ends the subscription. */
  subscribe(listener: ChangeListener): () => void {
    return this.#holder.subscribe(listener);
  }

  /**
   * Asks a question. A turn that runs is stopped first, its partial answer kept. White space alone is no
   * question; a text over the limit is refused with `too-large`, and stays in the draft with its files.
   * Resolves when the turn has ended, however it ended; never rejects.
   */
  send(question: Question): Promise<void> {
    return this.#questions.ask(question);
  }

  /**
   * Puts a new text in place of one of the visitor's messages and asks it; the old message stays as an earlier version, with the
   * messages behind it. A question that waits gets the new text, and goes on waiting. Where another page has just opened another
   * conversation, the text goes into the text box. Any other id is ignored. Refuses and resolves like {@link send}.
   */
  edit(id: string, question: Question): Promise<void> {
    return this.#questions.edit(id, question);
  }

  /**
   * Adds a question that waits until the answers before it are complete. False, and nothing is added, where {@link MAX_WAITING} wait
   * already. A draft with the same text is emptied.
   */
  queue(question: Question): boolean {
    return this.#questions.queue(question);
  }

  /** Ends the running turn, also that of another page. The text received so far stays, marked `stopped`. */
  stop(): void {
    this.#turns.stop();
  }

  /**
   * Asks the last question again, in place of an answer that was stopped, cut or failed. Where only the connection failed, the key is
   * the same, and the backend sends the same answer. Does nothing while a turn runs or when the last answer is complete. Resolves like
   * {@link send}.
   */
  retry(): Promise<void> {
    return this.#questions.retry();
  }

  /**
   * Has the last question answered anew, also where the last answer is complete. That answer stays until the first piece
   * of the new one is here, and then as an earlier version. Does nothing while a turn runs. Resolves like {@link send}.
   */
  regenerate(): Promise<void> {
    return this.#questions.regenerate();
  }

  /**
   * Has an answer that was stopped, cut or failed go on where it ended, in the same message. Does nothing while a turn
   * runs or where the last message is no such answer. Resolves like {@link send}.
   *
   * @param instruction what the model is asked, with `{question}`
   */
  continue(instruction: string): Promise<void> {
    return this.#questions.continue(instruction);
  }

  /** Changes an answer. It goes on by itself once everything that it asked the visitor or the page for is decided. */
  change(message: ChatMessage): void {
    this.#holder.commit({ type: 'change', message });
  }

  /**
   * Goes on with what an earlier page has left: an unfinished answer whose rest the backend may still have; a question without an
   * answer, where the backend knows keys; questions that wait. A question that cannot be answered gets the status `failed`. Resolves
   * when nothing is left to be done.
   */
  resume(): Promise<void> {
    return this.#pending.run();
  }

  /**
   * Takes over everything that other pages have stored, and goes on with what they have left. Call when the storage has changed, and
   * when the page is shown again.
   */
  refresh(): void {
    this.#turns.refresh();
    void this.#pending.run();
  }

  /** As {@link refresh}, without a pause for the network. Call when the page is shown again, or online. */
  wake(): void {
    this.#turns.refresh();
    void this.#pending.wake();
  }

  /** Takes a question out of the transcript that got no answer, or waits. Any other message stays. */
  remove(id: string): void {
    this.#holder.commit({ type: 'remove', id });
  }

  /** Puts a question that waits back into the text box, before the text that is there. */
  takeBack(id: string): void {
    this.#holder.commit({ type: 'give-back', ids: [id] });
  }

  /** Removes all messages, here and in the store. The draft stays; questions that waited come into the text box before it. */
  clear(): void {
    const { store, createId } = this.#options;
    const { id, waiting } = this.state;
    const abort = this.#turns.abandon();
    if (waiting.length > 0)
      this.#holder.commit({ type: 'give-back', ids: waiting.map((message) => message.id) });
    // Before the turn ends here: another page that shows the conversation ends its own turn when it hears of the removal.
    store.remove(id);
    this.#show(createId());
    abort(STOPPED);
    this.#holder.emit({ type: 'clear' });
  }

  /**
   * Replaces the transcript, ending a turn that runs. Entries that are no messages are left out. Where messages stay, their
   * earlier versions do.
   */
  setMessages(input: readonly MessageInput[]): void {
    const messages = parseMessages(input, this.#options);
    const abort = this.#turns.abandon();
    this.#holder.dispatch({ type: 'replace', messages });
    abort(STOPPED);
    this.#holder.markChangedByPage();
    this.#holder.save();
  }

  /**
   * Begins a new conversation; this one stays among the earlier ones, with an answer that its backend may go on with. Returns it for
   * {@link open}, undefined where there are no messages.
   */
  leave(): TakenConversation | undefined {
    const { store, createId, keepsEarlier = () => true } = this.#options;
    const { id, messages, waiting } = this.state;
    if (this.#holder.isClosed || messages.length + waiting.length === 0) return undefined;
    const abort = this.#turns.abandon();
    this.#holder.saveVisitorChange();
    this.#show(createId());
    const left = keepsEarlier() ? { id, entries: new Map() } : store.remove(id);
    store.removeSurplus(this.state.id);
    abort();
    this.#holder.emit({ type: 'clear' });
    return left;
  }

  /** Goes back to an earlier conversation, and on with its answer; this one stays among the earlier ones. */
  open(conversation: Pick<TakenConversation, 'id'> & Partial<TakenConversation>): void {
    const { id, entries } = conversation;
    const { keepsEarlier = () => true, store } = this.#options;
    const before = this.state;
    const abort = this.#turns.abandon();
    if (entries && entries.size > 0) store.restore({ id, entries });
    this.#show(id);
    if (!keepsEarlier() && before.records.size > 0) store.remove(before.id);
    abort();
    void this.#pending.run();
  }

  /** Shows another version of a message. Does nothing while a turn runs. */
  show(id: string): void {
    if (this.#turns.isBusy) return;
    this.#holder.commit({ type: 'pick', id, at: this.#options.now() });
  }

  /** Stores the visitor's rating of an answer. */
  rate(id: string, feedback: 1 | -1): void {
    this.#holder.commit({ type: 'rate', id, feedback });
  }

  /** Makes the text that the visitor is typing the draft, and the files that the visitor has added or taken away. */
  type(text: string, files: readonly FilePart[] = this.state.draftFiles): void {
    if (text === this.state.draft && files === this.state.draftFiles) return;
    this.#holder.commit({ type: 'draft', draft: text, draftFiles: files });
  }

  /** Puts a text of the page's into the composer. */
  setDraft(text: string): void {
    if (text === this.state.draft) return;
    this.#holder.dispatch({ ...this.state, type: 'draft', draft: text });
    this.#holder.markChangedByPage();
  }

  /** Stores all changes since the last write, at once. */
  save(): void {
    this.#holder.save();
  }

  /** As {@link save}, and stops waiting for the lock. Call when the page is left. */
  handleLeft(): void {
    this.#holder.save();
    this.#pending.leave();
  }

  /** Stores, ends the running turn without an event and stops notifying. Afterwards every call does nothing. */
  dispose(): void {
    const abort = this.#turns.abandon();
    this.#holder.close();
    this.#pending.leave();
    abort();
  }

  #show(id: string): void {
    const { store } = this.#options;
    this.#holder.switchTo(id);
    store.show(id);
  }
}
