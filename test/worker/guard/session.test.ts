import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startFakeTurnstile, type FakeTurnstile } from '../../support/fake-turnstile.ts';
import { framesOf } from '../../support/frames.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';

const SHOP = 'https://shop.example';
const BLOG = 'https://blog.example';
const SESSION_SECONDS = 1_800;
const PROOF_SECONDS = 43_200;
const SECRET = 'a secret of this test, 32 characters or more';

interface Session {
  readonly token: string;
  readonly expiresAt: number;
}

let model: FakeModelServer;
before(async () => {
  model = await startFakeModelServer();
});
after(() => model.close());

function askerOf(worker: () => PlainWorkerd) {
  return async (headers: Readonly<Record<string, string>>, body: object = {}, path = '/api/chat') => {
    const asked = model.turns.length;
    const response = await worker().fetch(path, {
      method: 'POST',
      headers: { Origin: SHOP, ...headers },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], ...body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      code: response.ok ? undefined : (JSON.parse(text) as { code: string }).code,
      session: framesOf(text)[0]?.['session'] as Session,
      calls: model.turns.length - asked,
    };
  };
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** A token as the Worker would have made it at another time. Times are in seconds from now. */
function tokenOf({ since = 0, expires = 60 }: { since?: number; expires?: number }): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = [crypto.randomUUID(), 1, now + since, now + expires].join('.');
  return `${claims}.${hmac(hmac(SECRET, `session ${SHOP}`), claims)}`;
}

/** The token with one of its fields changed. */
function forge(token: string, field: number, value: string): string {
  return token
    .split('.')
    .map((part, index) => (index === field ? value : part))
    .join('.');
}

describe('a session with the bot check', { timeout: 60_000 }, () => {
  let turnstile: FakeTurnstile;
  let worker: PlainWorkerd;
  let good = 0;
  const ask = askerOf(() => worker);
  /** A session of a visitor who has passed the check. */
  const pass = async () => (await ask({}, { turnstileToken: `good ${(good += 1)}` })).session;
  before(async () => {
    turnstile = await startFakeTurnstile();
    worker = await startPlainWorkerd({
      vars: {
        SESSION_SECRET: SECRET,
        MODEL_BASE_URL: model.baseUrl,
        ALLOWED_ORIGINS: `${SHOP} ${BLOG}`,
        QUOTA_LIMIT: '1000',
        TURNSTILE_SECRET: turnstile.secret,
        TURNSTILE_VERIFY_URL: turnstile.url,
      },
    });
  });
  after(async () => {
    await worker.close();
    await turnstile.close();
  });

  it('begins with a passed check, and needs no second check', async () => {
    const session = await pass();
    const verified = turnstile.asked.length;
    const { calls, session: renewed } = await ask(bearer(session.token));
    assert.equal(calls, 1);
    assert.ok(renewed.expiresAt >= session.expiresAt);
    assert.ok(Math.abs(session.expiresAt - Date.now() - SESSION_SECONDS * 1_000) < 5_000);
    assert.equal(turnstile.asked.length, verified);
    assert.equal((await ask(bearer(renewed.token))).calls, 1);
  });

  it('is required before the model is called', async () => {
    const { status, code, calls } = await ask({});
    assert.deepEqual([status, code, calls], [403, 'challenge-required', 0]);
  });

  for (const path of ['/api/chat?format=workers-ai', '/api/chat?stream=false', '/v1/chat/completions']) {
    it(`is required in the format of ${path}, too`, async () => {
      const { status, calls } = await ask({}, {}, path);
      assert.deepEqual([status, calls], [403, 0]);
    });
  }

  it('makes the Worker refuse GET, which cannot send a token', async () => {
    const asked = model.turns.length;
    const headers = { Origin: SHOP, Accept: 'text/event-stream' };
    const response = await worker.fetch('/api/chat?prompt=Hi', { headers });
    assert.equal(response.status, 403);
    assert.equal(model.turns.length, asked);
  });

  it('does not begin with a failed check, or one that was used before', async () => {
    await ask({}, { turnstileToken: 'good once' });
    for (const turnstileToken of ['bad', '', ' ', 'good once']) {
      const { status, code, calls } = await ask({}, { turnstileToken });
      assert.deepEqual([status, code, calls], [403, 'challenge-required', 0]);
    }
  });

  it('is not accepted at another origin', async () => {
    const { token } = await pass();
    const { status, code, calls } = await ask({ Origin: BLOG, ...bearer(token) });
    assert.deepEqual([status, code, calls], [401, 'session-required', 0]);
  });

  it('ends when it has expired', async () => {
    assert.equal((await ask(bearer(tokenOf({ expires: 60 })))).status, 200);
    const { status, code, calls } = await ask(bearer(tokenOf({ expires: -1 })));
    assert.deepEqual([status, code, calls], [401, 'session-required', 0]);
  });

  it('is renewed only as long as its check is valid', async () => {
    const { session } = await ask(bearer(tokenOf({ since: 60 - PROOF_SECONDS })));
    assert.ok(session.expiresAt - Date.now() <= 60_000);
    const { session: last } = await ask(bearer(tokenOf({ since: -PROOF_SECONDS })));
    assert.equal((await ask(bearer(last.token))).status, 401);
  });

  it('cannot be forged', async () => {
    const { token } = await pass();
    const later = String(Math.floor(Date.now() / 1_000) + 1_000_000);
    const forged = [
      forge(token, 0, crypto.randomUUID()),
      forge(token, 2, later),
      forge(token, 3, later),
      forge(token, 4, '0'.repeat(64)),
      token.slice(0, -1),
      `${token}0`,
      'none',
      '....',
      'eyJhbGciOiJub25lIn0.eyJpc1ZlcmlmaWVkIjp0cnVlfQ.',
    ];
    for (const attempt of forged) {
      const { status, code, calls } = await ask(bearer(attempt));
      assert.deepEqual([status, code, calls], [401, 'session-required', 0], attempt);
    }
  });

  it('is replaced by a new check when it is not valid any more', async () => {
    assert.equal((await ask(bearer('old'), { turnstileToken: 'good again' })).calls, 1);
  });

  it('writes no secret into the log', async () => {
    const log = await worker.logged(/challenge-failed/);
    assert.doesNotMatch(log, /turnstile-secret|a secret of|good once|Bearer/);
  });
});

