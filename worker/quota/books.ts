import type { DurableObjectState, DurableObjectStorage } from '@cloudflare/workers-types';
import type { Ending, Limit } from '../visitor.ts';

/** What a request may bring besides. */
interface News {
  /** Ids of other turns that ended well, and are charged. */
  readonly ended?: readonly string[] | undefined;
}

/** Asks for a turn. */
export interface AdmitRequest extends News {
  /** The id of the question and, after a dot, of this run of it. A request that is sent again counts once. */
  readonly id: string;
  readonly limits: readonly Limit[];
  /** Longer than the longest turn: one that is still reserved after it will never be settled by its run. */
  readonly leaseMs: number;
}

/** Ends a turn. */
export interface SettleRequest extends Ending, News {
  readonly id: string;
}

/** A limit that is reached. */
export interface Refusal extends Pick<Limit, 'name' | 'most' | 'cost'> {
  /** When that can change, in milliseconds since the epoch: soon, where turns are open that may be given back. */
  readonly until: number;
  /** Ids of questions that were let in lately. */
  readonly open: readonly string[];
}

/** Turns that the visitor has left; or why there is none. */
export interface BooksAnswer {
  readonly remaining: number;
  readonly refusal?: Refusal;
}

/** For which a refusal is remembered that an open turn may change. */
const RECHECK_MS = 2_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS turn (id TEXT PRIMARY KEY, state TEXT NOT NULL, limits TEXT NOT NULL, lease_until INTEGER NOT NULL)
    WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS turn_lease ON turn (lease_until);
  CREATE TABLE IF NOT EXISTS tally (name TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;`;

/** A row of the table of turns. */
interface Turn {
  readonly id: string;
  /** `reserved`, `expired` or how it was settled. */
  readonly state: string;
  readonly limits: readonly Limit[];
}

/**
 * The turns of a site on one day, as a Durable Object: those of each visitor, of the networks and of all. A turn goes from
 * `reserved` to another state once, whatever is sent twice, late or never; what it counts for changes in the same transaction. An
 * alarm gives back turns that nobody settled, and deletes everything after the day.
 *
 * @example
 * const ask = clientOf<BooksAnswer, AdmitRequest | SettleRequest>(c.env.QUOTA, 'today');
 * const limits = [{ name: 'visitor 7', of: 'visitor', most: 40, resetsAt: Date.now() + 3_600_000 }];
 * await ask('admit', { id: 'q_1.a', limits, leaseMs: 150_000 }); // { remaining: 39 }
 * await ask('settle', { id: 'q_1.a', ending: 'refunded', hasBegun: false }); // { remaining: 40 }
 */
export class Books {
  readonly #storage: DurableObjectStorage;
  /** The tables are there. */
  #isOpen = false;
  #hasAlarm = false;
  /** The leases until then have been looked at. */
  #expiredUntil = 0;
  /** No lease ends before. */
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
    this.#rows(SCHEMA);
    this.#expire();
    const end = this.#number("SELECT max(json_extract(limits, '$[0].resetsAt')) FROM turn");
    const lease = this.#number("SELECT min(lease_until) FROM turn WHERE state = 'reserved'");
    const next = lease || end;
    // An alarm may come twice: then the tables are gone already.
    this.#isOpen = next > Date.now();
    this.#hasAlarm = this.#isOpen;
    await (this.#isOpen ? this.#storage.setAlarm(next) : this.#storage.deleteAll());
  }

  #admit({ id, limits, leaseMs }: AdmitRequest): BooksAnswer {
    const question = questionOf(id);
    const runs = this.#turns('id >= ? AND id < ?', question, `${question}/`);
    const isKnown = runs.some((run) => run.id === id);
    // The object of an earlier run was lost, or there would be no second one.
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
    const canChange = turns.some(({ state }) => state === 'reserved');
    const until = canChange ? Math.min(Date.now() + RECHECK_MS, resetsAt) : resetsAt;
    return { name, most, ...(cost && { cost }), until, open: turns.map(({ id }) => questionOf(id)) };
  }

  #settle({ id, ending, hasBegun }: SettleRequest): BooksAnswer {
    const [turn] = this.#turns('id = ?', id);
    if (!turn) return { remaining: 0 };
    if (turn.state === 'reserved')
      this.#setState(id, ending === 'charged' ? ending : this.#giveBack(turn, ending, hasBegun));
    return { remaining: this.#remaining(turn.limits) };
  }

  /**
   * What a turn that was not read to its end gives back. Of a model that has begun to answer the call has to be paid: the site
   * never gets it back, and the network only when the answer broke off. Reading nearly all of an answer and leaving must be no way
   * to read for nothing, and a failure can be provoked: both give back no more turns than the limit has. A turn that failed is
   * always given back to its visitor.
   */
  #giveBack({ limits }: Turn, ending: 'refunded' | 'left', hasBegun: boolean): string {
    const hasLeft = ending === 'left';
    const isCapped = hasLeft || hasBegun;
    const isUsedUp = ({ name, most }: Limit): boolean => this.#tally(lostBy(name)) >= most;
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

  /** Turns whose lease has run out, looked for when there may be one. */
  #expire(): void {
    const now = Date.now();
    if (now < this.#nextLease) return;
    const ran = this.#turns('lease_until > ? AND lease_until <= ?', this.#expiredUntil, now);
    for (const turn of ran) if (turn.state === 'reserved') this.#expireTurn(turn);
    this.#expiredUntil = now;
    this.#nextLease =
      this.#number('SELECT min(lease_until) FROM turn WHERE lease_until > ?', now) || Infinity;
  }

  #expireTurn({ id, limits }: Turn): void {
    this.#setState(id, 'expired');
    for (const limit of limits) if (limit.of === 'visitor') this.#return(limit, true);
  }

  #return(limit: Limit, isLost: boolean): void {
    const cost = costOf(limit);
    this.#add(limit.name, -cost);
    if (isLost) this.#add(lostBy(limit.name), cost);
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

/** Row of the turns that a visitor or a network got back though the model may have to be paid. */
function lostBy(name: string): string {
  return `left ${name}`;
}

function costOf({ cost = 1 }: Limit): number {
  return cost;
}

/** The id of the question of a turn, whose own has the name of its run behind a dot. */
export function questionOf(id: string): string {
  return id.replace(/\..*/, '');
}
