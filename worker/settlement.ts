import type { Usage } from '../widget/protocol/chat-event.ts';
import { log } from './log.ts';
import type { Reservation } from './ports.ts';

/** What is known of a turn besides its texts; becomes its line in the log. */
export interface TurnRecord {
  readonly queryId: string;
  readonly provider: string;
  model: string;
  gatewayLogId?: string | undefined;
  sources?: number;
  millisecondsToFirstToken?: number;
}

/** How a turn ended. `left`: nobody waits for it any more. */
export interface Ending {
  readonly outcome: 'done' | 'left' | 'failed';
  readonly usage?: Usage | undefined;
  readonly code?: string;
  /** For the operator. Never what somebody wrote. */
  readonly message?: string;
  readonly detail?: string;
}

/** Ends a turn exactly once, whatever ends it first: charges or refunds it, and writes its line. */
export class Settlement {
  readonly record: TurnRecord;
  readonly #reservation: Reservation | undefined;
  readonly #onEnd: (record: TurnRecord) => void;
  readonly #start = Date.now();
  #remaining: Promise<number | undefined> | undefined;

  constructor(
    record: TurnRecord,
    reservation: Reservation | undefined,
    onEnd: (record: TurnRecord) => void = () => undefined,
  ) {
    this.record = record;
    this.#reservation = reservation;
    this.#onEnd = onEnd;
  }

  /** Notes that the visitor gets to read something. */
  noteToken(): void {
    this.record.millisecondsToFirstToken ??= Date.now() - this.#start;
  }

  /** Ends the turn; any later call changes nothing. Resolves with the questions the visitor has left, if limited. */
  end(ending: Ending): Promise<number | undefined> {
    this.#remaining ??= this.#settle(ending);
    return this.#remaining;
  }

  #settle({ usage, ...ending }: Ending): Promise<number | undefined> {
    log('turn', { ...this.record, ...usage, ...ending, milliseconds: Date.now() - this.#start });
    this.#onEnd(this.record);
    return this.#reservation?.settle(ending.outcome !== 'done') ?? Promise.resolve(undefined);
  }
}
