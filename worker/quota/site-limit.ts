import { StoredObject } from './stored-object.ts';

/** Asks for one call of the model, or gives back one that was never made. */
export interface SiteRequest {
  /** Who asks, as a name without meaning. */
  readonly network: string;
  /** Calls of the whole site today. */
  readonly limit: number;
  /** How many of them one network may make. */
  readonly share: number;
  /** End of the day, in milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** `share`: this network has had its part. `limit`: the site has had all. */
export interface SiteAnswer {
  readonly refusedBy: 'limit' | 'share' | null;
}

/** Row that holds the sum of all others. */
const TOTAL = '';

/** The model calls of one site on one day. Never more rows than calls, and gone after the day. */
export class SiteLimit extends StoredObject {
  protected readonly table =
    'CREATE TABLE IF NOT EXISTS calls (network TEXT PRIMARY KEY, n INTEGER NOT NULL, resets_at INTEGER NOT NULL)';

  protected answer(method: string, request: SiteRequest): SiteAnswer {
    const isBegin = method === 'begin';
    const refusedBy = isBegin ? this.#refusalOf(request) : null;
    if (refusedBy === null) this.#add(request, isBegin ? 1 : -1);
    return { refusedBy };
  }

  protected nextAlarm(): number {
    return this.number('SELECT max(resets_at) FROM calls');
  }

  #refusalOf({ network, limit, share }: SiteRequest): SiteAnswer['refusedBy'] {
    const count = (name: string): number => this.number('SELECT n FROM calls WHERE network = ?', name);
    if (count(TOTAL) >= limit) return 'limit';
    return count(network) >= share ? 'share' : null;
  }

  #add({ network, resetsAt }: SiteRequest, n: number): void {
    const sql = 'INSERT INTO calls VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n';
    for (const name of [TOTAL, network]) this.rows(sql, name, n, resetsAt);
    if (n < 0) this.rows("DELETE FROM calls WHERE n <= 0 AND network <> ''");
  }
}
