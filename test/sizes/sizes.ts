import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { unstable_readConfig } from 'wrangler';
import type { Figure } from '../../demo/build/figures/figures.ts';
import { CACHE, ROOT } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import { KILOBYTE, SIZE_LIMITS } from '../../widget/build/size-limits.ts';
import { measureWidget, type Size } from '../../widget/build/sizes.ts';
import { copyWorkerWithout, FOLDERS_WITH_BINDINGS } from '../support/bare-worker.ts';
import { traceWire, type WireFile } from './wire.ts';

/** Every size with a limit, and the files that are loaded until a first answer. */
export interface Sizes {
  readonly sizes: readonly Size[];
  readonly files: readonly WireFile[];
}

/**
 * Measures the last build in `dist/`, and the Worker. Throws when an idle page loads more than the script and
 * the launcher's files.
 */
export async function measureSizes(): Promise<Sizes> {
  const { untouched, answered: files } = await traceWire();
  const early = untouched.map(({ path }) => path.replace(/^\/v\/[^/]+/, ''));
  if (early.join() !== '/cf-ai-chat.js,/launcher.js')
    throw new Error(`a page that nobody touched loads ${early.join(', ')}`);
  const answer = { ...SIZE_LIMITS.answer, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
  return { sizes: [...(await measureWidget()), answer, ...(await measureWorker())], files };
}

/**
 * The allowed difference between a shown figure and the measured one, so that not every change has to update
 * the documents.
 */
const TOLERANCE = 0.05;

/** Throws when README or the demo page shows other sizes than were measured. */
export function checkShown(sizes: readonly Size[], shown: readonly Figure[]): void {
  for (const { title, bytes } of sizes) {
    const said = shown.find((figure) => figure.title === title)?.value ?? 0;
    const measured = bytes / KILOBYTE;
    if (Math.abs(said - measured) > measured * TOLERANCE)
      throw new Error(
        `${title} is ${measured.toFixed(1)} KB, shown as ${said}: npm run bench -- bytes --write`,
      );
  }
}

/** The files as a table, in the order in which a browser requested them. */
export function formatFiles(files: readonly WireFile[]): string {
  return files.map(({ path, bytes }) => `  ${path.padEnd(46)} ${String(bytes).padStart(6)} bytes`).join('\n');
}

/** The sizes of the Worker with and without its optional folders. */
async function measureWorker(): Promise<Size[]> {
  const bare = copyWorkerWithout(...FOLDERS_WITH_BINDINGS);
  try {
    const { compatibility_date, keep_names } = unstable_readConfig({ config: join(ROOT, 'wrangler.jsonc') });
    const config = { name: 'bare', main: 'worker/index.ts', compatibility_date, keep_names };
    await writeFile(join(bare, 'wrangler.json'), JSON.stringify(config));
    return [
      { ...SIZE_LIMITS.coreWorker, bytes: await uploadSize(bare) },
      { ...SIZE_LIMITS.worker, bytes: await uploadSize(ROOT) },
    ];
  } finally {
    await rm(bare, { recursive: true });
  }
}

/** The size in bytes of the Worker in a folder, minified as `wrangler deploy` uploads it. */
async function uploadSize(folder: string): Promise<number> {
  const outDir = await mkdtemp(join(CACHE, 'worker-'));
  try {
    const options = ['deploy', '--dry-run', '--minify', '--outdir', outDir];
    const { code, output } = await runCommand('wrangler', options, {
      cwd: folder,
      env: { WRANGLER_SEND_METRICS: 'false' },
    });
    if (code !== 0) throw new Error(output.trim());
    return gzipSync(await readFile(join(outDir, 'index.js'))).length;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
