import { randomUUID } from 'node:crypto';
import { startCuttableProxy, type CuttableProxy } from '../cuttable-proxy.ts';
import { startFakeModelServer, type FakeModelServer, type ModelTurn } from '../fake-model-server.ts';
import { Gate } from '../gate.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../plain-workerd.ts';
import { WITH_REMOTE_OBJECTS } from '../remote-objects.ts';
import { until } from '../until.ts';
import type { Asking, Client } from './clients.ts';

/** What happens to a client that waits for its answer. */
export const MOMENTS = [
  'cut at the start',
  'cut in the middle',
  'cut at the end',
  'object killed',
  'Worker killed',
  'back in another isolate',
] as const;

/** One of {@link MOMENTS}. */
export type Moment = (typeof MOMENTS)[number];

/** Number of words in each half of an answer. */
const WORDS = 5;
const wordsOf = (question: string, half: string): readonly string[] =>
  Array.from({ length: WORDS }, (_, index) => `${question} ${half} ${index}. `);

/** The results of the questions of one client at one moment. */
export interface Outcome {
  readonly whole: number;
  readonly asked: number;
  readonly states: Readonly<Record<string, number>>;
  /** Differences from the expected results; empty if there are none. */
  readonly faults: readonly string[];
}

/** A Worker behind a network that breaks. As in production, its Durable Objects run in another process. */
export class InterruptionRig {
  readonly #model: FakeModelServer;
  readonly #objects: PlainWorkerd;
  readonly #proxy: CuttableProxy;
  readonly #workers: { now: PlainWorkerd; other: PlainWorkerd };
  #count = 0;

  private constructor(
    parts: { model: FakeModelServer; objects: PlainWorkerd; proxy: CuttableProxy },
    workers: { now: PlainWorkerd; other: PlainWorkerd },
  ) {
    this.#model = parts.model;
    this.#objects = parts.objects;
    this.#proxy = parts.proxy;
    this.#workers = workers;
  }

  static async start(): Promise<InterruptionRig> {
    const model = await startFakeModelServer();
    const vars = {
      LOCAL: '1',
      MODEL_BASE_URL: model.baseUrl,
      SESSION_SECRET: 'a secret of this test, 32 characters or more',
      QUOTA_LIMIT: '1000000',
      SITE_DAILY_LIMIT: '1000000',
      HEARTBEAT_MS: '50',
    };
    const objects = await startPlainWorkerd({ vars });
    const startOne = (): Promise<PlainWorkerd> =>
      startPlainWorkerd({ vars, script: WITH_REMOTE_OBJECTS, objects: objects.url.host });
    const workers = { now: await startOne(), other: await startOne() };
    const proxy = await startCuttableProxy(() => Number(workers.now.url.port));
    const rig = new InterruptionRig({ model, objects, proxy }, workers);
    rig.#startOne = startOne;
    return rig;
  }

  #startOne: () => Promise<PlainWorkerd> = () => Promise.reject(new Error('not started'));

