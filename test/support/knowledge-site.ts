import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { startPageServer, type PageServer } from './page-server.ts';

/** Number of guides on the site, each of which is a page. */
const GUIDES = 30;
const COOKIES = 'We use cookies to measure how this shop is used, and only with your consent.';

/** A test site of a shop, as a crawler reads it. */
export interface KnowledgeSite {
  readonly url: URL;
  /** The paths for which a body was sent, in order. */
  readonly bodies: string[];
  /** The paths of all requests. */
  readonly requests: string[];
  /** The addresses that an index should hold, and no other. */
  readonly wanted: readonly string[];
  /** Replaces or removes (undefined) a page. */
  set(path: string, page: Page | undefined): void;
  /** Called before every response. */
  beforeAnswer: (path: string) => void | Promise<void>;
  close(): Promise<void>;
}

/** The response of a path. */
export interface Page {
  readonly body?: string | Buffer;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the first `times` responses fail, with this status. */
  readonly fails?: {
    readonly times: number;
    readonly status: number;
    readonly headers?: Record<string, string>;
  };
  readonly isEndless?: boolean;
  readonly isCutOff?: boolean;
}

/** Starts the site of a shop, with the peculiarities of real sites. With `sitemaps`, robots.txt names sitemaps. */
export async function startKnowledgeSite(sitemaps = false): Promise<KnowledgeSite> {
  const pages = new Map<string, Page>();
  const bodies: string[] = [];
  const requests: string[] = [];
  const failed = new Map<string, number>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    requests.push(path);
    await site.beforeAnswer(path);
    const page = pages.get(path);
    const { fails } = page ?? {};
    const failures = failed.get(path) ?? 0;
    if (fails && failures < fails.times) {
      failed.set(path, failures + 1);
      response.writeHead(fails.status, fails.headers).end();
    } else if (page?.isCutOff) response.destroy();
    else if (page?.isEndless) sendForever(response);
    else send(request, response, page ?? { status: 404, body: 'Not here' }, bodies);
  };
  const server: PageServer = await startPageServer((request, response) => void answer(request, response));
  const site: KnowledgeSite = {
    url: server.url,
    bodies,
    requests,
    wanted: fill(pages, server.url.origin, sitemaps).map((path) => new URL(path, server.url).href),
    set: (path, page) => void (page ? pages.set(path, page) : pages.delete(path)),
    beforeAnswer: () => {},
    close: () => server.close(),
  };
  return site;
}

function send(request: IncomingMessage, response: ServerResponse, page: Page, bodies: string[]): void {
  const { body = '', status = 200, headers = {} } = page;
  const etag = `"${Buffer.from(body).length}"`;
  if (status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return;
  }
  if (status === 200) bodies.push(request.url ?? '/');
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', etag, ...headers }).end(body);
}

function sendForever(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  const write = (): void => {
    while (response.write('<p>More and more.</p>'.repeat(5_000)));
    response.once('drain', write);
  };
  write();
}

/** Style that makes pages so high that only the first heading is in the first view. */
const TALL = '<style>p, td { padding-bottom: 120vh }</style>';

/** A page of the shop, with the menus and the notice of every page. */
export function shopPage(title: string, content: string, head = '', language = 'en'): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title} | Shop</title>${TALL}${head}</head><body>
    <div class="cookie-bar"><p>${COOKIES}</p></div>
    <header><nav><a href="/">Shop</a> <a href="/guides/1">Guides</a></nav></header>
    <main><h1>${title}</h1>${content}<p>${COOKIES}</p><nav>Previous page</nav></main>
    <footer>© Shop, all rights reserved</footer></body></html>`;
}

const link = (path: string, rel = ''): string => `<a href="${path}"${rel && ` rel="${rel}"`}>To ${path}</a> `;

/** Adds pages to the site. Returns the paths that an index should contain. */
function fill(pages: Map<string, Page>, origin: string, sitemaps: boolean): readonly string[] {
  const guides = Array.from({ length: GUIDES }, (_, index) => `/guides/${index + 1}`);
  for (const [index, path] of guides.entries()) pages.set(path, { body: guide(index + 1) });
  const wanted = addWanted(pages);
  const unwanted = addUnwanted(pages);
  const all = [...guides, ...wanted, ...unwanted];
  pages.set('/', {
    body: shopPage(
      'The shop',
      `<p>All pages of a shop for tea, in the order in which they were written.</p><ul>${all.map((path) => `<li>${link(path)}</li>`).join('')}</ul>${link('/secret/by-rel', 'nofollow')}`,
    ),
  });
  pages.set('/robots.txt', {
    headers: { 'content-type': 'text/plain' },
    body: `User-agent: *\nDisallow: /private/\n${sitemaps ? `Sitemap: ${origin}/sitemaps.xml\n` : ''}`,
  });
  const toXml = (paths: readonly string[]): string =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${paths.map((path) => `<url><loc>${origin}${path}</loc><image:image><image:loc>${origin}/teapot.png</image:loc></image:image></url>`).join('')}</urlset>`;
  if (sitemaps) {
    pages.set('/sitemaps.xml', {
      body: `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${origin}/guides.xml.gz</loc></sitemap><sitemap><loc>${origin}/rest.xml</loc></sitemap></sitemapindex>`,
      headers: { 'content-type': 'application/xml' },
    });
    pages.set('/guides.xml.gz', {
      body: gzipSync(toXml(guides)),
      headers: { 'content-type': 'application/gzip' },
    });
    pages.set('/rest.xml', {
      body: toXml([...wanted, ...unwanted]),
      headers: { 'content-type': 'application/xml' },
    });
  }
  return ['/', ...guides, ...wanted, '/de/versand'];
}

