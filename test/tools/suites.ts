import { relative } from 'node:path';
import type { Writable } from 'node:stream';
import { findPhpProblem } from '../support/php.ts';
import { wordPressFiles } from '../support/wordpress-files.ts';
import { buildAll } from '../../demo/build/build-all.ts';
import { generateDocs } from '../../demo/build/generate-docs.ts';
import { listBrowserTests, type BrowserSuite } from './browser-tests.ts';
import type { Counts } from './counts.ts';
import { readFigures } from '../../demo/build/figures/figures.ts';
import { formatFloors, readImports } from './floors.ts';
import { readFlaky } from './flaky-list.ts';
import { HOUSE_CHECKS } from './house.ts';
import { runPromises } from './promises.ts';
import { ROOT } from '../../widget/build/project.ts';
import { checkGate, formatSizes, type Size } from '../../widget/build/sizes.ts';
import { checkShown, formatFiles, measureSizes } from './sizes.ts';
import {
  commandCheck,
  listNodeTests,
  runChecks,
  runNodeTests,
  runTestRunner,
  testProgram,
  type Check,
  type NodeTests,
  type Suite,
} from './suite.ts';

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

const PRETTIER_CACHE = '.cache/prettier';
const PRETTIER_OPTIONS = ['--check', '--log-level=warn', '--cache', '--cache-location', PRETTIER_CACHE, '.'];

const WORKER = ['test/worker/**/*.test.ts', 'test/contract/**/*.test.ts', 'test/conformance/**/*.test.ts'];

/** Tests of the tools that stand beside what they build, in folders of other suites too. */
const TOOLS = [
  'test/tools/**/*.test.ts',
  'test/widget/{build,cli,doctor}/**/*.test.ts',
  'test/demo/build/**/*.test.ts',
  'test/worker/tools/**/*.test.ts',
  'test/bench/walks/judge-sights.test.ts',
];

/** The longest files first. */
const E2E = ['test/bench/walks/short-walks-*.test.ts', 'test/e2e/**/*.test.ts'];

const WORDPRESS = nodeTests({ patterns: ['test/wordpress/**/*.test.ts'], concurrency: 3 });

/**
 * The parts of `npm test`: the cheap ones first, then the longest, so that no long one is left at the end. Of those, `worker`
 * waits for most of its time, beside `e2e`, which does not.
 */
export const SUITES: readonly Suite[] = [
  {
    name: 'lint',
    run: (output) => runChecks([commandCheck('oxlint', testProgram('oxlint'), ['--deny-warnings'])], output),
  },
  {
    name: 'format',
    run: (output) => runChecks([commandCheck('prettier', 'prettier', PRETTIER_OPTIONS)], output),
  },
  { name: 'house', run: runHouse },
  { name: 'docs', run: async (output) => runChecks(await docsChecks(), output) },
  { name: 'build', run: (output) => runChecks([{ title: 'npm run build', run: buildAll }], output) },
  {
    name: 'types',
    // The programs that tests are part of.
    fixtures: ['baselines', 'clients', 'dialects', 'frameworks'],
    run: (output) =>
      runChecks(
        PROGRAMS.map((path) => commandCheck(path, 'tsc', ['-p', path])),
        output,
      ),
  },
  { name: 'sizes', needs: ['build'], programs: ['chromium'], run: runSizes },
  {
    name: 'e2e',
    needs: ['build'],
    programs: ['chromium'],
    fixtures: ['frameworks', 'modals', 'navigation', 'recorders', 'replaced-natives', 'shortcuts'],
    ...nodeTests({ patterns: E2E, concurrency: 2 }),
  },
  {
    name: 'worker',
    needs: ['build'],
    fixtures: ['agents', 'clients', 'dialects'],
    ...nodeTests({ patterns: WORKER, excluded: TOOLS, concurrency: 3 }),
  },
  {
    name: 'unit',
    programs: ['chromium'],
    ...browserTests('unit'),
  },
  {
    name: 'tools',
    needs: ['build'],
    programs: ['chromium'],
    fixtures: ['chromium', 'frameworks', 'package-checkers'],
    ...nodeTests({ patterns: TOOLS, concurrency: 2 }),
  },
  {
    name: 'embedding',
    needs: ['build'],
    programs: ['chromium'],
    ...browserTests('embedding'),
  },
  {
    name: 'wordpress',
    needs: ['build'],
    programs: ['chromium', 'wordpress'],
    run: runWordPress,
    files: WORDPRESS.files,
  },
  {
    name: 'promises',
    needs: ['build'],
    programs: ['chromium'],
    fixtures: ['agents', 'recorders', 'replaced-natives'],
    limitSeconds: 2_400,
    // The whole `npm test` runs these files in suites of their own: here it only looks whether they are there.
    run: (output) => runPromises(output, process.argv.slice(2).includes('promises') ? SUITES : []),
  },
];

/** How tests in files are run: all of them, and each. */
type FileRuns = Required<Pick<Suite, 'run' | 'files'>>;

function nodeTests(tests: NodeTests): FileRuns {
  return {
    run: (output) => runNodeTests(tests, output),
    files: {
      list: () => listNodeTests(tests),
      run: (file, output) => runNodeTests(tests, output, [file]),
    },
  };
}

function browserTests(suite: BrowserSuite): FileRuns {
  const run = (output: Writable, files: readonly string[]): Promise<Counts> => {
    const chosen = files.flatMap((file) => ['--files', file]);
    const args = ['--config', 'test/tools/web-test-runner.config.mjs', ...chosen];
    return runTestRunner(testProgram('web-test-runner'), args, { env: { TESTS: suite }, output });
  };
  return {
    run: (output) => run(output, []),
    files: { list: () => listBrowserTests(suite), run: (file, output) => run(output, [file]) },
  };
}

async function runHouse(output: Writable): Promise<Counts> {
  const { length } = await readFlaky();
  output.write(`${formatFloors(await readImports('widget/ui'))}\n\n`);
  output.write(`  test/flaky.md: ${length} ${length === 1 ? 'entry' : 'entries'}\n`);
  return runChecks(HOUSE_CHECKS, output);
}

async function runSizes(output: Writable): Promise<Counts> {
  const { sizes, files } = await measureSizes();
  output.write(`${formatFiles(files)}\n\n${formatSizes(sizes)}\n`);
  const shown = await readFigures('bytes');
  const checks = [
    ...sizes.map((size: Size): Check => ({ title: size.title, run: () => checkGate(size) })),
    { title: 'the figures that are shown are those that were measured', run: () => checkShown(sizes, shown) },
  ];
  return runChecks(checks, output);
}

async function runWordPress(output: Writable): Promise<Counts> {
  const problem = findPhpProblem() ?? (await findWordPressProblem());
  if (problem !== undefined) {
    output.write(`  - skipped: ${problem}\n`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  return WORDPRESS.run(output);
}

/** Says why WordPress cannot be had; undefined where it is there. */
async function findWordPressProblem(): Promise<string | undefined> {
  try {
    await wordPressFiles();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function docsChecks(): Promise<Check[]> {
  return (await generateDocs()).map(({ path, current, fresh }) => ({
    title: `${relative(ROOT, path)} is fresh`,
    run() {
      if (current !== fresh) throw new Error('it is stale: run npm run docs');
    },
  }));
}
