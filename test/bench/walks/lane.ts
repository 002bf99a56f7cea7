import type { PlainWorkerd } from '../../support/plain-workerd.ts';
import type { Front } from './front.ts';
import { PROBE, type ScriptedModel } from './scripted-model.ts';
import type { Site } from './walk-plan.ts';

/** The quota of a visitor, so high that no walk reaches it. */
export const QUOTA_LIMIT = 100_000;

/** The Worker and the model at the end of a lane. */
export interface LaneService {
  readonly model: ScriptedModel;
  readonly worker: PlainWorkerd;
  /** Kills the Worker in the middle of whatever it does, and starts it again with the same books. */
  restart(): Promise<void>;
}

/** The network between one visitor at a time and the Worker, and the quota rows (books) that the Worker keeps of that visitor. */
export class Lane {
  readonly front: Front;
  readonly service: LaneService;
  /** True: requests go to the second of the Worker's two isolates. */
  isOther = false;
  /** Requests of this visitor whose Worker was killed: each may have left a reservation that only its lease ends. */
  unended = 0;
  /** Questions that were asked only to read the visitor's quota. */
  #probes = 0;
  #site: Site = 'own';
  #address = '';

  constructor(service: LaneService, front: Front) {
    this.service = service;
    this.front = front;
  }

  get model(): ScriptedModel {
    return this.service.model;
  }

  /** A new visitor comes, whose network the Worker does not know yet. */
  begin(site: Site, visitor: number): void {
    this.#site = site;
    this.#address = `10.${[16, 8, 0].map((shift) => (visitor >> shift) & 255).join('.')}`;
    this.#probes = 0;
    this.unended = 0;
    this.front.clear();
    this.connect();
  }

  /** Lets requests through to the backend as it is now. */
  connect(): void {
    const { worker, model } = this.service;
    const isForeign = this.#site === 'openai';
    const ours = this.isOther ? worker.otherUrl : worker.url;
    const url = isForeign ? new URL(model.server.baseUrl) : ours;
    this.front.backend = { url, address: this.#address, isForeign };
  }

  /** Kills the backend: nothing listens at its address then. */
  disconnect(): void {
    this.unended += this.front.pending;
    this.front.backend = undefined;
  }

  /** Sends further requests to the other isolate. */
  changeIsolate(): void {
    this.isOther = !this.isOther;
    this.connect();
  }

  /** How many turns of this visitor are charged, or not ended yet. Asks one more, which is not counted. */
  async used(): Promise<number> {
    const body = JSON.stringify({ messages: [{ role: 'user', content: PROBE }], stream: false });
    const headers = { 'CF-Connecting-IP': this.#address, 'Content-Type': 'application/json' };
    const url = new URL('/api/chat', this.service.worker.url);
    const response = await fetch(url, { method: 'POST', headers, body });
    const { quotaRemaining } = (await response.json()) as { readonly quotaRemaining?: number };
    if (quotaRemaining === undefined) throw new Error(`the books cannot be read: ${response.status}`);
    this.#probes += 1;
    return QUOTA_LIMIT - quotaRemaining - this.#probes;
  }
}
