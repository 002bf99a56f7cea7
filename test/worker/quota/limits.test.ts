import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, afterEach, before, beforeEach, describe, it, type TestContext } from 'node:test';
import {
  SAY_HELLO,
  startFakeModelServer,
  type FakeModelServer,
  type ModelTurn,
  type Script,
} from '../../support/fake-model-server.ts';
import { startFakeTurnstile } from '../../support/fake-turnstile.ts';
import { framesOf } from '../../support/frames.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';

const DAY_SECONDS = 86_400;
const BODY = { query: 'Hi' };
const API_TOKEN = 'a token of this test, 32 characters or more';

interface Start {
  readonly session: { readonly token: string };
  readonly quota: { readonly limit: number; readonly remaining: number; readonly resetsAt: number };
}

let model: FakeModelServer;
let worker: PlainWorkerd;
before(async () => {
  model = await startFakeModelServer();
});
after(() => model.close());
afterEach(() => worker.close());
beforeEach(() => model.reply(SAY_HELLO));

async function start(vars: Readonly<Record<string, string>>): Promise<void> {
  const SESSION_SECRET = 'a secret of this test, 32 characters or more';
  worker = await startPlainWorkerd({ vars: { SESSION_SECRET, MODEL_BASE_URL: model.baseUrl, ...vars } });
}

/** Starts a Worker with a bot check, which is closed at the end of the test. */
async function startWithBotCheck(t: TestContext, vars: Readonly<Record<string, string>>): Promise<void> {
  const turnstile = await startFakeTurnstile();
  t.after(() => turnstile.close());
  await start({ ...vars, TURNSTILE_SECRET: turnstile.secret, TURNSTILE_VERIFY_URL: turnstile.url });
}

/** Asks from this network, with more headers or keys of the body. */
async function ask(ip: string, { headers = {}, body = {} }: { headers?: object; body?: object } = {}) {
  const response = await worker.fetch('/api/chat', {
    method: 'POST',
    headers: { 'CF-Connecting-IP': ip, ...headers },
    body: JSON.stringify({ ...BODY, ...body }),
  });
  const text = await response.text();
  const frames = framesOf(text);
  const error = response.ok ? undefined : (JSON.parse(text) as { code: string; retryAfter?: number });
  return {
    status: response.status,
    code: error?.code,
    retryAfter: Number(response.headers.get('Retry-After')),
    start: frames[0] as Start | undefined,
    done: frames.at(-1),
  };
}

const codesOf = async (asking: readonly Promise<{ code: string | undefined }>[]) =>
  (await Promise.all(asking)).map(({ code }) => code ?? 'answered').toSorted();

