import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database } from '../../../worker/env.ts';
import app from '../../../worker/index.ts';
import { framesOf } from '../../support/frames.ts';

/** A database that returns these results. */
const databaseOf = (all: () => Promise<never>): Database => ({ prepare: () => ({ bind: () => ({ all }) }) });

async function ask(env: object): Promise<readonly Record<string, unknown>[]> {
  const response = await app.request(
    '/api/chat',
    { method: 'POST', body: '{"query":"embed"}' },
    { LOCAL: '1', ...env },
  );
  return framesOf(await response.text());
}

describe('a turn with a search', { timeout: 60_000 }, () => {
  it('ends at its time limit when the search hangs', async () => {
    const DB = databaseOf(() => new Promise(() => undefined));
    const frames = await ask({ DB, TURN_TIMEOUT_MS: 50 });
    assert.deepEqual(
      frames.map(({ type, code }) => code ?? type),
      ['start', 'model-timeout'],
    );
  });

  it('ends at once when its visitor has left already and the search hangs', async () => {
    const DB = databaseOf(() => new Promise(() => undefined));
    const request = new Request('http://localhost/api/chat', {
      method: 'POST',
      body: '{"query":"embed"}',
      signal: AbortSignal.abort(),
    });
    const response = await app.request(request, {}, { LOCAL: '1', DB });
    const frames = framesOf(await response.text());
    assert.deepEqual(
      frames.map(({ type }) => type),
      ['start'],
    );
  });

  it('continues without documents when the search fails', async () => {
    const DB = databaseOf(() => Promise.reject(new Error('D1_ERROR')));
    const frames = await ask({ DB });
    assert.deepEqual(
      frames.map(({ type, state }) => state ?? type),
      ['start', 'running', 'failed', 'token', 'done'],
    );
  });

  it('treats a database without documents as empty, and logs no failure', async (t) => {
    const write = t.mock.method(console, 'log', () => undefined);
    const fault = new Error('D1_ERROR: no such table: passage_index: SQLITE_ERROR');
    const frames = await ask({ DB: databaseOf(() => Promise.reject(fault)) });
    const [, answer] = frames;
    assert.doesNotMatch(JSON.stringify(frames), /"tool"/);
    assert.match(String(answer?.['token']), /no documentation to search/);
    assert.doesNotMatch(JSON.stringify(write.mock.calls.map((call) => call.arguments)), /retrieval-failed/);
  });

  it('reports a programming error as "internal", without its message', async () => {
    const env = {
      LOCAL: '1',
      get CHAT_PROVIDER(): string {
        throw new Error('a secret');
      },
    };
    const response = await app.request('/api/chat', { method: 'POST', body: '{"query":"Hi"}' }, env);
    assert.equal(response.status, 500);
    assert.deepEqual(await response.json(), {
      type: 'error',
      code: 'internal',
      message: 'the request failed',
    });
  });
});
