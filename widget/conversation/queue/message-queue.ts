import type { ChatErrorCode } from '../../protocol/chat-error.ts';
import { textOf, type ChatMessage } from '../../protocol/chat-message.ts';
import { conversationId } from '../branches.ts';
import type { Conversation } from '../conversation.ts';
import { type ConversationState, isAnswering } from '../state.ts';
import type { QueueRecord, QueueStore } from './queue-store.ts';

/** Messages that may wait for the end of an answer. */
export const MAX_QUEUED = 3;

/** The first pause before another try while the device says that it is online; each is twice as long as the one before. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Codes of turns that failed without a network, besides `offline`: the bot check or the page's own code failed first. */
const CODES_WITHOUT_NETWORK: ReadonlySet<ChatErrorCode> = new Set(['challenge-required', 'internal']);

/** Whether the device has a network. */
export interface Connectivity {
  readonly isOnline: () => boolean;
  /** Calls `listener` when the device is online again, or a page that slept is shown. Returns a function that ends the calls. */
  readonly listen: (listener: () => void) => () => void;
}

/** Options of a queue. */
export interface MessageQueueOptions {
  readonly conversation: Pick<
    Conversation,
    'state' | 'drafts' | 'failedId' | 'subscribe' | 'remove' | 'type'
  >;
  readonly network: Connectivity;
  readonly store: QueueStore;
  /** Sends a text as the next question. */
  readonly send: (text: string) => void;
  /** Sends the last question, which failed, again. */
  readonly retry: () => void;
  /** Calls `callback` once after a time; returns a function that cancels the call. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** Resolves when the present state is drawn, and read out. */
  readonly drawn: () => Promise<unknown>;
  readonly handleChange: () => void;
}

/**
 * The visitor's messages that cannot be sent yet: those typed while an answer streams, sent one after the other when answers
 * are complete; and a question that failed without a network, sent when the device is online again. After a stop or a failure
 * the messages go back to the text box: the visitor has seen something that may change them.
 */
export class MessageQueue {
  readonly #options: MessageQueueOptions;
  readonly #unlisten: readonly (() => void)[];
  #record: QueueRecord;
  #pause = FIRST_PAUSE_MS;
  #cancelTimer: () => void = () => undefined;
  #isDue = false;
  /** The answer before the messages was cut when the network went: they are sent when it is back. */
  #isWaitingForNetwork = false;
  /** The page was left: the next one of the tab may send the messages. */
  #isLeft = false;
  #isDisposed = false;

