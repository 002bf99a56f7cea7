import { PassThrough, type Writable } from 'node:stream';
import type { Counts } from './counts.ts';
import type { FlakyFile } from './flaky-list.ts';
import { runSuite, type Suite, type TestFiles } from './suite.ts';

/** Where more files fail, the product is broken, and no test is flaky. */
const MAX_FILES = 3;
/** Runs of a file that failed, the first one included. */
const RUNS = 6;
/** Files that run beside it, as in a run of two suites: most run one or two files at a time. */
const FILES_BESIDE = 2;

/** How a suite ended. */
export interface Outcome {
  readonly suite: Suite;
  readonly counts: Counts;
  /** The failures, as `findFailures()` reads them. */
  readonly failures: readonly string[];
}

/** A suite with test files. */
type FileSuite = Suite & { readonly files: TestFiles };

/** How the suites ended after all runs. */
export interface Retried {
  readonly counts: readonly Counts[];
  /** Failures of files that failed in half of their runs or more, and those that name no file. */
  readonly failed: readonly string[];
  /** Failures of files that passed in most of their runs. */
  readonly passedLater: readonly string[];
  readonly flaky: readonly FlakyFile[];
}

/**
 * Runs each test file that failed five more times. It has passed when most of the six runs pass, and is named as flaky.
 *
 * It runs beside other files of its suite, two at a time, from those that follow it on: a race between a test and the product
 * that shows on a busy machine does not show on an idle one. The files beside it are begun one by one for as long as it runs,
 * and each runs to its end: one that is killed leaves its servers and browsers behind.
 */
export async function retryFailures(outcomes: readonly Outcome[], shown: Writable): Promise<Retried> {
  const files = outcomes.map(({ suite, failures }) => ({ suite, paths: new Set(failures.map(fileOf)) }));
  const isWorthIt = files.reduce((sum, { paths }) => sum + paths.size, 0) <= MAX_FILES;
  const flaky: FlakyFile[] = [];
  for (const { suite, paths } of isWorthIt ? files : []) {
    for (const path of paths) {
      if (path === undefined || !hasFile(suite, path)) continue;
      const failed = 1 + (await countFailures(suite, path, shown));
      if (failed < RUNS / 2) flaky.push({ path, failed, runs: RUNS });
    }
  }
  const isFlaky = (failure: string): boolean => flaky.some(({ path }) => path === fileOf(failure));
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  return {
    counts: outcomes.map((outcome) => countWithout(outcome, isFlaky)),
    failed: failures.filter((failure) => !isFlaky(failure)),
    passedLater: failures.filter(isFlaky),
    flaky,
  };
}

/**
 * Whether a suite can run what failed in it: not a browser that did not start, nor a module that defines tests for several
 * files.
 */
function hasFile(suite: Suite, path: string): suite is FileSuite {
  return suite.files?.list().includes(path) ?? false;
}

/** Runs a file five times, beside others, and counts the runs that fail. */
async function countFailures(suite: FileSuite, file: string, shown: Writable): Promise<number> {
  const over = new AbortController();
  const others = filesFrom(file, suite).values();
  const beside = Array.from({ length: FILES_BESIDE }, () => runOthers(suite, others, over.signal));
  let failed = 0;
  for (let run = 2; run <= RUNS; run += 1) {
    shown.write(`\n== ${suite.name}, run ${run} of ${RUNS}: ${file}\n`);
    if (!(await passes(suite, file, shown))) failed += 1;
  }
  over.abort();
  await Promise.all(beside);
  return failed;
}

/** The other files of a suite, from the next one on, five times over: an end to them even where none can be started. */
function filesFrom(file: string, { files }: FileSuite): string[] {
  const all = files.list();
  const at = all.indexOf(file);
  const others = [...all.slice(at + 1), ...all.slice(0, at)];
  return Array.from({ length: RUNS - 1 }, () => others).flat();
}

/** Runs files one after the other until a signal. How they end is known from their own run. */
async function runOthers(suite: FileSuite, others: Iterable<string>, over: AbortSignal): Promise<void> {
  for (const file of others) {
    if (over.aborted) return;
    await passes(suite, file, new PassThrough().resume());
  }
}

/** Whether a file passes in a run of its own. */
async function passes(suite: FileSuite, file: string, output: Writable): Promise<boolean> {
  try {
    const { passed, failed } = await runSuite({ ...suite, run: () => suite.files.run(file, output) });
    return passed > 0 && failed === 0;
  } catch (error) {
    output.write(`  ✖ ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}

/** Counts of a suite in which the failures of flaky files have passed. */
function countWithout({ counts, failures }: Outcome, isFlaky: (failure: string) => boolean): Counts {
  const flaky = failures.filter(isFlaky).length;
  if (flaky === 0) return counts;
  // A runner may write more failures than it counts, such as a request for a file that is not there.
  const failed = flaky === failures.length ? 0 : Math.max(1, counts.failed - flaky);
  return { ...counts, passed: counts.passed + counts.failed - failed, failed };
}

/** Path of the file in a failure: `  ✖ sends once (test/a.test.ts:7)`, or without the line. */
function fileOf(failure: string): string | undefined {
  return /^.*\((test\/[^():]+)(?::\d+)?\)$/.exec(failure.split('\n')[0] ?? '')?.[1];
}
