import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';
import { request } from '../../support/raw-request.ts';

const BODY = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
const SSE = { accept: 'text/event-stream' };

describe('the check of the Origin header', () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    model = await startFakeModelServer();
    worker = await startPlainWorkerd({
      vars: {
        LOCAL: '1',
        MODEL_BASE_URL: model.baseUrl,
        ALLOWED_ORIGINS: 'https://shop.example, https://www.shop.example:8443/ localhost:5173',
      },
    });
  });
  after(async () => {
    await worker.close();
    await model.close();
  });

  const post = (headers: Readonly<Record<string, string>>) =>
    request(new URL('/api/chat', worker.url), { method: 'POST', headers, body: BODY });

  for (const origin of ['https://shop.example', 'https://www.shop.example:8443', 'http://localhost:5173']) {
    it(`answers ${origin}, and lets its pages read the response`, async () => {
      const { status, headers, text } = await post({ origin });
      assert.equal(status, 200);
      assert.equal(headers['access-control-allow-origin'], origin);
      assert.match(String(headers.vary), /origin/i);
      assert.match(text, /"type":"done"/);
    });
  }

  it("answers the Worker's own origin", async () => {
    const { status } = await post({ origin: worker.url.origin });
    assert.equal(status, 200);
  });

  const foreign = [
    'https://evil.example',
    'http://shop.example',
    'https://shop.example:444',
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://sub.shop.example',
    'https://shop.example/',
    'null',
  ];
  for (const origin of foreign) {
    it(`refuses the origin "${origin}" before the request costs anything`, async () => {
      const asked = model.turns.length;
      const { status, headers, text } = await post({ origin });
      assert.equal(status, 403);
      assert.equal((JSON.parse(text) as { code: string }).code, 'origin-refused');
      assert.equal(model.turns.length, asked);
      assert.equal(headers['access-control-allow-origin'], origin);
      assert.match(String(headers.vary), /origin/i);
    });
  }

  it('lets pages of a refused origin read the error code, and nothing else, at every address', async () => {
    const refused = {
      type: 'error',
      code: 'origin-refused',
      message: 'this origin is not in ALLOWED_ORIGINS',
    };
    const headers = { ...SSE, origin: 'https://evil.example' };
    for (const [method, path] of [
      ['GET', '/api/health'],
      ['GET', '/api/chat?prompt=Hi'],
      ['GET', '/api/chat/q_1'],
      ['POST', '/api/chat/q_1/stop'],
      ['POST', '/api/feedback'],
      ['POST', '/api/nowhere'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { status, text } = await request(new URL(path, worker.url), { method, headers });
      assert.deepEqual([path, status, JSON.parse(text)], [path, 403, refused]);
    }
  });

  const unasked: readonly [string, Record<string, string>][] = [
    [
      'an image of another site',
      {
        accept: 'image/*',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'no-cors',
        'sec-fetch-dest': 'image',
      },
    ],
    [
      'an image of its own site',
      { ...SSE, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    ['an image of a sister site', { ...SSE, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
    [
      'a link followed from another site',
      { ...SSE, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ],
    [
      'a link followed from a sister site',
      { ...SSE, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
    ],
    [
      'a request of a sister site without its origin',
      { ...SSE, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    ],
    [
      'a prefetch',
      { ...SSE, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-purpose': 'prefetch' },
    ],
  ];
  for (const [name, headers] of unasked) {
    it(`starts no turn for ${name}`, async () => {
      const asked = model.turns.length;
      const { status, text } = await request(new URL('/api/chat?prompt=Hi', worker.url), { headers });
      assert.equal(status, 403);
      assert.equal((JSON.parse(text) as { code: string }).code, 'origin-refused');
      assert.equal(model.turns.length, asked);
    });
  }

  it('answers an EventSource of the own origin, which sends no Origin header', async () => {
    const headers = { ...SSE, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    const { status, text } = await request(new URL('/api/chat?prompt=Hi', worker.url), { headers });
    assert.equal(status, 200);
    assert.match(text, /\[DONE\]/);
  });

  it('answers the preflight of an allowed origin with the headers that it requests', async () => {
    const headers = {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-page',
    };
    const reply = await request(new URL('/api/chat', worker.url), { method: 'OPTIONS', headers });
    assert.equal(reply.status, 204);
    assert.equal(reply.headers['access-control-allow-origin'], 'https://shop.example');
    assert.match(String(reply.headers['access-control-allow-headers']), /content-type,\s*x-page/);
    assert.match(String(reply.headers['access-control-allow-methods']), /POST/);
    assert.equal(reply.headers['access-control-max-age'], '86400');
  });

  it('answers the preflight of a refused origin, so that its page can read the refusal', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const reply = await request(new URL('/api/chat', worker.url), { method: 'OPTIONS', headers });
    assert.equal(reply.headers['access-control-allow-origin'], 'https://evil.example');
    assert.equal(reply.headers['access-control-allow-credentials'], undefined);
  });

  it('logs a refused origin, and no other', async () => {
    await post({ origin: 'https://shop.example' });
    await post({ origin: 'https://forgotten.example' });
    await worker.fetch('/api/health');
    const lines = worker
      .log()
      .split('\n')
      .filter((line) => line.includes('"origin-refused"'));
    const named = new Set(lines.map((line) => (JSON.parse(line) as { origin: string }).origin));
    assert.ok(named.has('https://forgotten.example'));
    assert.ok(!named.has('https://shop.example'));
    assert.ok(!named.has(''));
  });

  it('lets pages of an allowed origin read errors, with Retry-After', async () => {
    const headers = { origin: 'https://shop.example' };
    const reply = await request(new URL('/api/chat', worker.url), {
      method: 'POST',
      headers,
      body: JSON.stringify({ prompt: 'x'.repeat(40_000) }),
    });
    assert.equal(reply.status, 413);
    assert.equal(reply.headers['access-control-allow-origin'], 'https://shop.example');
    assert.match(String(reply.headers['access-control-expose-headers']), /retry-after,.*omitted/i);
  });
});
