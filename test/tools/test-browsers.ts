import { buildAll } from '../../demo/build/build-all.ts';
import { listBrowserTests, runBrowserFiles } from './browser-tests.ts';
import { ENGINES, findObstacle, type Engine } from './browsers/engines.ts';
import { endOnInterrupt } from './interrupt.ts';
import { runSuites, type Choice } from './run-suites.ts';

// `npm run test:browsers` runs the tests of the widget in all engines, `npm run test:browsers -- webkit` in one. With paths of test
// files it runs only these files.

function choiceOf(engine: Engine, files: readonly string[]): Choice {
  const run: Choice['suite']['run'] = async (chosen, report, signal) => {
    const obstacle = findObstacle(engine);
    if (obstacle !== undefined) throw new Error(obstacle);
    // The suite `embedding` runs separately: only it takes screenshots, and for these WebKit draws each frame 40 times as slowly.
    const embedding = listBrowserTests('embedding');
    for (const suite of ['unit', 'embedding'] as const) {
      const own = chosen.filter((file) => embedding.includes(file) === (suite === 'embedding'));
      if (own.length > 0) await runBrowserFiles(own, { suite, engine, signal }, report);
    }
  };
  return { suite: { name: engine, files, run }, files };
}

const signal = endOnInterrupt();
const words = process.argv.slice(2);
const named = ENGINES.filter((engine) => words.includes(engine));
const paths = words.filter((word) => !ENGINES.some((engine) => engine === word));
const files = paths.length === 0 ? listBrowserTests('all') : paths;
const engines = named.length === 0 ? ENGINES : named;
await buildAll();
// Any test may be skipped: a test skips itself if the engine lacks a feature.
const options = { lanes: 1, allowsSkip: () => true, signal, limitMinutes: 60 };
const hasPassed = await runSuites(
  engines.map((engine) => choiceOf(engine, files)),
  options,
);
process.exitCode = hasPassed ? 0 : 1;
