import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { copyContents } from '../../widget/build/folders.ts';
import { ROOT, VERSION } from '../../widget/build/project.ts';
import { writePages } from './pages/write-pages.ts';
import { bundleStyles } from './site/bundle-styles.ts';
import { buildScripts } from './site/build-scripts.ts';
import { fillPage } from './site/fill-page.ts';

/** The documents that the demo's answers are drawn from. */
export const KNOWLEDGE = join(ROOT, 'demo/docs');

/** Entries of the demo that are no part of the site as they are. */
const NOT_SERVED = new Set(['wordpress', 'build', 'scripts', 'figures', 'README.md']);

/** `site/` of a build: the demo page, the documents, the script at its floating address, and the release at its own. */
export async function assembleSite(outDir: string): Promise<void> {
  const site = join(outDir, 'site');
  await copyContents(outDir, join(site, 'v', VERSION), (name) => name === 'site');
  await cp(join(outDir, 'cf-ai-chat.js'), join(site, 'cf-ai-chat.js'));
  await copyContents(join(ROOT, 'demo'), site, (name) => NOT_SERVED.has(name));
  await Promise.all([
    fillPage(join(site, 'index.html'), outDir),
    buildScripts(join(site, 'scripts')),
    bundleStyles(join(site, 'demo.css')),
  ]);
  await writePages(KNOWLEDGE, join(site, 'docs'), join(outDir, 'markdown.js'));
}

/** Releases that an earlier build put into the site stay there: pages have pinned them, or have them in their cache. */
export async function keepEarlierReleases(from: string, to: string): Promise<void> {
  await copyContents(join(from, 'site/v'), join(to, 'site/v'), (name) => name === VERSION);
}
