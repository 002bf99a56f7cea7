import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { isPublic } from '../../../../worker/tools/knowledge/pages/addresses.ts';
import { Downloader } from '../../../../worker/tools/knowledge/web/download.ts';
import type { WebReading } from '../../../../worker/tools/knowledge/web/read-web.ts';
import type { WebSource } from '../../../../worker/tools/knowledge/web/task.ts';
import { pdf } from '../../../support/knowledge-site.ts';
import { sitemapOf, startTroubledSite, teaPage, type TroubledSite } from '../../../support/troubled-site.ts';

let site: TroubledSite;
before(async () => void (site = await startTroubledSite()));
beforeEach(() => {
  site.forget();
  site.answers = {};
  site.requests.length = 0;
  site.progress.length = 0;
});
after(() => site.close());

const pathsOf = ({ pages }: WebReading): readonly string[] => pages.map(({ url }) => new URL(url).pathname);
const reasonsOf = ({ leftOut }: WebReading): Readonly<Record<string, string>> =>
  Object.fromEntries(leftOut.map(({ url, reason }) => [new URL(url).pathname, reason]));

describe('a sitemap of a crawled site', () => {
  for (const status of [502, 429, 403])
    it(`that fails with ${status} ends the run, since its pages would otherwise leave the index`, async () => {
      site.answers = {
        '/': teaPage('Home'),
        '/a': teaPage('A'),
        '/robots.txt': `Sitemap: ${site.at('/a.xml')}\nSitemap: ${site.at('/b.xml')}`,
        '/a.xml': sitemapOf(site.at('/a')),
        '/b.xml': status,
      };
      await assert.rejects(site.read(), new RegExp(`/b\\.xml: status ${status}`));
    });

  it('that fails is not replaced by following links where robots.txt names it', async () => {
    site.answers = { '/': teaPage('Home', '/a'), '/a': teaPage('A'), '/sitemap.xml': 503 };
    await assert.rejects(site.read(), /\/sitemap\.xml: status 503/);
  });

  it('is read where robots.txt names it by a path', async () => {
    site.answers = {
      '/': teaPage('Home'),
      '/a': teaPage('A'),
      '/robots.txt': 'Sitemap: /a.xml\nSitemap: ftp://127.0.0.1/b.xml',
      '/a.xml': sitemapOf(site.at('/a')),
    };
    assert.deepEqual(pathsOf(await site.read()), ['/', '/a']);
  });

  // File storage such as S3 answers 403 for every missing file.
  for (const status of [404, 410, 403])
    it(`that answers ${status} counts as missing where nothing names it, and links are followed`, async () => {
      site.answers = { '/': teaPage('Home', '/a'), '/a': teaPage('A'), '/sitemap.xml': status };
      assert.deepEqual(pathsOf(await site.read()), ['/', '/a']);
    });
});

describe('a page that cannot be read any more', () => {
  for (const status of [401, 403, 408])
    it(`keeps its text where a bot challenge answers ${status}`, async () => {
      site.answers = { '/': teaPage('Home', '/a'), '/a': teaPage('A') };
      await site.read();
      site.answers = { ...site.answers, '/a': status };
      const second = await site.read();
      assert.deepEqual(pathsOf(second), ['/', '/a']);
      assert.equal(reasonsOf(second)['/a'], `status ${status}; its text of an earlier run stays`);
    });

  it('keeps the pages that only this page links to', async () => {
    site.answers = { '/': teaPage('Home', '/a'), '/a': teaPage('A', '/b'), '/b': teaPage('B') };
    await site.read();
    site.answers = { ...site.answers, '/a': 503 };
    assert.deepEqual(pathsOf(await site.read()), ['/', '/a', '/b']);
  });
});

describe('five pages that always fail', () => {
  const paths = [1, 2, 3, 4, 5].map((number) => `/${number}`);

  it('do not end the run', async () => {
    site.answers = { '/': teaPage('Home', '/a', ...paths), '/a': teaPage('A') };
    for (const path of paths) site.answers = { ...site.answers, [path]: 500 };
    const reading = await site.read();
    assert.deepEqual(pathsOf(reading), ['/', '/a']);
    assert.deepEqual(Object.keys(reasonsOf(reading)), paths);
  });

  it('are requested once where they are too large, and count for --max-bytes', async () => {
    site.answers = { '/': teaPage('Home', '/large'), '/large': 'x'.repeat(5_000_001) };
    const reading = await site.read();
    assert.deepEqual(reasonsOf(reading), { '/large': 'larger than 5 MB' });
    assert.equal(site.requests.filter((path) => path === '/large').length, 1);
    assert.ok(reading.bytes > 5_000_000, String(reading.bytes));
  });
});

