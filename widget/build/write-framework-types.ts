import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { frameworkTypes } from './framework-types.ts';
import type { Manifest } from './published-manifest.ts';

/** Writes the types for templates of frameworks into `outDir`, which has the manifest they are made from. */
export async function writeFrameworkTypes(outDir: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(outDir, 'custom-elements.json'), 'utf8')) as Manifest;
  for (const [name, code] of frameworkTypes(manifest)) await writeFile(join(outDir, name), code);
}
