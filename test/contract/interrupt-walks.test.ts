import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAnswering } from '../../widget/conversation/state.ts';
import type { PageTool } from '../../widget/interrupts/page-tool.ts';
import { type AskingPage, AskingSite } from '../support/asking-site.ts';
import { installFixture } from '../support/install-fixture.ts';

installFixture('dialects');
const { ApprovingAgent } = await import('../support/approving-agent.ts');

/** `WALKS=500` runs more walks. */
const WALKS = Number(process.env['WALKS'] ?? 60);
const STEPS = 24;

/** Random numbers from 0 to 1, reproducible by the seed. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A visitor who randomly allows, refuses, stops, reloads and opens tabs while the server fails; records the
 * result.
 */
class Walk {
  readonly log: string[] = [];
  readonly #random: () => number;
  readonly #counts = { allowed: new Map<string, number>(), ran: new Map<string, number>() };
  readonly #agent = new ApprovingAgent((question) => [
    [...question.matchAll(/\bc\d+/g)].map(([id]) => ({ id, name: 'cancel_order', input: { id } })),
    [...question.matchAll(/\b[pr]\d+/g)].map(([id]) => ({
      id,
      name: id.startsWith('p') ? 'open_cart' : 'read_cart',
      input: { id },
    })),
  ]);
  readonly #site: AskingSite;
  #pages: AskingPage[];
  #ids = 0;
  #isFailing = false;

  constructor(seed: number) {
    this.#random = randomOf(seed);
    this.#site = new AskingSite({
      format: 'ui-message',
      answer: (request) => this.#answer(request),
      tools: () => [this.#tool('open_cart', false), this.#tool('read_cart', true)],
      limitMs: 20,
    });
    this.#pages = [this.#site.open()];
  }

  async run(): Promise<void> {
    for (let step = 0; step < STEPS; step++) {
      // oxlint-disable no-await-in-loop -- one step after the other
      await this.#step();
      for (let turn = this.#pick(6); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isFailing = false;
    for (const page of this.#pages) await page.rest();
    for (const page of this.#pages) page.conversation.refresh();
    for (const page of this.#pages) await page.rest();
    // oxlint-enable no-await-in-loop
    this.#judge();
  }

  #tool(name: string, readOnly: boolean): PageTool {
    return {
      name,
      readOnly,
      execute: async (input, { signal }) => {
        assert.equal(signal.aborted, false, 'a tool began after Stop');
        this.#ran((input as { id: string }).id);
        const kind = this.#pick(4);
        if (kind === 0) throw new Error('no luck');
        if (kind === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { isOpen: true };
      },
    };
  }

  #ran(id: string): void {
    this.log.push(`ran ${id}`);
    count(this.#counts.ran, id);
    // Read-only tools run without approval; the agent calls one in each answer.
    if (id.startsWith('r')) count(this.#counts.allowed, id);
  }

  async #answer(request: Request): Promise<Response> {
    const kind = this.#isFailing ? this.#pick(5) : 4;
    if (kind === 0) return new Response('{"error":"busy"}', { status: 503 });
    if (kind === 1) throw new TypeError('no network');
    const before = this.#agent.runs.length;
    const response = await this.#agent.answer(request);
    if (!response.body) return response;
    const reader = response.body.getReader();
    let left = kind === 2 ? 3 : Infinity;
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { value, done } = await reader.read();
        for (const input of this.#agent.runs.splice(before)) this.#ran((input as { id: string }).id);
        if (done) return controller.close();
        controller.enqueue(value);
        left -= 1;
        if (left <= 0) controller.error(new TypeError('broken'));
      },
    });
    return new Response(body, response);
  }

  async #step(): Promise<void> {
    const page = this.#pages[this.#pick(this.#pages.length)]!;
    const { conversation } = page;
    switch (this.#pick(16)) {
      case 0:
      case 1:
      case 2:
        if (isAnswering(conversation.state) || (page.open.length > 0 && this.#pick(4) > 0)) return;
        this.log.push('ask');
        void page.ask(`do ${this.#calls()}`);
        return;
      case 3:
        return this.#reload(page);
      case 4:
        if (this.#pages.length < 3) this.#pages.push(this.#site.open());
        return;
      case 5:
        this.log.push('stop');
        return conversation.stop();
      case 6:
        this.#isFailing = !this.#isFailing;
        return;
      case 7:
        void conversation.retry();
        return;
      default:
        await page.rest();
        this.#decide(page);
    }
  }

  #calls(): string {
    const kinds = ['c', 'p', 'r'].filter(() => this.#pick(2) === 0);
    return (kinds.length > 0 ? kinds : ['c']).map((kind) => `${kind}${++this.#ids}`).join(' ');
  }

  #reload(page: AskingPage): void {
    this.log.push('reload');
    this.#pages = this.#pages.map((each) => (each === page ? this.#site.reload(page) : each));
  }

  #decide(page: AskingPage): void {
    const [part] = page.open;
    const state = this.#pick(3) === 0 ? 'refused' : 'allowed';
    if (!part || !page.decide({ state })) return;
    this.log.push(`${state} ${part.callId}`);
    if (state === 'allowed') count(this.#counts.allowed, part.callId ?? '');
    // A second press at the same time in another tab.
    const other = this.#pages.find((each) => each !== page);
    if (other?.decide({ state: 'allowed' })) {
      this.log.push(`allowed ${part.callId} in another tab`);
      count(this.#counts.allowed, part.callId ?? '');
    }
  }

  #judge(): void {
    for (const [id, ran] of this.#counts.ran)
      assert.ok(ran <= (this.#counts.allowed.get(id) ?? 0), `${id} ran ${ran} times: ${this.log.join(', ')}`);
    const texts = new Set(this.#pages.map(({ text }) => text));
    assert.equal(texts.size, 1, `tabs disagree: ${[...texts].join(' | ')}`);
    for (const { conversation } of this.#pages)
      assert.ok(conversation.state.messages.every(({ status }) => status !== 'streaming'));
  }

  #pick(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

function count(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}

describe('random visits with an agent that asks for approvals', { timeout: 600_000 }, () => {
  it(`in ${WALKS} of them no tool runs unapproved, no tool runs twice, and tabs agree`, async () => {
    let ran = 0;
    for (let seed = 1; seed <= WALKS; seed++) {
      const walk = new Walk(seed);
      // oxlint-disable-next-line no-await-in-loop -- one walk after the other
      await walk.run().catch((cause: unknown) => {
        throw new Error(`walk ${seed}`, { cause });
      });
      ran += walk.log.filter((line) => line.startsWith('ran')).length;
    }
    assert.ok(ran > WALKS / 4, `only ${ran} tools ran`);
  });
});
