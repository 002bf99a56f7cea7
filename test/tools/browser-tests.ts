import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { ROOT } from '../../widget/build/project.ts';
import { toolEnvironment } from '../../widget/build/run-command.ts';
import { failure, hasFailed, type FileResult, type Report } from './results.ts';

/** Tests of the widget that need no DOM: they run in Node, and in every browser of `npm run test:browsers`. */
export const DOM_FREE = 'test/widget/{protocol,transport,conversation,interrupts}/**/*.test.ts';

/** Tests of what is built in Node, and runs there. */
const NODE_ONLY = 'test/widget/{build,cli,doctor}/**';

/** Suites whose files run in a browser; `all` has those of `DOM_FREE`, too. */
export type BrowserSuite = 'unit' | 'embedding' | 'all';

/** Paths of a suite's files from the root, sorted. */
export function listBrowserTests(suite: BrowserSuite): readonly string[] {
  // The built widget on pages of its own; needs a build in `dist/`.
  const embedding = globSync('test/e2e/embedding/**/*.browser.ts', { cwd: ROOT });
  const all = globSync('test/widget/**/*.{test,browser}.ts', { cwd: ROOT, exclude: [NODE_ONLY] });
  const files = {
    unit: all.filter((path) => !matchesGlob(path, DOM_FREE)),
    embedding,
    all: [...all, ...embedding],
  };
  return files[suite].toSorted();
}

const RUNNER = join(ROOT, 'test/node_modules/@web/test-runner/dist/bin.js');

/** How files are run in a browser. */
export interface BrowserRun {
  readonly suite: BrowserSuite;
  readonly engine?: string;
  /** Ends the runner. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs test files of a suite in a browser, one after the other, and reports each when it has ended. */
export async function runBrowserFiles(
  files: readonly string[],
  { suite, engine = 'chromium', signal }: BrowserRun,
  report: Report,
): Promise<void> {
  const named = files.flatMap((file) => ['--files', file]);
  const args = ['--config', 'test/tools/web-test-runner.config.mjs', ...named];
  const env = toolEnvironment({ TESTS: suite, ENGINE: engine });
  const runner = fork(RUNNER, args, { cwd: ROOT, env, ...(signal && { signal }) });
  let hasFailures = false;
  runner.on('message', (result: FileResult) => {
    hasFailures ||= hasFailed(result);
    report(result);
  });
  const [code] = (await once(runner, 'close')) as [number | null];
  // Fails for example if the browser does not close.
  if (code !== 0 && !hasFailures) report(failure('web-test-runner', `it ended with code ${code}`));
}
