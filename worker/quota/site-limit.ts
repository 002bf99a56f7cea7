import type { ObjectState } from '../env.ts';

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

/** The model calls of one site on one day, as a Durable Object. Never more rows than calls, and gone after the day. */
export class SiteLimit {
  readonly #storage: ObjectState['storage'];
  /** The table and an alarm are there. */
  #isOpen = false;

  constructor({ storage }: ObjectState) {
    this.#storage = storage;
  }

  /** `POST /begin` and `POST /undo`, JSON in and out. */
  async fetch(request: Request): Promise<Response> {
    const isBegin = new URL(request.url).pathname === '/begin';
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only our own client can reach an object
    const body = (await request.json()) as SiteRequest;
    if (!this.#isOpen)
      this.#rows('CREATE TABLE IF NOT EXISTS calls (network TEXT PRIMARY KEY, n INTEGER NOT NULL)');
    const refusedBy = isBegin ? this.#begin(body) : this.#add(body.network, -1);
    if (!this.#isOpen && (await this.#storage.getAlarm()) === null)
      await this.#storage.setAlarm(body.resetsAt);
    this.#isOpen = true;
    return Response.json({ refusedBy } satisfies SiteAnswer);
  }

  async alarm(): Promise<void> {
    this.#isOpen = false;
    await this.#storage.deleteAll();
  }

  #begin({ network, limit, share }: SiteRequest): SiteAnswer['refusedBy'] {
    if (this.#countOf(TOTAL) >= limit) return 'limit';
    if (this.#countOf(network) >= share) return 'share';
    return this.#add(network, 1);
  }

  #add(network: string, n: number): null {
    for (const key of [TOTAL, network]) {
      this.#rows('INSERT INTO calls VALUES (?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n', key, n);
    }
    if (n < 0) this.#rows('DELETE FROM calls WHERE n <= 0');
    return null;
  }

  #countOf(network: string): number {
    return Number(this.#rows('SELECT n FROM calls WHERE network = ?', network)[0]?.['n'] ?? 0);
  }

  #rows(sql: string, ...values: readonly (string | number)[]) {
    return this.#storage.sql.exec(sql, ...values).toArray();
  }
}
