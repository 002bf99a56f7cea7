import { readFileSync } from 'node:fs';
import {
  frame,
  startFakeModelServer,
  type FakeModelServer,
  type Script,
} from '../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../support/plain-workerd.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

const TOKENS = 500;
const WARM_UP = 20;
const BASELINE = 'bare passthrough';
const ROUNDS = 6;
const ANSWERS_A_ROUND = 15;
/** Linux counts the time of a process in hundredths of a second. */
const TICK_MS = 10;
const BODY = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });

/** The cheapest Worker there is: hands the upstream's stream on without looking at it. */
const PASSTHROUGH = `export default {
  fetch: async (request, env) => new Response((await fetch(env.MODEL_BASE_URL + '/chat/completions', {
    method: 'POST', body: await request.text(),
  })).body),
};`;

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

/** The last one is what a request costs whatever is said in it. */
const ANSWERS: readonly (readonly [string, Script, Pick<BenchmarkResult, 'gate' | 'goal'>])[] = [
  [`CPU, ${TOKENS} tokens, 1 a chunk`, answerIn(1), { gate: 10, goal: 7 }],
  [`CPU, ${TOKENS} tokens, 20 a chunk`, answerIn(20), { gate: 6, goal: 4 }],
  ['CPU, 1 token', answerIn(1, 1), {}],
];

function cpuMilliseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
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

/** CPU of both for the same answers, in turns, so that neither has the quieter machine. */
async function compareCpu({ model, ours, bare }: Pair, title: string, script: Script): Promise<number> {
  model.reply(script);
  for (let index = 0; index < WARM_UP; index += 1) {
    await ask(ours);
    await ask(bare);
  }
  const spent = { ours: 0, bare: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, worker] of [
      ['ours', ours],
      ['bare', bare],
    ] as const) {
      const before = cpuMilliseconds(worker.pid);
      for (let index = 0; index < ANSWERS_A_ROUND; index += 1) await ask(worker);
      spent[name] += cpuMilliseconds(worker.pid) - before;
    }
  }
  const answers = ROUNDS * ANSWERS_A_ROUND;
  const [own, other] = [spent.ours, spent.bare].map((time) => (time / answers).toFixed(2));
  console.log(`  ${title}: ${own} ms an answer, the bare passthrough ${other} ms`);
  return spent.ours / spent.bare;
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

/**
 * What the Worker costs beside the cheapest one, in workerd itself. The gates are for the Worker alone: its quota
 * objects run, and are paid, apart from it in production, but here in the same process, so they have a row of
 * their own.
 */
export const benchmark: Benchmark = {
  title: 'Worker',
  async run() {
    const model = await startFakeModelServer();
    const vars = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl };
    const quotas = { QUOTA_LIMIT: '100000', SITE_DAILY_LIMIT: '10000000' };
    const ours = await startPlainWorkerd({ vars });
    const limited = await startPlainWorkerd({ vars: { ...vars, ...quotas } });
    const bare = await startPlainWorkerd({ vars, script: PASSTHROUGH });
    const pair = { model, ours, bare };
    try {
      const results: BenchmarkResult[] = [];
      for (const [title, script, limits] of ANSWERS) {
        const value = await compareCpu(pair, title, script);
        results.push({ title, value, unit: 'x', baseline: BASELINE, ...limits });
        const limitedTitle = `${title}, with quota objects`;
        const both = await compareCpu({ ...pair, ours: limited }, limitedTitle, script);
        results.push({ title: limitedTitle, value: both, unit: 'x', baseline: BASELINE });
      }
      const value = await compareFirstToken({ ...pair, ours: limited });
      const title = 'added to first token, with quota objects';
      return [...results, { title, value, unit: 'ms', baseline: BASELINE, gate: 10, goal: 5 }];
    } finally {
      await Promise.all([ours.close(), limited.close(), bare.close(), model.close()]);
    }
  },
};
