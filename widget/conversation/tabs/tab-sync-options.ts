import type { MessageDefaults } from '../parse-messages.ts';
import type { SharedStore } from './shared-store.ts';
import type { TabMessage } from './tab-message.ts';
import type { TurnLock } from './turn-lock.ts';

/** Carries messages to and from all other tabs of the conversation. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Calls `listener` with each message of another tab. */
  listen(listener: (message: unknown) => void): void;
}

/** Options of {@link TabSync}. */
export interface TabSyncOptions {
  /** Names this tab. */
  readonly tab: string;
  readonly store: SharedStore;
  /** Undefined where the browser has none: tabs then find each other's changes in the storage alone. */
  readonly channel: TabChannel | undefined;
  readonly lock: TurnLock;
  readonly defaults: MessageDefaults;
  /** Calls `callback` once after a time; returns a function that cancels the call. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}
