import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyContents } from '../../widget/build/folders.ts';
import { ROOT, VERSION } from '../../widget/build/project.ts';
import { pagesOf, readDocuments } from '../../worker/knowledge/indexing/read-documents.ts';
import { renderPage } from '../../worker/knowledge/indexing/render-page.ts';

/** The documents that the demo's answers are drawn from. */
export const KNOWLEDGE = join(ROOT, 'worker/knowledge/content');

/** Folders of the demo that are no part of the site: the WordPress plugin, the snippet pages, and this one. */
const NOT_SERVED = new Set(['wordpress', 'snippets', 'build']);

/** `site/` of a build: the demo page, the documents, the script at its floating address, and the release at its own. */
export async function assembleSite(outDir: string): Promise<void> {
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