describe('an address on a private network', () => {
  const other = 'http://localhost:9/';

  it('is not requested as a sitemap', async () => {
    const index = `<sitemapindex><sitemap><loc>${other}b.xml</loc></sitemap></sitemapindex>`;
    site.answers = {
      '/': teaPage('Home'),
      '/robots.txt': `Sitemap: ${other}a.xml\nSitemap: ${site.at('/index.xml')}\nSitemap: ${site.at('/moved.xml')}`,
      '/index.xml': index,
      '/moved.xml': { status: 301, headers: { location: `${other}c.xml` } },
    };
    assert.deepEqual(reasonsOf(await site.read()), {
      '/a.xml': 'no sitemap: on a private network',
      '/moved.xml': `no sitemap: ${site.at('/moved.xml')}: leads to ${other}c.xml, which is not of this site`,
      '/b.xml': 'no sitemap: on a private network',
    });
  });

  it('is not requested as robots.txt or llms.txt', async () => {
    site.answers = {
      '/llms.txt': { status: 302, headers: { location: `${other}llms.txt` } },
    };
    await assert.rejects(site.read('/llms.txt', 'llms'), /leads to http:\/\/localhost:9\/llms\.txt, which/);
    site.answers = { '/robots.txt': { status: 302, headers: { location: `${other}robots.txt` } } };
    await assert.rejects(site.read(), /leads to http:\/\/localhost:9\/robots\.txt, which/);
  });

  const hosts: readonly (readonly [string, boolean])[] = [
    ['cdn.example.com', true],
    ['xn--bcher-kva.example', true],
    ['localhost', false],
    ['localhost.', false],
    ['nas.local', false],
    ['10.0.0.1', false],
    ['0x7f.1', false],
    ['[::1]', false],
  ];
  for (const [host, expected] of hosts)
    it(`is ${expected ? 'not ' : ''}${host}`, () => assert.equal(isPublic(`http://${host}/`), expected));
});

describe('a start page without text', () => {
  const to = (address: string): string => `<meta http-equiv="Refresh" content="0; url=${address}">`;

  it('is followed where it redirects by script or meta refresh', async () => {
    site.answers = { '/': to("'en/'"), '/en/': teaPage('English', '/en/a'), '/en/a': teaPage('A') };
    const reading = await site.read();
    assert.deepEqual(pathsOf(reading), ['/en/', '/en/a']);
    assert.deepEqual(reasonsOf(reading), {});
  });

  it('is reported with the target where it redirects to another site', async () => {
    site.answers = { '/': to('https://b.example/') };
    await assert.rejects(site.read(), /leads to another site: name https:\/\/b\.example\/ if you mean that$/);
  });

  it('is not left for the page for visitors without scripts, and not for itself', async () => {
    site.answers = { '/': `<noscript>${to('/no')}</noscript>${teaPage('Home')}`, '/no': teaPage('No') };
    assert.deepEqual(pathsOf(await site.read()), ['/']);
    site.answers = { '/': `<meta http-equiv="refresh" content="60">${teaPage('Again')}` };
    site.forget();
    assert.deepEqual(pathsOf(await site.read()), ['/']);
  });

  it('is not followed where it refreshes itself after a minute, as a dashboard does', async () => {
    site.answers = { '/': to('/?1').replace('"0;', '"60;'), '/?1': teaPage('Board') };
    assert.deepEqual(pathsOf(await site.read()), []);
  });

  it('is followed to its canonical page where it forbids indexing', async () => {
    site.answers = { '/': `<meta name="robots" content="noindex">${to('/en')}`, '/en': teaPage('English') };
    assert.deepEqual(pathsOf(await site.read()), ['/en']);
  });
});

describe('a page without text that redirects its readers', () => {
  const to = (address: string): string => `<meta http-equiv="refresh" content="0; url=${address}">`;

  it('is reported with the target where the target is not part of the source', async () => {
    site.answers = {
      '/': teaPage('Home', '/moved', '/mail', '/circle'),
      '/moved': to('https://b.example/a'),
      '/mail': to('mailto:a@b.example'),
      '/circle': to('/circle'),
    };
    assert.deepEqual(reasonsOf(await site.read()), {
      '/moved': 'leads to https://b.example/a, which is not of this source',
      '/mail': 'no text',
      '/circle': 'redirects without end',
    });
  });
});

