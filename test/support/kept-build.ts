import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE } from '../../widget/build/project.ts';
import { hashPaths } from '../../widget/build/hash-paths.ts';

/** Files that decide how sources are compiled and bundled, for example by `experimentalDecorators` and `sideEffects`. */
const BUILDERS = ['tsconfig.json', 'package.json', 'package-lock.json'];

/**
 * A script that is built from some files and folders (paths from the root). It is kept in the cache, and built again after one of
 * them has changed: each test file is a separate process, and a build takes seconds.
 */
export async function keptBuild(
  name: string,
  sources: readonly string[],
  build: () => Promise<string>,
): Promise<string> {
  const hash = await hashPaths([...BUILDERS, ...sources]);
  const path = join(CACHE, `${name}-${hash}.js`);
  if (existsSync(path)) return readFile(path, 'utf8');
  const script = await build();
  await mkdir(CACHE, { recursive: true });
  // A rename is atomic: another process never reads an incomplete script.
  const scratch = `${path}.${process.pid}`;
  await writeFile(scratch, script);
  await rename(scratch, path);
  await removeOthers(name, hash);
  return script;
}

/** Deletes older builds: each has more than half a megabyte, and is useless after a source has changed. */
async function removeOthers(name: string, hash: string): Promise<void> {
  for (const file of await readdir(CACHE)) {
    const [, script, other] = /^(.+)-([\da-f]{16})\.js$/.exec(file) ?? [];
    if (script === name && other !== hash) await rm(join(CACHE, file), { force: true });
  }
}
