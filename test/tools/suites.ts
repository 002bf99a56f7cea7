import { relative } from 'node:path';
import { findPhpProblem } from '../support/php.ts';
import { wordPressFiles } from '../support/wordpress-files.ts';
import { buildAll } from '../../demo/build/build-all.ts';
import { generateDocs } from '../../demo/build/generate-docs.ts';
import { sumCounts, type Counts } from './counts.ts';
import { readFigures } from '../../demo/build/figures/figures.ts';
import { HOUSE_CHECKS } from './house.ts';
import { ROOT } from '../../widget/build/project.ts';
import { checkGate, formatSizes, type Size } from '../../widget/build/sizes.ts';
import { checkShown, formatFiles, measureSizes } from './sizes.ts';
import {
  commandCheck,
  runChecks,
  runNodeTests,
  runTestRunner,
  testProgram,
  type Check,
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

/** Browsers in which the files of one suite run side by side. */
const SHARDS = ['1/2', '2/2'];

/** Tests of the tools that stand beside what they build. */
const TOOLS = [
  'test/widget/build/**/*.test.ts',
  'test/demo/build/**/*.test.ts',
  'test/worker/tools/**/*.test.ts',
];

/** The parts of `npm test`, cheapest first. */
export const SUITES: readonly Suite[] = [
  {
    name: 'types',
    // The programs that tests are part of.
    fixtures: ['baselines', 'clients', 'frameworks'],
    run: () => runChecks(PROGRAMS.map((path) => commandCheck(path, 'tsc', ['-p', path]))),
  },
  {
    name: 'lint',
    run: () => runChecks([commandCheck('oxlint', testProgram('oxlint'), ['--deny-warnings'])]),
  },
  {
    name: 'format',
    run: () => runChecks([commandCheck('prettier', 'prettier', PRETTIER_OPTIONS)]),
  },
  { name: 'house', run: () => runChecks(HOUSE_CHECKS) },
  { name: 'docs', run: async () => runChecks(await docsChecks()) },
  { name: 'build', run: () => runChecks([{ title: 'npm run build', run: buildAll }]) },
  { name: 'sizes', needs: ['build'], usesChromium: true, run: runSizes },
  {
    name: 'unit',
    usesChromium: true,
    run: () => runBrowserTests('unit'),
  },
  {
    name: 'embedding',
    needs: ['build'],
    usesChromium: true,
    run: () => runBrowserTests('embedding'),
  },
  {
    name: 'worker',
    needs: ['build'],
    fixtures: ['clients'],
    run: () => runNodeTests(['test/worker/**/*.test.ts', 'test/contract/**/*.test.ts'], 3, TOOLS),
  },
  {
    name: 'tools',
    needs: ['build'],
    usesChromium: true,
    fixtures: ['chromium', 'frameworks', 'package-checkers'],
    run: () => runNodeTests(['test/tools/**/*.test.ts', 'test/cli/**/*.test.ts', ...TOOLS], 2),
  },
  {
    name: 'e2e',
    needs: ['build'],
    usesChromium: true,
    fixtures: ['frameworks', 'navigation', 'replaced-natives', 'shortcuts'],
    // Most of their time is spent waiting for what an answer or a page does.
    run: () => runNodeTests(['test/e2e/**/*.test.ts'], 4),
  },
  { name: 'wordpress', needs: ['build'], usesChromium: true, run: runWordPress },
];

/** Runs a suite of the web test runner, each part of its files in a browser of its own. */
async function runBrowserTests(suite: 'unit' | 'embedding'): Promise<Counts> {
  const command = testProgram('web-test-runner');
  const args = ['--config', 'test/tools/web-test-runner.config.mjs'];
  const runs = SHARDS.map((shard) => runTestRunner(command, args, { TESTS: suite, SHARD: shard }));
  return sumCounts(await Promise.all(runs));
}

async function runSizes(): ReturnType<Suite['run']> {
  const { sizes, files } = await measureSizes();
  console.log(`${formatFiles(files)}\n\n${formatSizes(sizes)}`);
  const shown = await readFigures('bytes');
  return runChecks([
    ...sizes.map((size: Size): Check => ({ title: size.title, run: () => checkGate(size) })),
    { title: 'the figures that are shown are those that were measured', run: () => checkShown(sizes, shown) },
  ]);
}

async function runWordPress(): ReturnType<Suite['run']> {
  const problem = findPhpProblem() ?? (await findWordPressProblem());
  if (problem !== undefined) {
    console.log(`  - skipped: ${problem}`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  return runNodeTests(['test/wordpress/**/*.test.ts'], 3);
}

/** Fetches WordPress, once, before the tests that run side by side; says why when it cannot be had. */
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