describe('a page with text that redirects by itself', () => {
  for (const seconds of [5, 900])
    it(`after ${seconds} seconds, as at the end of a session, is read and not followed`, async () => {
      const meta = `<meta http-equiv="refresh" content="${seconds};url=/expired">`;
      site.answers = { '/': meta + teaPage('Home'), '/expired': teaPage('Your session has expired') };
      assert.deepEqual(pathsOf(await site.read()), ['/']);
    });
});

describe('a page that redirects to itself with a session id', () => {
  const redirect = (location: string) => ({ status: 302, headers: { location } });

  it('is read at that address, as the start page and within the site', async () => {
    site.answers = {
      '/': redirect('/;jsessionid=1'),
      '/;jsessionid=1': teaPage('Home', '/shop'),
      '/shop': redirect('/shop?PHPSESSID=2'),
      '/shop?PHPSESSID=2': teaPage('Shop', '/tea'),
      '/tea': teaPage('Tea'),
    };
    const reading = await site.read();
    assert.deepEqual(
      reading.pages.map(({ url }) => url),
      ['/', '/shop', '/tea'].map((path) => site.at(path)),
    );
    assert.deepEqual(reading.leftOut, []);
  });

  it('is reported where it redirects once more, or robots.txt forbids it', async () => {
    site.answers = {
      '/robots.txt': 'User-agent: *\nDisallow: /*jsessionid',
      '/': teaPage('Home', '/again', '/own'),
      '/again': redirect('/again?CFID=1'),
      '/again?CFID=1': redirect('/again?CFID=2'),
      '/own': redirect('/own;jsessionid=1'),
      '/own;jsessionid=1': teaPage('Own'),
    };
    const reading = await site.read();
    assert.deepEqual(pathsOf(reading), ['/']);
    assert.deepEqual(reasonsOf(reading), {
      '/own': 'not allowed by robots.txt',
      '/again': 'redirects without end',
    });
  });
});

describe('a site without end', () => {
  it('is read once when it puts a new session id into every link', async () => {
    const links = (id: number) => [`/a?PHPSESSID=${id}&b=1`, `/c;jsessionid=${id}?b=1`];
    site.answers = {
      '/': teaPage('Home', ...links(1)),
      '/a?b=1': teaPage('A', ...links(2)),
      '/c?b=1': teaPage('C', ...links(3)),
    };
    assert.deepEqual(pathsOf(await site.read()), ['/', '/a', '/c']);
    assert.deepEqual(reasonsOf(await site.read()), {});
  });

  it('has the weeks of its calendar read after all other pages', async () => {
    const week = (number: number): string => teaPage(`Week ${number}`, `/week?${number + 1}`);
    const weeks = Array.from({ length: 20 }, (_, number) => [`/week?${number}`, week(number)]);
    site.answers = {
      '/': teaPage('Home', '/week?0', '/a'),
      '/a': teaPage('A', '/b'),
      '/b': teaPage('B'),
      ...Object.fromEntries(weeks),
    };
    const { pages } = await site.read('/', 'site', { maxPages: 10 });
    assert.equal(pages.length, 10);
    assert.ok(pages.some(({ title }) => title === 'B'));
  });

  it('is crawled with 30 seconds between two pages even where its robots.txt asks for an hour', async ({
    mock,
  }) => {
    const waits: unknown[] = [];
    mock.method(Downloader.prototype, 'get', function (this: Downloader, url: string) {
      waits.push(this.delayMs);
      const body = url.endsWith('.txt') ? 'User-agent: *\nCrawl-delay: 3600' : teaPage('Home');
      return Promise.resolve({ url, status: 200, headers: new Headers(), body: Buffer.from(body) });
    });
    await site.read('/', 'site', { delayMs: undefined });
    assert.equal(waits.at(-1), 30_000);
  });

  it('may contain a page with 20,000 nested elements', async () => {
    site.answers = { '/': teaPage('Home', '/deep'), '/deep': `<main>${'<div>'.repeat(20_000)}Text` };
    const reading = await site.read();
    assert.match(reasonsOf(reading)['/deep'] ?? '', /^elements in each other, more than 512 deep$/);
  });
});

