import type { ConversationStores } from './state-holder.ts';
import type { Tabs } from './tabs.ts';
import type { ThreadRecords } from './thread-records.ts';
import type { TurnOptions } from './turn-runner.ts';

/** Options of a `Conversation`. Functions are called each time their result is needed. */
export interface ConversationOptions extends ConversationStores, TurnOptions {
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
