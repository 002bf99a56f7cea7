import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '../../../vite.config.ts';
import { pagesOf, readDocuments } from '../../../worker/knowledge/indexing/read-documents.ts';
import { renderPage } from '../../../worker/knowledge/indexing/render-page.ts';
import { KNOWLEDGE } from '../knowledge.ts';
import { writeReleaseList } from '../releases/release-list.ts';
import { ROOT } from '../run-command.ts';
import { bundleWidget } from './bundle-widget.ts';
import { describeFailure } from './describe-failure.ts';
import { copyContents, syncFolder } from './folders.ts';
import { writeDeclarations } from './write-declarations.ts';
import { writeFrameworkTypes } from './write-framework-types.ts';
import { writeIntegrity } from './write-integrity.ts';
import { writeManifest } from './write-manifest.ts';

/** Where the build goes: the package's files, and in `site/` what the Worker serves. */
export const DIST = join(ROOT, 'dist');

const CACHE = join(ROOT, '.cache');

/** The plugin for WordPress is a program of its own, and the snippets are read by the page's author only. */
const NOT_SERVED = new Set(['wordpress', 'snippets']);

/**
 * Builds everything into `dist/`. A build that fails leaves the last good one in place; it rejects with an
 * Error whose message begins with the one line to show.
 */
export async function buildAll(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'build-'));
  const outDir = join(scratch, 'dist');
  try {
    await allEnded([
      bundleWidget(outDir),
      writeDeclarations(outDir, join(scratch, 'types')),
      writeManifest(outDir),
    ]);
    await writeFrameworkTypes(outDir);
    await writeIntegrity(outDir, VERSION);
    await assembleSite(outDir);
    await keepEarlierReleases(DIST, outDir);
    await writeReleaseList(join(outDir, 'site'));
    await syncFolder(outDir, DIST);
  } catch (error) {
    throw new Error(describeFailure(error), { cause: error });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Like `Promise.all`, but a failure waits for the others: they would go on writing into a folder that is gone. */
async function allEnded(tasks: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
}

/** `site/`: the demo page, the documents, the script at its floating address, and the whole release at its own. */
async function assembleSite(outDir: string): Promise<void> {
  const site = join(outDir, 'site');
  await copyContents(outDir, join(site, 'v', VERSION), (name) => name === 'site');
  await cp(join(outDir, 'cf-ai-chat.js'), join(site, 'cf-ai-chat.js'));
  await copyContents(join(ROOT, 'demo'), site, (name) => NOT_SERVED.has(name));
  await writePages(join(site, 'docs'));
}

/** Releases that an earlier build put into the site stay there: pages have pinned them, or have them in their cache. */
export async function keepEarlierReleases(from: string, to: string): Promise<void> {
  await copyContents(join(from, 'site/v'), join(to, 'site/v'), (name) => name === VERSION);
}

/** The documents as pages, where the sources of an answer lead. */
async function writePages(folder: string): Promise<void> {
  const pages = pagesOf(readDocuments(KNOWLEDGE, '/docs/'));
  await mkdir(folder, { recursive: true });
  for (const id of pages.keys()) await writeFile(join(folder, `${id}.html`), renderPage(id, pages));
}
