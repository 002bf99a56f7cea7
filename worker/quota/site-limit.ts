import { StoredObject } from './stored-object.ts';

/** A part of the internet, as a name without meaning, and how many of the site's calls it may make in a day. */
export interface NetworkShare {
  readonly name: string;
  readonly share: number;
}

/** Asks for one call of the model, or gives back one that never began. */
export interface SiteRequest {
  /** The id of the turn: a request that is sent again counts once. */
  readonly id: string;
  /** The networks the visitor comes from, one inside the other. */
  readonly networks: readonly NetworkShare[];
  /** Calls of the whole site today. */
  readonly limit: number;
  /** End of the day, in milliseconds since the epoch. */
  readonly resetsAt: number;
  /**
   * Why the call is given back, if not because the model refused it. `left`: the visitor left before the model began. `broken`:
   * the answer broke off, so that the model has to be paid; only the networks get the call back. Neither gives a network more
   * calls back than its share.
   */
  readonly reason?: 'left' | 'broken' | undefined;
}

/** `share`: a network of the visitor has had its part. `limit`: the site has had all. */
export interface SiteAnswer {
  readonly refusedBy: 'limit' | 'share' | null;
}

/** `is_counted` of a call that counts for the site and its networks. */
const COUNTED = 1;
/** Of one that counts for the site alone. 0: for nobody. */
const PAID = 2;

/** Row of the sum of all calls. */
const TOTAL = '';

/**
 * The model calls of one site on one day; deleted after the day.
 *
 * @example
 * const ask = clientOf<SiteAnswer, SiteRequest>(c.env.SITE, 'site');
 * const networks = [{ name: '192.0.2.7', share: 100 }];
 * await ask('begin', { id: 'q_1', networks, limit: 1_000, resetsAt: Date.now() + 86_400_000 }); // { refusedBy: null }
 */
export class SiteLimit extends StoredObject {
  protected readonly schema = `
    CREATE TABLE IF NOT EXISTS call (id TEXT PRIMARY KEY, is_counted INTEGER NOT NULL, resets_at INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS tally (name TEXT PRIMARY KEY, n INTEGER NOT NULL);`;

  protected answer(method: string, request: SiteRequest): SiteAnswer {
    if (method === 'begin') return { refusedBy: this.#begin(request) };
    this.#undo(request);
    return { refusedBy: null };
  }

  protected nextAlarm(): number {
    return this.number('SELECT max(resets_at) FROM call');
  }

  #begin({ id, networks, limit, resetsAt }: SiteRequest): SiteAnswer['refusedBy'] {
    if (this.number('SELECT count(*) FROM call WHERE id = ?', id) > 0) return null;
    if (this.#tally(TOTAL) >= limit) return 'limit';
    if (networks.some(({ name, share }) => this.#tally(name) >= share)) return 'share';
    this.rows('INSERT INTO call VALUES (?, ?, ?)', id, COUNTED, resetsAt);
    for (const name of [TOTAL, ...networks.map((network) => network.name)]) this.#add(name, 1);
    return null;
  }

  #undo({ id, networks, reason }: SiteRequest): void {
    if (this.number('SELECT is_counted FROM call WHERE id = ?', id) !== COUNTED) return;
    if (reason && networks.some(({ name, share }) => this.#tally(lostBy(name)) >= share)) return;
    const isPaid = reason === 'broken';
    this.rows('UPDATE call SET is_counted = ? WHERE id = ?', isPaid ? PAID : 0, id);
    if (!isPaid) this.#add(TOTAL, -1);
    for (const { name } of networks) {
      this.#add(name, -1);
      if (reason) this.#add(lostBy(name), 1);
    }
  }

  #add(name: string, n: number): void {
    this.rows('INSERT INTO tally VALUES (?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n', name, n);
  }

  #tally(name: string): number {
    return this.number('SELECT n FROM tally WHERE name = ?', name);
  }
}

/** Row of the calls that a network got back though the model may have to be paid. */
function lostBy(network: string): string {
  return `left ${network}`;
}
