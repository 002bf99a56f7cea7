import { readdirSync, readFileSync } from 'node:fs';
import {
  frame,
  startFakeModelServer,
  type FakeModelServer,
  type Script,
} from '../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd, type PlainWorkerdOptions } from '../support/plain-workerd.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

const TOKENS = 500;
const WARM_UP = 100;
const BASELINE = 'bare passthrough';
/** Two measurements of the same differ by so much. */
const RESUME_GATE = 1.1;
const ROUNDS = 9;
const ANSWERS_A_ROUND = 30;
const NANOSECONDS_A_MILLISECOND = 1e6;
const BODY = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });

/** The cheapest Worker there is: hands the upstream's stream on without looking at it. */
const PASSTHROUGH = `export default {
  fetch: async (request, env) => new Response((await fetch(env.MODEL_BASE_URL + '/chat/completions', {
    method: 'POST', body: await request.text(),
  })).body),
};`;

/**
 * The Worker with its objects in another process, as in production: there they run, and are paid, apart from it. RESUME is
 * asked only when a reader has left, but while there is one the Worker remembers what it said.
 */
const WITH_REMOTE_OBJECTS = `import worker from './index.js';
const remote = (service, binding) => ({ getByName: () => ({ fetch: (url, init) =>
  service.fetch('http://objects/inspect/' + binding + new URL(url).pathname, init) }) });
export default { fetch: (request, env, context) => {
  const { OBJECTS, ...others } = env;
  const objects = Object.fromEntries(['QUOTA', 'SITE', 'RESUME'].map((name) => [name, remote(OBJECTS, name)]));
  return worker.fetch(request, { ...others, ...objects }, context);
} };`;

/** Says so many tokens, so many in one piece, each piece on its own. */
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

/** Limits as deployed. The last answer is what a request costs whatever is said in it. */
const ANSWERS: readonly (readonly [string, Script, Pick<BenchmarkResult, 'gate' | 'goal'>])[] = [
  [`CPU, ${TOKENS} tokens, 1 a chunk`, answerIn(1), { gate: 8, goal: 7 }],
  [`CPU, ${TOKENS} tokens, 20 a chunk`, answerIn(20), { gate: 6, goal: 4 }],
  ['CPU, 1 token', answerIn(1, 1), {}],
];

/**
 * CPU of all threads of a process, by the scheduler's clock: `/proc/PID/stat` counts in hundredths of a second, which is more
 * than ten answers of the passthrough take.
 */
function cpuMilliseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
  return times.reduce((sum, time) => sum + Number(time.split(' ')[0]) / NANOSECONDS_A_MILLISECOND, 0);
}

async function ask(worker: PlainWorkerd): Promise<void> {
  const response = await worker.fetch('/api/chat', { method: 'POST', body: BODY });
  await response.arrayBuffer();
}

/** Milliseconds until the first token is there. */
async function askForFirstToken(worker: PlainWorkerd): Promise<number> {
  const start = performance.now();
  const response = await worker.fetch('/api/chat', { method: 'POST', body: BODY });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; !text.includes('token '); text += (await reader.read()).value ?? '');
  const time = performance.now() - start;
  await reader.cancel();
  return time;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

interface Pair {
  readonly model: FakeModelServer;
  readonly ours: PlainWorkerd;
  readonly bare: PlainWorkerd;
}

/** What answers cost: ours as a multiple of the other's, and in milliseconds an answer. */
interface Cpu {
  readonly ratio: number;
  readonly milliseconds: number;
}

/** CPU of both for the same answers, medians of rounds in turns, so that neither has the quieter machine. */
async function compareCpu({ model, ours, bare }: Pair, title: string, script: Script): Promise<Cpu> {
  model.reply(script);
  for (let index = 0; index < WARM_UP; index += 1) {
    await ask(ours);
    await ask(bare);
  }
  const spent = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, worker] of [
      ['ours', ours],
      ['bare', bare],
    ] as const) {
      const before = cpuMilliseconds(worker.pid);
      for (let index = 0; index < ANSWERS_A_ROUND; index += 1) await ask(worker);
      spent[name].push((cpuMilliseconds(worker.pid) - before) / ANSWERS_A_ROUND);
    }
  }
  const [milliseconds, other] = [median(spent.ours), median(spent.bare)];
  console.log(
    `  ${title}: ${milliseconds.toFixed(2)} ms an answer, the bare passthrough ${other.toFixed(2)} ms`,
  );
  return { ratio: milliseconds / other, milliseconds };
}

