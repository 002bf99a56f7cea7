import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startFakeTurnstile, type FakeTurnstile } from '../../support/fake-turnstile.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';
import { idOf, linksOf, readFrames, textOf, TurnClient } from '../../support/turn-client.ts';

const ORIGIN = 'https://site.example';
const OTHER = 'https://other.example';

let model: FakeModelServer;
let turnstile: FakeTurnstile;
let worker: PlainWorkerd;
/** How often the model had been asked before the test. */
let asked: number;
before(async () => {
  model = await startFakeModelServer();
  turnstile = await startFakeTurnstile();
  const vars = {
    LOCAL: '1',
    SESSION_SECRET: 'a secret of the tests, long enough',
    MODEL_BASE_URL: model.baseUrl,
    HEARTBEAT_MS: '50',
    QUOTA_LIMIT: '1000',
    ALLOWED_ORIGINS: `${ORIGIN} ${OTHER}`,
    WATCHED: '1',
  };
  worker = await startPlainWorkerd({ vars });
});
after(async () => {
  await worker?.close();
  await turnstile.close();
  await model.close();
});
beforeEach(() => {
  model.reply(SAY_HELLO);
  asked = model.turns.length;
});

const page = new TurnClient(() => worker.url, ORIGIN);

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code: string }).code;
}