  /** Lets so many clients ask at the same time, interrupts all of them, and checks their answers and the counted questions. */
  async run(client: Client, moment: Moment, count: number): Promise<Outcome> {
    const earlier = new Map((await this.#objects.turns()).map(({ id, state }) => [id, state]));
    const asked = this.#model.turns.length;
    const gates = { go: new Gate(), end: new Gate() };
    // A killed Durable Object closes its connection to the model.
    this.#model.reply((turn) => speak(turn, moment, client, gates).catch(() => undefined));
    const askings = Array.from({ length: count }, (): Asking => {
      const url = new URL(`http://127.0.0.1:${this.#proxy.port}`);
      return { url, question: `Q${(this.#count += 1)}`, key: randomUUID(), text: '', isWhole: false };
    });
    const all = Promise.all(askings.map((asking) => client.ask(asking)));
    await until(
      () =>
        this.#model.turns.length - asked >= count &&
        askings.every((asking) => isReady(asking, moment, client)),
      (isTrue) => isTrue,
    );
    await this.#interrupt(moment);
    gates.go.open();
    gates.end.open();
    await all;
    const rows = await until(
      async () => (await this.#objects.turns()).filter(({ id }) => !earlier.has(id)),
      // A lost turn that no client asks again stays reserved until its lease has expired.
      (turns) =>
        (moment === 'object killed' && !client.asksAnew) || turns.every(({ state }) => state !== 'reserved'),
    );
    return judge(askings, { client, moment, asked: this.#model.turns.length - asked, rows });
  }

  async #interrupt(moment: Moment): Promise<void> {
    if (moment === 'object killed') await this.#objects.restartTurns();
    if (moment === 'Worker killed' || moment === 'back in another isolate') {
      const { now, other } = this.#workers;
      this.#workers.now = other;
      if (moment === 'Worker killed') await now.close();
      this.#workers.other = moment === 'Worker killed' ? await this.#startOne() : now;
    }
    this.#proxy.cut();
  }

  async close(): Promise<void> {
    await this.#proxy.close();
    const { now, other } = this.#workers;
    await Promise.all([now, other, this.#objects, this.#model].map((server) => server.close()));
  }
}

interface Gates {
  readonly go: Gate;
  readonly end: Gate;
}

/** The first words that a client needs to have the id of an event are said before a cut at the start, too. */
async function speak(turn: ModelTurn, moment: Moment, client: Client, { go, end }: Gates): Promise<void> {
  const question = turn.call.body.messages.at(-1)?.content ?? '';
  const first = wordsOf(question, 'first');
  const isEarly = moment === 'cut at the start';
  if (isEarly && client.asksAnew) await go.opened;
  await turn.say(...first.slice(0, 1));
  if (isEarly) await go.opened;
  await turn.say(...first.slice(1));
  if (moment !== 'cut at the end') await go.opened;
  await turn.say(...wordsOf(question, 'second'));
  await end.opened;
  if (!turn.isClosed) await turn.finish();
}

function textFor(question: string): string {
  return [...wordsOf(question, 'first'), ...wordsOf(question, 'second')].join('');
}

/** Whether a client has received the part of the answer after which it is interrupted. */
function isReady({ question, text }: Asking, moment: Moment, { isStreamed, asksAnew }: Client): boolean {
  if (!isStreamed) return true;
  if (moment === 'cut at the end') return text === textFor(question);
  if (moment === 'cut at the start') return asksAnew || text !== '';
  return text === wordsOf(question, 'first').join('');
}

interface Facts {
  readonly client: Client;
  readonly moment: Moment;
  readonly asked: number;
  readonly rows: readonly { readonly state: string }[];
}

/** Checks turns whose Durable Object was killed: each is asked again, or stays incomplete and is not charged. */
function judge(askings: readonly Asking[], { client, moment, asked, rows }: Facts): Outcome {
  const isLost = moment === 'object killed';
  const { length: count } = askings;
  const whole = askings.filter((one) => one.isWhole && one.text === textFor(one.question)).length;
  const states: Record<string, number> = {};
  for (const { state } of rows) states[state] = (states[state] ?? 0) + 1;
  const isKept = !isLost || client.asksAnew;
  const wanted = {
    whole: isKept ? count : 0,
    asked: isLost && isKept ? 2 * count : count,
    charged: isKept ? count : 0,
  };
  const got = { whole, asked, charged: states['charged'] ?? 0 };
  const faults = Object.entries(wanted)
    .filter(([name, value]) => got[name as keyof typeof got] !== value)
    .map(([name, value]) => `${got[name as keyof typeof got]} ${name}, not ${value}`);
  const wrong = askings.find((one) => isKept && !(one.isWhole && one.text === textFor(one.question)));
  if (wrong) faults.push(`"${wrong.text.slice(-60)}"${wrong.isWhole ? '' : ', cut'}`);
  return { whole, asked, states, faults };
}
