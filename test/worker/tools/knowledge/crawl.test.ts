import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { WebPage } from '../../../../worker/tools/knowledge/pages/web-page.ts';
import { readWeb, type WebReading } from '../../../../worker/tools/knowledge/web/read-web.ts';
import type { CrawlOptions, WebSource } from '../../../../worker/tools/knowledge/web/task.ts';
import { pdf, shopPage, startKnowledgeSite, type KnowledgeSite } from '../../../support/knowledge-site.ts';
import { CRAWL_OPTIONS } from '../../../support/troubled-site.ts';

let site: KnowledgeSite;
let cache: string;

function setUp(start: () => Promise<KnowledgeSite>): void {
  before(async () => {
    site = await start();
    cache = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
  });
  after(async () => {
    await site.close();
    rmSync(cache, { recursive: true });
  });
}

function read(
  path = '/',
  options: Partial<CrawlOptions> = {},
  kind: WebSource['kind'] = 'site',
): Promise<WebReading> {
  return readWeb(
    { kind, url: new URL(path, site.url).href },
    { ...CRAWL_OPTIONS, cache, ...options },
    () => {},
  );
}

const urlsOf = ({ pages }: WebReading): readonly string[] => pages.map(({ url }) => url).toSorted();
const textsOf = ({ sections }: WebPage): readonly string[] => sections.flatMap(({ blocks }) => blocks);

