import { StoredObject } from './stored-object.ts';

/** Asks for one turn. */
export interface ReserveRequest {
  readonly id: string;
  readonly limit: number;
  /** End of the window, in milliseconds since the epoch. */
  readonly resetsAt: number;
  /** Longer than the longest turn: a turn that is still reserved after it will never be ended by its request. */
  readonly leaseMs: number;
}

/** How a reserved turn ends. `left` is a refund for a visitor who did not wait for the end. */
export type TurnEnding = 'charged' | 'refunded' | 'left';

/** Ends one turn. */
export interface EndRequest {
  readonly id: string;
  readonly limit: number;
  readonly ending: TurnEnding;
}

/** A turn's state: `reserved`, `expired` or a {@link TurnEnding}; `refused` was never reserved, `gone` is forgotten. */
export interface QuotaAnswer {
  readonly state: string;
  readonly remaining: number;
}

const USED = "SELECT count(*) FROM turn WHERE state IN ('reserved', 'charged')";

/**
 * The turns of one visitor in one window, as a Durable Object. A turn goes from `reserved` to another state by one
 * conditional update, and used turns are counted from the rows: a request that is sent twice, late or never counts no
 * turn twice. An alarm expires turns that nobody ended, and deletes everything after the window.
 *
 * @example
 * const ask = clientOf<QuotaAnswer, ReserveRequest | EndRequest>(c.env.QUOTA, 'visitor 7');
 * await ask('reserve', { id: 'q_1', limit: 40, resetsAt: Date.now() + 3_600_000, leaseMs: 150_000 });
 * // { state: 'reserved', remaining: 39 }
 * await ask('end', { id: 'q_1', limit: 40, ending: 'refunded' }); // { state: 'refunded', remaining: 40 }
 */
export class VisitorQuota extends StoredObject {
  protected readonly schema = `CREATE TABLE IF NOT EXISTS turn
    (id TEXT PRIMARY KEY, state TEXT NOT NULL, lease_until INTEGER NOT NULL, resets_at INTEGER NOT NULL)`;

  protected answer(_method: string, request: ReserveRequest | EndRequest): QuotaAnswer {
    const isEnd = 'ending' in request;
    if (isEnd) this.#end(request);
    else this.#reserve(request);
    const sql = `SELECT (SELECT state FROM turn WHERE id = ?) AS state, (${USED}) AS used`;
    const [row] = this.rows(sql, request.id);
    const state = row?.['state'] ?? (isEnd ? 'gone' : 'refused');
    return { state: String(state), remaining: Math.max(0, request.limit - Number(row?.['used'])) };
  }

  /** The first lease to run out, else the end of the window. */
  protected nextAlarm(): number {
    this.#expire();
    return this.number(
      "SELECT coalesce(min(CASE state WHEN 'reserved' THEN lease_until END), max(resets_at)) FROM turn",
    );
  }

  /** A reservation whose answer got lost is sent again, and finds its turn. */
  #reserve({ id, limit, resetsAt, leaseMs }: ReserveRequest): void {
    this.#expire();
    const sql = `INSERT OR IGNORE INTO turn SELECT ?, 'reserved', ?, ? WHERE (${USED}) < ?`;
    this.rows(sql, id, Date.now() + leaseMs, resetsAt, limit);
  }

  /**
   * Refunds of visitors who left are capped: reading nearly all of an answer and leaving must not be a way to read for
   * nothing. A turn that failed is always refunded.
   */
  #end({ id, limit, ending }: EndRequest): void {
    const sql = "SELECT count(*) FROM turn WHERE state IN ('left', 'expired')";
    const state = ending === 'left' && this.number(sql) >= limit ? 'charged' : ending;
    this.rows("UPDATE turn SET state = ? WHERE id = ? AND state = 'reserved'", state, id);
  }

  #expire(): void {
    this.rows("UPDATE turn SET state = 'expired' WHERE state = 'reserved' AND lease_until <= ?", Date.now());
  }
}