describe('a PDF file without .pdf in its address', () => {
  it('is read with --pdf after a run without --pdf, though it has not changed', async () => {
    const headers = { 'content-type': 'application/pdf', etag: '"1"' };
    site.answers = { '/': teaPage('Home', '/manual'), '/manual': { body: pdf('Warm the pot.'), headers } };
    assert.deepEqual(reasonsOf(await site.read()), { '/manual': 'a PDF (read with --pdf)' });
    assert.deepEqual(pathsOf(await site.read('/', 'site', { isWithPdf: true })), ['/', '/manual']);
  });
});

describe('a site whose robots.txt forbids everything', () => {
  const sources = [
    ['sitemap', '/sitemap.xml'],
    ['llms', '/llms.txt'],
    ['llms-full', '/llms-full.txt'],
    ['wordpress', '/wp-json/'],
  ] as const;
  for (const [kind, path] of sources)
    it(`is not requested at ${path}`, async () => {
      site.answers = { '/robots.txt': 'User-agent: *\nDisallow: /' };
      await assert.rejects(site.read(path, kind), /: not allowed by robots\.txt$/);
      assert.deepEqual(site.requests, ['/robots.txt']);
    });

  it('except its start page is not requested for a sitemap that it does not name', async () => {
    site.answers = { '/': teaPage('Home'), '/robots.txt': 'User-agent: *\nDisallow: /*.xml' };
    assert.deepEqual(pathsOf(await site.read()), ['/']);
    assert.ok(!site.requests.includes('/sitemap.xml'));
  });
});

/** An entry of the REST API of WordPress. */
function post(url: string, more: object = {}): object {
  return { link: url, title: { rendered: url }, content: { rendered: `<p>About ${url}.</p>` }, ...more };
}

/** The paths of its two lists. */
const LISTS = ['pages', 'posts'].map(
  (type) =>
    `/wp-json/wp/v2/${type}?per_page=100&page=1&_fields=link%2Ctitle%2Ccontent%2Cyoast_head_json.robots`,
);
const [PAGES = '', POSTS = ''] = LISTS;

describe('a WordPress site', () => {
  it('leaves out pages that forbid indexing: by robots.txt, and by Yoast SEO', async () => {
    const posts = [
      post(site.at('/tea')),
      post(site.at('/thanks'), { yoast_head_json: { robots: { index: 'noindex' } } }),
      post(site.at('/private/notes')),
    ];
    site.answers = {
      '/robots.txt': 'User-agent: *\nDisallow: /private/',
      [PAGES]: JSON.stringify(posts),
      [POSTS]: '[]',
    };
    const reading = await site.read('/wp-json/', 'wordpress');
    assert.deepEqual(pathsOf(reading), ['/tea']);
    assert.deepEqual(reasonsOf(reading), {
      '/thanks': 'noindex',
      '/private/notes': 'not allowed by robots.txt',
    });
  });
});

describe('a start page that fails', () => {
  it('is requested again by the next run, since the owner may have repaired it', async () => {
    site.answers = { '/': 404 };
    await assert.rejects(site.read(), /: not found$/);
    site.answers = { '/': teaPage('Home') };
    assert.deepEqual(pathsOf(await site.read()), ['/']);
  });

  it('is reported with its address', async () => {
    site.answers = { '/': { status: 301, headers: { location: '/home' } }, '/home': 500 };
    await assert.rejects(site.read(), { message: `${site.at('/home')}: status 500` });
  });
});

