import type { StateHolder } from './state-holder.ts';
import type { TurnQueue } from './turn-queue.ts';
import type { TurnRunner } from './turn-runner.ts';

/** The parts of a conversation that changes of other tabs reach. */
export interface TabbedConversation {
  readonly holder: Pick<StateHolder, 'state' | 'adopt' | 'subscribe' | 'saveVisitorChange'>;
  readonly turns: Pick<TurnRunner, 'isRunning' | 'abandon' | 'stop'>;
  /** Asks for the rest of the last answer. Resolves when that has ended. */
  readonly resume: () => Promise<void>;
  /** Forgets all messages. */
  readonly clear: () => void;
  /** Whether the conversation is among the threads: whoever opens it there goes on with its answer. */
  readonly isLeft: () => boolean;
}

/** The other tabs that show the same conversation. */
export interface Tabs extends TurnQueue {
  /** Starts listening to the other tabs. */
  attach(conversation: TabbedConversation): void;
  /** Asks the tab whose answer is on its way to stop it. */
  stopOther(): void;
}