async function compareFirstToken({ model, ours, bare }: Pair): Promise<number> {
  model.reply(answerIn(TOKENS));
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let index = 0; index < WARM_UP + 60; index += 1) {
    times.bare.push(await askForFirstToken(bare));
    times.ours.push(await askForFirstToken(ours));
  }
  return median(times.ours.slice(WARM_UP)) - median(times.bare.slice(WARM_UP));
}

/** What it costs that an answer could be continued, where nobody goes away: CPU as a ratio, and the remote calls of a turn. */
async function compareResume(
  model: FakeModelServer,
  options: PlainWorkerdOptions,
): Promise<BenchmarkResult[]> {
  const withVars = (vars: Readonly<Record<string, string>>): PlainWorkerdOptions => ({
    ...options,
    vars: { ...options.vars, ...vars },
  });
  const ours = await startPlainWorkerd(options);
  const bare = await startPlainWorkerd(withVars({ RESUME_SECONDS: '0' }));
  try {
    const results: BenchmarkResult[] = [];
    for (const [title, script, limits] of ANSWERS) {
      const name = `${title}, a turn that can be continued`;
      const { ratio: value } = await compareCpu({ model, ours, bare }, name, script);
      const isLong = limits.gate !== undefined;
      const gate = isLong ? { gate: RESUME_GATE } : {};
      results.push({ title: name, value, unit: 'x', baseline: 'RESUME_SECONDS=0', ...gate });
    }
    return results;
  } finally {
    await Promise.all([ours.close(), bare.close()]);
  }
}

/** The remote calls of a turn that is read to its end. */
async function countCalls(model: FakeModelServer, vars: Readonly<Record<string, string>>): Promise<number> {
  const worker = await startPlainWorkerd({ vars: { ...vars, WATCHED: '1' } });
  try {
    model.reply(answerIn(TOKENS));
    await ask(worker);
    return (await worker.calls()).length;
  } finally {
    await worker.close();
  }
}

/**
 * What the Worker costs beside the cheapest one, in workerd itself: as production runs it, with its quota objects in
 * another process; without objects; and, for comparison, with objects in its own process.
 */
export const benchmark: Benchmark = {
  title: 'Worker',
  async run() {
    const model = await startFakeModelServer();
    const vars = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl };
    const quotas = { QUOTA_LIMIT: '100000', SITE_DAILY_LIMIT: '10000000' };
    const ours = await startPlainWorkerd({ vars });
    const limited = await startPlainWorkerd({ vars: { ...vars, ...quotas } });
    const objects = await startPlainWorkerd({ vars });
    const asDeployed: PlainWorkerdOptions = {
      vars: { ...vars, ...quotas },
      script: WITH_REMOTE_OBJECTS,
      objects: objects.url.host,
    };
    const deployed = await startPlainWorkerd(asDeployed);
    const bare = await startPlainWorkerd({ vars, script: PASSTHROUGH });
    const pair = { model, ours, bare };
    try {
      const results: BenchmarkResult[] = [];
      for (const [title, script, limits] of ANSWERS) {
        for (const [shape, worker, gates] of [
          ['as deployed', deployed, limits],
          ['without objects', ours, {}],
          ['with objects in its process', limited, {}],
        ] as const) {
          const name = `${title}, ${shape}`;
          const { ratio, milliseconds } = await compareCpu({ ...pair, ours: worker }, name, script);
          results.push({ title: name, value: ratio, unit: 'x', baseline: BASELINE, ...gates });
          const isShown = worker === deployed && limits.gate !== undefined;
          if (isShown) results.push({ title: name, value: milliseconds, unit: 'ms', baseline: 'an answer' });
        }
      }
      results.push(...(await compareResume(model, asDeployed)));
      const without = await countCalls(model, { ...vars, ...quotas, RESUME_SECONDS: '0' });
      results.push({
        title: 'remote calls of a turn that can be continued',
        value: await countCalls(model, { ...vars, ...quotas }),
        unit: '',
        baseline: `${without} with RESUME_SECONDS=0`,
        gate: without,
      });
      const value = await compareFirstToken({ ...pair, ours: deployed });
      const title = 'added to first token, as deployed';
      return [...results, { title, value, unit: 'ms', baseline: BASELINE, gate: 10, goal: 5 }];
    } finally {
      await Promise.all([
        ours.close(),
        limited.close(),
        deployed.close(),
        objects.close(),
        bare.close(),
        model.close(),
      ]);
    }
  },
};
