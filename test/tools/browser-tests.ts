import { matchesGlob } from 'node:path';

/** Whether a test file, by its path from the root, runs in a browser. Tests of tools, of the command and of the doctor run in Node. */
export function isBrowserTest(path: string): boolean {
  return (
    matchesGlob(path, 'test/widget/**/*.test.ts') && !matchesGlob(path, 'test/widget/{build,cli,doctor}/**')
  );
}
