import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import manifest from '../../../package.json' with { type: 'json' };
import type { Env } from '../../../worker/env.ts';
import app from '../../../worker/index.ts';

const { version } = manifest;
const AI = {
  run: () => Promise.reject(new Error('the health must not ask a model')),
  gateway: (): never => assert.fail('the health must not ask a gateway'),
};
const MODEL_BASE_URL = 'http://127.0.0.1:1/v1';

const SESSION_SECRET = 'a secret of this test, 32 characters or more';

async function health(env: Env) {
  const response = await app.request('/api/health', {}, { SESSION_SECRET, ...env });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('GET /api/health', () => {
  const providers: readonly [string, Env, string][] = [
    ['nothing', {}, 'extractive'],
    ['the AI binding', { AI }, 'workers-ai'],
    ['the AI binding and auto', { AI, CHAT_PROVIDER: 'auto' }, 'workers-ai'],
    ['the AI binding on this machine', { AI, LOCAL: '1' }, 'extractive'],
    ['a base URL', { AI, MODEL_BASE_URL }, 'openai'],
    ['a base URL on this machine', { AI, LOCAL: '1', MODEL_BASE_URL }, 'openai'],
    ['workers-ai by name', { AI, LOCAL: '1', MODEL_BASE_URL, CHAT_PROVIDER: 'workers-ai' }, 'workers-ai'],
    ['openai by name', { AI, MODEL_BASE_URL, CHAT_PROVIDER: 'openai' }, 'openai'],
    ['extractive by name', { AI, MODEL_BASE_URL, CHAT_PROVIDER: 'extractive' }, 'extractive'],
  ];
  for (const [name, env, provider] of providers) {
    it(`names the provider ${provider} for ${name}, and asks no model`, async () => {
      assert.deepEqual(await health(env), { status: 200, body: { ok: true, provider, version } });
    });
  }

  it('needs no SESSION_SECRET on this machine', async () => {
    const { status } = await health({ LOCAL: '1', SESSION_SECRET: '' });
    assert.equal(status, 200);
  });

  const broken: readonly [string, Env][] = [
    ['workers-ai without the binding', { CHAT_PROVIDER: 'workers-ai' }],
    ['openai without a base URL', { AI, CHAT_PROVIDER: 'openai' }],
    ['openai with a base URL that is none', { CHAT_PROVIDER: 'openai', MODEL_BASE_URL: 'localhost' }],
    ['a base URL that is none, and auto', { MODEL_BASE_URL: 'not a url' }],
    ['a provider that does not exist', { AI, CHAT_PROVIDER: 'gpt' }],
    ['no SESSION_SECRET', { AI, SESSION_SECRET: '' }],
    ['a blank SESSION_SECRET', { CHAT_PROVIDER: 'extractive', SESSION_SECRET: ' '.repeat(40) }],
    ['a SESSION_SECRET of one character', { AI, SESSION_SECRET: 'x' }],
    ['a SESSION_SECRET of 31 characters', { AI, SESSION_SECRET: 'x'.repeat(31) }],
    ['the SESSION_SECRET that our example once had', { AI, SESSION_SECRET: 'any long random text' }],
  ];
  for (const [name, env] of broken) {
    it(`reports not-configured for ${name}, and so does the chat`, async () => {
      assert.deepEqual(await health(env), {
        status: 500,
        body: { ok: false, code: 'not-configured', version },
      });
      const ask = { method: 'POST', body: '{"query":"Hi"}' };
      const chat = await app.request('/api/chat', ask, { SESSION_SECRET, ...env });
      assert.equal(chat.status, 500);
      assert.equal(((await chat.json()) as { code: string }).code, 'not-configured');
    });
  }

  it('reports not-configured for an origin that browsers never send, and on this machine the line to write', async () => {
    const env = { AI, ALLOWED_ORIGINS: 'https://shop.example *' };
    assert.deepEqual((await health(env)).body, { ok: false, code: 'not-configured', version });
    const { body } = await health({ ...env, LOCAL: '1' });
    assert.match(
      String(body['detail']),
      /Write "ALLOWED_ORIGINS": "https:\/\/shop\.example https:\/\/www\.example\.com"$/,
    );
    for (const ALLOWED_ORIGINS of ['http://127.0.0.1:18160/', 'localhost:5173', ['https://shop.example']])
      assert.equal((await health({ AI, ALLOWED_ORIGINS })).body['ok'], true);
  });

  it('logs in one line what to set, without the secret', async (t) => {
    const write = t.mock.method(console, 'log', () => undefined);
    await app.request(
      '/api/chat',
      { method: 'POST', body: '{"query":"Hi"}' },
      { SESSION_SECRET: 'short one' },
    );
    const lines = write.mock.calls.map(({ arguments: [line] }) => String(line));
    assert.equal(lines.length, 1);
    assert.match(
      lines[0]!,
      /not-configured.*SESSION_SECRET is shorter than 32 characters.*wrangler secret put/,
    );
    assert.doesNotMatch(lines[0]!, /short one/);
  });
});
