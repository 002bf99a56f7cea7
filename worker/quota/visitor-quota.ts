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

/**
 * The turns of one visitor in one window, as a Durable Object. A turn goes from `held` to `done`, `refunded` or
 * `expired` by one conditional update, and what is used is counted from the rows: whatever is sent twice, late or
 * never, no turn counts twice. An alarm expires what nobody settled, and deletes everything after the window.
 */
export class VisitorQuota extends StoredObject {
  protected readonly table = `CREATE TABLE IF NOT EXISTS turns
    (id TEXT PRIMARY KEY, state TEXT NOT NULL, lease_until INTEGER NOT NULL, resets_at INTEGER NOT NULL)`;

  protected answer(_method: string, request: ReserveRequest | SettleRequest): QuotaAnswer {
    const { id, limit } = request;
    if ('isRefund' in request) this.#settle(request);
    else if (!this.#reserve(request)) return { state: 'refused', remaining: 0 };
    return { state: this.#stateOf(id), remaining: Math.max(0, limit - this.#used()) };
  }

  /** The first lease to run out, else the end of the window. */
  protected nextAlarm(): number {
    this.#expire();
    return this.number(
      "SELECT coalesce(min(CASE state WHEN 'held' THEN lease_until END), max(resets_at)) FROM turns",
    );
  }

  #reserve({ id, limit, resetsAt, leaseMs }: ReserveRequest): boolean {
    this.#expire();
    // A reservation whose answer got lost is sent again.
    if (this.#stateOf(id) === 'gone' && this.#used() >= limit) return false;
    const lease = Date.now() + leaseMs;
    this.rows("INSERT OR IGNORE INTO turns VALUES (?, 'held', ?, ?)", id, lease, resetsAt);
    return true;
  }

  /** Refunds are capped: reading nearly all of an answer and leaving must not be a way to read for nothing. */
  #settle({ id, limit, isRefund }: SettleRequest): void {
    const refunds = this.number("SELECT count(*) FROM turns WHERE state IN ('refunded', 'expired')");
    const state = isRefund && refunds < limit ? 'refunded' : 'done';
    this.rows("UPDATE turns SET state = ? WHERE id = ? AND state = 'held'", state, id);
  }

  #expire(): void {
    this.rows("UPDATE turns SET state = 'expired' WHERE state = 'held' AND lease_until <= ?", Date.now());
  }

  #used(): number {
    return this.number("SELECT count(*) FROM turns WHERE state IN ('held', 'done')");
  }

  #stateOf(id: string): string {
    return String(this.rows('SELECT state FROM turns WHERE id = ?', id)[0]?.['state'] ?? 'gone');
  }
}
