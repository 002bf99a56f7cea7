import { globSync } from 'node:fs';
import { endCommandsOnSignal } from '../../widget/build/run-command.ts';
import { ROOT } from '../../widget/build/project.ts';
import { runTestRunner, testProgram } from './suite.ts';

// `npm run coverage`: which lines the tests run, by V8's own counting, printed and without a gate. Of the Worker it sees
// code that runs in Node; Durable Objects, and code that a test reaches over HTTP, run in workerd, which counts nothing.

const WORKER_OPTIONS = [
  '--experimental-test-coverage',
  '--test-coverage-include=worker/**/*.ts',
  '--test-coverage-exclude=worker/tools/**',
  '--test-reporter=./test/tools/node-reporter.ts',
  '--test-concurrency=2',
];

async function coverWidget(): Promise<boolean> {
  const config = ['--config', 'test/tools/web-test-runner.config.mjs'];
  const { failed } = await runTestRunner(testProgram('web-test-runner'), config, { env: { COVERAGE: '1' } });
  return failed === 0;
}

async function coverWorker(): Promise<boolean> {
  const files = globSync('test/worker/**/*.test.ts', { cwd: ROOT, exclude: ['test/worker/tools/**'] });
  const { failed } = await runTestRunner('node', ['--test', ...WORKER_OPTIONS, ...files]);
  return failed === 0;
}

const PARTS = { widget: coverWidget, worker: coverWorker };

endCommandsOnSignal();
const names = process.argv.slice(2);
for (const [name, cover] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n== ${name}`);
  if (!(await cover())) process.exitCode = 1;
}
