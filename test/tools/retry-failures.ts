import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Counts } from './counts.ts';
import { runSuite, type Suite } from './suite.ts';

/** Where more files fail, the product is broken, and no test is flaky. */
const MAX_FILES = 3;

/** How a suite ended. */
export interface Outcome {
  readonly suite: Suite;
  readonly counts: Counts;
  /** The failures, as `findFailures()` reads them. */
  readonly failures: readonly string[];
}

/** How the suites ended after the second run. */
interface Retried {
  readonly counts: readonly Counts[];
  readonly failed: readonly string[];
  /** Failures of the first run only. */
  readonly flaky: readonly string[];
}

/**
 * Runs the test files that failed once more, each file whole, and with no other suite beside it: one test of thousands that
 * was too slow for once on a busy machine says little about a change. A suite has passed when its files pass then; what had
 * failed in it is told apart, as `flaky`.
 */
export async function retryFailures(outcomes: readonly Outcome[], shown: Writable): Promise<Retried> {
  const files = new Map(outcomes.map(({ suite, failures }) => [suite, new Set(failures.map(fileOf))]));
  const isWorthIt = [...files.values()].reduce((sum, { size }) => sum + size, 0) <= MAX_FILES;
  const counts: Counts[] = [];
  const failed: string[] = [];
  const flaky: string[] = [];
  for (const outcome of outcomes) {
    const hasPassed = isWorthIt && (await passesAgain(outcome, [...(files.get(outcome.suite) ?? [])], shown));
    counts.push(hasPassed ? asPassed(outcome.counts) : outcome.counts);
    (hasPassed ? flaky : failed).push(...outcome.failures);
  }
  return { counts, failed, flaky };
}

/** Runs the files of a suite that failed; false where that cannot be done, or one fails again. */
async function passesAgain(
  { suite }: Outcome,
  files: readonly (string | undefined)[],
  shown: Writable,
): Promise<boolean> {
  // A failure without a file, such as a browser that did not start, cannot be run again by itself.
  const known = files.filter((file) => file !== undefined);
  const { name, runFiles } = suite;
  if (runFiles === undefined || known.length === 0 || known.length < files.length) return false;
  shown.write(`\n== ${name}, once more: ${known.join(' ')}\n`);
  const output = new PassThrough({ encoding: 'utf8' });
  const whole = text(output);
  try {
    const { passed, failed } = await runSuite({ ...suite, run: () => runFiles(known, output) });
    return passed > 0 && failed === 0;
  } catch (error) {
    output.write(`  ✖ ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  } finally {
    output.end();
    shown.write(await whole);
  }
}

function asPassed({ passed, failed, skipped }: Counts): Counts {
  return { passed: passed + failed, failed: 0, skipped };
}

/** Path of the file in a failure: `  ✖ sends once (test/a.test.ts:7)`, or without the line. */
function fileOf(failure: string): string | undefined {
  return /^.*\((test\/[^():]+)(?::\d+)?\)$/.exec(failure.split('\n')[0] ?? '')?.[1];
}
