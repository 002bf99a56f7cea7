import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from './folders.ts';
import { ROOT } from './project.ts';

/**
 * Not part of the hash, because another process may be installing packages: those for PDF files are in
 * `worker/tools/knowledge/pdf/`.
 */
const PACKAGES = /(?:^|[\\/])node_modules[\\/]/;

/** A hash of files, and of all files in folders, without installed packages. Paths are relative to the root. 16 hex digits. */
export async function hashPaths(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of await filesOf(path)) hash.update(`${file}\0`).update(await readFile(join(ROOT, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesOf(path: string): Promise<readonly string[]> {
  if ((await stat(join(ROOT, path))).isFile()) return [path];
  const names = (await listFiles(join(ROOT, path))).filter((name) => !PACKAGES.test(name));
  return names.toSorted().map((name) => join(path, name));
}
