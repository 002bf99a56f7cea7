// `npm run watch -- test/widget/markdown/morph.test.ts` runs one test file, in a browser or in Node as `npm test` does, and runs it
// again whenever a file that it imports changes.
import { relative, resolve } from 'node:path';
import { ROOT } from '../../widget/build/project.ts';
import { endCommandsOnSignal, runCommand } from '../../widget/build/run-command.ts';
import { listBrowserTests } from './browser-tests.ts';
import { SUITES, testProgram } from './suites.ts';

endCommandsOnSignal();
const [path = ''] = process.argv.slice(2);
const file = relative(ROOT, resolve(path)).replaceAll('\\', '/');
if (!SUITES.some(({ files }) => files.includes(file))) {
  console.error('npm run watch -- FILE: expected a test file, such as test/widget/markdown/morph.test.ts');
  process.exit(1);
}
const suite = (['unit', 'embedding'] as const).find((name) => listBrowserTests(name).includes(file));
const browserArgs = ['--config', 'test/tools/web-test-runner.config.mjs', '--watch', '--files', file];
const [command, args] = suite
  ? [testProgram('web-test-runner'), browserArgs]
  : ['node', ['--test', '--watch', '--import=./test/tools/mocha-globals.ts', file]];
const { code } = await runCommand(command, args, { isInteractive: true, env: { TESTS: suite ?? '' } });
process.exitCode = code;
