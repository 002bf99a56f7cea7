import type { StateHolder } from './state-holder.ts';
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

/** A turn that waits until no other one runs. */
export interface EnteringTurn {
  /** Aborted when the turn ends before its answer does. */
  readonly signal: AbortSignal;
  readonly ended: Promise<void>;
}

/** The other tabs that show the same conversation. */
export interface Tabs {
  /** Another tab's answer is on its way. */
  readonly isAnsweredElsewhere: boolean;
  /** Starts listening to the other tabs. */
  attach(conversation: TabbedConversation): void;
  /** Resolves when a turn of this tab may run. Rejects when it has ended before. */
  enter(turn: EnteringTurn): Promise<void>;
  /** Asks the tab whose answer is on its way to stop it. */
  stopOther(): void;
}
