import type { Suite } from './suite.ts';
import { commandCheck, runChecks, runNodeTests, runTestRunner } from './suite.ts';

const PROGRAMS = [
  'tsconfig.json',
  'widget/tsconfig.headless.json',
  'worker/tsconfig.json',
  'test/tsconfig.json',
];

/** The parts of `npm test`, cheapest first. */
export const SUITES: readonly Suite[] = [
  {
    name: 'types',
    run: () => runChecks(PROGRAMS.map((path) => commandCheck(path, 'tsc', ['-p', path]))),
  },
  { name: 'lint', run: () => runChecks([commandCheck('oxlint', 'oxlint', ['--deny-warnings'])]) },
  {
    name: 'format',
    run: () => runChecks([commandCheck('prettier', 'prettier', ['--check', '--log-level=warn', '.'])]),
  },
  {
    name: 'unit',
    run: () => runTestRunner('web-test-runner', ['--config', 'test/tools/web-test-runner.config.mjs']),
  },
  {
    name: 'worker',
    run: () => runNodeTests(['test/worker/**/*.test.ts', 'test/contract/**/*.test.ts'], 2),
  },
  { name: 'tools', run: () => runNodeTests(['test/tools/**/*.test.ts'], 2) },
  { name: 'e2e', run: () => runNodeTests(['test/e2e/**/*.test.ts'], 1) },
];
