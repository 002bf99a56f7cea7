import type { MessageDefaults } from '../parse-messages.ts';
import type { SharedStore } from './shared-store.ts';
import type { TabMessage } from './tab-message.ts';
import type { TurnLock } from './turn-lock.ts';

/** Says something to all other tabs of the conversation. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Calls `listener` with what other tabs say. */
  listen(listener: (message: unknown) => void): void;
}

/** What the tabs of a conversation are made from. */
export interface TabSyncOptions {
  /** Names this tab. */
  readonly tab: string;
  readonly store: SharedStore;
  /** Undefined where the browser has none: the storage alone tells the tabs of each other. */
  readonly channel: TabChannel | undefined;
  readonly lock: TurnLock;
  readonly defaults: MessageDefaults;
  /** Calls back once after so many milliseconds; returns what prevents that. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}
