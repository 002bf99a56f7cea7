import { once } from 'node:events';
import { isAllowedSkip } from './allowed-skips.ts';
import { install } from './installations.ts';
import {
  failure,
  formatCounts,
  formatFailures,
  formatFile,
  hasFailed,
  type FileResult,
  type Report,
  type TestResult,
} from './results.ts';
import type { Suite } from './suites.ts';

/** How many suites run at the same time. A single one would leave one of two processors idle while it waits. */
const LANES = 2;

/** If more files failed, none is run again: so many are unlikely to be flaky. */
const MAX_RETRIED_FILES = 3;

/** How often a failed file is run again. If all of these runs pass, it counts as flaky. */
const RETRIES = 3;

/** Time limit of a suite: longer than any takes on a busy machine. */
const LIMIT_MINUTES = 20;

/** Length of the list of the slowest test files, which is printed after a run. */
const SHOWN_SLOWEST = 10;

/** A suite, and the files of it to run. */
export interface Choice {
  readonly suite: Suite;
  readonly files: readonly string[];
}

export interface RunOptions {
  /** Ends the running suites when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each line of the output. Default: `console.log`. */
  readonly print?: (line: string) => void;
  /** Whether a test of a file may be skipped. */
  readonly allowsSkip?: (file: string, title: string) => boolean;
  /** How many suites run side by side. */
  readonly lanes?: number;
  /** A suite that takes longer is ended by force. */
  readonly limitMinutes?: number;
}

/** A file, and the suite that can run it again. */
type SuiteFile = FileResult & { readonly suite: Suite };

/**
 * Runs suites two at a time, in their order, and prints the result of each file when it has ended. Failures are printed again at the
 * end, because some CI services keep only the last lines of a long output. The last line has the counts. Resolves with whether
 * everything passed.
 */
export async function runSuites(choices: readonly Choice[], options: RunOptions = {}): Promise<boolean> {
  const { print = console.log } = options;
  for (const { suite } of choices)
    suite.installs?.forEach((name) => void install(name).catch(() => undefined));
  const results = await runLanes(choices, options);
  const flaky = await findFlaky(results.filter(hasFailed), options);
  const counted = results.map((result) => (flaky.has(result) ? withoutFailures(result) : result));
  print(`\n== slowest\n${formatSlowest(results)}`);
  printFailures('failed', counted, print);
  printFailures(`failed, and passed ${RETRIES} times after it`, [...flaky], print);
  print('');
  for (const { file } of flaky) print(`flaky: ${file}`);
  print(formatCounts(counted.flatMap(({ tests }) => tests)));
  return !counted.some(hasFailed);
}

async function runLanes(choices: readonly Choice[], options: RunOptions): Promise<readonly SuiteFile[]> {
  const runs = new Map<string, Promise<readonly SuiteFile[]>>();
  const next = choices.values();
  const runLane = async (): Promise<void> => {
    for (const choice of next) {
      const run = runChoice(choice, runs, options);
      runs.set(choice.suite.name, run);
      await run;
    }
  };
  await Promise.all(Array.from({ length: options.lanes ?? LANES }, runLane));
  return (await Promise.all(runs.values())).flat();
}

/** Runs files of a suite once the suites and installations that it needs are ready. Never rejects: an error counts as a failure. */
async function runChoice(
  choice: Choice,
  runs: ReadonlyMap<string, Promise<readonly SuiteFile[]>>,
  options: RunOptions,
): Promise<readonly SuiteFile[]> {
  const { suite } = choice;
  const { print = console.log, allowsSkip = isAllowedSkip } = options;
  const results: SuiteFile[] = [];
  const report: Report = (result) => {
    const checked = refuseSkips(result, allowsSkip);
    results.push({ ...checked, suite });
    print(formatFile(checked, suite.showsOutput || hasFailed(checked)));
  };
  const start = performance.now();
  try {
    for (const name of suite.needs ?? [])
      if ((await runs.get(name))?.some(hasFailed)) throw new Error(`not run, because ${name} failed`);
    await Promise.all((suite.installs ?? []).map(install)).then(
      () => runFiles(choice, results, report, options),
      (error: unknown) => report(skippedSuite(suite, messageOf(error))),
    );
  } catch (error) {
    report(failure(suite.name, messageOf(error)));
  }
  const counts = formatCounts(results.flatMap(({ tests }) => tests));
  print(`== ${suite.name}: ${counts} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return results;
}

/** Runs files of a suite. Throws if the suite ran no test; a file that the suite left out counts as failed. */
async function runFiles(
  { suite, files }: Choice,
  results: readonly SuiteFile[],
  report: Report,
  { signal, limitMinutes = LIMIT_MINUTES }: RunOptions,
): Promise<void> {
  const limit = AbortSignal.timeout(limitMinutes * 60_000);
  const isLate = once(limit, 'abort').then(() => {
    throw new Error(
      `it was ended by force after ${limitMinutes} minutes: a test hangs, or leaves something open`,
    );
  });
  await Promise.race([suite.run(files, report, AbortSignal.any(signal ? [signal, limit] : [limit])), isLate]);
  const missing = files.filter((file) => !results.some((result) => result.file === file));
  for (const file of missing) report(failure(file, 'it was not run'));
  if (results.length === 0) throw new Error('it ran no test');
}

/** The result of a suite whose programs or packages cannot be installed. */
function skippedSuite({ name }: Suite, reason: string): FileResult {
  return { file: name, seconds: 0, tests: [{ title: 'has what it needs', outcome: 'skipped', reason }] };
}

/** Turns skipped tests that are not in the list of allowed skips into failures, because a skip can hide a failure. */
function refuseSkips(result: FileResult, isAllowed: typeof isAllowedSkip): FileResult {
  const tests = result.tests.map((test): TestResult => {
    if (test.outcome !== 'skipped' || isAllowed(result.file, test.title)) return test;
    const reason = `skipped: ${test.reason}. A skip fails unless test/tools/allowed-skips.ts names it`;
    return { ...test, outcome: 'failed', reason };
  });
  return { ...result, tests };
}

/** The failed files that pass each time when they are run again. */
async function findFlaky(failed: readonly SuiteFile[], options: RunOptions): Promise<ReadonlySet<SuiteFile>> {
  const flaky = new Set<SuiteFile>();
  if (failed.length > MAX_RETRIED_FILES) return flaky;
  for (const result of failed) {
    const { suite, file } = result;
    if (suite.files.includes(file) && (await passesAgain({ suite, files: [file] }, options)))
      flaky.add(result);
  }
  return flaky;
}

async function passesAgain(choice: Choice, options: RunOptions): Promise<boolean> {
  for (let run = 0; run < RETRIES; run += 1)
    if ((await runChoice(choice, new Map(), options)).some(hasFailed)) return false;
  return true;
}

function withoutFailures(result: FileResult): FileResult {
  const tests = result.tests.map((test): TestResult =>
    test.outcome === 'failed' ? { ...test, outcome: 'passed' } : test,
  );
  return { ...result, tests };
}

function formatSlowest(results: readonly FileResult[]): string {
  const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN_SLOWEST);
  return slowest.map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`).join('\n');
}

function printFailures(title: string, files: readonly FileResult[], print: (line: string) => void): void {
  const failures = files.flatMap(formatFailures);
  if (failures.length > 0) print(`\n== ${title}\n${failures.join('\n')}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
