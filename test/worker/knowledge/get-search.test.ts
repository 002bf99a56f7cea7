import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SearchResults } from '../../../widget/protocol/search-results.ts';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../../support/worker-harness.ts';

const SITE = 'https://shop.example';

describe('GET /api/search', { timeout: 60_000 }, () => {
  let model: FakeModelServer;
  let worker: WorkerHarness;
  before(async () => {
    model = await startFakeModelServer();
    worker = await startWorker(
      {
        LOCAL: '',
        SESSION_SECRET: 'a secret of this test, 32 characters or more',
        MODEL_BASE_URL: model.baseUrl,
        ALLOWED_ORIGINS: SITE,
      },
      DOCUMENTATION,
    );
  });
  after(async () => {
    await worker.close();
    await model.close();
  });

  const get = (query: string, headers: Readonly<Record<string, string>> = {}) =>
    worker.fetch(`/api/search?${query}`, { headers });

  it('returns pages to a page of the site, and asks no model', async () => {
    const response = await get('q=embed&limit=3', { Origin: SITE });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('Content-Type') ?? '', /^application\/json/);
    assert.equal(response.headers.get('Access-Control-Allow-Origin'), SITE);
    assert.match(response.headers.get('Vary') ?? '', /origin/i);
    const { results } = (await response.json()) as SearchResults;
    assert.equal(results.length, 3);
    assert.equal(results[0]?.title, 'Embed the widget');
    assert.equal(results[0].url, new URL('/docs/embed', worker.url).href);
    assert.deepEqual(results[0].breadcrumb, ['Docs']);
    assert.ok(results.every(({ headings }) => headings.length <= 3));
    assert.equal(model.turns.length, 0);
  });

  it('may be cached for a minute, separately for each origin', async () => {
    const first = await get('q=quota');
    assert.match(first.headers.get('Cache-Control') ?? '', /max-age=60/);
    const body = await first.text();
    await worker.query("UPDATE passage SET words = 'changed'");
    assert.equal(await (await get('q=quota')).text(), body);
    assert.notEqual(await (await get('q=quota', { Origin: SITE })).text(), body);
  });

  it('refuses another origin, and a request that no page has made', async () => {
    for (const headers of [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
    ]) {
      const response = await get('q=embed', headers);
      assert.equal(response.status, 403);
      assert.equal(((await response.json()) as { code: string }).code, 'origin-refused');
    }
  });

  for (const query of ['', 'q=', 'q=%20', `q=${'a'.repeat(201)}`, 'q=a&limit=0', 'q=a&limit=many'])
    it(`refuses "${query.slice(0, 20)}"`, async () => {
      const response = await get(query);
      assert.equal(response.status, 400);
      assert.equal(((await response.json()) as { code: string }).code, 'bad-request');
    });

  it('allows fast typing, refuses after a thousand searches, and does not limit the chat of the same network', async () => {
    const typing = await Promise.all(
      Array.from({ length: 30 }, (_, index) => get(`q=${'a'.repeat(index + 1)}`)),
    );
    assert.ok(typing.every(({ status }) => status === 200));
    const searches = Array.from({ length: 1_000 }, (_, index) => get(`q=embed${index % 5}`));
    const refused = (await Promise.all(searches)).filter(({ status }) => status === 429);
    assert.ok(refused.length >= 500, `${refused.length}`);
    assert.ok(refused.every(({ headers }) => headers.get('Retry-After') === '10'));
    assert.equal((await worker.ask({ query: 'Hi' }, '?stream=false')).status, 200);
  });
});

describe('GET /api/search without an index', () => {
  it('says that there is no index', async (t) => {
    const worker = await startWorker();
    t.after(() => worker.close());
    const response = await worker.fetch('/api/search?q=embed');
    assert.equal(response.status, 404);
    assert.equal(((await response.json()) as { code: string }).code, 'not-configured');
  });
});
