import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readJsonLines } from '../../../../worker/tools/knowledge/json-lines.ts';
import { readOptions } from '../../../../worker/tools/knowledge/options.ts';
import { readPdf } from '../../../../worker/tools/knowledge/pdf/read-pdf.ts';
import { parseSource } from '../../../../worker/tools/knowledge/source.ts';
import { readWeb, type WebReading } from '../../../../worker/tools/knowledge/web/read-web.ts';
import type { WebSource } from '../../../../worker/tools/knowledge/web/task.ts';
import { pdf, shopPage } from '../../../support/knowledge-site.ts';
import { startPageServer, type PageServer } from '../../../support/page-server.ts';

/** Content type and body of a response. */
type Answer = readonly [type: string, body: string, headers?: Readonly<Record<string, string>>];

describe('a source of knowledge', () => {
  let server: PageServer;
  let folder: string;
  let answers: Readonly<Record<string, Answer>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
    server = await startPageServer(({ url = '/' }, response) => {
      const [type = 'text/plain', body, headers] = answers[url] ?? [];
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': type, ...headers }).end(body);
    });
  });
  beforeEach(() => {
    answers = {};
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const at = (path: string): string => new URL(path, server.url).href;
  function read(kind: WebSource['kind'], path: string): Promise<WebReading> {
    const limits = { maxPages: 500, maxBytes: 1e9, delayMs: 0, timeoutMs: 60_000, isWithPdf: false };
    return readWeb({ kind, url: at(path) }, { include: [], exclude: [], cache: folder, ...limits }, () => {});
  }
  const outline = ({ pages }: Pick<WebReading, 'pages'>): readonly (readonly string[])[] =>
    pages.map(({ url, title, sections }) => [
      url,
      title,
      ...sections.map(({ anchor, blocks }) => `${anchor}: ${blocks.join(' ')}`),
    ]);
  const file = (name: string, text: string | Buffer): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('can be an llms.txt: the linked pages, and their markdown where a page has no text', async () => {
    const words = 'Everything about the guide, in more words than are needed to be called a page.';
    answers = {
      '/llms.txt': [
        'text/plain',
        '# Shop\n\n- [Guide](/guide.md): how\n- [App](/app.md)\n- [Other](https://other.invalid/x.md)',
      ],
      '/guide': ['text/html', shopPage('Guide', `<h2 id="own">Start</h2><p>${words}</p>`)],
      '/guide.md': ['text/markdown', `# Guide\n\n## Start\n\n${words}`],
      '/app': ['text/html', '<div id="root"></div><script src="/app.js"></script>'],
      '/app.md': ['text/plain', '# App\n\n## How it works\n\nBy itself.'],
    };
    const reading = await read('llms', '/llms.txt');
    assert.deepEqual(outline(reading), [
      [
        at('/guide'),
        'Guide',
        `own: ${words} We use cookies to measure how this shop is used, and only with your consent.`,
      ],
      [at('/app'), 'App', 'how-it-works: By itself.'],
    ]);
    assert.deepEqual(reading.leftOut, [{ url: 'https://other.invalid/x.md', reason: 'not of this source' }]);
  });

  it('can be an llms-full.txt: one page for each heading of level 1, except headings in code', async () => {
    answers = {
      '/llms-full.txt': [
        'text/plain',
        '# Start\nSource: /start\n\nHello.\n\n```sh\n# no page\n```\n\n# Prices\nurl: /prices.md\n\n## Tea\n\nTen.\n',
      ],
    };
    assert.deepEqual(outline(await read('llms-full', '/llms-full.txt')), [
      [at('/start'), 'Start', 'start: Hello. ```sh\n# no page\n```'],
      [at('/prices'), 'Prices', 'tea: Ten.'],
    ]);
  });

  it('can be a WordPress site: pages and posts by its REST API', async () => {
    const entry = (name: string, isProtected = false): object => ({
      link: at(`/${name}/`),
      title: { rendered: `${name} &amp; more` },
      content: { rendered: `<h2 id="top">Top</h2><p>About ${name}.</p>`, protected: isProtected },
    });
    const list = (type: string, page: number): string =>
      `/wp-json/wp/v2/${type}?per_page=100&page=${page}&_fields=link%2Ctitle%2Ccontent%2Cyoast_head_json.robots`;
    const two = { 'x-wp-totalpages': '2' };
    answers = {
      [list('pages', 1)]: ['application/json', JSON.stringify([entry('home')]), two],
      [list('pages', 2)]: ['application/json', JSON.stringify([entry('tea'), entry('club', true)]), two],
      [list('posts', 1)]: ['application/json', JSON.stringify([entry('news')])],
    };
    const reading = await read('wordpress', '/wp-json/');
    assert.deepEqual(
      outline(reading),
      ['home', 'tea', 'news'].map((name) => [at(`/${name}/`), `${name} & more`, `top: About ${name}.`]),
    );
    assert.deepEqual(reading.leftOut, [{ url: at('/club/'), reason: 'protected by a password' }]);
    await assert.rejects(
      read('wordpress', '/blog/wp-json/'),
      /answers 404: is the REST API of WordPress there\?$/,
    );
  });

  it('can be a JSON Lines file; a line without a page is reported', () => {
    const lines = [
      { url: 'https://a.example/x', title: 'X', markdown: '## Part\n\nText.', lang: 'nl' },
      { url: 'https://a.example/y', title: 'Y', html: '<h2 id="p">Part</h2><p><a href="z">Zed</a></p>' },
      { url: 'y', markdown: 'Text.' },
    ];
    const path = file('pages.jsonl', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{\n`);
    const reading = readJsonLines(path);
    assert.deepEqual(outline(reading), [
      ['https://a.example/x', 'X', ': ', 'part: Text.'],
      ['https://a.example/y', 'Y', 'p: [Zed](https://a.example/z)'],
    ]);
    assert.equal(reading.pages[0]?.language, 'nl');
    assert.deepEqual(
      reading.leftOut.map(({ url }) => url),
      [`${path}:3`, `${path}:4`],
    );
  });

  it('can be a PDF file, with links to its pages', async () => {
    const page = await readPdf(pdf('Pour hot water into the pot.'), '/docs/How%20to.pdf');
    assert.deepEqual(page.title, 'How to');
    assert.deepEqual(page.sections, [
      { heading: 'How to', anchor: 'page=1', blocks: ['Pour hot water into the pot.'] },
    ]);
  });

  const kinds: readonly (readonly [string, string])[] = [
    ['https://www.example.com/', 'site'],
    ['https://www.example.com/docs/', 'site'],
    ['https://www.example.com/post-sitemap1.xml.gz', 'sitemap'],
    ['https://www.example.com/llms.txt', 'llms'],
    ['https://www.example.com/docs/llms-full.txt', 'llms-full'],
    ['https://www.example.com/blog/wp-json', 'wordpress'],
    ['https://www.example.com/?rest_route=/', 'wordpress'],
    ['https:/www.example.com/', 'site'],
    ['  https://www.example.com/ ', 'site'],
  ];
  for (const [text, kind] of kinds)
    it(`${text} is of the kind ${kind}`, () => assert.equal(parseSource(text).kind, kind));

  const refused: readonly (readonly [string, RegExp])[] = [
    [
      'www.example.com',
      /^www\.example\.com is no file or folder here; for the site write https:\/\/www\.example\.com\/$/,
    ],
    ['www.example.com/docs', /write https:\/\/www\.example\.com\/docs$/],
    [' 127.0.0.1:8080/docs ', /write http:\/\/127\.0\.0\.1:8080\/docs$/],
    ['localhost:8080', /write http:\/\/localhost:8080\/$/],
    ['http//www.example.com', /^http\/\/www\.example\.com is no address: it begins with https:\/\/$/],
    ['htps://www.example.com/', /^htps:\/\/www\.example\.com\/: only http: and https: can be read$/],
    ['file:///etc/passwd', /only http: and https: can be read$/],
    ['docs/index.md', /^there is no file or folder docs\/index\.md$/],
    ['https://', /^https:\/\/ is no address$/],
    ['https://name:word@www.example.com/', /a name and a password/],
  ];
  for (const [text, message] of refused)
    it(`refuses ${text}`, () => assert.throws(() => parseSource(text), { message }));
});

describe('the options of npm run knowledge', () => {
  const mistakes: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /^usage: /],
    [['docs', '--exlude', '/blog/'], /^there is no option --exlude; is --exclude meant\?/],
    [['docs', '--max-pages', 'many'], /^--max-pages takes a number, not "many"$/],
    [['docs', '--delay'], /^--delay needs a value: --delay=VALUE$/],
    [['docs', '--include', '--dry-run'], /^--include needs a value: --include=VALUE$/],
    [['docs', '-dryrun'], /^there is no option -dryrun; is --dry-run meant\?/],
    [['docs', '--dryrun'], /^there is no option --dryrun; is --dry-run meant\?/],
    [['--help'], /^usage: /],
    [['docs', '--local', '--remote'], /^either --local or --remote/],
    [['docs', '--ask', 'questions.json'], /^usage: /],
    [['docs', '--base-url', 'www.example.com/help'], /is https:\/\/www\.example\.com\/help\/ meant\?$/],
  ];
  for (const [args, message] of mistakes)
    it(`refuse "${args.join(' ')}"`, () => assert.throws(() => readOptions(args), { message }));

  it('can be numbers with units, and paths', () => {
    const { crawl } = readOptions([
      'https://a.example/',
      '--max-bytes',
      '1.5MB',
      '--delay',
      '0.5',
      '--include',
      '/a',
      '--include',
      '/b',
    ]);
    assert.deepEqual([crawl.maxBytes, crawl.delayMs, crawl.include], [1_500_000, 500, ['/a', '/b']]);
  });
});
