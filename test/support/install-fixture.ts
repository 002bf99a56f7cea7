import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CACHE, ROOT } from '../../widget/build/project.ts';
import { installPackages } from '../../widget/build/setup.mjs';

/** Longest time to wait for another process that installs the same packages. */
const LOCK_TIMEOUT_MS = 600_000;

/**
 * Installs the packages of `test/fixtures/<name>/package.json` into the `node_modules` beside it, when they are missing
 * or not the versions of its lock file; otherwise does nothing and needs no network. Returns the fixture's folder.
 *
 * Blocks this process meanwhile, so that a test file can call it at its top, before it imports what needs the packages.
 */
export function installFixture(name: string): string {
  const folder = join(ROOT, 'test/fixtures', name);
  const unlock = lock(name);
  try {
    // Packages of other people's, needed for tests only: none may run a script while it is installed.
    installPackages(folder, { description: `test/fixtures/${name}`, options: ['--ignore-scripts'] });
  } finally {
    unlock();
  }
  return folder;
}

/** Waits for the other processes that install the same fixture. The operating system frees the lock of one that died. */
function lock(name: string): () => void {
  mkdirSync(CACHE, { recursive: true });
  const database = new DatabaseSync(join(CACHE, `${name}.lock`), { timeout: LOCK_TIMEOUT_MS });
  database.exec('BEGIN EXCLUSIVE');
  return () => database.close();
}
