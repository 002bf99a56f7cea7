import { cp, mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Paths of all files below a folder, relative to it; empty if the folder does not exist. */
export async function listFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/**
 * Makes `target` contain exactly the files of `source`, and writes only files that differ. So a server that watches `target`
 * never finds the folder missing or empty.
 */
export async function syncFolder(source: string, target: string): Promise<void> {
  const wanted = await listFiles(source);
  const present = new Set(await listFiles(target));
  for (const path of wanted) {
    const content = await readFile(join(source, path));
    if (present.delete(path) && content.equals(await readFile(join(target, path)))) continue;
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), content);
  }
  for (const path of present) await removeFile(target, path);
}

/** Copies the content of a folder, except the top-level entries for which `isLeftOut` returns true. */
export async function copyContents(
  source: string,
  target: string,
  isLeftOut: (name: string) => boolean = () => false,
): Promise<void> {
  if (!existsSync(source)) return;
  for (const name of await readdir(source)) {
    if (!isLeftOut(name)) await cp(join(source, name), join(target, name), { recursive: true });
  }
}

async function removeFile(root: string, path: string): Promise<void> {
  await rm(join(root, path));
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if ((await readdir(join(root, folder))).length > 0) return;
    await rmdir(join(root, folder));
  }
}
