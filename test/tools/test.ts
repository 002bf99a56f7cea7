import { join } from 'node:path';
import { CACHE } from '../../widget/build/project.ts';
import { endCommands } from '../../widget/build/run-command.ts';
import { chooseChanged } from './choose-changed.ts';
import { chooseSuites } from './choose-suites.ts';
import { endOnInterrupt } from './interrupt.ts';
import { runSuites } from './run-suites.ts';
import { SUITES } from './suites.ts';

// `npm test` runs all suites, `npm test -- unit types` two of them, `npm test -- test/e2e/print.test.ts` one file, and
// `npm test -- changed` the tests of files that differ from `main`; each with the suites that it needs.

const signal = endOnInterrupt();
// Every test file and every wrangler is a separate process, and all of them load the same large packages.
process.env['NODE_COMPILE_CACHE'] ??= join(CACHE, 'node');
try {
  const words = process.argv.slice(2);
  const isChanged = words.length === 1 && words[0] === 'changed';
  const choices = isChanged ? await chooseChanged(SUITES) : chooseSuites(words, SUITES);
  const hasPassed = await runSuites(choices, { signal });
  process.exitCode = hasPassed ? 0 : 1;
} catch (error) {
  console.log(`npm test: ${error instanceof Error ? error.message : String(error)}\n\n0 passed, 1 failed`);
  process.exitCode = 1;
}
// A command that has not ended would keep this process alive.
endCommands('SIGKILL');
process.exit();