  constructor(options: MessageQueueOptions) {
    const { conversation, network, store } = options;
    this.#options = options;
    const { record, copied } = store.load();
    this.#record = record;
    conversation.drafts?.keepWaiting(record.texts, Date.now());
    this.#unlisten = [
      conversation.subscribe(() => void this.#lookSoon()),
      network.listen(() => this.#handleNetwork()),
    ];
    this.#toDraft(copied);
    this.#handleNetwork();
  }

  /** The texts that wait for the end of an answer, in their order. */
  get texts(): readonly string[] {
    return this.#record.texts;
  }

  get isFull(): boolean {
    return this.texts.length >= MAX_QUEUED;
  }

  /** Whether a question waits for the network: a new message is queued behind it. */
  get hasWaitingQuestion(): boolean {
    return this.#waitingMessage !== undefined;
  }

  /** Whether a message is the question that waits for the network. */
  isWaiting({ id }: ChatMessage): boolean {
    return id === this.#record.waiting;
  }

  /** Queues a text; it is sent at once where no answer is on its way. False when there is no room. */
  add(text: string): boolean {
    if (this.isFull) return false;
    const conversation = conversationId(this.#options.conversation.state);
    this.#change({ conversation, texts: [...this.texts, text] });
    void this.#lookSoon();
    return true;
  }

  /** Puts the text at an index back into the text box, before the text that is there. */
  takeBack(index: number): void {
    this.#toDraft(this.texts.slice(index, index + 1));
    this.#change({ texts: this.texts.toSpliced(index, 1) });
  }

  /** Brings the question that waits for the network back to the text box, out of the transcript. */
  takeBackWaiting(): void {
    const { conversation } = this.#options;
    const message = this.#waitingMessage;
    this.#change({ waiting: undefined });
    if (!message) return;
    conversation.remove(message.id);
    this.#toDraft([textOf(message)]);
  }

  /** Call when the page is left: the next page of the tab may send the messages. */
  leave(): void {
    this.#isLeft = true;
    this.#options.store.leave();
  }

  /** Call when a page that was left is shown again, as by Back: another page of the tab may have sent the messages. */
  wake(): void {
    this.#isLeft = false;
    const { conversation, store, handleChange } = this.#options;
    this.#record = store.load().record;
    conversation.drafts?.keepWaiting(this.texts, Date.now());
    handleChange();
    this.#handleNetwork();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#cancelTimer();
    for (const end of this.#unlisten) end();
    this.#options.store.close();
  }

  /** The question that waits for the network; undefined once it was sent, edited or removed otherwise. */
  get #waitingMessage(): ChatMessage | undefined {
    const last = this.#options.conversation.state.messages.at(-1);
    return last?.id === this.#record.waiting && last?.status === 'failed' ? last : undefined;
  }

  /** Waits for the drawing of a change: other listeners hear of it before a message is sent because of it. */
  async #lookSoon(): Promise<void> {
    if (this.#isDue) return;
    this.#isDue = true;
    await this.#options.drawn();
    this.#isDue = false;
    if (!this.#isDisposed) this.#look();
  }

  #look(): void {
    if (this.#isLeft) return;
    const { conversation, network } = this.#options;
    const { state } = conversation;
    if (isAnswering(state)) {
      this.#isWaitingForNetwork = false;
      return this.#forgetWaiting();
    }
    if (this.#record.waiting !== undefined && !this.#waitingMessage) this.#forgetWaiting();
    if (this.#record.waiting === undefined && this.#isUnsent(state)) this.#wait(state);
    if (this.#record.waiting !== undefined || this.texts.length === 0) return;
    const last = state.messages.at(-1);
    const isOffline = !network.isOnline();
    const isAnswered = last?.role === 'assistant' && last.status === 'complete';
    const isNext = isAnswered || this.#isWaitingForNetwork || (isOffline && last?.status === 'truncated');
    if (!isNext || conversationId(state) !== this.#record.conversation) return this.#giveBack();
    this.#isWaitingForNetwork = isOffline;
    if (!isOffline) this.#sendNext();
  }

  #giveBack(): void {
    const texts = this.texts;
    this.#change({ texts: [] });
    this.#toDraft(texts);
  }

  #isUnsent({ status, error, messages }: ConversationState): boolean {
    const last = messages.at(-1);
    const { conversation, network } = this.#options;
    // The tab in which a question failed sends it again.
    const isFailedHere =
      last?.role === 'user' && last.status === 'failed' && last.id === conversation.failedId;
    if (status !== 'error' || !error || !isFailedHere) return false;
    return error.code === 'offline' || (CODES_WITHOUT_NETWORK.has(error.code) && !network.isOnline());
  }

  #wait({ messages }: ConversationState): void {
    this.#change({ waiting: messages.at(-1)?.id });
    this.#cancelTimer();
    // The device may have been online again before the failure was known.
    this.#cancelTimer = this.#options.after(this.#pause, () => this.#handleNetwork());
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #handleNetwork(): void {
    this.#retryWaiting();
    void this.#lookSoon();
  }

  #retryWaiting(): void {
    const { conversation, network, retry } = this.#options;
    if (this.#isLeft || !this.#waitingMessage) return;
    if (isAnswering(conversation.state) || !network.isOnline()) return;
    this.#change({ waiting: undefined });
    retry();
  }

  #forgetWaiting(): void {
    this.#cancelTimer();
    if (this.#record.waiting !== undefined) this.#change({ waiting: undefined });
    const { status } = this.#options.conversation.state;
    if (status === 'streaming') this.#pause = FIRST_PAUSE_MS;
  }

  #sendNext(): void {
    const [text, ...texts] = this.texts;
    if (text === undefined) return;
    // Taken out of the store before it is sent: a page that is left now has it in its transcript.
    this.#change({ texts });
    this.#options.send(text);
  }

  #toDraft(texts: readonly string[]): void {
    const { conversation } = this.#options;
    const { draft } = conversation.state;
    if (texts.length > 0) conversation.type([...texts, draft].filter((text) => text !== '').join('\n\n'));
  }

  #change(change: Partial<QueueRecord>): void {
    this.#record = { ...this.#record, ...change };
    const { store, conversation, handleChange } = this.#options;
    store.save(this.#record);
    conversation.drafts?.keepWaiting(this.texts, Date.now());
    handleChange();
  }
}
