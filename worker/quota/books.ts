import type { DurableObjectState, DurableObjectStorage } from '@cloudflare/workers-types';
import type { Ending, Limit } from '../visitor.ts';

/** The ends of other turns, which any request may report. */
interface EndedTurns {
  /** Ids of turns that ended well and are to be charged. */
  readonly ended?: readonly string[] | undefined;
}

/** Asks whether a turn may begin, and counts it. */
export interface AdmitRequest extends EndedTurns {
  /** The id of the question, a dot, and the name of this run of it: `q_1.a`. A request that is sent again counts once. */
  readonly id: string;
  readonly limits: readonly Limit[];
  /**
   * After this time a turn that has not ended is refunded. It is longer than the longest turn: the object that ran it must be lost.
   */
  readonly leaseMs: number;
}

/** Reports the end of a turn. */
export interface SettleRequest extends Ending, EndedTurns {
  readonly id: string;
}

/** Why a turn was refused: the limit that is reached. */
export interface Refusal extends Pick<Limit, 'name' | 'most' | 'cost'> {
  /** When the limit may have room again, in milliseconds since the epoch. Soon, while turns are running that may be refunded. */
  readonly until: number;
  /** Ids of the questions that were admitted lately. If one of them is sent again, it is not refused: it joins its own turn. */
  readonly open: readonly string[];
}

/** How many turns the visitor has left, or why the turn was refused. */
export interface BooksAnswer {
  readonly remaining: number;
  readonly refusal?: Refusal;
}

