import { buildAll } from '../../demo/build/build-all.ts';
import { ENGINES, findObstacle, type Engine } from './browsers/engines.ts';
import { formatCounts, sumCounts, type Counts } from './counts.ts';
import { endCommandsOnSignal } from '../../widget/build/run-command.ts';
import { runTestRunner, testProgram } from './suite.ts';

/** Names of engines on the command line, or all. */
function chooseEngines(names: readonly string[]): readonly Engine[] {
  const unknown = names.find((name) => !ENGINES.some((engine) => engine === name));
  if (unknown !== undefined)
    throw new Error(`there is no engine ${unknown}; there are: ${ENGINES.join(' ')}`);
  return names.length === 0 ? ENGINES : ENGINES.filter((engine) => names.includes(engine));
}

async function runEngine(engine: Engine): Promise<Counts> {
  const obstacle = findObstacle(engine);
  if (obstacle !== undefined) {
    console.log(`  skipped, ${obstacle}`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const config = ['--config', 'test/tools/web-test-runner.config.mjs'];
  const env = { ENGINE: engine, TESTS: 'unit embedding' };
  return runTestRunner(testProgram('web-test-runner'), config, { env });
}

endCommandsOnSignal();
let total: Counts = { passed: 0, failed: 1, skipped: 0 };
try {
  const engines = chooseEngines(process.argv.slice(2));
  await buildAll();
  const results: Counts[] = [];
  for (const engine of engines) {
    console.log(`\n== ${engine}`);
    const counts = await runEngine(engine);
    console.log(`${engine}: ${formatCounts(counts)}`);
    results.push(counts);
  }
  total = sumCounts(results);
} catch (error) {
  console.log(`npm run test:browsers: ${error instanceof Error ? error.message : String(error)}`);
}
console.log(`\n${formatCounts(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
