import { PassThrough, type Writable } from 'node:stream';
import { formatCounts, sumCounts, type Counts } from './counts.ts';
import { findFailures } from './failures.ts';
import { enterFlaky, FLAKY_PAGE, formatFlaky } from './flaky-list.ts';
import type { Installations } from './installations.ts';
import { retryFailures, type Outcome, type Retried } from './retry-failures.ts';
import { runSuite, type Suite } from './suite.ts';

/** Suites that run side by side: alone, most leave one of two processors idle while they wait. */
const LANES = 2;

const ONE_FAILURE: Counts = { passed: 0, failed: 1, skipped: 0 };

/** Where a run of suites leaves its words. */
export interface RunOptions {
  /** Its output; that of this process unless given. */
  readonly shown?: Writable;
  /** Path of the list of flaky files; that of the repository unless given. */
  readonly flakyPage?: string;
}

/**
 * Runs suites two at a time, begun in their order, and adds up their counts. Their outputs are shown one after the other, in
 * that order: the first while it is written, each other one from when those before it have ended. Files with a failed test
 * are run again. What failed is shown again at the end: of a long output, many a CI keeps the last lines only. The last line
 * has the counts, those before it name each flaky file.
 */
export async function runSuites(
  suites: readonly Suite[],
  installations: Installations,
  { shown = process.stdout, flakyPage = FLAKY_PAGE }: RunOptions = {},
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
  return showEnd(await retryFailures(outcomes, shown), { shown, flakyPage });
}

/** Shows what failed, and the counts in the last line. Returns them. */
async function showEnd(ended: Retried, { shown, flakyPage }: Required<RunOptions>): Promise<Counts> {
  const { failed, passedLater, flaky } = ended;
  list('failed', failed, shown);
  list('failed, and passed in most runs', passedLater, shown);
  try {
    if (flaky.length > 0) await enterFlaky(flaky, flakyPage);
  } catch (error) {
    // Such as a checkout that is not to be written: the lines below say the same.
    shown.write(`\n${flakyPage}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  const counts = sumCounts(ended.counts);
  shown.write(`\n${[...flaky.map(formatFlaky), formatCounts(counts)].join('\n')}\n`);
  return counts;
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
