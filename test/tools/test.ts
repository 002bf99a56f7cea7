import { prepareChromium } from '../support/browser.ts';
import { installFixture } from '../support/install-fixture.ts';
import { formatCounts, sumCounts, type Counts } from './counts.ts';
import { endCommandsOnSignal } from '../../widget/build/run-command.ts';
import { runSuite, type Suite } from './suite.ts';
import { SUITES } from './suites.ts';

const ONE_FAILURE: Counts = { passed: 0, failed: 1, skipped: 0 };

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

async function runAfterOthers(suite: Suite, results: ReadonlyMap<string, Counts>): Promise<Counts> {
  const broken = suite.needs?.find((name) => results.get(name)?.failed !== 0);
  if (broken !== undefined) {
    console.log(`  ✖ not run, because ${broken} failed`);
    return ONE_FAILURE;
  }
  try {
    for (const fixture of suite.fixtures ?? []) installFixture(fixture);
    return await runSuite(suite);
  } catch (error) {
    console.log(`  ✖ ${error instanceof Error ? error.message : String(error)}`);
    return ONE_FAILURE;
  }
}

async function runSuites(suites: readonly Suite[]): Promise<Counts> {
  const results = new Map<string, Counts>();
  for (const suite of suites) {
    console.log(`\n== ${suite.name}`);
    const start = performance.now();
    const counts = await runAfterOthers(suite, results);
    results.set(suite.name, counts);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${suite.name}: ${formatCounts(counts)} (${seconds} s)`);
  }
  return sumCounts([...results.values()]);
}

endCommandsOnSignal();
let total = ONE_FAILURE;
try {
  const suites = chooseSuites(process.argv.slice(2));
  if (suites.some(({ usesChromium }) => usesChromium)) await prepareChromium();
  total = await runSuites(suites);
} catch (error) {
  console.log(`npm test: ${error instanceof Error ? error.message : String(error)}`);
}
console.log(`\n${formatCounts(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