describe('a question with a key, by which a repeated question is recognised', { timeout: 60_000 }, () => {
  it('joins its running answer from any event, and the model is asked once', async () => {
    const key = randomUUID();
    model.reply((turn) => turn.say('one '));
    await page.ask({ key, until: 'one ' });
    const turn = await model.asked();
    const joined = [page.ask({ key }), page.ask({ key, after: 1 }), page.ask({ key, after: 2 })];
    const responses = await Promise.all([page.post({ key }), page.post({ key, after: 2 })]);
    await turn.say('two');
    await turn.finish();
    assert.deepEqual((await Promise.all(joined)).map(textOf), ['one two', 'one two', 'two']);
    assert.deepEqual((await Promise.all(responses.map((response) => readFrames(response)))).map(textOf), [
      'one two',
      'two',
    ]);
    assert.equal(model.turns.length, asked + 1);
  });

  it('joins its ended answer, and is charged once', async () => {
    const key = randomUUID();
    const frames = await page.ask({ key });
    assert.deepEqual(await page.ask({ key }), frames);
    assert.deepEqual(await page.ask({ key, after: 2 }), frames.slice(2));
    assert.equal((await page.post({ key, after: frames.length })).status, 204);
    assert.equal(model.turns.length, asked + 1);
    const rows = (await worker.turns()).filter(({ queryId }) => queryId === idOf(frames));
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['charged'],
    );
  });

  it('joins its answer from another isolate, with and without the quotes of a Structured Field', async () => {
    const key = randomUUID();
    const elsewhere = new TurnClient(() => worker.otherUrl, ORIGIN);
    const frames = await page.ask({ key: `"${key}"` });
    assert.deepEqual(await elsewhere.ask({ key }), frames);
    assert.equal(model.turns.length, asked + 1);
  });

  it('is asked once when it arrives twice at the same time, as from Chromium after a broken connection', async () => {
    const key = randomUUID();
    const earlier = (await worker.calls()).length;
    await worker.hold('admit');
    const answers = [page.ask({ key }), page.ask({ key })];
    const isHere = (calls: readonly string[]): boolean =>
      calls.slice(earlier).filter((call) => call === 'turn').length === 2;
    while (!isHere(await worker.calls()) || (await worker.held()) === 0);
    await worker.hold('');
    assert.deepEqual((await Promise.all(answers)).map(textOf), ['Hello there', 'Hello there']);
    assert.equal(model.turns.length, asked + 1);
  });

  it('is answered although its sender was gone before the first byte of the answer', async () => {
    const key = randomUUID();
    const leave = new AbortController();
    model.reply(() => undefined);
    const headers = { Origin: ORIGIN, 'Idempotency-Key': key };
    const body = JSON.stringify({ query: 'Hi' });
    const url = new URL('/api/chat', worker.url);
    const sent = fetch(url, { method: 'POST', headers, body, signal: leave.signal });
    const turn = await model.asked();
    leave.abort();
    await sent.catch(() => undefined);
    const again = page.ask({ key });
    await SAY_HELLO(turn);
    assert.equal(textOf(await again), 'Hello there');
    assert.equal(model.turns.length, asked + 1);
  });

  for (const path of ['/v1/chat/completions', '/api/chat?stream=false', '/api/chat?format=ui-message'])
    it(`is answered twice and asked once at ${path}`, async () => {
      const headers = { Origin: ORIGIN, 'Idempotency-Key': randomUUID() };
      const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
      const ask = async (): Promise<string> =>
        (await fetch(new URL(path, worker.url), { method: 'POST', headers, body })).text();
      const answers = [await ask(), await ask()];
      assert.ok(answers.every((text) => text.includes('Hello there')));
      assert.equal(model.turns.length, asked + 1);
    });

  it('may have its key in the body, where a page of another origin needs no preflight', async () => {
    const body = JSON.stringify({ query: 'Hi', key: randomUUID() });
    const ask = (query = ''): Promise<Response> =>
      fetch(new URL(`/api/chat${query}`, worker.url), { method: 'POST', headers: { Origin: ORIGIN }, body });
    const frames = await readFrames(await ask());
    assert.deepEqual(await readFrames(await ask()), frames);
    assert.deepEqual(await readFrames(await ask('?after=1')), frames.slice(1));
    assert.equal(model.turns.length, asked + 1);
  });

  it('has no key when the id in its body is one that others may use, too', async () => {
    const ask = (): Promise<Response> => worker.ask({ query: 'Hi', key: '1' }, '', { Origin: ORIGIN });
    for (const response of [await ask(), await ask()])
      assert.equal(textOf(await readFrames(response)), 'Hello there');
    assert.equal(model.turns.length, asked + 2);
  });

  it('is refused with 422 when its key belongs to another question', async () => {
    const key = randomUUID();
    await page.ask({ key, question: 'First' });
    const response = await page.post({ key, question: 'Second' });
    assert.equal(response.status, 422);
    assert.equal(await codeOf(response), 'bad-request');
    assert.equal(response.headers.get('Access-Control-Allow-Origin'), ORIGIN);
    assert.equal(model.turns.length, asked + 1);
  });

  it('is asked and counted again when its turn was given up', async () => {
    const key = randomUUID();
    model.reply((turn) => turn.say('one '));
    const first = await page.ask({ key, until: 'one ' });
    await page.stop(linksOf(first).stop);
    await (
      await model.asked()
    ).closed;
    model.reply(SAY_HELLO);
    const second = await page.ask({ key, question: 'Something else' });
    assert.equal(textOf(second), 'Hello there');
    assert.equal(idOf(second), idOf(first));
    const rows = (await worker.turns()).filter(({ queryId }) => queryId === idOf(first));
    assert.deepEqual(rows.map(({ state }) => state).toSorted(), ['charged', 'left']);
    // The link of the first run must not lead to text of the second run.
    assert.equal((await page.rest(linksOf(first).resume, 0)).status, 204);
  });

  const refused: readonly [string, string][] = [
    ['1', 'that others have, too'],
    ['a'.repeat(21), 'of 21 characters'],
    ['a'.repeat(201), 'of 201 characters'],
    [`"${'a'.repeat(30)}`, 'with half a quote'],
    [`"${'a'.repeat(30)}";p=1`, 'with a parameter'],
    ['a key with blanks in between', 'with blanks'],
  ];
  for (const [key, name] of refused)
    it(`is refused with a key ${name}`, async () => {
      const response = await page.post({ key });
      assert.equal(response.status, 400);
      assert.equal(await codeOf(response), 'bad-request');
      assert.equal(model.turns.length, asked);
    });

  it('has no part of its key in links or in the log', async () => {
    const key = `secret-${randomUUID()}`;
    const frames = await page.ask({ key });
    const log = await worker.logged(new RegExp(idOf(frames)));
    assert.ok(!JSON.stringify(frames).includes(key) && !log.includes(key));
  });
});

