// `npm run watch -- test/widget/markdown/morph.test.ts` runs one test file, and again at every change of what it imports, in
// the browser or in Node as `npm test` does.
import { relative, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { ROOT } from '../../widget/build/project.ts';
import { endCommandsOnSignal, runCommand } from '../../widget/build/run-command.ts';
import { isBrowserTest } from './browser-tests.ts';
import { testProgram } from './suite.ts';

endCommandsOnSignal();
const [path = ''] = process.argv.slice(2);
const file = relative(ROOT, resolve(path)).replaceAll('\\', '/');
if (!file.endsWith('.test.ts') || !existsSync(resolve(path))) {
  console.error('npm run watch -- FILE: expected a test file, such as test/widget/markdown/morph.test.ts');
  process.exit(1);
}
const browserArgs = ['--config', 'test/tools/web-test-runner.config.mjs', '--watch', '--files', file];
const [command, args] = isBrowserTest(file)
  ? [testProgram('web-test-runner'), browserArgs]
  : ['node', ['--test', '--watch', file]];
const { code } = await runCommand(command, args, { isInteractive: true });
process.exitCode = code;
