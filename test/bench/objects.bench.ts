import { startFakeModelServer, type Script } from '../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../support/plain-workerd.ts';
import { cpuMilliseconds, WITH_REMOTE_OBJECTS } from '../support/remote-objects.ts';
import { linksOf, TurnClient } from '../support/turn-client.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

const ORIGIN = 'https://site.example';
const ANSWERS = 200;
const AT_ONCE = 50;
/** An answer of 500 tokens in 10 seconds. */
const TOKENS = 500;
const TOKEN_MS = 20;
const POLL_MS = 1_000;
/** https://developers.cloudflare.com/durable-objects/platform/pricing/ (2026-11): an object counts as 128 MB. */
const GB = 0.128;
const FREE_REQUESTS = 100_000;
const FREE_GB_SECONDS = 13_000;

const sayAll: Script = async (turn) => {
  const begun = performance.now();
  for (let said = 0; said < TOKENS; said += 1) {
    const pause = begun + said * TOKEN_MS - performance.now();
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    await turn.say('token ');
  }
  await turn.finish();
};

/** Asks `count` questions, `AT_ONCE` of them at a time. Every second reader disconnects in the middle and continues the answer. */
async function askAll(page: TurnClient, count: number): Promise<void> {
  const askOne = async (index: number): Promise<void> => {
    if (index % 2 === 0) return void (await page.ask());
    const first = await page.ask({ until: /(?:token \W*"token".*\s*){250}/ });
    await page.readRest(linksOf(first).resume, first.length);
  };
  for (let first = 0; first < count; first += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - first);
    await Promise.all(Array.from({ length: size }, (_, index) => askOne(first + index)));
  }
}

/** Waits until no object keeps the text of a turn. Resolves with the seconds for which the objects were in memory. */
async function secondsAwake(objects: PlainWorkerd, asking: Promise<void>): Promise<number> {
  let left = 1;
  const asked = asking.finally(() => (left = 0));
  let milliseconds = 0;
  while (left + (await objects.kept()).characters > 0) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    milliseconds = await objects.awake();
  }
  await asked;
  return milliseconds / 1_000;
}

/** What Durable Objects cost on the platform for 1,000 answers: requests, time in memory, and CPU. */
export const benchmark: Benchmark = {
  title: 'Objects',
  async run(size = ANSWERS) {
    const model = await startFakeModelServer();
    model.reply(sayAll);
    const vars = {
      LOCAL: '1',
      MODEL_BASE_URL: model.baseUrl,
      SESSION_SECRET: 'a secret of this benchmark, long enough',
      ALLOWED_ORIGINS: ORIGIN,
      QUOTA_LIMIT: '10000000',
      SITE_DAILY_LIMIT: '10000000',
      WATCHED: '1',
    };
    const objects = await startPlainWorkerd({ vars });
    const script = WITH_REMOTE_OBJECTS;
    const worker = await startPlainWorkerd({ vars, script, objects: objects.url.host });
    try {
      const asking = askAll(new TurnClient(() => worker.url, ORIGIN), size);
      const seconds = await secondsAwake(objects, asking);
      const cpu = cpuMilliseconds(objects.pid) / size;
      // A search is one of the database.
      const calls = (await objects.calls()).filter((call) => call !== 'search').length / size;
      const gbSeconds = (seconds / size) * GB;
      const row = (title: string, value: number, unit: string, baseline: string): BenchmarkResult => ({
        title,
        value,
        unit,
        baseline,
      });
      return [
        row('object requests of 1,000 answers', calls * 1_000, '', 'each second one read by two readers'),
        row(
          'object time of 1,000 answers',
          (seconds / size) * 1_000,
          's',
          `answers of ${(TOKENS * TOKEN_MS) / 1_000} s`,
        ),
        row(
          'object time of 1,000 answers, as it is billed',
          gbSeconds * 1_000,
          'GB-s',
          'an object counts as 128 MB',
        ),
        row('CPU of the objects of 1,000 answers', cpu, 's', `${TOKENS} tokens, 1 a chunk`),
        row(
          'answers a day on the free plan, by time',
          FREE_GB_SECONDS / gbSeconds,
          '',
          `${FREE_GB_SECONDS} GB-s`,
        ),
        row(
          'answers a day on the free plan, by requests',
          FREE_REQUESTS / calls,
          '',
          `${FREE_REQUESTS} requests`,
        ),
      ];
    } finally {
      await Promise.all([worker.close(), objects.close(), model.close()]);
    }
  },
};
