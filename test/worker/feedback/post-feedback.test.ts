import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { framesOf } from '../../support/frames.ts';
import { startWorker, type WorkerHarness } from '../../support/worker-harness.ts';

describe('POST /api/feedback', { timeout: 30_000 }, () => {
  let worker: WorkerHarness;
  let queryId: string;
  before(async () => {
    worker = await startWorker({ CHAT_PROVIDER: 'extractive' });
    const [start] = framesOf(await (await worker.ask({ query: 'Hi' })).text());
    assert.match(JSON.stringify(start), /"feedback":"\/api\/feedback"/);
    queryId = String(start?.['queryId']);
  });
  after(() => worker.close());

  const send = (body: unknown) =>
    worker.fetch('/api/feedback', { method: 'POST', body: JSON.stringify(body) });
  const ratings = () => worker.query('SELECT query_id, rating, comment FROM feedback');

  it('stores a rating, and replaces it by a later rating of the same turn', async () => {
    assert.equal((await send({ queryId, rating: 1 })).status, 204);
    assert.deepEqual(await ratings(), [{ query_id: queryId, rating: 1, comment: '' }]);
    assert.equal((await send({ queryId, rating: -1, comment: ' Wrong. ' })).status, 204);
    assert.deepEqual(await ratings(), [{ query_id: queryId, rating: -1, comment: 'Wrong.' }]);
  });

  const last = (id: string): string => (id.endsWith('0') ? '1' : '0');
  const refused: readonly [string, () => unknown, number, string][] = [
    [
      'an id with another MAC',
      () => ({ queryId: queryId.slice(0, -1) + last(queryId), rating: 1 }),
      400,
      'bad-request',
    ],
    ['an id made up', () => ({ queryId: `q_${'0'.repeat(32)}`, rating: 1 }), 400, 'bad-request'],
    ['an id that is none', () => ({ queryId: "q_' OR 1=1 --", rating: 1 }), 400, 'bad-request'],
    ['a rating in between', () => ({ queryId, rating: 0 }), 400, 'bad-request'],
    ['no rating', () => ({ queryId }), 400, 'bad-request'],
    ['a comment that is no text', () => ({ queryId, rating: 1, comment: {} }), 400, 'bad-request'],
    ['null', () => null, 400, 'bad-request'],
    [
      'a comment of 501 characters',
      () => ({ queryId, rating: 1, comment: 'a'.repeat(501) }),
      413,
      'too-large',
    ],
    ['40 KB', () => ({ queryId, rating: 1, comment: 'a'.repeat(40_000) }), 413, 'too-large'],
  ];
  for (const [name, body, status, code] of refused) {
    it(`answers ${status} ${code} to ${name}, and stores nothing`, async () => {
      const earlier = await ratings();
      const response = await send(body());
      assert.equal(response.status, status);
      assert.equal(((await response.json()) as { code: string }).code, code);
      assert.deepEqual(await ratings(), earlier);
    });
  }

  it('answers 405 to GET', async () => {
    assert.equal((await worker.fetch('/api/feedback')).status, 405);
  });

  it('refuses an origin that is not allowed', async () => {
    const headers = { Origin: 'https://evil.example' };
    const body = JSON.stringify({ queryId, rating: 1 });
    assert.equal((await worker.fetch('/api/feedback', { method: 'POST', headers, body })).status, 403);
  });

  it('writes no comment into the log', () => {
    assert.doesNotMatch(worker.log(), /Wrong/);
  });
});
