import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import app from '../../../worker/index.ts';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startFakeTurnstile, type FakeTurnstile } from '../../support/fake-turnstile.ts';
import { framesOf } from '../../support/frames.ts';
import { Gate } from '../../support/gate.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';

/** The calls of a turn before the model, in order: nothing that costs begins before the turn is admitted. */
const FIRST_CALLS = ['admit', 'search'];

describe('before the model is asked', { timeout: 60_000 }, () => {
  let model: FakeModelServer;
  let turnstile: FakeTurnstile;
  let worker: PlainWorkerd;
  let earlier: number;
  before(async () => {
    model = await startFakeModelServer();
    turnstile = await startFakeTurnstile();
    worker = await startPlainWorkerd({
      vars: {
        SESSION_SECRET: 'a secret of this test, 32 characters or more',
        MODEL_BASE_URL: model.baseUrl,
        TURNSTILE_SECRET: turnstile.secret,
        TURNSTILE_VERIFY_URL: turnstile.url,
        WATCHED: '1',
      },
    });
  });
  after(async () => {
    await worker.close();
    await turnstile.close();
    await model.close();
  });
  beforeEach(async () => {
    earlier = (await worker.calls()).length;
  });

  async function ask(ip: string, turnstileToken?: string, headers: object = {}) {
    const response = await worker.fetch('/api/chat', {
      method: 'POST',
      headers: { 'CF-Connecting-IP': ip, ...headers },
      body: JSON.stringify({ query: 'How are refunds paid?', turnstileToken }),
    });
    return { status: response.status, text: await response.text() };
  }
  /** The calls of this test, except the one that hands each question to its object. */
  const calls = async () => (await worker.calls()).slice(earlier).filter((call) => call !== 'turn');
  async function isAsked(token: string): Promise<void> {
    while (!turnstile.asked.includes(token)) await worker.calls();
  }
  /** Records which calls were made before the model was asked. */
  function watchModel(): Promise<readonly string[]> {
    return new Promise((resolve) => {
      model.reply(async (turn) => {
        resolve(await calls());
        await SAY_HELLO(turn);
      });
    });
  }

  it('first the bot check is passed, then the turn is admitted, then documents are searched', async () => {
    const gate = new Gate();
    turnstile.hold(gate);
    const atModel = watchModel();
    const asked = model.turns.length;
    const answer = ask('192.0.2.1', 'good first');
    await isAsked('good first');
    assert.deepEqual(await calls(), []);
    await worker.hold('admit');
    gate.open();
    while ((await worker.held()) === 0);
    assert.deepEqual(await calls(), ['admit']);
    assert.equal(model.turns.length, asked);
    await worker.hold('');
    assert.equal((await answer).status, 200);
    assert.deepEqual(await atModel, FIRST_CALLS);
  });

  it('a visitor with a session needs no check', async () => {
    const { text } = await ask('192.0.2.1', 'good second');
    earlier = (await worker.calls()).length;
    const { session } = framesOf(text)[0] as { session: { token: string } };
    const verified = turnstile.asked.length;
    const atModel = watchModel();
    await ask('192.0.2.1', undefined, { Authorization: `Bearer ${session.token}` });
    assert.deepEqual(await atModel, FIRST_CALLS);
    assert.equal(turnstile.asked.length, verified);
  });

  it('a failed check starts nothing and writes nothing', async () => {
    const asked = model.turns.length;
    const written = await worker.rowsWritten();
    assert.equal((await ask('192.0.2.66', 'bad')).status, 403);
    assert.deepEqual(await calls(), []);
    assert.equal(await worker.rowsWritten(), written);
    assert.equal(model.turns.length, asked);
    assert.equal((await ask('192.0.2.66', 'good at last')).status, 200);
  });

  it("a question without a check's token starts nothing", async () => {
    assert.equal((await ask('192.0.2.68')).status, 403);
    assert.deepEqual(await calls(), []);
  });

  it('an answered turn sends two requests to the quota object', async () => {
    await ask('192.0.2.1', 'good third');
    assert.deepEqual(await calls(), [...FIRST_CALLS, 'settle']);
  });

  it('a Worker without quotas sends no request to the quota object', async (t) => {
    const vars = { SITE_DAILY_LIMIT: '0', QUOTA_LIMIT: '0', WATCHED: '1', MODEL_BASE_URL: model.baseUrl };
    const SESSION_SECRET = 'a secret of this test, 32 characters or more';
    const unlimited = await startPlainWorkerd({ vars: { ...vars, SESSION_SECRET } });
    t.after(() => unlimited.close());
    const response = await unlimited.fetch('/api/chat', { method: 'POST', body: '{"query":"refunds"}' });
    assert.equal(framesOf(await response.text()).at(-1)?.['type'], 'done');
    assert.deepEqual(await unlimited.calls(), ['turn', 'search']);
  });
});

describe('a turn through AI Gateway', () => {
  it('answers, and ends without an error, though the id of its log cannot be stored', async (t) => {
    const write = t.mock.method(console, 'log', () => undefined);
    const answer = Response.json({ response: 'Hello' }, { headers: { 'cf-aig-log-id': 'log-1' } });
    const env = {
      SESSION_SECRET: 'a secret of this test, 32 characters or more',
      AI_GATEWAY_ID: 'main',
      AI: { run: () => Promise.resolve(answer) },
      DB: { prepare: () => ({ bind: () => ({ all: () => Promise.reject(new Error('D1_ERROR')) }) }) },
    };
    const background: Promise<unknown>[] = [];
    const context = {
      waitUntil: (work: Promise<unknown>) => void background.push(work),
      passThroughOnException: () => undefined,
      props: {},
    };
    const request = new Request('http://localhost/api/chat', { method: 'POST', body: '{"query":"Hi"}' });
    const response = await app.fetch(request, env, context);
    assert.match(await response.text(), /"token":"Hello"/);
    const ends = await Promise.allSettled(background);
    assert.deepEqual(
      // Two writes: the id of the gateway's log, and the turn itself.
      ends.map(({ status }) => status),
      ['fulfilled', 'fulfilled'],
    );
    assert.match(JSON.stringify(write.mock.calls.map((call) => call.arguments)), /gateway-log-failed/);
  });
});

describe('a turn whose quota object cannot be reached', { timeout: 30_000 }, () => {
  it('is refused, and no model is asked', async (t) => {
    t.mock.method(console, 'log', () => undefined);
    const asked: string[] = [];
    const QUOTA = {
      getByName: () => ({
        fetch: (url: string): Promise<Response> => {
          asked.push(new URL(url).pathname);
          return Promise.reject(new Error('object reset'));
        },
      }),
    };
    const SESSION_SECRET = 'a secret of this test, 32 characters or more';
    const env = { SESSION_SECRET, CHAT_PROVIDER: 'extractive', QUOTA };
    const response = await app.request('/api/chat', { method: 'POST', body: '{"query":"Hi"}' }, env);
    assert.equal(response.status, 500);
    assert.deepEqual(new Set(asked), new Set(['/admit']));
  });
});