describe('the quota of a visitor', { timeout: 300_000 }, () => {
  it('is shown in start and done, and then refuses with the time of its renewal', async () => {
    await start({ QUOTA_LIMIT: '2' });
    const first = await ask('192.0.2.1');
    const second = await ask('192.0.2.1');
    const asked = model.turns.length;
    const third = await ask('192.0.2.1');
    assert.deepEqual([first.start?.quota.limit, first.start?.quota.remaining], [2, 1]);
    assert.equal(first.done?.['quotaRemaining'], 1);
    assert.equal(second.done?.['quotaRemaining'], 0);
    assert.deepEqual([third.status, third.code], [429, 'quota-exceeded']);
    const untilReset = (second.start!.quota.resetsAt - Date.now()) / 1_000;
    assert.ok(Math.abs(third.retryAfter - untilReset) < 3 && third.retryAfter <= DAY_SECONDS);
    assert.equal(model.turns.length, asked);
  });

  it('is one for a network, however its addresses are written', async () => {
    await start({ QUOTA_LIMIT: '1' });
    const v6 = ['2001:db8:1:100::1', '2001:DB8:1:1ff:aaaa::2', '2001:0db8:0001:0123:0:0:0:9'];
    assert.deepEqual(await codesOf(v6.map((ip) => ask(ip))), [
      'answered',
      'quota-exceeded',
      'quota-exceeded',
    ]);
    assert.equal((await ask('2001:db8:1:200::1')).code, undefined);
    assert.deepEqual(await codesOf(['192.0.2.1', '::ffff:192.0.2.1'].map((ip) => ask(ip))), [
      'answered',
      'quota-exceeded',
    ]);
    assert.equal((await ask('192.0.2.2')).code, undefined);
  });

  it('does not grow with new sessions', async () => {
    await start({ QUOTA_LIMIT: '2' });
    const token = (await ask('192.0.2.1')).start?.session.token;
    const headers = { Authorization: `Bearer ${token}` };
    assert.equal((await ask('192.0.2.1', { headers })).code, undefined);
    assert.equal((await ask('192.0.2.1', { headers })).code, 'quota-exceeded');
    assert.equal((await ask('192.0.2.1')).code, 'quota-exceeded');
  });

  it('is larger, and separate, for a visitor who has passed the bot check', async (t) => {
    await startWithBotCheck(t, { QUOTA_LIMIT: '1' });
    const sessions = ['good 1', 'good 2'].map(async (turnstileToken) => {
      const { start: opened } = await ask('192.0.2.1', { body: { turnstileToken } });
      return opened!;
    });
    for (const { quota, session } of await Promise.all(sessions)) {
      assert.deepEqual([quota.limit, quota.remaining], [3, 2]);
      const headers = { Authorization: `Bearer ${session.token}` };
      const codes = await codesOf([1, 2, 3].map(() => ask('192.0.2.1', { headers })));
      assert.deepEqual(codes, ['answered', 'answered', 'quota-exceeded']);
    }
  });

  it("is separate for each user whom the owner's server names, by `user` or by header", async () => {
    await start({ QUOTA_LIMIT: '1', API_TOKEN });
    const asUser = (user?: unknown, header?: string) =>
      ask('192.0.2.1', {
        headers: { Authorization: `Bearer ${API_TOKEN}`, ...(header && { 'cf-ai-chat-user': header }) },
        body: user === undefined ? {} : { user },
      });
    for (const user of ['ann', 7]) {
      const codes = await codesOf([1, 2, 3, 4].map(() => asUser(user)));
      assert.deepEqual(codes, ['answered', 'answered', 'answered', 'quota-exceeded']);
    }
    assert.equal((await asUser(undefined, 'ann')).code, 'quota-exceeded');
    assert.equal((await asUser(undefined, 'bob')).code, undefined);
    // Requests of the owner's server that name no user share one quota.
    assert.deepEqual(await codesOf([1, 2, 3, 4].map(() => asUser())), [
      'answered',
      'answered',
      'answered',
      'quota-exceeded',
    ]);
  });

  it('does not grow with user names that anybody else sends', async () => {
    await start({ QUOTA_LIMIT: '1', API_TOKEN });
    const codes = await codesOf(
      ['ann', 'bob', { name: 'carl' }].map((user) =>
        ask('192.0.2.1', {
          headers: { Authorization: `Bearer ${API_TOKEN}!`, 'cf-ai-chat-user': 'dora' },
          body: { user },
        }),
      ),
    );
    assert.deepEqual(codes, ['answered', 'quota-exceeded', 'quota-exceeded']);
  });

  it('is not exceeded by questions at the same time', async () => {
    await start({ QUOTA_LIMIT: '5' });
    const codes = await codesOf(Array.from({ length: 20 }, () => ask('192.0.2.1')));
    assert.equal(codes.filter((code) => code === 'answered').length, 5);
  });

  it('costs nothing when it is used up: no request, no database row, no search', async () => {
    await start({ QUOTA_LIMIT: '1', WATCHED: '1' });
    assert.equal((await ask('192.0.2.1')).code, undefined);
    assert.equal((await ask('192.0.2.1')).code, 'quota-exceeded');
    const calls = (await worker.calls()).length;
    const written = await worker.rowsWritten();
    const codes = await codesOf(Array.from({ length: 50 }, () => ask('192.0.2.1')));
    assert.ok(codes.every((code) => code === 'quota-exceeded'));
    assert.deepEqual([(await worker.calls()).length, await worker.rowsWritten()], [calls, written]);
    assert.equal((await ask('192.0.2.2')).code, undefined);
  });

  it('is there again when an open turn is refunded', async () => {
    await start({ QUOTA_LIMIT: '1', RESUME_SECONDS: '0' });
    model.reply((turn) => turn.open());
    const first = ask('192.0.2.1');
    const turn = await model.asked();
    assert.equal((await ask('192.0.2.1')).code, 'quota-exceeded');
    turn.cut();
    assert.equal((await first).done?.['code'], 'model-failed');
    model.reply(SAY_HELLO);
    let { code } = await ask('192.0.2.1');
    while (code !== undefined) ({ code } = await ask('192.0.2.1'));
  });

  it('does not apply on this machine unless it is set', async () => {
    await start({ LOCAL: '1', SESSION_SECRET: '' });
    assert.equal((await ask('192.0.2.1')).start?.quota, undefined);
  });
});

