/** A turn that waits until no other one runs. */
export interface EnteringTurn {
  /** Aborted when the turn ends before its answer does. */
  readonly signal: AbortSignal;
  readonly ended: Promise<void>;
}

/** One turn at a time, in all tabs that show a conversation. */
export interface TurnQueue {
  /** Another tab's answer is on its way. */
  readonly isAnsweredElsewhere: boolean;
  /** Resolves when a turn of this tab may run. Rejects when the turn is aborted while it waits. */
  enter(turn: EnteringTurn): Promise<void>;
}
