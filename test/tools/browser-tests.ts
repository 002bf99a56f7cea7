import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { ROOT } from '../../widget/build/project.ts';

/** Suites whose files run in a browser. */
export type BrowserSuite = 'unit' | 'embedding';

/** Paths of a suite's files from the root, sorted. */
export function listBrowserTests(suite: BrowserSuite): readonly string[] {
  const options = { cwd: ROOT };
  if (suite === 'unit') return globSync('test/widget/**/*.test.ts', options).filter(isBrowserTest).toSorted();
  // The built widget on pages of its own; needs a build in `dist/`.
  return globSync('test/e2e/embedding/**/*.browser.ts', options).toSorted();
}

/** Whether a test file, by its path from the root, runs in a browser. Tests of tools, of the command and of the doctor run in Node. */
export function isBrowserTest(path: string): boolean {
  return (
    matchesGlob(path, 'test/widget/**/*.test.ts') && !matchesGlob(path, 'test/widget/{build,cli,doctor}/**')
  );
}
