import type { WireMessage } from '../protocol/chat-message.ts';
import type { Address, ChatRequest, Transport } from '../protocol/transport.ts';
import type { Drafts } from './drafts.ts';
import type { TranscriptStore } from './persistence.ts';
import type { Tabs } from './tabs.ts';
import type { ThreadRecords } from './thread-records.ts';

/** Where a conversation is stored. */
export interface ConversationStores {
  /** Its messages; absent: nowhere. */
  readonly store?: TranscriptStore | undefined;
  /** The text that is typed and not sent; absent: nowhere. */
  readonly drafts?: Drafts | undefined;
}

/** Options of a `Conversation`. Functions are called each time their result is needed. */
export interface ConversationOptions extends ConversationStores {
  /** Read at the start of each turn. */
  readonly transport: () => Transport;
  /** Makes the request of a turn; null when the page cancelled it. May throw, a `ChatError` for choice. */
  readonly buildRequest: (
    messages: readonly WireMessage[],
    signal: AbortSignal,
  ) => ChatRequest | null | Promise<ChatRequest | null>;
  /** Whether the backend knows the key of a turn, and answers it once however often it is asked; absent: no. */
  readonly knowsKeys?: () => boolean;
  /** Where the rest of an answer is asked for; absent: nowhere. */
  readonly address?: () => Address | Promise<Address>;
  /** Messages of this conversation sent with a request, the newest ones: the attribute `history-limit`. */
  readonly historyLimit: () => number;
  /** Where a conversation that is left is kept; absent: nowhere. */
  readonly threads?: ThreadRecords | undefined;
  /** Other tabs that show the same conversation; absent: none do. */
  readonly tabs?: Tabs | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly createId?: () => string;
}
