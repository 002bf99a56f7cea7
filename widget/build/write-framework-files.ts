import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { frameworkFiles } from './framework-files.ts';
import type { Manifest } from './published-manifest.ts';

/** Writes the files with which frameworks know the element into `outDir`, using the manifest there. */
export async function writeFrameworkFiles(outDir: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(outDir, 'custom-elements.json'), 'utf8')) as Manifest;
  for (const [name, code] of frameworkFiles(manifest)) await writeFile(join(outDir, name), code);
}
