import { PassThrough, type Writable } from 'node:stream';
import { formatCounts, sumCounts, type Counts } from './counts.ts';
import { findFailures } from './failures.ts';
import type { Installations } from './installations.ts';
import { retryFailures, type Outcome } from './retry-failures.ts';
import { runSuite, type Suite } from './suite.ts';

/** Suites that run side by side: alone, most leave one of two processors idle while they wait. */
const LANES = 2;

const ONE_FAILURE: Counts = { passed: 0, failed: 1, skipped: 0 };

/**
 * Runs suites two at a time, begun in their order, and adds up their counts. Their outputs are shown one after the other, in
 * that order: the first while it is written, each other one from when those before it have ended. Files with a failed test
 * are run once more. What failed is shown again at the end: of a long output, many a CI keeps the last lines only.
 */
export async function runSuites(
  suites: readonly Suite[],
  installations: Installations,
  shown: Writable = process.stdout,
): Promise<Counts> {
  const runs = suites.map((suite) => ({ suite, output: new PassThrough({ encoding: 'utf8' }) }));
  const results = new Map<string, Promise<Counts>>();
  const next = runs.values();
  const runLane = async (): Promise<void> => {
    for (const { suite, output } of next) {
      const counts = runShown(suite, output, async () => {
        await installations.ready(suite);
        await neededSuites(suite, results);
      });
      results.set(suite.name, counts);
      await counts;
    }
  };
  const lanes = Promise.all(Array.from({ length: LANES }, runLane));
  const outcomes: Outcome[] = [];
  for (const { suite, output } of runs) {
    const failures = findFailures(await show(output, shown));
    outcomes.push({ suite, counts: (await results.get(suite.name)) ?? ONE_FAILURE, failures });
  }
  await lanes;
  const last = await retryFailures(outcomes, shown);
  list('failed', last.failed, shown);
  list('flaky: failed, and passed when run once more', last.flaky, shown);
  return sumCounts(last.counts);
}

function list(title: string, failures: readonly string[], shown: Writable): void {
  if (failures.length > 0) shown.write(`\n== ${title}\n${failures.join('\n')}\n`);
}

/** Writes an output while it arrives, from its beginning. Resolves with the whole. */
async function show(output: PassThrough, shown: Writable): Promise<string> {
  let whole = '';
  for await (const text of output as AsyncIterable<string>) {
    shown.write(text);
    whole += text;
  }
  return whole;
}

/** Runs a suite after it is `ready`, between a heading and a line with its counts. */
async function runShown(suite: Suite, output: Writable, ready: () => Promise<void>): Promise<Counts> {
  output.write(`\n== ${suite.name}\n`);
  let start = performance.now();
  let counts = ONE_FAILURE;
  try {
    await ready();
    start = performance.now();
    counts = await runSuite(suite, output);
  } catch (error) {
    output.write(`  ✖ ${error instanceof Error ? error.message : String(error)}\n`);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  output.end(`${suite.name}: ${formatCounts(counts)} (${seconds} s)\n`);
  return counts;
}

/** Resolves when the suites that a suite needs have passed; rejects when one has not, or did not run. */
async function neededSuites(
  { needs = [] }: Suite,
  results: ReadonlyMap<string, Promise<Counts>>,
): Promise<void> {
  for (const name of needs) {
    const counts = await results.get(name);
    if (counts?.failed !== 0) throw new Error(`not run, because ${name} failed`);
  }
}
