import type { DurableObjectState, DurableObjectStorage } from '@cloudflare/workers-types';

type Values = readonly (string | number)[];

/** A Durable Object with tables that are made when it is first asked and deleted when nothing can change any more. */
export abstract class StoredObject {
  readonly #storage: DurableObjectStorage;
  /** The tables and an alarm are there. */
  #isOpen = false;

  constructor({ storage }: DurableObjectState) {
    this.#storage = storage;
  }

  /** Answers `POST /<method>`, JSON in and out. */
  async fetch(request: Request): Promise<Response> {
    const body: unknown = await request.json();
    if (!this.#isOpen) this.rows(this.schema);
    const answer = this.answer(new URL(request.url).pathname.slice(1), body);
    if (!this.#isOpen && (await this.#storage.getAlarm()) === null)
      await this.#storage.setAlarm(this.nextAlarm());
    this.#isOpen = true;
    return Response.json(answer);
  }

  async alarm(): Promise<void> {
    // An alarm may come twice: then the tables are gone already.
    this.rows(this.schema);
    const next = this.nextAlarm();
    this.#isOpen = next > Date.now();
    await (this.#isOpen ? this.#storage.setAlarm(next) : this.#storage.deleteAll());
  }

  /** Statements that make the tables where they are missing. */
  protected abstract readonly schema: string;
  protected abstract answer(method: string, body: unknown): object;
  /** Tidies up, and tells when to do so again; a time that has passed when there is nothing left to do. */
  protected abstract nextAlarm(): number;

  protected rows(sql: string, ...values: Values) {
    return this.#storage.sql.exec(sql, ...values).toArray();
  }

  /** The number that a query selects; 0 without a row. */
  protected number(sql: string, ...values: Values): number {
    return Number(Object.values(this.rows(sql, ...values)[0] ?? {})[0] ?? 0);
  }
}
