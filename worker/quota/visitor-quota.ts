import type { ObjectState } from '../env.ts';

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

/** How a turn stands. `refused` was never held; `gone` is forgotten. */
export type TurnState = 'held' | 'done' | 'refunded' | 'expired' | 'refused' | 'gone';

/** The answer to both. */
export interface QuotaAnswer {
  readonly state: TurnState;
  readonly remaining: number;
}

/**
 * The turns of one visitor in one window, as a Durable Object. A turn goes from `held` to `done`, `refunded` or
 * `expired` by one conditional update, and what is used is counted from the rows: whatever is sent twice, late or
 * never, no turn counts twice. An alarm expires what nobody settled, and deletes everything after the window.
 */
export class VisitorQuota {
  readonly #storage: ObjectState['storage'];
  /** The table and an alarm are there. */
  #isOpen = false;

  constructor({ storage }: ObjectState) {
    this.#storage = storage;
  }

  /** `POST /reserve` and `POST /settle`, JSON in and out. */
  async fetch(request: Request): Promise<Response> {
    const isReserve = new URL(request.url).pathname === '/reserve';
    const body: unknown = await request.json();
    if (!this.#isOpen) this.#createTable();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only our own client can reach an object
    const answer = isReserve ? this.#reserve(body as ReserveRequest) : this.#settle(body as SettleRequest);
    if (!this.#isOpen && (await this.#storage.getAlarm()) === null)
      await this.#storage.setAlarm(this.#nextAlarm());
    this.#isOpen = true;
    return Response.json(answer);
  }

  /** Expires leases that have run out, and deletes the storage when nothing can change any more. */
  async alarm(): Promise<void> {
    this.#createTable();
    this.#expire();
    const [held] = this.#rows("SELECT 1 FROM turns WHERE state = 'held'");
    this.#isOpen = held !== undefined || this.#nextAlarm() > Date.now();
    if (this.#isOpen) await this.#storage.setAlarm(this.#nextAlarm());
    else await this.#storage.deleteAll();
  }

  #createTable(): void {
    this.#rows(`CREATE TABLE IF NOT EXISTS turns
      (id TEXT PRIMARY KEY, state TEXT NOT NULL, lease_until INTEGER NOT NULL, resets_at INTEGER NOT NULL)`);
  }

  #reserve({ id, limit, resetsAt, leaseMs }: ReserveRequest): QuotaAnswer {
    this.#expire();
    // A reservation whose answer got lost is sent again.
    const known = this.#stateOf(id);
    if (known === 'gone' && this.#count("state IN ('held', 'done')") >= limit)
      return { state: 'refused', remaining: 0 };
    const lease = Date.now() + leaseMs;
    this.#rows("INSERT OR IGNORE INTO turns VALUES (?, 'held', ?, ?)", id, lease, resetsAt);
    return this.#answer(id, limit);
  }

  /** Refunds are capped: reading nearly all of an answer and leaving must not be a way to read for nothing. */
  #settle({ id, limit, isRefund }: SettleRequest): QuotaAnswer {
    const mayRefund = isRefund && this.#count("state IN ('refunded', 'expired')") < limit;
    this.#rows(
      "UPDATE turns SET state = ? WHERE id = ? AND state = 'held'",
      mayRefund ? 'refunded' : 'done',
      id,
    );
    return this.#answer(id, limit);
  }

  #expire(): void {
    this.#rows("UPDATE turns SET state = 'expired' WHERE state = 'held' AND lease_until <= ?", Date.now());
  }

  #answer(id: string, limit: number): QuotaAnswer {
    const used = this.#count("state IN ('held', 'done')");
    return { state: this.#stateOf(id), remaining: Math.max(0, limit - used) };
  }

  #stateOf(id: string): TurnState {
    const [row] = this.#rows('SELECT state FROM turns WHERE id = ?', id);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is ever written there
    return row === undefined ? 'gone' : (row['state'] as TurnState);
  }

  /** The first lease to run out, else the end of the window. */
  #nextAlarm(): number {
    const [row] = this
      .#rows(`SELECT coalesce(min(CASE state WHEN 'held' THEN lease_until END), max(resets_at))
      AS time FROM turns`);
    return Number(row?.['time'] ?? 0);
  }

  #count(condition: string): number {
    return Number(this.#rows(`SELECT count(*) AS n FROM turns WHERE ${condition}`)[0]?.['n']);
  }

  #rows(sql: string, ...values: readonly (string | number)[]) {
    return this.#storage.sql.exec(sql, ...values).toArray();
  }
}
