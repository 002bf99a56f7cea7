import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import app from '../../../worker/index.ts';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startFakeTurnstile, type FakeTurnstile } from '../../support/fake-turnstile.ts';
import { framesOf } from '../../support/frames.ts';
import { Gate } from '../../support/gate.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';

/** The calls of a turn before the model, which wait for each other. */
const FIRST_CALLS = ['begin', 'reserve', 'search'];

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
        SIDE_BY_SIDE: String(FIRST_CALLS.length),
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
  /** Calls of this test, but for the one that hands each question to its object. */
  const calls = async () =>
    (await worker.calls())
      .slice(earlier)
      .filter((call) => call !== 'turn')
      .toSorted();
  /** Resolves when so many calls have begun in this test. */
  async function begun(count: number): Promise<readonly string[]> {
    let found = await calls();
    while (found.length < count) found = await calls();
    return found;
  }
  async function isAsked(token: string): Promise<void> {
    while (!turnstile.asked.includes(token)) await worker.calls();
  }
  /** Keeps what had been asked of others when the model was. */
  function watchModel(): Promise<readonly string[]> {
    return new Promise((resolve) => {
      model.reply(async (turn) => {
        resolve(await calls());
        await SAY_HELLO(turn);
      });
    });
  }

  it('reserving, searching and verifying run side by side, and all are over', async () => {
    const gate = new Gate();
    turnstile.hold(gate);
    const atModel = watchModel();
    const asked = model.turns.length;
    const answer = ask('192.0.2.1', 'good first');
    assert.deepEqual(await begun(3), FIRST_CALLS);
    await isAsked('good first');
    assert.equal(model.turns.length, asked);
    gate.open();
    assert.equal((await answer).status, 200);
    assert.deepEqual(await atModel, FIRST_CALLS);
  });

  it('reserving and searching run side by side for a visitor with a session', async () => {
    const { text } = await ask('192.0.2.1', 'good second');
    earlier = (await worker.calls()).length;
    const { session } = framesOf(text)[0] as { session: { token: string } };
    const verified = turnstile.asked.length;
    const atModel = watchModel();
    await ask('192.0.2.1', undefined, { Authorization: `Bearer ${session.token}` });
    assert.deepEqual(await atModel, FIRST_CALLS);
    assert.equal(turnstile.asked.length, verified);
  });

  it('all that was begun is taken back when the check was not passed', async () => {
    const asked = model.turns.length;
    assert.equal((await ask('192.0.2.66', 'bad')).status, 403);
    assert.deepEqual(await begun(5), [...FIRST_CALLS, 'end', 'undo'].toSorted());
    assert.equal(model.turns.length, asked);
    let rows = await worker.turns();
    while (rows.some(({ state }) => state === 'reserved')) rows = await worker.turns();
    assert.equal(rows.filter(({ state }) => state === 'refunded').length, 1);
  });

  it('nothing is begun for a network whose last check was not passed, until it passes one', async () => {
    await ask('192.0.2.67', 'bad');
    await begun(5);
    for (const [token, status] of [
      ['bad again', 403],
      ['good at last', 200],
    ] as const) {
      const { length } = await calls();
      const gate = new Gate();
      turnstile.hold(gate);
      const answer = ask('192.0.2.67', token);
      await isAsked(token);
      assert.equal((await calls()).length, length);
      gate.open();
      assert.equal((await answer).status, status);
    }
  });

  it('nothing is begun without a token of a check', async () => {
    assert.equal((await ask('192.0.2.68')).status, 403);
    assert.deepEqual(await calls(), []);
  });

  it('nobody is asked who counts the site where it has no limit', async (t) => {
    const vars = { SITE_DAILY_LIMIT: '0', SIDE_BY_SIDE: '2', MODEL_BASE_URL: model.baseUrl };
    const SESSION_SECRET = 'a secret of this test, 32 characters or more';
    const unlimited = await startPlainWorkerd({ vars: { ...vars, SESSION_SECRET } });
    t.after(() => unlimited.close());
    const response = await unlimited.fetch('/api/chat', { method: 'POST', body: '{"query":"refunds"}' });
    assert.equal(framesOf(await response.text()).at(-1)?.['type'], 'done');
    assert.deepEqual((await unlimited.calls()).toSorted(), ['end', 'reserve', 'search', 'turn']);
  });
});

describe('a turn through AI Gateway', () => {
  it('answers, and ends without a fault, though the id of its log cannot be kept', async (t) => {
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
      ends.map(({ status }) => status),
      ['fulfilled'],
    );
    assert.match(JSON.stringify(write.mock.calls.map((call) => call.arguments)), /gateway-log-failed/);
  });
});

describe('a turn whose quota objects cannot all be reached', { timeout: 30_000 }, () => {
  /** Objects that answer with this, or never, and what they were asked. */
  function objectsOf(answer: object | undefined) {
    const asked: string[] = [];
    const fetchObject = (url: string): Promise<Response> => {
      asked.push(new URL(url).pathname);
      return answer ? Promise.resolve(Response.json(answer)) : Promise.reject(new Error('object reset'));
    };
    return { asked, namespace: { getByName: () => ({ fetch: fetchObject }) } };
  }
  async function askWith(QUOTA: object, SITE: object): Promise<number> {
    const request = new Request('http://localhost/api/chat', { method: 'POST', body: '{"query":"Hi"}' });
    const SESSION_SECRET = 'a secret of this test, 32 characters or more';
    const env = { SESSION_SECRET, CHAT_PROVIDER: 'extractive', QUOTA, SITE };
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
    return (await app.fetch(request, env, context)).status;
  }

  it('gives the call of the site back when the object of the visitor is gone', async (t) => {
    t.mock.method(console, 'log', () => undefined);
    const gone = objectsOf(undefined);
    const site = objectsOf({ refusedBy: null });
    assert.equal(await askWith(gone.namespace, site.namespace), 500);
    assert.deepEqual(site.asked, ['/begin', '/undo']);
  });

  it('gives the turn back when the object of the site is gone', async (t) => {
    t.mock.method(console, 'log', () => undefined);
    const gone = objectsOf(undefined);
    const visitor = objectsOf({ state: 'reserved', remaining: 3 });
    assert.equal(await askWith(visitor.namespace, gone.namespace), 500);
    assert.deepEqual(visitor.asked, ['/reserve', '/end']);
  });
});