describe('a file that example.com keeps on www.example.com', () => {
  const www = 'https://www.example.com';
  /** Responses of other hosts, without a network: a page, or the target of a redirect. */
  function answerAs(answers: Readonly<Record<string, string>>): typeof fetch {
    return (input) => {
      const answer = answers[String(input)];
      if (answer === undefined) return Promise.resolve(new Response('', { status: 404 }));
      if (answer.startsWith('https:'))
        return Promise.resolve(new Response(null, { status: 301, headers: { location: answer } }));
      const type = String(input).endsWith('.txt') ? 'text/plain' : 'text/html';
      return Promise.resolve(new Response(answer, { headers: { 'content-type': type } }));
    };
  }

  const files: readonly (readonly [WebSource['kind'], string, string])[] = [
    ['sitemap', '/sitemap.xml', sitemapOf(`${www}/a`)],
    ['llms', '/llms.txt', '[A](/a)'],
    ['llms-full', '/llms-full.txt', '# A\nSource: /a\n\nText.'],
  ];
  for (const [kind, path, body] of files)
    it(`is read there: ${path}`, async ({ mock }) => {
      const answers = {
        [`https://example.com${path}`]: www + path,
        'https://example.com/a': `${www}/a`,
        [www + path]: body,
        [`${www}/a`]: teaPage('A'),
      };
      mock.method(globalThis, 'fetch', answerAs(answers));
      const { pages } = await site.read(`https://example.com${path}`, kind);
      assert.deepEqual(
        pages.map(({ url }) => url),
        [`${www}/a`],
      );
    });

  it('yields the pages of its own site although it is on another host: /sitemap.xml', async ({ mock }) => {
    const answers = {
      [`${www}/sitemap.xml`]: 'https://cdn.example.net/1.xml',
      'https://cdn.example.net/1.xml': sitemapOf(`${www}/a`),
      [`${www}/a`]: teaPage('A'),
    };
    mock.method(globalThis, 'fetch', answerAs(answers));
    assert.deepEqual(pathsOf(await site.read(`${www}/sitemap.xml`, 'sitemap')), ['/a']);
  });

  it('is read there: wp-json, which links to the other host for each page', async ({ mock }) => {
    const moved = LISTS.map((list) => [`https://example.com${list}`, www + list]);
    const posts = JSON.stringify([post(`${www}/a`), post('https://other.example/b')]);
    mock.method(
      globalThis,
      'fetch',
      answerAs({ ...Object.fromEntries(moved), [www + PAGES]: posts, [www + POSTS]: '[]' }),
    );
    const reading = await site.read('https://example.com/wp-json/', 'wordpress');
    assert.deepEqual(pathsOf(reading), ['/a']);
    assert.deepEqual(reasonsOf(reading), { '/b': 'not of this source' });
  });
});

describe('a site that is larger than the limits', () => {
  it('prints a line of progress for each page that is read, and for no other', async () => {
    site.answers = { '/': teaPage('Home', '/a', '/b', '/c'), '/a': teaPage('A') };
    assert.deepEqual(reasonsOf(await site.read('/', 'site', { maxPages: 2 })), {
      '/b': 'beyond --max-pages',
      '/c': 'beyond --max-pages',
    });
    assert.deepEqual(site.progress, [1, 2]);
  });

  it('keeps the text of a page that failed and whose retry would be beyond the limits', async () => {
    site.answers = { '/': teaPage('Home', '/a', '/b'), '/a': teaPage('A'), '/b': teaPage('B') };
    await site.read();
    site.answers = { ...site.answers, '/a': 503 };
    const second = await site.read('/', 'site', { maxPages: 2 });
    assert.deepEqual(pathsOf(second), ['/', '/a', '/b']);
  });

  it('is not read further than --max-bytes, also while its sitemaps are read', async () => {
    const index = `<sitemapindex><sitemap><loc>${site.at('/b.xml')}</loc></sitemap></sitemapindex>`;
    site.answers = { '/index.xml': index, '/b.xml': sitemapOf() };
    const reading = await site.read('/index.xml', 'sitemap', { maxBytes: 50 });
    assert.deepEqual(reasonsOf(reading), { '/b.xml': 'beyond --max-bytes' });
    assert.ok(!site.requests.includes('/b.xml'));
  });
});

describe('a page of an llms.txt that redirects to its address with a slash', () => {
  const page = { status: 301, headers: { location: '/docs/guide/' } };
  const markdown = {
    body: '# Guide\n\nThe markdown of the guide.',
    headers: { 'content-type': 'text/markdown' },
  };
  const file = { body: '[Guide](/docs/guide.md)', headers: { 'content-type': 'text/plain' } };
  const answers = { '/llms.txt': file, '/docs/guide': page, '/docs/guide.md': markdown };

  it('is indexed once', async () => {
    site.answers = { ...answers, '/docs/guide/': teaPage('Guide') };
    assert.deepEqual(pathsOf(await site.read('/llms.txt', 'llms')), ['/docs/guide/']);
  });

  it('keeps its own address where only its markdown has text', async () => {
    site.answers = { ...answers, '/docs/guide/': '<div id="root"></div><script src="/app.js"></script>' };
    const reading = await site.read('/llms.txt', 'llms');
    assert.deepEqual([pathsOf(reading), reasonsOf(reading)], [['/docs/guide'], {}]);
  });
});
