import {
  frame,
  startFakeModelServer,
  type FakeModelServer,
  type Script,
} from '../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../support/plain-workerd.ts';
import { startRerankServer } from '../support/rerank-server.ts';
import { cpuMilliseconds, WITH_REMOTE_OBJECTS } from '../support/remote-objects.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

const TOKENS = 500;
const WARM_UP = 100;
const BASELINE = 'bare passthrough';
const ROUNDS = 9;
const ANSWERS_A_ROUND = 30;
const BODY = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
/** A question for which the documents are searched. */
const QUESTION = JSON.stringify({ messages: [{ role: 'user', content: 'How are refunds paid?' }] });

const WITHOUT_OBJECTS = { QUOTA_LIMIT: '0', SITE_DAILY_LIMIT: '0', RESUME_SECONDS: '0' };

/** The cheapest possible Worker: passes the model's stream on unread. */
const PASSTHROUGH = `export default {
  fetch: async (request, env) => new Response((await fetch(env.MODEL_BASE_URL + '/chat/completions', {
    method: 'POST', body: await request.text(),
  })).body),
};`;

/** Answers with `tokens` tokens, `tokensPerChunk` in each chunk, each chunk in its own write. */
function answerIn(tokensPerChunk: number, tokens = TOKENS): Script {
  const token = frame({ choices: [{ index: 0, delta: { content: 'token ' }, finish_reason: null }] });
  return async (turn) => {
    for (let said = 0; said < tokens; said += tokensPerChunk) {
      await turn.write(token.repeat(tokensPerChunk));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await turn.finish();
  };
}

/** The answers to measure. The last one, of one token, shows the cost of a request apart from its text. */
const ANSWERS: readonly (readonly [string, Script, { readonly gate: number; readonly goal: number }])[] = [
  [`CPU, ${TOKENS} tokens, 1 a chunk`, answerIn(1), { gate: 6, goal: 6 }],
  [`CPU, ${TOKENS} tokens, 20 a chunk`, answerIn(20), { gate: 7, goal: 6 }],
  ['CPU, 1 token', answerIn(1, 1), { gate: 9, goal: 8 }],
];
/** Limits for the CPU of the Worker itself, which the free plan limits to 10 ms. Durable Objects are paid by their time in memory. */
const IN_WORKER = { gate: 4, goal: 2 };

async function ask(worker: PlainWorkerd): Promise<void> {
  const response = await worker.fetch('/api/chat', { method: 'POST', body: BODY });
  await response.arrayBuffer();
}

/** Milliseconds until the first token arrives. */
async function askForFirstToken(worker: PlainWorkerd, body: string): Promise<number> {
  const start = performance.now();
  const response = await worker.fetch('/api/chat', { method: 'POST', body });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; !text.includes('token '); text += (await reader.read()).value ?? '');
  const time = performance.now() - start;
  await reader.cancel();
  return time;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** A Worker, and the process of its Durable Objects if that is a separate one. */
interface Deployment {
  readonly worker: PlainWorkerd;
  readonly objects?: PlainWorkerd;
}

/** Milliseconds of CPU for one answer. */
interface Cpu {
  readonly worker: number;
  /** 0 if the Durable Objects are in the process of the Worker. */
  readonly objects: number;
}

/** CPU of each deployment for the same answers: medians of rounds. They take turns, so that the machine's load affects all of them. */
async function compareCpu(
  model: FakeModelServer,
  all: readonly Deployment[],
  script: Script,
): Promise<Cpu[]> {
  model.reply(script);
  for (let index = 0; index < WARM_UP; index += 1) for (const { worker } of all) await ask(worker);
  const spent = all.map(() => ({ worker: [] as number[], objects: [] as number[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { worker, objects }] of all.entries()) {
      const read = () => [worker, objects].map((process) => (process ? cpuMilliseconds(process.pid) : 0));
      const before = read();
      for (let count = 0; count < ANSWERS_A_ROUND; count += 1) await ask(worker);
      const [ofWorker = 0, ofObjects = 0] = read().map(
        (time, part) => (time - before[part]!) / ANSWERS_A_ROUND,
      );
      spent[index]!.worker.push(ofWorker);
      spent[index]!.objects.push(ofObjects);
    }
  }
  return spent.map(({ worker, objects }) => ({ worker: median(worker), objects: median(objects) }));
}

async function compareFirstToken(
  model: FakeModelServer,
  ours: PlainWorkerd,
  bare: PlainWorkerd,
  body = BODY,
): Promise<number> {
  model.reply(answerIn(TOKENS));
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let index = 0; index < WARM_UP + 60; index += 1) {
    times.bare.push(await askForFirstToken(bare, body));
    times.ours.push(await askForFirstToken(ours, body));
  }
  return median(times.ours.slice(WARM_UP)) - median(times.bare.slice(WARM_UP));
}

/**
 * How much later the first token comes if the turn searches (the documents are one passage, in memory), and how much a reranker on
 * this machine adds, which is one more request.
 */
async function measureSearch(
  model: FakeModelServer,
  vars: Readonly<Record<string, string>>,
  bare: PlainWorkerd,
): Promise<readonly BenchmarkResult[]> {
  const reranker = await startRerankServer();
  // WATCHED provides the documents. Without Durable Objects, whose cost another row shows.
  const searching = { ...vars, WATCHED: '1', ...WITHOUT_OBJECTS };
  const words = await startPlainWorkerd({ vars: searching });
  const ranked = await startPlainWorkerd({ vars: { ...searching, RERANKER_URL: reranker.url } });
  try {
    const searched = await compareFirstToken(model, words, bare, QUESTION);
    const hop = await compareFirstToken(model, ranked, words, QUESTION);
    const hops = reranker.calls.length / (WARM_UP + 60);
    const baseline = 'a search by words';
    return [
      {
        title: `added to first token, ${baseline}`,
        value: searched,
        unit: 'ms',
        baseline: BASELINE,
        gate: 10,
      },
      { title: 'added to first token by a reranker on loopback', value: hop, unit: 'ms', baseline },
      { title: 'hops before the model more with a reranker', value: hops, unit: '', baseline, gate: 1 },
    ];
  } finally {
    await Promise.all([words, ranked, reranker].map((server) => server.close()));
  }
}

/** Counts the remote calls of a turn that searches and is read to its end, and lists those before the request to the model. */
async function countCalls(model: FakeModelServer, vars: Readonly<Record<string, string>>) {
  const worker = await startPlainWorkerd({ vars: { ...vars, WATCHED: '1' } });
  try {
    let first: readonly string[] = [];
    model.reply(async (turn) => {
      first = await worker.calls();
      await answerIn(TOKENS)(turn);
    });
    const response = await worker.fetch('/api/chat', { method: 'POST', body: QUESTION });
    await response.arrayBuffer();
    return { all: (await worker.calls()).length, first };
  } finally {
    await worker.close();
  }
}

/**
 * Costs of our Worker compared with the cheapest one, in workerd. Three deployments: like production, with the Durable Objects, which
 * run the turns, in another process; all in one process; and without Durable Objects, where no answer can be continued.
 */
export const benchmark: Benchmark = {
  title: 'Worker',
  async run() {
    const model = await startFakeModelServer();
    const vars = {
      LOCAL: '1',
      MODEL_BASE_URL: model.baseUrl,
      // Without it, Worker and Durable Object would each choose a random secret.
      SESSION_SECRET: 'a secret of this benchmark, long enough',
      QUOTA_LIMIT: '10000000',
      SITE_DAILY_LIMIT: '10000000',
    };
    const objects = await startPlainWorkerd({ vars, isDiskFree: true });
    const deployed = await startPlainWorkerd({
      vars,
      script: WITH_REMOTE_OBJECTS,
      objects: objects.url.host,
    });
    const together = await startPlainWorkerd({ vars, isDiskFree: true });
    const without = await startPlainWorkerd({
      vars: { ...vars, ...WITHOUT_OBJECTS },
    });
    const bare = await startPlainWorkerd({ vars, script: PASSTHROUGH });
    try {
      // Measured first: later, each object that still keeps an answer is an open database of workerd.
      const added = await compareFirstToken(model, deployed, bare);
      const first = {
        title: 'added to first token, as deployed',
        value: added,
        unit: 'ms',
        baseline: BASELINE,
      };
      const results: BenchmarkResult[] = [
        { ...first, gate: 6, goal: 5 },
        ...(await measureSearch(model, vars, bare)),
      ];
      for (const [title, script, whole] of ANSWERS) {
        const all = [
          { worker: deployed, objects },
          { worker: together },
          { worker: without },
          { worker: bare },
        ];
        const [ours, one, plain, least] = await compareCpu(model, all, script);
        const unit = least!.worker;
        const row = (name: string, value: number, more: object = {}): void =>
          void results.push({
            title: `${title}, ${name}`,
            value: value / unit,
            unit: 'x',
            baseline: BASELINE,
            ...more,
          });
        row('as deployed', ours!.worker + ours!.objects, whole);
        row('as deployed, in the Worker', ours!.worker, IN_WORKER);
        row('with objects in its process', one!.worker);
        row('without objects', plain!.worker);
        for (const [name, value] of [
          ['in the Worker', ours!.worker],
          ['in its objects', ours!.objects],
        ] as const)
          results.push({ title: `${title}, as deployed, ${name}`, value, unit: 'ms', baseline: 'an answer' });
      }
      const calls = await countCalls(model, vars);
      const none = await countCalls(model, { ...vars, RESUME_SECONDS: '0' });
      results.push(
        {
          title: 'remote calls of a turn that can be continued',
          value: calls.all,
          unit: '',
          baseline: `${none.all} with RESUME_SECONDS=0`,
          gate: none.all + 1,
        },
        {
          title: 'remote calls before the model, one after the other',
          value: calls.first.length,
          unit: '',
          baseline: calls.first.join(', '),
          gate: 3,
          goal: 2,
        },
      );
      return results;
    } finally {
      await Promise.all([deployed, objects, together, without, bare, model].map((server) => server.close()));
    }
  },
};
