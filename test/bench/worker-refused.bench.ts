import { randomUUID } from 'node:crypto';
import { frame, startFakeModelServer, type Script } from '../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../support/plain-workerd.ts';
import { cpuMilliseconds, WITH_REMOTE_OBJECTS } from '../support/remote-objects.ts';
import type { Benchmark } from '../tools/benchmark.ts';

const REFUSED = 10_000;
const ANSWERED = 300;
const AT_ONCE = 20;
const WARM_UP = 100;
/** https://developers.cloudflare.com/durable-objects/platform/pricing/ (2026-11) */
const FREE_REQUESTS = 100_000;
/** How many requests the rate limit in wrangler.jsonc (20 in 10 seconds) allows one network in a day. */
const BURST_A_DAY = (86_400 / 10) * 20;

const sayOne: Script = async (turn) => {
  await turn.write(frame({ choices: [{ index: 0, delta: { content: 'token ' }, finish_reason: null }] }));
  await turn.finish();
};

/** A Worker and its Durable Objects, in two processes. */
interface Deployment {
  readonly worker: PlainWorkerd;
  readonly objects: PlainWorkerd;
}

/** Asks `count` questions, each with its own key as from the widget. Resolves with the costs of one question. */
async function ask({ worker, objects }: Deployment, count: number, status: number) {
  const cpu = (): number => cpuMilliseconds(worker.pid) + cpuMilliseconds(objects.pid);
  const calls = async (): Promise<number> =>
    (await objects.calls()).filter((call) => call !== 'search').length;
  const before = { cpu: cpu(), calls: await calls(), rows: await objects.rowsWritten() };
  let left = count;
  const askSome = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const headers = { 'Idempotency-Key': randomUUID(), 'CF-Connecting-IP': '192.0.2.1' };
      // oxlint-disable-next-line no-await-in-loop -- a visitor asks one thing after the other
      const response = await worker.ask({ query: 'Hi' }, '', headers);
      if (response.status !== status) throw new Error(`answered ${response.status}, not ${status}`);
      // oxlint-disable-next-line no-await-in-loop
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askSome));
  return {
    cpu: (cpu() - before.cpu) / count,
    calls: ((await calls()) - before.calls) / count,
    rows: ((await objects.rowsWritten()) - before.rows) / count,
  };
}

/** The costs of a refused question, compared with a question that is answered with one token. Refused questions use up the free plan, too. */
export const benchmark: Benchmark = {
  title: 'Refused questions',
  async run(size = REFUSED) {
    const model = await startFakeModelServer();
    model.reply(sayOne);
    const started: PlainWorkerd[] = [];
    const deploy = async (QUOTA_LIMIT: string): Promise<Deployment> => {
      const vars = {
        MODEL_BASE_URL: model.baseUrl,
        SESSION_SECRET: 'a secret of this benchmark, long enough',
        QUOTA_LIMIT,
        SITE_DAILY_LIMIT: '10000000',
        WATCHED: '1',
      };
      const objects = await startPlainWorkerd({ vars });
      const script = WITH_REMOTE_OBJECTS;
      const worker = await startPlainWorkerd({ vars, script, objects: objects.url.host });
      started.push(objects, worker);
      return { worker, objects };
    };
    try {
      const open = await deploy('10000000');
      await ask(open, WARM_UP, 200);
      const answered = await ask(open, ANSWERED, 200);
      const full = await deploy('1');
      await ask(full, 1, 200);
      // As long as the answered turn is not settled, the Durable Object refuses; later the Worker does it by itself.
      await ask(full, WARM_UP, 429);
      const refused = await ask(full, size, 429);
      const row = (title: string, value: number, unit: string, baseline: string, more: object = {}) => ({
        title,
        value,
        unit,
        baseline,
        ...more,
      });
      const each = `each of ${size}`;
      return [
        row('object requests of a refused question', refused.calls, '', each, { gate: 0.01 }),
        row('rows written by a refused question', refused.rows, '', each, { gate: 0 }),
        row('CPU of a refused question', refused.cpu, 'ms', `${answered.cpu.toFixed(2)} of an answered one`),
        row('the same', refused.cpu / answered.cpu, 'x', 'an answered one', { gate: 0.5 }),
        row('object requests of an answered question', answered.calls, '', '1 token'),
        row('rows written by an answered question', answered.rows, '', '1 token'),
        row(
          'answers a day on the free plan, by requests',
          FREE_REQUESTS / answered.calls,
          '',
          `beside a network that is refused at the burst limit, ${BURST_A_DAY} times a day: ${Math.round((FREE_REQUESTS - BURST_A_DAY * refused.calls) / answered.calls)}`,
        ),
      ];
    } finally {
      await Promise.all([...started, model].map((server) => server.close()));
    }
  },
};
