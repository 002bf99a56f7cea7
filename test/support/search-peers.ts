import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeHtml } from '../../demo/build/site/escape-html.ts';
import { plainOf } from '../../widget/protocol/plain-text.ts';
import { groupBy } from '../../worker/knowledge/group-by.ts';
import type { PassageRow } from '../../worker/tools/knowledge/indexing/passage.ts';
import { launchChromium } from './browser.ts';
import { installFixture } from './install-fixture.ts';
import { startPageServer } from './page-server.ts';
import type { FindPages } from './search-quality.ts';

/** `test/fixtures/search-engines/engines.js` */
interface Engines {
  openMiniSearch(passages: readonly PassageRow[]): (query: string) => readonly string[];
  writePagefind(pages: readonly { url: string; html: string }[], folder: string): Promise<void>;
}

/** The part of Pagefind's script that the measurement calls: https://pagefind.app/docs/api/ */
interface Pagefind {
  search(query: string): Promise<{ results: readonly { data(): Promise<{ url: string }> }[] }>;
}

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.json': 'application/json' };
/** How many results a search box shows. */
const SHOWN = 5;

/** The search of another project in passages. */
export interface Peer {
  readonly find: FindPages;
  close(): Promise<void>;
}

/** MiniSearch with the settings of VitePress, one document per section. */
export async function openMiniSearch(passages: readonly PassageRow[]): Promise<Peer> {
  const { openMiniSearch: open } = await loadEngines();
  const search = open(passages.map((passage) => ({ ...passage, text: plainOf(passage.text) })));
  return { find: (query) => Promise.resolve(search(query)), close: () => Promise.resolve() };
}

/** The published Pagefind in Chromium, with pages that have the same headings and texts. */
export async function openPagefind(passages: readonly PassageRow[]): Promise<Peer> {
  const { writePagefind } = await loadEngines();
  const folder = await mkdtemp(join(tmpdir(), 'cf-ai-chat-pagefind-'));
  const pages = groupBy(passages, ({ url }) => url.replace(/#.*/, ''));
  await writePagefind(
    [...pages].map(([url, sections]) => ({ url, html: toHtml(sections) })),
    folder,
  );
  const server = await startPageServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    const type = TYPES[extname(path)] ?? (path === '/' ? 'text/html' : 'application/octet-stream');
    const body = path === '/' ? Promise.resolve('<!doctype html>') : readFile(join(folder, path));
    body.then(
      (bytes) => response.writeHead(200, { 'content-type': type }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(server.url.href);
  return {
    find: (query) =>
      page.evaluate(
        async ({ text, most }) => {
          const script = '/pagefind.js';
          const { search } = (await import(script)) as Pagefind;
          const { results } = await search(text);
          const shown = await Promise.all(results.slice(0, most).map((result) => result.data()));
          return shown.map(({ url }) => url);
        },
        { text: query, most: SHOWN },
      ),
    async close() {
      await browser.close();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function loadEngines(): Promise<Engines> {
  const folder = installFixture('search-engines');
  return (await import(pathToFileURL(join(folder, 'engines.js')).href)) as Engines;
}

function toHtml(sections: readonly PassageRow[]): string {
  const title = sections[0]?.title ?? '';
  const body = sections.map(({ heading = '', url, text }) => {
    const anchor = url.split('#')[1] ?? '';
    const head = heading === '' ? '' : `<h2 id="${escapeHtml(anchor)}">${escapeHtml(heading)}</h2>`;
    return `${head}<p>${escapeHtml(plainOf(text))}</p>`;
  });
  const name = escapeHtml(title);
  return `<!doctype html><html lang="en"><title>${name}</title><body data-pagefind-body><h1>${name}</h1>${body.join('')}`;
}
