import { join } from 'node:path';
import { CACHE } from '../../widget/build/project.ts';
import { endCommandsOnSignal } from '../../widget/build/run-command.ts';
import { formatCounts } from './counts.ts';
import { Installations } from './installations.ts';
import { runSuites } from './run-suites.ts';
import type { Suite } from './suite.ts';
import { SUITES } from './suites.ts';

/** The suites to run for the names given, in the usual order, with those they need; for none, all. */
function chooseSuites(names: readonly string[]): readonly Suite[] {
  if (names.length === 0) return SUITES;
  const unknown = names.find((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown !== undefined) {
    const known = SUITES.map((suite) => suite.name).join(' ');
    throw new Error(`there is no suite ${unknown}; there are: ${known}`);
  }
  const chosen = new Set(names);
  for (const suite of SUITES.toReversed()) {
    if (chosen.has(suite.name)) suite.needs?.forEach((name) => chosen.add(name));
  }
  return SUITES.filter((suite) => chosen.has(suite.name));
}

endCommandsOnSignal();
// Every test file and every wrangler is a process of its own that loads the same large packages.
process.env['NODE_COMPILE_CACHE'] ??= join(CACHE, 'node');
try {
  const suites = chooseSuites(process.argv.slice(2));
  const { failed } = await runSuites(suites, new Installations(suites));
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.log(`npm test: ${error instanceof Error ? error.message : String(error)}`);
  console.log(`\n${formatCounts({ passed: 0, failed: 1, skipped: 0 })}`);
  process.exitCode = 1;
}
