import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { CACHE, MANIFEST, ROOT } from '../project.ts';
import type { Manifest } from '../published-manifest.ts';
import { runCommand } from '../run-command.ts';
import { installPackages } from '../setup.mjs';
import type { GeneratedDocument } from './generated-document.ts';

const CONFIG = join(import.meta.dirname, 'custom-elements-manifest.config.mjs');
const ANALYZER = join(import.meta.dirname, 'node_modules/.bin/custom-elements-manifest');

/**
 * The manifest of the current sources, generated from the JSDoc and the decorators of the element. The analyzer contains its
 * own TypeScript and is used only here, so this function installs its package, and `npm start` does not.
 */
export async function readFreshManifest(): Promise<Manifest> {
  installPackages(import.meta.dirname, { description: relative(ROOT, import.meta.dirname) });
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'manifest-'));
  try {
    const options = ['analyze', '--quiet', '--config', CONFIG, '--outdir', relative(ROOT, scratch)];
    const { code, output } = await runCommand(ANALYZER, options);
    if (code !== 0) throw new Error(output.trim());
    return JSON.parse(await readFile(join(scratch, 'custom-elements.json'), 'utf8')) as Manifest;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The manifest file as it is in the repository, from which the build copies it, and as it should be. */
export async function manifestDocument(manifest: Manifest): Promise<GeneratedDocument> {
  const current = await readFile(MANIFEST, 'utf8');
  const options = await resolveConfig(MANIFEST);
  const fresh = await format(JSON.stringify(manifest), { ...options, filepath: MANIFEST });
  return { path: MANIFEST, current, fresh };
}
