import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST, VERSION } from '../../../widget/build/project.ts';
import type { Manifest } from '../../../widget/build/published-manifest.ts';
import { controlsHtml } from './controls.ts';
import { sizeBars, speedBars } from './bars.ts';
import { formatsHtml, rawHtml } from './formats.ts';
import { projectLinks } from './project-links.ts';
import { firstSnippetHtml, tabsHtml } from './snippet-tabs.ts';

/** Data of the release on this site, for the configurator's script. */
export interface ReleaseData {
  readonly version: string;
  /** Subresource Integrity value of the script-tag file. */
  readonly integrity: string;
}

/** Writes the generated parts into a page, in place of its `<!-- generated: NAME -->` comments. */
export async function fillPage(path: string, outDir: string): Promise<void> {
  const page = await readFile(path, 'utf8');
  const parts = await generateParts(outDir);
  const filled = page.replaceAll(/<!-- generated: ([\w-]+) -->/g, (_, name: string) => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`${path} names ${name}, which nothing generates`);
    return part;
  });
  await writeFile(path, filled);
}

async function generateParts(outDir: string): Promise<ReadonlyMap<string, string>> {
  const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest;
  const { files } = JSON.parse(await readFile(join(outDir, 'integrity.json'), 'utf8')) as {
    files: Readonly<Record<string, string>>;
  };
  const release: ReleaseData = { version: VERSION, integrity: files['cf-ai-chat.js'] ?? '' };
  return new Map([
    ['controls', controlsHtml(manifest)],
    ['tabs', tabsHtml()],
    ['first-snippet', firstSnippetHtml()],
    ['sizes', await sizeBars()],
    ['speeds', await speedBars()],
    ['formats', formatsHtml()],
    ['raw', rawHtml()],
    ['release', `<script type="application/json" id="release">${JSON.stringify(release)}</script>`],
    ['version', VERSION],
    ['project-links', await projectLinks()],
    ['project-buttons', await projectLinks('button')],
  ]);
}
