import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, it } from 'node:test';
import { JSDOM } from 'jsdom';
import { marked, type Tokens } from 'marked';
import { listFiles } from '../../../../widget/build/folders.ts';
import { DIST, ROOT } from '../../../../widget/build/project.ts';
import { chunkMarkdown } from '../../../../worker/tools/knowledge/indexing/chunk-markdown.ts';
import { CONTRIBUTOR_DOCUMENTS } from '../../../support/contributor-documents.ts';
import { listTracked } from '../../../support/list-tracked.ts';

const SITE = join(DIST, 'site');
const ORIGIN = 'https://site.invalid';
const PAGES = (await listFiles(SITE)).filter((path) => path.endsWith('.html') && !path.startsWith('v/'));
const REPOSITORY = ['README.md', 'SECURITY.md', 'CHANGELOG.md', ...CONTRIBUTOR_DOCUMENTS];
const DOCUMENTS = (await listFiles(join(ROOT, 'demo/docs')))
  .filter((path) => path.endsWith('.md'))
  .map((path) => `demo/docs/${path}`);

/** Attributes with addresses that link or load. */
const ADDRESSES = ['href', 'src', 'srcset', 'poster'];
/** Addresses that the Worker answers and not a file. */
const ROUTES = ['/api/', '/v1/', '/recorded/'];

/**
 * Matches `widget/ui/` and `parts.ts`; not `features/NAME/`, which is a placeholder, nor `.cache/`, which a
 * command creates.
 */
const PATH = /^(?!\.cache)(?!.*NAME)[\w.-]*(?:\/[\w./-]*|\.(?:ts|mjs|css|json|html|md|txt))$/;
const TRACKED = (await listTracked()).map((path) => `/${path}/`);

describe('the links of the site', () => {
  for (const page of PAGES) {
    it(`lead to existing files and anchors: ${page}`, () => {
      const { addresses } = readPage(page);
      assert.ok(addresses.length > 0);
      const url = new URL(page, ORIGIN);
      for (const address of addresses) {
        const target = new URL(address, url);
        if (target.origin !== ORIGIN) assertExternal(target);
        else if (!ROUTES.some((route) => target.pathname.startsWith(route))) assertOnSite(target, address);
      }
    });
  }
});

describe('the links of the repository', () => {
  for (const path of [...REPOSITORY, ...DOCUMENTS]) {
    it(`lead to existing files and headings: ${path}`, () => {
      for (const target of markdownLinks(readFileSync(join(ROOT, path), 'utf8'))) {
        if (URL.canParse(target)) assertExternal(new URL(target));
        else assertInRepository(target, path);
      }
    });
  }
});

describe('the documents for contributors', () => {
  for (const path of CONTRIBUTOR_DOCUMENTS) {
    it(`name existing files and folders: ${path}`, () => {
      const missing = namedPaths(readFileSync(join(ROOT, path), 'utf8')).filter(
        (name) => !TRACKED.some((tracked) => tracked.includes(`/${name.replace(/\/$/, '')}/`)),
      );
      assert.deepEqual(missing, []);
    });
  }
});

/** Addresses of other sites are parsed and not requested, so that the test does not depend on those sites. */
function assertExternal(url: URL): void {
  assert.match(url.protocol, /^(?:https|mailto|tel|data):$/, url.href);
  assert.ok(!/\s/.test(url.href));
}

function assertOnSite({ pathname, hash }: URL, address: string): void {
  const path = decodeURIComponent(pathname.slice(1));
  const candidates = path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
  const file = candidates.find((name) => existsSync(join(SITE, name)));
  assert.ok(file, `${address} leads nowhere`);
  if (hash !== '' && file.endsWith('.html'))
    assert.ok(readPage(file).ids.has(decodeURIComponent(hash.slice(1))), `${address}: no such anchor`);
}

function assertInRepository(target: string, from: string): void {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? from : posix.normalize(`${dirname(from)}/${path}`);
  assert.ok(existsSync(join(ROOT, file)), `${target} leads nowhere`);
  if (anchor === undefined || !file.endsWith('.md')) return;
  const { headings } = chunkMarkdown(readFileSync(join(ROOT, file), 'utf8'), { id: file, url: `/${file}` });
  assert.ok(
    headings.some((heading) => heading.anchor === anchor),
    `${target}: no such heading`,
  );
}

/** Addresses of links and images, also in raw HTML. */
function markdownLinks(markdown: string): string[] {
  const found: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === 'link' || token.type === 'image') found.push((token as Tokens.Link).href);
    if (token.type === 'html')
      for (const [, address = ''] of token.raw.matchAll(/(?:href|src|srcset)="([^"]+)"/g))
        found.push(address);
  });
  return found;
}

/** Paths that stand as code in the text, from the root or from a folder. */
function namedPaths(markdown: string): string[] {
  const found: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === 'codespan' && PATH.test(token.text)) found.push(token.text);
  });
  return found;
}

interface PageContent {
  readonly addresses: readonly string[];
  readonly ids: ReadonlySet<string>;
}

const READ = new Map<string, PageContent>();

function readPage(page: string): PageContent {
  const known = READ.get(page);
  if (known !== undefined) return known;
  const { document } = new JSDOM(readFileSync(join(SITE, page))).window;
  const ids = new Set([...document.querySelectorAll('[id]')].map(({ id }) => id));
  const addresses = [...document.querySelectorAll('*')].flatMap((element) =>
    ADDRESSES.flatMap((name) => element.getAttribute(name) ?? []),
  );
  READ.set(page, { addresses, ids });
  return { addresses, ids };
}
