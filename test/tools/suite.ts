import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { parseCounts, type Counts } from './counts.ts';
import { ROOT } from '../../widget/build/project.ts';
import { endCommands, runCommand } from '../../widget/build/run-command.ts';

/** Longer than any suite takes on a busy machine. */
const SUITE_LIMIT_SECONDS = 1_200;

/** One part of `npm test`. */
export interface Suite {
  /** The name to give on the command line. */
  readonly name: string;
  /** Names of the suites that must have passed before this one can run. */
  readonly needs?: readonly string[];
  /** Names of the folders in `test/fixtures/` whose packages it uses. */
  readonly fixtures?: readonly string[];
  /** Programs that it needs besides. */
  readonly programs?: readonly ('chromium' | 'wordpress')[];
  /** Seconds after which it is ended by force. */
  readonly limitSeconds?: number;
  /** Runs it, writes failures to `output`, and resolves with the counts. A rejection counts as one failure. */
  run(output: Writable): Promise<Counts>;
  /** Its test files; suites whose failures name a file have them. */
  readonly files?: TestFiles;
}

/** Test files of a suite, by paths from the root. */
export interface TestFiles {
  /** All of them, in the order in which they are begun. */
  list(): readonly string[];
  /** Runs one; the rest as for `Suite.run()`. */
  run(file: string, output: Writable): Promise<Counts>;
}

/** One check of a suite. */
export interface Check {
  readonly title: string;
  /** Throws, or rejects, with the problem as its message. */
  run(): unknown;
}

/**
 * Runs a suite. Ends it by force, with every command that still runs, those of other suites too, and throws when it takes
 * too long.
 */
export async function runSuite(suite: Suite, output: Writable = process.stdout): Promise<Counts> {
  const { name, limitSeconds = SUITE_LIMIT_SECONDS } = suite;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      endCommands('SIGKILL');
      const reason = 'a test hangs, or leaves something open';
      reject(new Error(`the suite ${name} was ended by force after ${limitSeconds} s: ${reason}`));
    }, limitSeconds * 1_000);
  });
  try {
    return await Promise.race([suite.run(output), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs checks one after the other and counts each. */
export async function runChecks(
  checks: readonly Check[],
  output: Writable = process.stdout,
): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const check of checks) {
    try {
      await check.run();
      counts.passed += 1;
    } catch (error) {
      counts.failed += 1;
      const message = error instanceof Error ? error.message : String(error);
      output.write(`  ✖ ${check.title}\n    ${message.trimEnd().replaceAll('\n', '\n    ')}\n`);
    }
  }
  return counts;
}

/** Path of a program among the packages of `test/package.json`, such as `oxlint`. */
export function testProgram(name: string): string {
  return join(ROOT, 'test/node_modules/.bin', name);
}

/** A check that a command ends well; its output is the message when it does not. */
export function commandCheck(title: string, command: string, args: readonly string[]): Check {
  return {
    title,
    async run() {
      const { code, output } = await runCommand(command, args);
      if (code !== 0) throw new Error(output.trim() === '' ? `it ended with code ${code}` : output);
    },
  };
}

/** How a test runner is run. */
export interface RunnerOptions {
  /** Variables on top of this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where its output goes. */
  readonly output?: Writable;
}

/** Runs a test runner that ends with a line of counts. Throws when it leaves none. */
export async function runTestRunner(
  command: string,
  args: readonly string[],
  { env = {}, output = process.stdout }: RunnerOptions = {},
): Promise<Counts> {
  const result = await runCommand(command, args, { env, copyTo: output, leadsGroup: true });
  const counts = parseCounts(result.output);
  if (counts === undefined) throw new Error(`${command} ended with code ${result.code} and without counts`);
  // A hook that fails after its tests, or a browser that does not close, fails no single test.
  if (result.code !== 0 && counts.failed === 0) return { ...counts, failed: 1 };
  return counts;
}

/** Which files `node --test` runs, and how. */
export interface NodeTests {
  readonly patterns: readonly string[];
  readonly excluded?: readonly string[];
  /** How many files run at a time. */
  readonly concurrency: number;
}

/** Paths of the files that match and are not excluded, sorted. */
export function listNodeTests({ patterns, excluded = [] }: NodeTests): readonly string[] {
  return globSync([...patterns], { cwd: ROOT, exclude: [...excluded] }).toSorted();
}

/**
 * Runs `node --test` over some files, or all that match. Throws when there is none: an empty suite proves nothing.
 */
export async function runNodeTests(
  tests: NodeTests,
  output: Writable = process.stdout,
  files: readonly string[] = listNodeTests(tests),
): Promise<Counts> {
  const { patterns, concurrency } = tests;
  if (files.length === 0) throw new Error(`no test file matches ${patterns.join(' ')}`);
  const args = [
    '--test',
    '--import=./test/tools/end-test-file.ts',
    `--test-concurrency=${concurrency}`,
    '--test-reporter=./test/tools/node-reporter.ts',
  ];
  return runTestRunner('node', [...args, ...files], { output });
}
