import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE } from '../../widget/build/project.ts';
import { hashPaths } from './hash-paths.ts';

/**
 * A script that is built from some files and folders, named by their paths from the root: kept in the cache, and built again
 * once one of them has changed. Test files are processes of their own, and each build takes seconds.
 */
export async function keptBuild(
  name: string,
  sources: readonly string[],
  build: () => Promise<string>,
): Promise<string> {
  const path = join(CACHE, `${name}-${await hashPaths(sources)}.js`);
  if (existsSync(path)) return readFile(path, 'utf8');
  const script = await build();
  await mkdir(CACHE, { recursive: true });
  // A rename is atomic: a second process never meets half a script.
  const scratch = `${path}.${process.pid}`;
  await writeFile(scratch, script);
  await rename(scratch, path);
  return script;
}