describe('a session when the bot check cannot be verified', { timeout: 60_000 }, () => {
  const cases: readonly [string, (turnstile: FakeTurnstile) => Record<string, string>, number, string][] = [
    [
      'because nobody answers',
      ({ secret }) => ({ TURNSTILE_SECRET: secret, TURNSTILE_VERIFY_URL: 'http://127.0.0.1:9/siteverify' }),
      403,
      'challenge-required',
    ],
    [
      'because our secret is wrong',
      ({ url }) => ({ TURNSTILE_SECRET: 'wrong', TURNSTILE_VERIFY_URL: url }),
      500,
      'not-configured',
    ],
  ];
  for (const [name, vars, status, code] of cases) {
    it(`does not begin ${name}`, async (t) => {
      const turnstile = await startFakeTurnstile();
      t.after(() => turnstile.close());
      const worker = await startPlainWorkerd({
        vars: {
          LOCAL: '1',
          MODEL_BASE_URL: model.baseUrl,
          ALLOWED_ORIGINS: SHOP,
          ...vars(turnstile),
        },
      });
      t.after(() => worker.close());
      const answer = await askerOf(() => worker)({}, { turnstileToken: 'good' });
      assert.deepEqual([answer.status, answer.code, answer.calls], [status, code, 0]);
    });
  }
});

describe('a session without a bot check', { timeout: 60_000 }, () => {
  let worker: PlainWorkerd;
  const ask = askerOf(() => worker);
  before(async () => {
    const vars = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, ALLOWED_ORIGINS: SHOP };
    worker = await startPlainWorkerd({ vars });
  });
  after(() => worker.close());

  it('is issued and renewed, and identifies the same visitor', async () => {
    const { session } = await ask({});
    const { session: renewed } = await ask(bearer(session.token));
    assert.equal(renewed.token.split('.')[0], session.token.split('.')[0]);
  });

  it('is replaced by a new session when it is not valid, without an error', async () => {
    const { calls, session } = await ask(bearer('none'));
    assert.equal(calls, 1);
    assert.match(session.token, /^[\da-f-]{36}\.0\./);
  });
});
