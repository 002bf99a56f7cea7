import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { copyContents } from '../../widget/build/folders.ts';
import { ROOT, VERSION } from '../../widget/build/project.ts';
import { writePages } from './pages/write-pages.ts';
import { bundleStyles } from './site/bundle-styles.ts';
import { buildScripts } from './site/build-scripts.ts';
import { fillPage } from './site/fill-page.ts';

/** The folder of the documents from which the demo's chat answers. */
export const KNOWLEDGE = join(ROOT, 'demo/docs');

/** Files and folders of the demo that are not copied to the site. */
const NOT_SERVED = new Set(['wordpress', 'build', 'scripts', 'figures', 'README.md']);

/**
 * Writes `site/` of a build: the demo page, the documentation, the newest script at `/cf-ai-chat.js`, and this release at
 * `/v/VERSION/`.
 */
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

/** Keeps the releases that an earlier build has put into the site: pages have pinned them, or have them in their cache. */
export async function keepEarlierReleases(from: string, to: string): Promise<void> {
  await copyContents(join(from, 'site/v'), join(to, 'site/v'), (name) => name === VERSION);
}
