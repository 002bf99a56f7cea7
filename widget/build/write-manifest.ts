import { join, relative } from 'node:path';
import { ROOT } from './project.ts';
import { runCommand } from './run-command.ts';

const CONFIG = join(import.meta.dirname, 'custom-elements-manifest.config.mjs');

/** Writes `custom-elements.json`, made from the JSDoc and the decorators of the element, into `outDir`. */
export async function writeManifest(outDir: string): Promise<void> {
  const options = ['analyze', '--quiet', '--config', CONFIG, '--outdir', relative(ROOT, outDir)];
  const { code, output } = await runCommand('custom-elements-manifest', options);
  if (code !== 0) throw new Error(output.trim());
}
