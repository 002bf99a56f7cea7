import { StoredObject } from './stored-object.ts';

/** Asks for one turn. */
export interface ReserveRequest {
  readonly id: string;
  readonly limit: number;
  /** End of the window, in milliseconds since the epoch. */
  readonly resetsAt: number;
  /** Longer than the longest turn: what is held past it belongs to nobody any more. */
  readonly leaseMs: number;
}

/** Ends one turn. */
export interface SettleRequest {
  readonly id: string;
  readonly limit: number;
  readonly isRefund: boolean;
}

/** How a turn stands: `held`, `done`, `refunded` or `expired`; `refused` was never held, `gone` is forgotten. */
export interface QuotaAnswer {
  readonly state: string;
  readonly remaining: number;
}

const USED = "SELECT count(*) FROM turns WHERE state IN ('held', 'done')";

/**
 * The turns of one visitor in one window, as a Durable Object. A turn goes from `held` to `done`, `refunded` or
 * `expired` by one conditional update, and what is used is counted from the rows: whatever is sent twice, late or
 * never, no turn counts twice. An alarm expires what nobody settled, and deletes everything after the window.
 */
export class VisitorQuota extends StoredObject {
  protected readonly table = `CREATE TABLE IF NOT EXISTS turns
    (id TEXT PRIMARY KEY, state TEXT NOT NULL, lease_until INTEGER NOT NULL, resets_at INTEGER NOT NULL)`;

  protected answer(_method: string, request: ReserveRequest | SettleRequest): QuotaAnswer {
    const isSettling = 'isRefund' in request;
    if (isSettling) this.#settle(request);
    else this.#reserve(request);
    const sql = `SELECT (SELECT state FROM turns WHERE id = ?) AS state, (${USED}) AS used`;
    const [row] = this.rows(sql, request.id);
    const state = row?.['state'] ?? (isSettling ? 'gone' : 'refused');
    return { state: String(state), remaining: Math.max(0, request.limit - Number(row?.['used'])) };
  }

  /** The first lease to run out, else the end of the window. */
  protected nextAlarm(): number {
    this.#expire();
    return this.number(
      "SELECT coalesce(min(CASE state WHEN 'held' THEN lease_until END), max(resets_at)) FROM turns",
    );
  }

  /** A reservation whose answer got lost is sent again, and finds its turn. */
  #reserve({ id, limit, resetsAt, leaseMs }: ReserveRequest): void {
    this.#expire();
    const sql = `INSERT OR IGNORE INTO turns SELECT ?, 'held', ?, ? WHERE (${USED}) < ?`;
    this.rows(sql, id, Date.now() + leaseMs, resetsAt, limit);
  }

  /** Refunds are capped: reading nearly all of an answer and leaving must not be a way to read for nothing. */
  #settle({ id, limit, isRefund }: SettleRequest): void {
    const mayRefund = `(SELECT count(*) FROM turns WHERE state IN ('refunded', 'expired')) < ?`;
    const sql = `UPDATE turns SET state = iif(${mayRefund}, 'refunded', 'done') WHERE id = ? AND state = 'held'`;
    this.rows(sql, isRefund ? limit : 0, id);
  }

  #expire(): void {
    this.rows("UPDATE turns SET state = 'expired' WHERE state = 'held' AND lease_until <= ?", Date.now());
  }
}
