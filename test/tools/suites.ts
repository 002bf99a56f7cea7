import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import { IS_FULL_RUN } from '../support/full-run.ts';
import { DOM_FREE, listBrowserTests, runBrowserFiles, type BrowserSuite } from './browser-tests.ts';
import { runNodeFiles, type NodeRun } from './node-tests.ts';
import type { Report, TestResult } from './results.ts';

/** One part of `npm test`. */
export interface Suite {
  /** The name to give on the command line. */
  readonly name: string;
  /** Suites that must have passed before it can run. */
  readonly needs?: readonly string[];
  /** Programs and packages that it needs besides those of `test/package.json`: `chromium`, `whole-chromium`, `wordpress`, or a folder of packages such as `fixtures/clients`. */
  readonly installs?: readonly string[];
  /** `npm test -- changed` runs all of it where a changed file matches, else only its tests that import a changed file. */
  readonly touchedBy?: RegExp;
  /** Whether the output of its files is printed even if they pass. */
  readonly showsOutput?: boolean;
  /** Its test files by their paths from the root; none where it runs commands. */
  readonly files: readonly string[];
  /** Runs some of its files, and reports each result. */
  run(files: readonly string[], report: Report, signal?: AbortSignal): Promise<void>;
}

type Work = Pick<Suite, 'files' | 'run'>;

const PROGRAMS = [
  'tsconfig.json',
  'widget/tsconfig.headless.json',
  'worker/tsconfig.json',
  'widget/cli/tsconfig.json',
  'widget/build/tsconfig.json',
  'demo/build/tsconfig.json',
  'demo/scripts/tsconfig.json',
  'worker/tools/tsconfig.json',
  'test/tsconfig.json',
];

/** Sources from which `dist/` and the Worker are built. */
const BUILT = /^(?:widget|worker|demo)\//;

/** Tests of tools. Some are in folders of other suites, which leave them out. */
const TOOLS = [
  'test/tools/**/*.test.ts',
  'test/widget/{build,cli,doctor}/**/*.test.ts',
  'test/demo/build/**/*.test.ts',
  'test/worker/tools/**/*.test.ts',
  'test/bench/walks/judge-sights.test.ts',
];

/**
 * The parts of `npm test`: the cheap ones first, then the longest, so that no long one is left at the end. `unit` and `embedding`
 * draw one page at a time; `worker` waits for most of its time.
 */
export const SUITES: readonly Suite[] = [
  {
    name: 'lint',
    touchedBy: /\.(?:ts|js|mjs)$|^\.oxlintrc/,
    ...commands({ oxlint: [testProgram('oxlint'), '--deny-warnings'] }),
  },
  { name: 'format', touchedBy: /./, ...commands({ oxfmt: [testProgram('oxfmt'), '--list-different', '.'] }) },
  {
    name: 'house',
    touchedBy: /./,
    showsOutput: true,
    ...nodeTests(['test/house/**/*.test.ts'], { concurrency: 2 }),
  },
  { name: 'build', ...commands({ 'npm run build': ['node', 'demo/build/build.ts'] }) },
  {
    name: 'types',
    touchedBy: /\.(?:ts|json)$/,
    // Packages that the tests import.
    installs: fixtures('baselines', 'clients', 'dialects', 'frameworks', 'langgraph'),
    ...commands(Object.fromEntries(PROGRAMS.map((path) => [path, ['tsc', '-p', path]]))),
  },
  {
    name: 'sizes',
    showsOutput: true,
    touchedBy: BUILT,
    needs: ['build'],
    installs: ['chromium'],
    ...nodeTests(['test/sizes/**/*.test.ts'], { concurrency: 1 }),
  },
  {
    name: 'e2e',
    touchedBy: BUILT,
    needs: ['build'],
    installs: [
      'chromium',
      'whole-chromium',
      ...fixtures(
        'frameworks',
        'guards',
        'modals',
        'navigation',
        'recorders',
        'replaced-natives',
        'shortcuts',
      ),
    ],
    // The longest files first.
    ...nodeTests(['test/bench/walks/short-walks-*.test.ts', 'test/e2e/**/*.test.ts'], { concurrency: 3 }),
  },
  { name: 'unit', installs: ['chromium'], ...browserTests('unit') },
  {
    name: 'worker',
    needs: ['build'],
    touchedBy: /^(?:worker|widget\/protocol)\/|^wrangler\.jsonc$/,
    installs: ['chromium', ...fixtures('agents', 'clients', 'dialects', 'langgraph')],
    ...nodeTests(['test/{worker,contract,conformance}/**/*.test.ts'], { concurrency: 3, excluded: TOOLS }),
  },
  {
    name: 'embedding',
    needs: ['build'],
    touchedBy: /^widget\//,
    installs: ['chromium'],
    ...browserTests('embedding'),
  },
  {
    name: 'tools',
    needs: ['build'],
    touchedBy: /^(?:demo|widget\/(?:build|cli|doctor)|worker\/tools)\//,
    // The last two take long to install, and their tests check what rarely changes.
    installs: [
      'chromium',
      ...fixtures('clients', 'frameworks', ...(IS_FULL_RUN ? ['chromium', 'package-checkers'] : [])),
    ],
    ...nodeTests(TOOLS, { concurrency: 2 }),
  },
  {
    name: 'wordpress',
    needs: ['build'],
    touchedBy: /^(?:demo\/(?:wordpress|build\/wordpress)|widget\/(?:embed|ui\/shell)\/)/,
    installs: ['chromium', 'wordpress'],
    ...nodeTests(['test/wordpress/**/*.test.ts'], { concurrency: 3 }),
  },
  {
    name: 'dom-free',
    ...nodeTests([DOM_FREE], { concurrency: 2, imports: ['./test/tools/mocha-globals.ts'] }),
  },
];

/** Folders of `test/fixtures/` with packages of their own. */
function fixtures(...names: readonly string[]): readonly string[] {
  return names.map((name) => `fixtures/${name}`);
}

/** Path of a program among the packages of `test/package.json`, such as `oxlint`. */
export function testProgram(name: string): string {
  return join(ROOT, 'test/node_modules/.bin', name);
}

/** Runs commands, given by title, one after the other. Each counts as a test, which passes if the command ends with code 0. */
function commands(list: Readonly<Record<string, readonly string[]>>): Work {
  return {
    files: [],
    async run(_files, report) {
      for (const [title, [command = '', ...args]] of Object.entries(list)) {
        const start = performance.now();
        const { code, output } = await runCommand(command, args);
        const test: TestResult =
          code === 0
            ? { title, outcome: 'passed' }
            : { title, outcome: 'failed', reason: output.trim() || `it ended with code ${code}` };
        report({ file: title, seconds: (performance.now() - start) / 1000, tests: [test] });
      }
    },
  };
}

/** Runs the test files that match a pattern and none of the excluded patterns. */
function nodeTests(
  patterns: readonly string[],
  { excluded = [], ...options }: NodeRun & { readonly excluded?: readonly string[] },
): Work {
  return {
    files: globSync([...patterns], { cwd: ROOT, exclude: [...excluded] }),
    run: (files, report, signal) => runNodeFiles(files, { ...options, signal }, report),
  };
}

function browserTests(suite: BrowserSuite): Work {
  return {
    files: listBrowserTests(suite),
    run: (files, report, signal) => runBrowserFiles(files, { suite, signal }, report),
  };
}