describe('a refused question with a key', { timeout: 60_000 }, () => {
  it('gets its status, and may come again with the same key', async (t) => {
    const strict = await startPlainWorkerd({
      vars: {
        SESSION_SECRET: 'a secret of the tests, long enough',
        MODEL_BASE_URL: model.baseUrl,
        ALLOWED_ORIGINS: ORIGIN,
        QUOTA_LIMIT: '1',
        TURNSTILE_SECRET: turnstile.secret,
        TURNSTILE_VERIFY_URL: turnstile.url,
      },
    });
    t.after(() => strict.close());
    const ask = (key: string, more: object = {}): Promise<Response> =>
      fetch(new URL('/api/chat', strict.url), {
        method: 'POST',
        headers: { Origin: ORIGIN, 'Idempotency-Key': key },
        body: JSON.stringify({ query: 'Hi', ...more }),
      });
    const key = randomUUID();
    const unproved = await ask(key);
    assert.deepEqual([unproved.status, await codeOf(unproved)], [403, 'challenge-required']);
    const answered = await readFrames(await ask(key, { turnstileToken: 'good' }));
    assert.equal(textOf(answered), 'Hello there');
    const { token } = answered[0]!['session'] as { token: string };
    const headers = { Authorization: `Bearer ${token}` };
    const visitor = new TurnClient(() => strict.url, ORIGIN);
    // A verified visitor has three questions.
    for (const question of ['second', 'third'])
      assert.equal(textOf(await visitor.ask({ question, headers })), 'Hello there');
    const over = await visitor.post({ headers, key: randomUUID() });
    assert.deepEqual([over.status, await codeOf(over)], [429, 'quota-exceeded']);
    assert.ok(Number(over.headers.get('Retry-After')) > 0);
    // An existing answer costs nothing, also when no question is left.
    assert.deepEqual(await readFrames(await ask(key, { turnstileToken: 'good' })), answered);
  });
});

describe('the link to a turn, by which its answer is resumed', { timeout: 60_000 }, () => {
  it("works on the Worker's own origin, where a GET has no Origin header", async () => {
    const { origin } = worker.url;
    const frames = await page.ask({ origin });
    const rest = await page.rest(linksOf(frames).resume, 0, null);
    assert.deepEqual(await readFrames(rest), frames);
  });

  it('works only with the origin that asked', async () => {
    const frames = await page.ask();
    const { resume } = linksOf(frames);
    assert.equal((await page.rest(resume, 0, OTHER)).status, 204);
    assert.equal((await page.rest(resume, 0, null)).status, 204);
    assert.equal((await page.rest(resume, 0, 'https://foreign.example')).status, 403);
    assert.equal((await page.rest(resume, 0)).status, 200);
  });

  it('differs for the same key at another origin', async () => {
    const key = randomUUID();
    const frames = await page.ask({ key });
    const others = await page.ask({ key, origin: OTHER });
    assert.notEqual(idOf(others), idOf(frames));
    assert.equal(model.turns.length, asked + 2);
  });

  it('does not stop the turn for another origin', async () => {
    model.reply((turn) => turn.say('one '));
    const frames = await page.ask({ until: 'one ' });
    assert.equal((await page.stop(linksOf(frames).stop, OTHER)).status, 204);
    const rest = page.readRest(linksOf(frames).resume, 2);
    await (await model.asked()).finish();
    assert.equal((await rest).at(-1)?.['type'], 'done');
  });

  it('is refused without its key, and with another key', async () => {
    const frames = await page.ask();
    const { resume } = linksOf(frames);
    const key = /key=(\w{48})/.exec(resume)?.[1] ?? assert.fail(resume);
    const forged = [
      resume.replace(`key=${key}`, ''),
      ...[key.slice(1), '0'.repeat(48)].map((other) => resume.replace(key, other)),
    ];
    for (const link of forged) assert.equal((await page.rest(link, 0)).status, 400, link);
  });

  for (const position of ['-1', '0.5', '1e3', '', 'x', '9999999999'])
    it(`is refused with after=${position}`, async () => {
      const frames = await page.ask();
      const response = await page.rest(linksOf(frames).resume, position);
      assert.deepEqual([response.status, await codeOf(response)], [400, 'bad-request']);
    });

  it('answers 204 to a position beyond the last event', async () => {
    model.reply((turn) => turn.say('one '));
    const frames = await page.ask({ until: 'one ' });
    const { resume, stop } = linksOf(frames);
    assert.equal((await page.rest(resume, 7)).status, 204);
    await page.stop(stop);
    assert.equal((await page.rest(resume, 0)).status, 204);
  });
});