describe('the quota of the site', { timeout: 900_000 }, () => {
  const network = (index: number): string => `10.0.${index >> 8}.${index & 255}`;

  it('gives at most a tenth to one network, and no more than all to everybody together', async () => {
    await start({ SITE_DAILY_LIMIT: '20' });
    const greedy = await codesOf(Array.from({ length: 5 }, () => ask(network(0))));
    assert.deepEqual(greedy, ['answered', 'answered', 'quota-exceeded', 'quota-exceeded', 'quota-exceeded']);
    const others = await codesOf(Array.from({ length: 30 }, (_, index) => ask(network(index + 1))));
    assert.equal(others.filter((code) => code === 'answered').length, 18);
    assert.equal(others.filter((code) => code === 'site-limit').length, 12);
    const { status, retryAfter } = await ask(network(99));
    assert.equal(status, 429);
    assert.ok(retryAfter > 0 && retryAfter <= DAY_SECONDS);
  });

  it("gives half to the users of the owner's server, and the rest to visitors of pages", async () => {
    await start({ SITE_DAILY_LIMIT: '20', API_TOKEN });
    const headers = { Authorization: `Bearer ${API_TOKEN}` };
    const users = await codesOf(
      Array.from({ length: 13 }, (_, index) => ask(network(0), { headers, body: { user: `u${index}` } })),
    );
    assert.equal(users.filter((code) => code === 'answered').length, 10);
    assert.equal(users.filter((code) => code === 'quota-exceeded').length, 3);
    assert.equal((await ask(network(0))).code, undefined);
  });

  it('gives half to verified visitors of one office behind one address', async (t) => {
    await startWithBotCheck(t, { SITE_DAILY_LIMIT: '20' });
    const office = await codesOf(
      Array.from({ length: 12 }, (_, index) =>
        ask(network(0), { body: { turnstileToken: `good ${index}` } }),
      ),
    );
    assert.equal(office.filter((code) => code === 'answered').length, 10);
    assert.equal(office.filter((code) => code === 'quota-exceeded').length, 2);
    assert.equal((await ask(network(1), { body: { turnstileToken: 'good' } })).code, undefined);
  });

  it('is reserved in part for visitors in a conversation, where the bot check is on', async (t) => {
    await startWithBotCheck(t, { SITE_DAILY_LIMIT: '20' });
    const newcomers = await Promise.all(
      Array.from({ length: 18 }, (_, index) =>
        ask(network(index), { body: { turnstileToken: `good ${index}` } }),
      ),
    );
    const sessions = newcomers.flatMap(({ start: opened }) => (opened ? [opened.session] : []));
    assert.equal(sessions.length, 16);
    assert.ok(newcomers.every(({ code }) => code === undefined || code === 'site-limit'));
    const more = sessions
      .slice(0, 6)
      .map(({ token }, index) => ask(network(index), { headers: { Authorization: `Bearer ${token}` } }));
    assert.deepEqual(await codesOf(more), [
      ...Array.from({ length: 4 }, () => 'answered'),
      'site-limit',
      'site-limit',
    ]);
  });

  it('is not used by refused visitors', async () => {
    await start({ SITE_DAILY_LIMIT: '30', QUOTA_LIMIT: '1' });
    const codes = await codesOf([1, 2, 3].map(() => ask(network(0))));
    assert.deepEqual(codes, ['answered', 'quota-exceeded', 'quota-exceeded']);
    const asked = model.turns.length;
    const others = await codesOf(Array.from({ length: 40 }, (_, index) => ask(network(index + 1))));
    assert.equal(others.filter((code) => code === 'answered').length, 29);
    assert.equal(model.turns.length - asked, 29);
  });

  it('is refunded when the model breaks off before it has begun, and not afterwards', async () => {
    await start({ SITE_DAILY_LIMIT: '1' });
    model.reply((turn) => turn.cut());
    assert.equal((await ask(network(0))).done?.['code'], 'model-failed');
    model.reply(async (turn) => {
      await turn.say('Hel');
      turn.cut();
    });
    assert.equal((await ask(network(1))).done?.['code'], 'model-failed');
    model.reply(SAY_HELLO);
    assert.equal((await ask(network(2))).code, 'site-limit');
  });

  it('is refunded to the network, not to the site, when the model breaks off in mid-answer', async () => {
    await start({ SITE_DAILY_LIMIT: '20' });
    model.reply(async (turn) => {
      await turn.say('Hel');
      turn.cut();
    });
    for (let count = 0; count < 2; count += 1)
      assert.equal((await ask(network(0))).done?.['code'], 'model-failed');
    model.reply(SAY_HELLO);
    assert.equal((await ask(network(0))).done?.['type'], 'done');
    assert.equal((await worker.siteCalls()).total, 3);
  });

  // By default one network has 40 questions, and 100 model calls, a tenth of the site's.
  for (const [variable, limits, questions] of [
    ['SITE_DAILY_LIMIT', { SITE_DAILY_LIMIT: '0', QUOTA_LIMIT: '200' }, 110],
    ['QUOTA_LIMIT', { QUOTA_LIMIT: '0', SITE_DAILY_LIMIT: '2000' }, 50],
  ] as const) {
    it(`is unlimited with ${variable}=0`, async () => {
      await start(limits);
      let answered = 0;
      const askAll = async (): Promise<void> => {
        for (let turn = 0; turn < questions / 10; turn += 1) {
          const { code } = await ask(network(0));
          if (code === undefined) answered += 1;
        }
      };
      await Promise.all(Array.from({ length: 10 }, askAll));
      assert.equal(answered, questions);
    });
  }

  it('survives an outage: after many failed turns the next visitor is answered', async () => {
    // 50 questions of 15 visitors, more than the quotas of the site and of each visitor.
    await start({ SITE_DAILY_LIMIT: '40', QUOTA_LIMIT: '2' });
    for (const answer of [
      (turn: ModelTurn) => turn.json({}, 503),
      (turn: ModelTurn) => turn.cut(),
    ] satisfies Script[]) {
      model.reply(answer);
      for (let round = 0; round < 5; round += 1) {
        const failed = await Promise.all(
          Array.from({ length: 10 }, (_, index) => ask(network((round * 10 + index) % 15))),
        );
        assert.ok(failed.every(({ done }) => String(done?.['code']).startsWith('model-')));
      }
    }
    model.reply(SAY_HELLO);
    assert.equal((await ask(network(0))).code, undefined);
    assert.equal((await ask(network(999))).code, undefined);
  });

  it('leaves room for others while one IPv6 /48 asks from each of its networks', async () => {
    await start({ SITE_DAILY_LIMIT: '120' });
    let next = 0;
    const codes = new Map<string, number>();
    const attack = async (): Promise<void> => {
      for (let turn = next++; turn < 160; turn = next++) {
        const { code, done } = await ask(`2001:db8:7:${(turn % 80).toString(16)}00::1`);
        // On a busy machine a turn may fail, and is refunded.
        const outcome = code ?? String(done?.['type']);
        codes.set(outcome, (codes.get(outcome) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 20 }, attack));
    const { done, error = 0, 'quota-exceeded': refused } = Object.fromEntries(codes);
    assert.deepEqual({ done, refused }, { done: 30, refused: 130 - error });
    const others = ['2001:db8:8::1', '192.0.2.1', '192.0.2.2'].map((ip) => ask(ip));
    assert.deepEqual(await codesOf(others), ['answered', 'answered', 'answered']);
  });

  it('holds against thousands of networks, in bounded time and memory', async () => {
    // This many networks get an object of their own; the others share one that is full.
    const LIMIT = 100;
    const NETWORKS = 2_000;
    const MOST_MEGABYTES = 250;
    // The objects of turns would distort the measurement: workerd keeps a database of 200 KB for each.
    await start({ SITE_DAILY_LIMIT: String(LIMIT), RESUME_SECONDS: '0' });
    const asked = model.turns.length;
    const statuses = new Map<number, number>();
    let next = 0;
    const askAll = async (): Promise<void> => {
      while (next < NETWORKS) {
        next += 1;
        const { status } = await ask(network(next));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 20 }, askAll));
    assert.deepEqual([...statuses].toSorted(), [
      [200, LIMIT],
      [429, NETWORKS - LIMIT],
    ]);
    assert.equal(model.turns.length - asked, LIMIT);
    const megabytes =
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(worker.pid)], { encoding: 'utf8' })) / 1024;
    assert.ok(megabytes < MOST_MEGABYTES, `${megabytes} MB`);
  });
});