function guide(number: number): string {
  return shopPage(
    `Guide ${number}`,
    `<p>How tea number ${number} is brewed: ${number + 60} degrees, and ${number} minutes of patience.</p>
    <section id="water-${number}"><h2>Water for tea ${number}</h2><p>Soft water suits tea ${number} best of all waters.</p></section>
    <h2 id="leaves-${number}">Leaves ${number} <a class="headerlink" href="#leaves-${number}">¶</a></h2><p>Use ${number} grams of leaves.</p>`,
  );
}

function addWanted(pages: Map<string, Page>): readonly string[] {
  const text = '<p>The teas of this page are picked by hand in spring, and sent in the week after.</p>';
  pages.set('/returns', {
    body: shopPage(
      'Returns',
      `${text}<a name="refunds"></a><h2>Refunds</h2><p>A refund takes five working days after the parcel has arrived.</p><details id="who-pays"><summary>Who pays the postage?</summary><p>Postage of a return is paid by the shop.</p></details>`,
    ),
  });
  pages.set('/latin1', {
    body: Buffer.from(
      shopPage(
        'Grüner Tee',
        '<p>Über Grüntee: heißes, aber nicht kochendes Wasser nehmen, sonst wird er bitter.</p>',
      ).replace('<meta charset="utf-8">', ''),
      'latin1',
    ),
    headers: { 'content-type': 'text/html; charset=iso-8859-1' },
  });
  pages.set('/shift-jis', { body: shiftJis(), headers: { 'content-type': 'text/html' } });
  pages.set('/unnamed-utf8', {
    body: shopPage(
      'Thé vert',
      '<p>Le thé vert préfère une eau très douce, à peine frémissante, pendant trois minutes.</p>',
      '',
      'fr',
    ).replace('<meta charset="utf-8">', ''),
    headers: { 'content-type': 'text/html' },
  });
  pages.set('/flaky', {
    body: shopPage('Flaky', `<p>This page is there at the third request, and not before.</p>${text}`),
    fails: { times: 2, status: 500 },
  });
  pages.set('/busy', {
    body: shopPage('Busy', `<p>This page asks its readers to come again a moment later.</p>${text}`),
    fails: { times: 1, status: 429, headers: { 'retry-after': '0' } },
  });
  pages.set('/for-google', {
    body: shopPage(
      'For others',
      `<p>Only one robot, and not this one, is asked to leave this page out.</p>${text}`,
    ),
    headers: { 'x-robots-tag': 'googlebot: noindex' },
  });
  pages.set('/shipping', {
    body: shopPage(
      'Shipping',
      '<p>Parcels leave the house every working day, before four in the afternoon.</p>',
      '<link rel="alternate" hreflang="de" href="/de/versand">',
    ),
  });
  pages.set('/de/versand', {
    body: shopPage(
      'Versand',
      '<p>Pakete verlassen das Haus an jedem Werktag, und zwar vor vier Uhr nachmittags.</p>',
      '',
      'de',
    ),
  });
  pages.set('/no-landmarks', {
    body: noLandmarks(),
    headers: { 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' },
  });
  pages.set('/moved-here', {
    body: shopPage('Moved', `<p>This page had another address until last autumn.</p>${text}`),
  });
  return [
    '/returns',
    '/latin1',
    '/shift-jis',
    '/unnamed-utf8',
    '/flaky',
    '/busy',
    '/for-google',
    '/shipping',
    '/no-landmarks',
    '/moved-here',
  ];
}

function addUnwanted(pages: Map<string, Page>): readonly string[] {
  const text = (words: string): string =>
    `<p>${words}, which is why nobody should find this text about a hidden teapot.</p>`;
  const noindex = '<meta name="robots" content="noindex">';
  pages.set('/old', { status: 301, headers: { location: '/moved-here' } });
  pages.set('/loop-a', { status: 302, headers: { location: '/loop-b' } });
  pages.set('/loop-b', { status: 302, headers: { location: '/loop-a' } });
  pages.set('/elsewhere', { status: 302, headers: { location: 'https://elsewhere.invalid/' } });
  pages.set('/broken', { status: 500 });
  pages.set('/cut-off', { isCutOff: true });
  pages.set('/huge', { isEndless: true });
  pages.set('/thanks', { body: shopPage('Thanks', text('This page is not for search'), noindex) });
  pages.set('/by-header', {
    body: shopPage('Header', text('Its header says so')),
    headers: { 'x-robots-tag': 'noindex' },
  });
  pages.set('/private/notes', { body: shopPage('Notes', text('robots.txt says so')) });
  pages.set('/no-follow', {
    body: shopPage(
      'No follow',
      text('Nobody follows') + link('/secret/by-meta'),
      '<meta name="robots" content="none">',
    ),
  });
  for (const name of ['by-rel', 'by-meta'])
    pages.set(`/secret/${name}`, { body: shopPage(name, text(`Secret ${name}`)) });
  pages.set('/guides/1?print=1', {
    body: guide(1)
      .replace('<title>', '<link rel="canonical" href="/guides/1"><title>')
      .replace('How tea', 'Printed: how tea'),
  });
  pages.set('/copy-of-returns', { body: String(pages.get('/returns')?.body) });
  pages.set('/app', {
    body: '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>',
  });
  pages.set('/picture', { body: 'PNG', headers: { 'content-type': 'image/png' } });
  pages.set('/manual.pdf', {
    body: pdf('How to warm the pot: pour hot water into it, wait a minute, and pour it away.'),
    headers: { 'content-type': 'application/pdf' },
  });
  return [
    '/old',
    '/loop-a',
    '/loop-b',
    '/elsewhere',
    '/broken',
    '/cut-off',
    '/huge',
    '/thanks',
    '/by-header',
    '/private/notes',
    '/no-follow',
    '/guides/1?print=1',
    '/guides/2?utm_source=mail',
    '/copy-of-returns',
    '/app',
    '/picture',
    '/missing',
    '/manual.pdf',
  ];
}

/** A page that repeats the Japanese for "green tea is brewed with lukewarm water". Only its HTML names the encoding. */
function shiftJis(): Buffer {
  const words = Buffer.from('97CE9283', 'hex');
  const [before, after] = [
    '<!doctype html><html lang="ja"><head><meta charset="Shift_JIS"><title>',
    '</title></head><body><main><p>',
  ];
  return Buffer.concat([
    Buffer.from(before),
    words,
    Buffer.from(after),
    ...Array.from({ length: 50 }, () => words),
    Buffer.from('</p></main></body></html>'),
  ]);
}

/** A page as from the year 2003: its menu is a table, and no element marks the content. */
function noLandmarks(): string {
  const paragraph =
    'The oldest tea house of the town was built beside the river, where the boats with the chests of tea arrived, and it has kept its scales until today. ';
  return `<html lang="en"><head><title>Our history</title>${TALL}</head><body><table><tr><td class="sidebar menu"><a href="/">Home</a><br><a href="/guides/1">Guides</a></td><td><div id="story"><h2 id="founding">The founding</h2>${`<p>${paragraph.repeat(4)}</p>`.repeat(3)}</div></td></tr></table></body></html>`;
}

/** A PDF file of one page with one line of text. */
export function pdf(text: string): Buffer {
  const stream = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const parts = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  let offset = '%PDF-1.4\n'.length;
  const offsets = parts.map((part) => {
    const line = `${String(offset).padStart(10, '0')} 00000 n \n`;
    offset += part.length;
    return line;
  });
  return Buffer.from(
    `%PDF-1.4\n${parts.join('')}xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${offset}\n%%EOF`,
  );
}
