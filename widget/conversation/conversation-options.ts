import type { StateHolderOptions } from './state-holder.ts';
import type { TurnLock } from './turn-lock.ts';
import type { TurnOptions } from './turn-runner.ts';

/** Whether the device has a network. */
export interface Connectivity {
  readonly isOnline: () => boolean;
}

/** Options of a `Conversation`. Functions are called each time their result is needed. */
export interface ConversationOptions
  extends TurnOptions, Pick<StateHolderOptions, 'store' | 'drafts' | 'firstId' | 'after'> {
  /** Messages of this conversation sent with a request, the newest ones: the attribute `history-limit`. */
  readonly historyLimit: () => number;
  /** Whether a conversation that is left for another one is kept; absent: yes. */
  readonly keepsEarlier?: () => boolean;
  /** Turns of other pages; absent: there are none. */
  readonly lock?: TurnLock | undefined;
  /** Has questions that failed without a network wait for one; absent: they have failed. */
  readonly network?: Connectivity | undefined;
  /** Resolves when the present state is drawn, and read out: then a waiting question is sent. */
  readonly drawn?: () => Promise<unknown>;
  /** Called before a waiting question is sent. */
  readonly handleNext?: () => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly createId?: () => string;
}
