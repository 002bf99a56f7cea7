import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import { Downloader } from '../../../../worker/tools/knowledge/web/download.ts';
import { parseSitemap } from '../../../../worker/tools/knowledge/web/sitemap.ts';
import { startPageServer, type PageServer } from '../../../support/page-server.ts';

describe('Downloader', () => {
  let server: PageServer;
  let answer: RequestListener;
  let waits: number[];
  let downloader: Downloader;
  before(async () => {
    server = await startPageServer((request, response) => answer(request, response));
  });
  beforeEach(() => {
    waits = [];
    downloader = new Downloader({ timeoutMs: 60_000, wait: (ms) => Promise.resolve(waits.push(ms)) });
  });
  after(() => server.close());

  const get = (): Promise<number> => downloader.get(server.url.href).then(({ status }) => status);

  it('sends its name as the user agent, and waits between two requests', async () => {
    const names: unknown[] = [];
    answer = ({ headers }, response) => {
      names.push(headers['user-agent']);
      response.end();
    };
    downloader.delayMs = 1_000;
    await get();
    await get();
    assert.match(String(names[0]), /^cf-ai-chat-knowledge\/\d/);
    assert.deepEqual(waits, [1_000]);
  });

  it('waits as long as Retry-After says, up to two minutes', async () => {
    const headers = [
      { 'retry-after': '7' },
      { 'retry-after': new Date(Date.now() + 60_000).toUTCString() },
      {},
    ];
    answer = (_request, response) => {
      const next = headers.shift() ?? {};
      response.writeHead('retry-after' in next ? 503 : 200, next).end();
    };
    assert.equal(await get(), 200);
    assert.equal(waits[0], 7_000);
    assert.ok(waits[1] !== undefined && waits[1] > 50_000 && waits[1] <= 60_000, String(waits[1]));
    answer = (_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end();
    assert.equal(await get(), 429);
    assert.equal(waits.length, 2);
  });

  it('stops at the size limit in a body that is small until it is decompressed', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)));
    await assert.rejects(get(), { message: 'larger than 5 MB' });
  });

  it('requests again after a broken connection, and gives up after three times', async () => {
    let requests = 0;
    answer = (_request, response) => {
      if (++requests === 2) response.end();
      else response.destroy();
    };
    assert.equal(await get(), 200);
    requests = 2;
    await assert.rejects(get(), { message: /^no connection/ });
    assert.equal(requests, 5);
  });

  it('gives up where no response arrives', async () => {
    answer = () => {};
    const impatient = new Downloader({ timeoutMs: 50 });
    await assert.rejects(impatient.get(server.url.href), { message: 'no answer in 0.05 s' });
  });

  it('reads a sitemap that is a plain list of addresses', () => {
    const pages = ['https://a.example/', 'https://a.example/b'];
    assert.deepEqual(parseSitemap(Buffer.from(`${pages.join('\r\n')}\n`)).pages, pages);
  });

  it('stops at the size limit in a sitemap that is small until it is decompressed', () => {
    assert.throws(() => parseSitemap(gzipSync(Buffer.alloc(60_000_000))), /larger than/);
  });
});
