import type { ChatMessage, WireMessage } from '../protocol/chat-message.ts';
import type { Address, ChatRequest, Transport } from '../protocol/transport.ts';
import type { Drafts } from './drafts.ts';
import type { RecordStore } from './record-store.ts';
import type { TurnLock } from './turn-lock.ts';

/** Whether the device has a network. */
export interface Connectivity {
  readonly isOnline: () => boolean;
}

/** Facts about a turn that its request needs. */
export interface TurnFacts {
  /** The name of the turn for the backend; the same when the question is sent again. */
  readonly key: string;
  /** The answer to continue, after all its interrupts were answered; absent: a question is asked. */
  readonly answered?: ChatMessage | undefined;
}

/** Options of a `Conversation`, and of its parts. Functions are called each time their result is needed. */
export interface ConversationOptions {
  /** Read at the start of each turn. */
  readonly transport: () => Transport;
  /** Makes the request of a turn; null when the page cancelled it. May throw, a `ChatError` for choice. */
  readonly buildRequest: (
    messages: readonly WireMessage[],
    signal: AbortSignal,
    turn: TurnFacts,
  ) => ChatRequest | null | Promise<ChatRequest | null>;
  /** Whether the backend knows the key of a turn, and answers it once however often it is asked; absent: no. */
  readonly knowsKeys?: () => boolean;
  /**
   * Whether the last answer waits for somebody, `open`, or goes on, since all that it asked is answered: then the answer as it
   * goes on, `streaming`. Absent: neither.
   */
  readonly interruption?: (answer: ChatMessage) => 'open' | ChatMessage | undefined;
  /** Where the rest of an answer is asked for; absent: nowhere. */
  readonly address?: () => Address | Promise<Address>;
  /** Messages of this conversation sent with a request, the newest ones: the attribute `history-limit`. */
  readonly historyLimit: () => number;
  readonly store: RecordStore;
  /** The text that is typed and not sent; absent: nowhere. */
  readonly drafts?: Drafts | undefined;
  /** Whether a conversation that is left for another one is kept; absent: yes. */
  readonly keepsEarlier?: () => boolean;
  /** The id of the conversation where none is stored: the same in all tabs that share a storage, so that they begin the same one. */
  readonly firstId?: string;
  /** Turns of other pages; absent: there are none. */
  readonly lock?: TurnLock | undefined;
  /** Has questions that failed without a network wait for one; absent: they have failed. */
  readonly network?: Connectivity | undefined;
  /** Resolves when the present state is drawn, and read out by screen readers. A question that waits is sent only then. */
  readonly drawn?: () => Promise<unknown>;
  /** Called just before a question that has waited is sent. The panel then keeps its scroll position. */
  readonly handleNext?: () => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls `callback` once after a time; returns a function that cancels the call. Absent: no timers. */
  readonly after?: (milliseconds: number, callback: () => void) => () => void;
  readonly createId: () => string;
}
