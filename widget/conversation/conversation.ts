import { ChatError } from '../protocol/chat-error.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../protocol/limits.ts';
import type { Branches } from './branches.ts';
import type { ChangeListener } from './change-listeners.ts';
import { askToContinue, canContinue, continuable } from './continuation.ts';
import type { ConversationOptions } from './conversation-options.ts';
import { Departure } from './departure.ts';
import type { Drafts } from './drafts.ts';
import { StateHolder } from './state-holder.ts';
import { createId } from './create-id.ts';
import { type Question, questionParts, questionText } from './parts.ts';
import { toWireMessages } from './wire-messages.ts';
import { parseBranches, type MessageInput } from './parse-messages.ts';
import type { StoredBranches } from './persistence.ts';
import type { ConversationAction } from './reducer.ts';
import { canRegenerate, isRetryable, upToLastQuestion } from './transcript-end.ts';
import { STOPPED } from '../protocol/transport.ts';
import type { ConversationState } from './state.ts';
import type { Thread } from './thread.ts';
import { Resumption } from './resumption.ts';
import { TurnRunner } from './turn-runner.ts';

export type { ConversationOptions } from './conversation-options.ts';

/**
 * One conversation: its state, the turn that runs, and its storage. At most one turn runs; events of a replaced turn are
 * dropped. Starts with the stored transcript.
 *
 * @example
 * const conversation = new Conversation({
 *   transport: () => new HttpTransport({ stallTimeoutMs: 30_000 }),
 *   buildRequest: (messages) => ({ url: '/api/chat', headers: {}, body: { messages }, credentials: 'omit', messages }),
 *   historyLimit: () => 20,
 * });
 * await conversation.send('Hi'); // conversation.state.messages: the question, and its answer
 */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #now: () => number;
  readonly #createId: () => string;
  readonly #holder: StateHolder;
  readonly #turns: TurnRunner;
  readonly #resumption: Resumption;
  readonly #departure: Departure;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#createId = options.createId ?? createId;
    const { transport, buildRequest, address, knowsKeys, tabs, threads } = options;
    const [now, parse] = [this.#now, (stored: StoredBranches) => this.#parse(stored)];
    const holder = new StateHolder(options, now, parse);
    const given = { transport, buildRequest, ...(address && { address }), ...(knowsKeys && { knowsKeys }) };
    const turns = new TurnRunner({ ...given, tabs, holder, now, createId: this.#createId });
    const resumption = new Resumption({ holder, turns, now, askAgain: (key) => this.#askAgain(key) });
    this.#holder = holder;
    this.#turns = turns;
    this.#resumption = resumption;
    this.#departure = new Departure({ holder, turns, resumption, parse, threads, now });
    tabs?.attach({
      holder,
      turns,
      resume: () => resumption.resumeOrFail(),
      clear: () => this.clear(),
      isLeft: () => threads?.has(holder.state) === true,
    });
  }

  /** The current state; a new object after every change. */
  get state(): ConversationState {
    return this.#holder.state;
  }

  /** The id of the message that the last turn to fail ended with; undefined where it ran in another tab. */
  get failedId(): string | undefined {
    return this.#turns.failedId;
  }

  /** The texts that were typed and not sent; undefined where none are stored. */
  get drafts(): Drafts | undefined {
    return this.#options.drafts;
  }

  /** Whether the store has the conversation, as it does once the visitor has acted. */
  get isStored(): boolean {
    return this.#holder.isStored;
  }

  /** Calls `listener` after every change, synchronously. Returns a function that ends the subscription. */
  subscribe(listener: ChangeListener): () => void {
    return this.#holder.subscribe(listener);
  }

  /**
   * Asks a question. A turn that runs is stopped first, its partial answer kept. White space alone is no
   * question; a text over the limit is refused with `too-large` and stays in the draft.
   * Resolves when the turn has ended, however it ended; never rejects.
   */
  send(question: Question): Promise<void> {
    return this.#say(question, (message) => ({ type: 'ask', message }));
  }

  /**
   * Puts a new text in place of one of the visitor's messages and asks it; the message stays as an earlier version with the messages
   * behind it. Any other id is ignored. Refuses and resolves like {@link send}.
   */
  edit(id: string, question: Question): Promise<void> {
    const isOwn = this.state.messages.some((message) => message.id === id && message.role === 'user');
    if (!isOwn) return Promise.resolve();
    return this.#say(question, (message) => ({ type: 'edit', id, message }));
  }

  /** Ends the running turn, also that of another tab. The text received so far stays, marked `stopped`. */
  stop(): void {
    this.#turns.stop();
    this.#options.tabs?.stopOther();
  }

  /**
   * Asks the last question again in place of an answer that was stopped, cut or failed: for the same answer, where only the
   * connection failed. Does nothing while a turn runs or when the last answer is complete. Resolves like {@link send}.
   */
  retry(): Promise<void> {
    return isRetryable(this.state.messages) ? this.#askAgain(this.#resumption.lostKey) : Promise.resolve();
  }

  /**
   * Has the last question answered anew, also where the last answer is complete. That answer stays until the first piece
   * of the new one is here, and then as an earlier version. Does nothing while a turn runs. Resolves like {@link send}.
   */
  regenerate(): Promise<void> {
    return canRegenerate(this.state.messages) ? this.#askAgain() : Promise.resolve();
  }

  /**
   * Has an answer that was stopped, cut or failed go on where it ended, in the same message. Does nothing while a turn
   * runs or where the last message is no such answer. Resolves like {@link send}.
   *
   * @param instruction what the model is asked, with `{question}`
   */
  continue(instruction: string): Promise<void> {
    const { messages } = this.state;
    const last = messages.at(-1);
    if (!last || !canContinue(messages) || this.#turns.isBusy) return Promise.resolve();
    const answer = continuable(last);
    return this.#turns.start({
      action: { type: 'retry' },
      messages: () => this.#wire(askToContinue([...messages.slice(0, -1), answer], instruction)),
      answer,
      key: this.#createId(),
    });
  }

  /**
   * Goes on with the unfinished answer at the end of the stored transcript, where its backend may still have the rest; asks a
   * question again of which no answer has come, where its backend answers it once. A question that nobody answers has `failed`.
   * Else all stays as it is. Resolves like {@link send}.
   */
  resume(): Promise<void> {
    // A question of another tab may wait for its turn there: `tabs` knows when that tab is gone.
    return this.#options.tabs ? this.#resumption.resume() : this.#resumption.resumeOrFail();
  }

  /**
   * Takes over the changes that later pages of the tab have stored, and goes on with their answer. Call when a page that was left is shown
   * again, as by Back: it knows nothing of them.
   */
  catchUp(): void {
    if (this.#holder.isClosed || !this.#holder.isOverwritten) return;
    const abort = this.#turns.abandon();
    this.#holder.reload();
    abort();
    void this.resume();
  }

  /** Takes a question that got no answer out of the transcript. Any other message stays. */
  remove(id: string): void {
    this.#holder.dispatch({ type: 'remove', id });
    this.#holder.saveVisitorChange();
  }

  /** Forgets all messages, here and in the store. The draft stays. */
  clear(): void {
    this.#turns.replace({ messages: [] })(STOPPED);
    this.#holder.saveVisitorChange();
    this.#holder.emit({ type: 'clear' });
  }

  /**
   * Replaces the transcript, ending a turn that runs. Entries that are no messages are left out. Where messages stay, their
   * earlier versions do.
   */
  setMessages(input: readonly MessageInput[]): void {
    const { messages, hidden } = this.state;
    const known = new Set(messages.map(({ id }) => id));
    const branches = this.#parse({ messages: input, hidden });
    const isSame = branches.messages.some(({ id }) => known.has(id));
    this.#turns.replace(isSame ? branches : { messages: branches.messages })(STOPPED);
    this.#holder.markChangedByPage();
    this.#holder.save();
  }

  /**
   * Begins a new conversation; this one stays among the threads, with an answer that its backend may go on with. Returns its
   * thread, undefined where there are no messages.
   */
  leave(): Thread | undefined {
    return this.#departure.leave();
  }

  /** Goes back to an earlier conversation, and on with its answer; this one stays among the threads. */
  open(thread: Thread): void {
    this.#departure.open(thread);
  }

  /** Shows another branch of this conversation. Does nothing while a turn runs. */
  show(branches: Branches): void {
    if (this.#turns.isBusy) return;
    this.#holder.dispatch({ ...branches, type: 'branch' });
    this.#holder.saveVisitorChange();
  }

  /** Stores the visitor's rating of an answer. */
  rate(id: string, feedback: 1 | -1): void {
    this.#holder.dispatch({ type: 'rate', id, feedback });
    this.#holder.saveVisitorChange();
  }

  /** Makes the text that the visitor is typing the draft. */
  type(text: string): void {
    if (text === this.state.draft) return;
    this.#holder.dispatch({ type: 'draft', text });
    this.#holder.saveVisitorChangeInTime();
  }

  /** Puts a text of the page's into the composer. */
  setDraft(text: string): void {
    if (text === this.state.draft) return;
    this.#holder.dispatch({ type: 'draft', text });
    this.#holder.markChangedByPage();
  }

  /** Stores all changes since the last write, at once. For `pagehide`. */
  save(): void {
    this.#holder.save();
  }

  /**
   * Stores, ends the running turn without an event and stops notifying. Afterwards every call does nothing, and the state is
   * as it would be read from the store.
   */
  dispose(): void {
    const abort = this.#turns.abandon();
    this.#holder.close();
    abort();
  }

  #parse(stored: StoredBranches): Branches {
    return parseBranches(stored, { createId: this.#createId, now: this.#now });
  }

  #wire(messages: readonly ChatMessage[]): ReturnType<typeof toWireMessages> {
    return toWireMessages(messages, this.#options.historyLimit());
  }

  #say(question: Question, actionFor: (message: ChatMessage) => ConversationAction): Promise<void> {
    const parts = questionParts(question);
    const text = questionText(question);
    if (parts.length === 0 || this.#holder.isClosed) return Promise.resolve();
    if (text.length > MAX_MESSAGE_CHARACTERS) return this.#refuse(text);
    this.stop();
    const message: ChatMessage = {
      id: this.#createId(),
      role: 'user',
      parts,
      status: 'complete',
      createdAt: this.#now(),
    };
    const messages = (): ReturnType<typeof toWireMessages> => this.#wire(this.state.messages);
    return this.#turns.start({ action: actionFor(message), messages, key: message.id });
  }

  #refuse(text: string): Promise<void> {
    const error = new ChatError(
      'too-large',
      `expected at most ${MAX_MESSAGE_CHARACTERS} characters, got ${text.length}`,
    );
    this.#holder.dispatch({ type: 'refuse', error, text });
    this.#holder.emit({ type: 'error', error });
    return Promise.resolve();
  }

  #askAgain(key = this.#createId()): Promise<void> {
    if (this.#turns.isBusy) return Promise.resolve();
    const messages = (): ReturnType<typeof toWireMessages> =>
      this.#wire(upToLastQuestion(this.state.messages));
    return this.#turns.start({ action: { type: 'retry' }, messages, key });
  }
}
