import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';
import { Front } from './front.ts';
import { PROBE, ScriptedModel } from './scripted-model.ts';
import type { Site } from './walk-plan.ts';

/** Questions of one visitor: more than a walk has. */
const QUOTA_LIMIT = 1_000;

/** Seconds for which an answer goes on without its reader. */
export const RESUME_SECONDS = 5;

/** A model, a Worker and a network of their own, for one visitor after the other. */
export class Lane {
  readonly front: Front;
  readonly model: ScriptedModel;
  /** How many turns may be without an end in the books, because the Worker was killed in the middle. */
  unended = 0;
  #worker: PlainWorkerd;
  /** The Worker has two isolates. */
  #isOther = false;
  /** Questions that only read the books of this visitor. */
  #probes = 0;
  #site: Site = 'own';
  #address = '';
  readonly #start: () => Promise<PlainWorkerd>;
  readonly #state: string;

  private constructor(
    parts: Pick<Lane, 'front' | 'model'>,
    worker: PlainWorkerd,
    { start, state }: { readonly start: () => Promise<PlainWorkerd>; readonly state: string },
  ) {
    this.front = parts.front;
    this.model = parts.model;
    this.#worker = worker;
    this.#start = start;
    this.#state = state;
  }

  static async open(): Promise<Lane> {
    const [front, model] = await Promise.all([Front.start(), ScriptedModel.start()]);
    const state = await mkdtemp(join(tmpdir(), 'cf-ai-chat-'));
    const vars = {
      LOCAL: '1',
      MODEL_BASE_URL: model.server.baseUrl,
      ALLOWED_ORIGINS: front.pageUrl.origin,
      QUOTA_LIMIT: String(QUOTA_LIMIT),
      SITE_DAILY_LIMIT: '0',
      HEARTBEAT_MS: '100',
      RESUME_SECONDS: String(RESUME_SECONDS),
      // The books of a visitor have a name that is made with it.
      SESSION_SECRET: 'a secret of the tests, long enough',
    };
    const start = (): Promise<PlainWorkerd> => startPlainWorkerd({ vars, state });
    return new Lane({ front, model }, await start(), { start, state });
  }

  /** A new visitor comes, whose network the Worker does not know yet. */
  begin(site: Site, visitor: number): void {
    this.#site = site;
    this.#address = `10.${[16, 8, 0].map((shift) => (visitor >> shift) & 255).join('.')}`;
    this.unended = 0;
    this.#probes = 0;
    this.model.calls = [];
    this.front.clear();
    this.#connect();
  }

  /** Kills the Worker in the middle of whatever it does, and starts it again with the same books. */
  async restart(): Promise<void> {
    this.front.backend = undefined;
    this.unended += this.model.open.length;
    this.model.markKilled();
    await this.#worker.close();
    this.#worker = await this.#start();
    this.#connect();
  }

  /** Kills the objects with the books; further requests meet another isolate. */
  async killIsolate(): Promise<void> {
    await this.#worker.restartQuota();
    this.#isOther = !this.#isOther;
    this.#connect();
  }

  /** How many turns of this visitor are charged, or not ended yet. Asks one more, which is not counted. */
  async used(): Promise<number> {
    const body = JSON.stringify({ messages: [{ role: 'user', content: PROBE }], stream: false });
    const headers = { 'CF-Connecting-IP': this.#address, 'Content-Type': 'application/json' };
    const response = await fetch(new URL('/api/chat', this.#worker.url), { method: 'POST', headers, body });
    const { quotaRemaining } = (await response.json()) as { readonly quotaRemaining?: number };
    if (quotaRemaining === undefined) throw new Error(`the books cannot be read: ${response.status}`);
    this.#probes += 1;
    return QUOTA_LIMIT - quotaRemaining - this.#probes;
  }

  async close(): Promise<void> {
    await this.front.close();
    await this.#worker.close();
    await this.model.server.close();
    await rm(this.#state, { recursive: true });
  }

  #connect(): void {
    const isForeign = this.#site === 'openai';
    const worker = this.#isOther ? this.#worker.otherUrl : this.#worker.url;
    const url = isForeign ? new URL(this.model.server.baseUrl) : worker;
    this.front.backend = { url, address: this.#address, isForeign };
  }
}
