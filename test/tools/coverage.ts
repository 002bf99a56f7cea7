import { globSync } from 'node:fs';
import { endCommandsOnSignal, runCommand } from '../../widget/build/run-command.ts';
import { ROOT } from '../../widget/build/project.ts';
import { listBrowserTests } from './browser-tests.ts';
import { testProgram } from './suites.ts';

// `npm run coverage` prints which lines the tests run, as counted by V8; there is no gate. Code of the Worker counts only if it runs
// in Node: Durable Objects, and code that a test reaches over HTTP, run in workerd, which counts nothing.

const WORKER_OPTIONS = [
  '--experimental-test-coverage',
  '--test-coverage-include=worker/**/*.ts',
  '--test-coverage-exclude=worker/tools/**',
  '--test-reporter=spec',
  '--test-concurrency=2',
];

const WORKER_TESTS = globSync('test/worker/**/*.test.ts', { cwd: ROOT, exclude: ['test/worker/tools/**'] });

/** Without the suite `embedding`, which runs the built files. */
const WIDGET_TESTS = listBrowserTests('all').filter((file) => file.startsWith('test/widget/'));

const PARTS: Readonly<Record<string, readonly string[]>> = {
  widget: [
    testProgram('web-test-runner'),
    '--config',
    'test/tools/web-test-runner.config.mjs',
    ...WIDGET_TESTS.flatMap((file) => ['--files', file]),
  ],
  worker: ['node', '--test', ...WORKER_OPTIONS, ...WORKER_TESTS],
};

endCommandsOnSignal();
const names = process.argv.slice(2);
for (const [name, [command = '', ...args]] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n== ${name}`);
  const options = { env: { COVERAGE: '1' }, copyTo: process.stdout, leadsGroup: true };
  const { code } = await runCommand(command, args, options);
  if (code !== 0) process.exitCode = 1;
}