describe('an EventSource that reconnects', { timeout: 60_000 }, () => {
  const ask = (headers: object = {}): Promise<Response> =>
    worker.fetch('/api/chat?prompt=Hi&format=default', {
      headers: { Accept: 'text/event-stream', Origin: ORIGIN, ...headers },
    });
  const idIn = (text: string): string => /^id: (\S+):1$/m.exec(text)?.[1] ?? assert.fail(text);

  it('gets the events after the last one that it has received, and starts nothing', async () => {
    const text = await (await ask()).text();
    const rest = await (await ask({ 'Last-Event-ID': `${idIn(text)}:1` })).text();
    assert.equal(rest, text.slice(text.indexOf('\n\n') + 2));
    assert.equal((await ask({ 'Last-Event-ID': `${idIn(text)}:3` })).status, 204);
    assert.equal(model.turns.length, asked + 1);
  });

  it('gets nothing by an event id that it was not given', async () => {
    const id = idIn(await (await ask()).text());
    const [query = ''] = id.split('-');
    for (const forged of ['1', query, `${query}:1`, `${query}-${'0'.repeat(16)}:1`, `${id}:x`, `${id}`])
      assert.equal((await ask({ 'Last-Event-ID': forged })).status, 204, forged);
    assert.equal((await ask({ 'Last-Event-ID': `${id}:1`, Origin: OTHER })).status, 204);
    assert.equal(model.turns.length, asked + 1);
  });
});

describe('a conversation of the AI SDK', { timeout: 60_000 }, () => {
  const chat = 'aB3dE6gH9jK2mN5p';
  const post = (id: string, question = 'Hi'): Promise<Response> =>
    worker.ask({ id, messages: [{ role: 'user', content: question }] }, '?format=ui-message', {
      Origin: ORIGIN,
      'CF-Connecting-IP': '192.0.2.1',
    });
  const resume = (id: string, { ip = '192.0.2.1', origin = ORIGIN } = {}): Promise<Response> =>
    worker.fetch(`/api/chat/${id}/stream`, { headers: { Origin: origin, 'CF-Connecting-IP': ip } });

  it('has no turn to resume at first', async () => {
    assert.equal((await resume(chat)).status, 204);
  });

  it('resumes its newest turn, and each of its questions is asked', async () => {
    const first = await (await post(chat)).text();
    assert.equal(await (await resume(chat)).text(), first);
    const second = await (await post(chat)).text();
    assert.notEqual(second, first);
    assert.equal(await (await resume(chat)).text(), second);
    assert.equal(model.turns.length, asked + 2);
  });

  it('is found at the address that version 5 makes from an address with a query', async () => {
    const text = await (await post(chat)).text();
    const response = await worker.fetch(`/api/chat?format=ui-message/${chat}/stream`, {
      headers: { Origin: ORIGIN, 'CF-Connecting-IP': '192.0.2.1' },
    });
    assert.equal(await response.text(), text);
  });

  it('is found neither from another network or origin, nor by guessing ids', async () => {
    await (await post(chat)).text();
    assert.equal((await resume(chat, { ip: '192.0.2.2' })).status, 204);
    assert.equal((await resume(chat, { origin: OTHER })).status, 204);
    await (await post('7')).text();
    assert.equal((await resume('7')).status, 204);
  });
});

describe('a network that requests turns which do not exist', { timeout: 60_000 }, () => {
  it('causes 500 requests to objects a day, and then none', async (t) => {
    const SESSION_SECRET = 'a secret of the tests, long enough';
    const vars = { SESSION_SECRET, ALLOWED_ORIGINS: ORIGIN, WATCHED: '1' };
    const strict = await startPlainWorkerd({ vars });
    t.after(() => strict.close());
    const ask = (index: number): Promise<Response> =>
      strict.fetch(`/api/chat/made-up-conversation-${index}/stream`, {
        headers: { Origin: ORIGIN, 'CF-Connecting-IP': '192.0.2.200' },
      });
    for (let index = 0; index < 520; index += 1) assert.equal((await ask(index)).status, 204);
    assert.equal((await strict.calls()).length, 500);
  });
});
