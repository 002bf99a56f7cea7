import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure } from '../../demo/build/figures/figures.ts';
import { CACHE } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import { KILOBYTE, measureWidget, type Size } from '../../widget/build/sizes.ts';
import { traceWire, type WireFile } from './wire.ts';

/** Every size with a gate, and the files that a first answer consists of. */
export interface Sizes {
  readonly sizes: readonly Size[];
  readonly files: readonly WireFile[];
}

/** Measures the last build in `dist/`, and the Worker. Throws when a page asks for more than the script and, when it is idle, what belongs to its launcher. */
export async function measureSizes(): Promise<Sizes> {
  const { untouched, answered: files } = await traceWire();
  const early = untouched.map(({ path }) => path.replace(/^\/v\/[^/]+/, ''));
  if (early.join() !== '/cf-ai-chat.js,/launcher.js')
    throw new Error(`a page that nobody touched loads ${early.join(', ')}`);
  const answer: Size = {
    title: 'all until a first answer, brotli',
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    // Measured: 96.7 before answers that are asked once, conversations that are stored at once, and parts that come later; 100.4
    // with them; 110.4 with formulas, tools, footnotes and the checks of addresses. Packages as published are 33.4: marked 12.7,
    // DOMPurify 9.4, the grammar of JavaScript with its reader 5.6, Lit 4.3, the SSE parser 1.4. Styles are 8, the English words
    // 1.8, the hashes of all files that may be loaded later 1.5. `launcher.js` is 3.3, of which 0.4 are in `cf-ai-chat.js` as well:
    // a file that comes when the page is idle shares no code with one that is a classic script. The rest is our code, which is
    // needed with the first answer, or must be here when the network is not: answers that go on after a cut, scrolling that leaves
    // the reader alone, the sheet on phones, the next steps under failures, the row of actions.
    gate: 114 * KILOBYTE,
    goal: 85 * KILOBYTE,
  };
  return { sizes: [...(await measureWidget()), answer, await measureWorker()], files };
}

/** How far a figure that is shown may be from the measured one, so that not every change has to write it anew. */
const TOLERANCE = 0.05;

/** Throws when README and the demo page show other sizes than were measured. */
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

/** The files as a table, in the order in which a browser asked for them. */
export function formatFiles(files: readonly WireFile[]): string {
  return files.map(({ path, bytes }) => `  ${path.padEnd(46)} ${String(bytes).padStart(6)} bytes`).join('\n');
}

/** Size of the Worker as `wrangler deploy` would upload it, minified. */
async function measureWorker(): Promise<Size> {
  const outDir = await mkdtemp(join(CACHE, 'worker-'));
  try {
    const options = ['deploy', '--dry-run', '--minify', '--outdir', outDir];
    const { code, output } = await runCommand('wrangler', options, {
      env: { WRANGLER_SEND_METRICS: 'false' },
    });
    if (code !== 0) throw new Error(output.trim());
    const script = await readFile(join(outDir, 'index.js'));
    const title = 'Worker, minified, gzip';
    return { title, bytes: gzipSync(script).length, gate: 37.4 * KILOBYTE, goal: 26 * KILOBYTE };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