describe('a website, crawled by its links', () => {
  setUp(() => startKnowledgeSite());
  let first: WebReading;
  before(async () => void (first = await read()));

  const pageAt = (path: string): WebPage => {
    const page = first.pages.find(({ url }) => url === new URL(path, site.url).href);
    assert.ok(page, path);
    return page;
  };

  it('yields every page that should be indexed, and no other', () => {
    assert.deepEqual(urlsOf(first), site.wanted.toSorted());
  });

  const reasons: readonly (readonly [string, RegExp])[] = [
    ['/elsewhere', /^leads to https:\/\/elsewhere\.invalid\//],
    ['/loop-a', /^redirects without end$/],
    ['/missing', /^not found$/],
    ['/broken', /^status 500$/],
    ['/cut-off', /^no connection/],
    ['/huge', /^larger than 5 MB$/],
    ['/thanks', /^noindex$/],
    ['/by-header', /^noindex$/],
    ['/private/notes', /^not allowed by robots\.txt$/],
    ['/guides/1?print=1', /^a copy of .*\/guides\/1, which it names as canonical$/],
    ['/copy-of-returns', /^the same text as .*\/returns$/],
    ['/app', /^an application shell/],
    ['/picture', /^no page: image\/png$/],
  ];
  for (const [path, reason] of reasons) {
    it(`reports why ${path} is left out`, () => {
      const { href } = new URL(path, site.url);
      assert.match(first.leftOut.find(({ url }) => url === href)?.reason ?? '', reason);
    });
  }

  it('is not requested behind nofollow links, nor where robots.txt forbids it', () => {
    assert.deepEqual(
      site.requests.filter((path) => /secret|private/.test(path)),
      [],
    );
  });

  it('is read in its encodings: from the header, from the page, and UTF-8 by default', () => {
    assert.deepEqual(
      ['/latin1', '/shift-jis', '/unnamed-utf8'].map((path) => pageAt(path).title),
      ['Grüner Tee', '緑茶', 'Thé vert'],
    );
  });

  it('has the language of each page', () => {
    assert.deepEqual(
      ['/shipping', '/de/versand', '/shift-jis'].map((path) => pageAt(path).language),
      ['en', 'de', 'ja'],
    );
  });

  it('has no menus, footers and repeated text of pages in the index', () => {
    assert.deepEqual(pageAt('/guides/3').sections, [
      {
        heading: 'Guide 3',
        anchor: '',
        blocks: ['How tea number 3 is brewed: 63 degrees, and 3 minutes of patience.'],
      },
      {
        heading: 'Water for tea 3',
        anchor: 'water-3',
        blocks: ['Soft water suits tea 3 best of all waters.'],
      },
      { heading: 'Leaves 3', anchor: 'leaves-3', blocks: ['Use 3 grams of leaves.'] },
    ]);
    const notices = first.pages.flatMap(textsOf).filter((text) => text.startsWith('We use cookies'));
    assert.equal(notices.length, 1);
  });

  it('is read on pages without landmarks, too', () => {
    const [{ heading, anchor, blocks } = { heading: '', anchor: '', blocks: [] }, ...rest] =
      pageAt('/no-landmarks').sections;
    assert.deepEqual([heading, anchor, blocks.length, rest], ['The founding', 'founding', 3, []]);
  });

  it('is not downloaded again where nothing has changed', async () => {
    site.bodies.length = 0;
    const second = await read();
    assert.deepEqual(site.bodies, ['/robots.txt']);
    assert.deepEqual(second.pages, first.pages);
  });

  it('yields changed pages, and removes deleted ones', async () => {
    site.bodies.length = 0;
    const page = shopPage(
      'Shipping',
      '<p>Parcels leave the house at noon now, and on Saturdays, too, as many have wished.</p>',
    );
    site.set('/shipping', { body: page });
    site.set('/guides/7', undefined);
    const third = await read();
    assert.deepEqual(site.bodies, ['/robots.txt', '/shipping']);
    assert.deepEqual(
      urlsOf(third),
      // /guides/7 is deleted. Only the old text of /shipping had a link to its translation, /de/versand.
      site.wanted.filter((url) => !/\/(?:guides\/7|de\/versand)$/.test(url)).toSorted(),
    );
  });

  it('keeps the last text of a page whose server has an error', async () => {
    site.set('/guides/8', { status: 503 });
    const fourth = await read();
    const { href } = new URL('/guides/8', site.url);
    assert.ok(urlsOf(fourth).includes(href));
    const left = fourth.leftOut.find(({ url }) => url === href);
    assert.equal(left?.reason, 'status 503; its text of an earlier run stays');
  });

  it('has its PDF files read with --pdf, and continues after a file that is not a PDF', async () => {
    site.set('/manual.pdf', { body: 'no PDF', headers: { 'content-type': 'application/pdf' } });
    const broken = await read('/', { isWithPdf: true });
    const { href } = new URL('/manual.pdf', site.url);
    assert.match(broken.leftOut.find(({ url }) => url === href)?.reason ?? '', /^cannot be read: /);
    site.set('/manual.pdf', { body: pdf('Warm the pot.'), headers: { 'content-type': 'application/pdf' } });
    const { pages } = await read('/', { isWithPdf: true });
    assert.deepEqual(pages.find(({ url }) => url === href)?.sections[0]?.blocks, ['Warm the pot.']);
  });

  it('is limited by --include, --exclude and --max-pages', async () => {
    const some = await read('/', { include: ['/guides/1', '/returns$'], exclude: ['/guides/*5'] });
    const guides = [1, 10, 11, 12, 13, 14, 16, 17, 18, 19].map((number) => `/guides/${number}`);
    assert.deepEqual(
      urlsOf(some),
      [...guides, '/returns'].map((path) => new URL(path, site.url).href).toSorted(),
    );
    const few = await read('/', { maxPages: 5 });
    assert.equal(few.pages.length, 5);
    assert.ok(few.leftOut.some(({ reason }) => reason === 'beyond --max-pages'));
  });
});

describe('a website, crawled by its sitemaps', () => {
  setUp(() => startKnowledgeSite(true));

  it('yields the same pages by robots.txt, a sitemap index and a compressed sitemap', async () => {
    assert.deepEqual(urlsOf(await read()), site.wanted.toSorted());
  });

  it('yields the pages of one sitemap where that sitemap is the source', async () => {
    const reading = await read('/guides.xml.gz', {}, 'sitemap');
    assert.deepEqual(urlsOf(reading), site.wanted.filter((url) => url.includes('/guides/')).toSorted());
  });
});

describe('a website that cannot be read', () => {
  setUp(() => startKnowledgeSite());

  it('is reported with the response to its start address', async () => {
    await assert.rejects(read('/missing'), /\/missing: not found$/);
    await assert.rejects(read('/picture'), /\/picture: no page: image\/png$/);
    await assert.rejects(
      read('/elsewhere'),
      /leads to another site: name https:\/\/elsewhere\.invalid\/ if you mean that$/,
    );
    await assert.rejects(read('/loop-a'), /redirects without end$/);
    await assert.rejects(read('/private/notes'), /not allowed by robots\.txt$/);
    await assert.rejects(read('/app', {}, 'sitemap'), /\/app is no sitemap/);
    await assert.rejects(read('/missing', {}, 'sitemap'), /\/missing is no sitemap: status 404$/);
  });

  it('is not requested further after ten failures in a row, and its index is kept', async () => {
    // /guides/1, and /guides/10 to /guides/19
    const some = { include: ['/guides/1'] };
    const first = await read('/', some);
    const guides = first.pages.map(({ url }) => new URL(url).pathname);
    for (const path of guides) site.set(path, { status: 503 });
    await assert.rejects(read('/', some), /10 addresses in a row could not be read.*goes on from here/);
    for (const path of guides)
      site.set(path, {
        body: shopPage(path, `<p>${path} was written anew, and is now much longer than it was before.</p>`),
      });
    assert.deepEqual(urlsOf(await read('/', some)), urlsOf(first));
  });

  it('is not read where its robots.txt answers with an error', async () => {
    site.set('/robots.txt', { status: 503 });
    await assert.rejects(read(), /robots\.txt answers 503/);
  });
});
