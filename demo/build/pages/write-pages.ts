import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { JSDOM } from 'jsdom';
import { pagesOf, readDocuments } from '../../../worker/tools/knowledge/indexing/read-documents.ts';
import { MarkdownRenderer } from './markdown-renderer.ts';
import { resolveNavigation } from './navigation.ts';
import type { PictureSizes } from './page-hooks.ts';
import { renderShell } from './page-shell.ts';

/**
 * Writes the documents of a folder as pages, to which the sources of answers link. `renderer` is the path of the built
 * `markdown.js`.
 */
export async function writePages(documents: string, outDir: string, renderer: string): Promise<void> {
  const pages = pagesOf(readDocuments([documents], '/docs/'));
  const navigation = resolveNavigation([...pages.keys()]);
  const titles = new Map([...pages].map(([id, { title }]) => [id, title]));
  const sizes = await readSizes(join(documents, 'pictures/sizes.json'));
  const markdown = await MarkdownRenderer.open(renderer);
  try {
    for (const [id, page] of pages) {
      const body = markdown.render(page.markdown, { headings: page.headings, sizes });
      const description = body.querySelector('p')?.textContent ?? '';
      const sections = page.headings.filter(({ depth }) => depth === 2);
      const { title } = page;
      const shell = renderShell({ id, title, description, sections, navigation, titles });
      await writePage(join(outDir, `${id}.html`), insertBody(shell, body));
    }
  } finally {
    markdown.close();
  }
}

function insertBody(shell: string, body: HTMLElement): string {
  const dom = new JSDOM(shell);
  dom.window.document.querySelector('main')?.append(...body.childNodes);
  return dom.serialize();
}

async function readSizes(path: string): Promise<PictureSizes> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as PictureSizes) : {};
}

async function writePage(path: string, html: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, html);
}
