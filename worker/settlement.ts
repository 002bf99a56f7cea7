import type { ChatError } from '../widget/protocol/chat-error.ts';
import type { DoneEvent, TokenEvent, Usage } from '../widget/protocol/chat-event.ts';
import { log } from './log.ts';
import type { ModelRequest, Reservation } from './ports.ts';

/** What is known of a turn besides its texts; becomes its line in the log. */
export interface TurnRecord {
  readonly queryId: string;
  readonly provider: string;
  readonly model: string;
  readonly gatewayLogId?: string | undefined;
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

/** The questions a visitor may still ask, as the `done` event tells it. */
type QuotaLeft = Pick<DoneEvent, 'quotaRemaining'>;

/** Ends a turn exactly once, whatever ends it first: charges or refunds it, and writes its line. */
export class Settlement {
  readonly record: TurnRecord;
  readonly #reservation: Reservation | undefined;
  readonly #onEnd: (record: TurnRecord) => void;
  readonly #start = Date.now();
  #left: Promise<QuotaLeft> | undefined;

  constructor(
    record: TurnRecord,
    reservation: Reservation | undefined,
    onEnd: (record: TurnRecord) => void = () => undefined,
  ) {
    this.record = record;
    this.#reservation = reservation;
    this.#onEnd = onEnd;
  }

  /** Notes which model answers. Bound, to be handed on. */
  readonly noteModel: NonNullable<ModelRequest['onAnswering']> = (model, gatewayLogId) => {
    Object.assign(this.record, { model, gatewayLogId });
  };

  /** Notes when the visitor first gets to read something, and returns it. */
  noteToken(event: TokenEvent): TokenEvent {
    this.record.millisecondsToFirstToken ??= Date.now() - this.#start;
    return event;
  }

  /** Ends the turn; any later call changes nothing. Resolves with what the visitor has left, where that is limited. */
  end(ending: Ending): Promise<QuotaLeft> {
    this.#left ??= this.#settle(ending);
    return this.#left;
  }

  async #settle({ usage, ...ending }: Ending): Promise<QuotaLeft> {
    log('turn', { ...this.record, ...usage, ...ending, milliseconds: Date.now() - this.#start });
    this.#onEnd(this.record);
    const quotaRemaining = await this.#reservation?.settle(ending.outcome !== 'done');
    return quotaRemaining === undefined ? {} : { quotaRemaining };
  }
}

/** The ending that goes with an error; null for a visitor who has left. */
export function toEnding(failure: ChatError | null): Ending {
  if (failure === null) return { outcome: 'left' };
  const { code, message, cause } = failure;
  const detail = cause instanceof Error ? cause.message : String(cause ?? '');
  return { outcome: 'failed', code, message, detail };
}