/** How long a refusal is remembered while a running turn may still be refunded. */
const RECHECK_MS = 2_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS turn (id TEXT PRIMARY KEY, state TEXT NOT NULL, limits TEXT NOT NULL, lease_until INTEGER NOT NULL)
    WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS turn_lease ON turn (lease_until);
  CREATE TABLE IF NOT EXISTS tally (name TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;`;

/** A row of the table of turns. */
interface Turn {
  readonly id: string;
  /** `reserved` while the turn runs; then `charged`, `refunded`, `left` or `expired`. */
  readonly state: string;
  readonly limits: readonly Limit[];
}

/**
 * Counts the turns of a site on one day, as a Durable Object: those of each visitor, of each network and of the whole site. A turn
 * changes from `reserved` to another state once, even if a request comes twice, late or never. Its counters change in the same
 * transaction. An alarm refunds turns whose end nobody reported, and deletes everything after the day.
 *
 * @example
 * const ask = clientOf<BooksAnswer, AdmitRequest | SettleRequest>(c.env.QUOTA, 'today');
 * const limits = [{ name: 'visitor 7', of: 'visitor', most: 40, resetsAt: Date.now() + 3_600_000 }];
 * await ask('admit', { id: 'q_1.a', limits, leaseMs: 150_000 }); // { remaining: 39 }
 * await ask('settle', { id: 'q_1.a', ending: 'refunded', hasBegun: false }); // { remaining: 40 }
 */
export class Books {
  readonly #storage: DurableObjectStorage;
  /** Whether the tables were made. */
  #isOpen = false;
  #hasAlarm = false;
  /** Leases that ended until then have been handled. */
  #expiredUntil = 0;
  /** No lease ends before this time. */
  #nextLease = 0;

  constructor({ storage }: DurableObjectState) {
    this.#storage = storage;
  }

  /** Answers `POST /admit` and `POST /settle`, JSON in and out. */
  async fetch(request: Request): Promise<Response> {
    const body: AdmitRequest | SettleRequest = await request.json();
    const answer = this.#storage.transactionSync(() => {
      if (!this.#isOpen) this.#rows(SCHEMA);
      this.#expire();
      for (const id of body.ended ?? []) this.#settle({ id, ending: 'charged', hasBegun: true });
      return 'ending' in body ? this.#settle(body) : this.#admit(body);
    });
    this.#isOpen = true;
    if ('leaseMs' in body && !this.#hasAlarm && (await this.#storage.getAlarm()) === null)
      await this.#storage.setAlarm(Date.now() + body.leaseMs);
    this.#hasAlarm ||= 'leaseMs' in body;
    return Response.json(answer);
  }

  async alarm(): Promise<void> {
    // An alarm may come twice: the first one may have deleted the tables.
    this.#rows(SCHEMA);
    this.#expire();
    const end = this.#number("SELECT max(json_extract(limits, '$[0].resetsAt')) FROM turn");
    const lease = this.#number("SELECT min(lease_until) FROM turn WHERE state = 'reserved'");
    const next = lease || end;
    this.#isOpen = next > Date.now();
    this.#hasAlarm = this.#isOpen;
    await (this.#isOpen ? this.#storage.setAlarm(next) : this.#storage.deleteAll());
  }

  #admit({ id, limits, leaseMs }: AdmitRequest): BooksAnswer {
    const question = questionOf(id);
    const runs = this.#turns('id >= ? AND id < ?', question, `${question}/`);
    const isKnown = runs.some((run) => run.id === id);
    // A question has a second run only where the object of the earlier one was lost: that one is refunded.
    for (const run of runs) if (run.state === 'reserved' && run.id !== id) this.#expireTurn(run);
    const full = isKnown
      ? undefined
      : limits.find((limit) => this.#tally(limit.name) + costOf(limit) > limit.most);
    if (full) return { remaining: 0, refusal: this.#refusalOf(full) };
    if (!isKnown) {
      const lease = Date.now() + leaseMs;
      this.#nextLease = Math.min(this.#nextLease, lease);
      this.#rows('INSERT INTO turn VALUES (?, ?, ?, ?)', id, 'reserved', JSON.stringify(limits), lease);
      for (const limit of limits) this.#add(limit.name, costOf(limit));
    }
    return { remaining: this.#remaining(limits) };
  }

  #refusalOf(full: Limit): Refusal {
    const { name, most, cost, resetsAt } = full;
    const turns = this.#turns('lease_until > ?', Date.now()).filter(({ limits }) =>
      limits.some((limit) => limit.name === name),
    );
    const canBeRefunded = turns.some(({ state }) => state === 'reserved');
    const until = canBeRefunded ? Math.min(Date.now() + RECHECK_MS, resetsAt) : resetsAt;
    return { name, most, ...(cost && { cost }), until, open: turns.map(({ id }) => questionOf(id)) };
  }

  #settle({ id, ending, hasBegun }: SettleRequest): BooksAnswer {
    const [turn] = this.#turns('id = ?', id);
    if (!turn) return { remaining: 0 };
    if (turn.state === 'reserved')
      this.#setState(id, ending === 'charged' ? ending : this.#refund(turn, ending, hasBegun));
    return { remaining: this.#remaining(turn.limits) };
  }

  /**
   * Refunds a turn that was not read to its end, and returns its new state. Once the model has begun to answer, its call must be
   * paid: the site gets nothing back, and the network only where the answer broke off. A visitor could read nearly all of an answer
   * and leave, or provoke a failure: both refund no more turns than the limit has. A turn that failed is always refunded to its
   * visitor.
   */
  #refund({ limits }: Turn, ending: 'refunded' | 'left', hasBegun: boolean): string {
    const hasLeft = ending === 'left';
    const isCapped = hasLeft || hasBegun;
    const isUsedUp = ({ name, most }: Limit): boolean => this.#tally(limitedRefundsOf(name)) >= most;
    const own = limits.find(({ of }) => of === 'visitor');
    const others = limits.filter(({ of }) => of !== 'visitor');
    const networks = others.filter(({ of }) => of === 'network');
    if (!(hasLeft && hasBegun) && !(isCapped && networks.some(isUsedUp)))
      for (const limit of others) {
        if (limit.of === 'site' && hasBegun) continue;
        this.#return(limit, isCapped && limit.of === 'network');
      }
    if (!own) return ending;
    if (hasLeft && isUsedUp(own)) return 'charged';
    this.#return(own, hasLeft);
    return ending;
  }

  /** Refunds turns whose lease has ended. Looks for them only when there may be one. */
  #expire(): void {
    const now = Date.now();
    if (now < this.#nextLease) return;
    const expired = this.#turns('lease_until > ? AND lease_until <= ?', this.#expiredUntil, now);
    for (const turn of expired) if (turn.state === 'reserved') this.#expireTurn(turn);
    this.#expiredUntil = now;
    this.#nextLease =
      this.#number('SELECT min(lease_until) FROM turn WHERE lease_until > ?', now) || Infinity;
  }

  #expireTurn({ id, limits }: Turn): void {
    this.#setState(id, 'expired');
    for (const limit of limits) if (limit.of === 'visitor') this.#return(limit, true);
  }

  #return(limit: Limit, isLimited: boolean): void {
    const cost = costOf(limit);
    this.#add(limit.name, -cost);
    if (isLimited) this.#add(limitedRefundsOf(limit.name), cost);
  }

  #remaining(limits: readonly Limit[]): number {
    const own = limits.find(({ of }) => of === 'visitor');
    return own ? Math.max(0, own.most - this.#tally(own.name)) : 0;
  }

  #setState(id: string, state: string): void {
    this.#rows('UPDATE turn SET state = ? WHERE id = ?', state, id);
  }

  #turns(condition: string, ...values: readonly (string | number)[]): readonly Turn[] {
    return this.#rows(`SELECT id, state, limits FROM turn WHERE ${condition}`, ...values).map((row) => ({
      id: String(row['id']),
      state: String(row['state']),
      limits: JSON.parse(String(row['limits'])) as readonly Limit[],
    }));
  }

  #add(name: string, n: number): void {
    this.#rows('INSERT INTO tally VALUES (?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n', name, n);
  }

  #tally(name: string): number {
    return this.#number('SELECT n FROM tally WHERE name = ?', name);
  }

  #rows(sql: string, ...values: readonly (string | number)[]) {
    return this.#storage.sql.exec(sql, ...values).toArray();
  }

  /** The number that a query selects; 0 without a row. */
  #number(sql: string, ...values: readonly (string | number)[]): number {
    return Number(Object.values(this.#rows(sql, ...values)[0] ?? {})[0] ?? 0);
  }
}

/** Names the counter of the turns that were refunded to a visitor or a network though their model may have to be paid. */
function limitedRefundsOf(name: string): string {
  return `left ${name}`;
}

function costOf({ cost = 1 }: Limit): number {
  return cost;
}

/** The id of the question in the id of a turn: `q_1` of `q_1.a`. */
export function questionOf(id: string): string {
  return id.replace(/\..*/, '');
}
