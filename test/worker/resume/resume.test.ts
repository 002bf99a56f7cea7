import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';
import { idOf, linksOf, textOf, TurnClient, typesOf, type Frame } from '../../support/turn-client.ts';

const ORIGIN = 'https://site.example';
/** The heartbeat of the Worker below. It notices a lost reader within two heartbeats. */
const RESUME_SECONDS = 2;
const HEARTBEAT_MS = 50;

let model: FakeModelServer;
let worker: PlainWorkerd;
before(async () => {
  model = await startFakeModelServer();
  worker = await startPlainWorkerd({
    vars: {
      LOCAL: '1',
      // Without this, every isolate would create a secret of its own.
      SESSION_SECRET: 'a secret of the tests, long enough',
      MODEL_BASE_URL: model.baseUrl,
      HEARTBEAT_MS: String(HEARTBEAT_MS),
      QUOTA_LIMIT: '1000',
      ALLOWED_ORIGINS: ORIGIN,
      RESUME_SECONDS: String(RESUME_SECONDS),
      WATCHED: '1',
    },
  });
});
after(async () => {
  await worker?.close();
  await model.close();
});

const page = new TurnClient(() => worker.url, ORIGIN);

async function statesOf(frames: readonly Frame[]): Promise<readonly string[]> {
  const turns = await worker.turns();
  return turns.filter(({ queryId }) => queryId === idOf(frames)).map(({ state }) => state);
}

/** Waits until the object has noticed that nobody reads. */
async function isUnread(frames: readonly Frame[]): Promise<void> {
  while ((await worker.kept(idOf(frames))).readers > 0);
}

async function hasEnded(frames: readonly Frame[], outcome: string): Promise<void> {
  await worker.logged(new RegExp(`"queryId":"${idOf(frames)}".*"outcome":"${outcome}"`));
}

/** On a slow machine heartbeats may arrive between any two events. */
const withoutBeats = (text: string): string => text.replaceAll(': beat\n\n', '');

for (const place of ['the same isolate', 'another isolate'])
  describe(`a turn whose reader was lost and reconnects to ${place}`, { timeout: 60_000 }, () => {
    const back = new TurnClient(() => (place === 'the same isolate' ? worker.url : worker.otherUrl), ORIGIN);

    it('continues from the event after the last one that the reader received', async () => {
      model.reply((turn) => turn.say('one ', 'two '));
      const first = await page.ask({ until: 'two ' });
      const turn = await model.asked();
      const response = await back.rest(linksOf(first).resume, first.length);
      assert.equal(response.status, 200);
      await turn.say('three ', 'four');
      await turn.finish();
      const text = withoutBeats(await response.text());
      assert.match(text, /^data: {"type":"token","token":"three "}\n\n/);
      assert.match(text, /"token":"four"}\n\ndata: {"type":"done"[^\n]*\n\n$/);
      assert.deepEqual(await statesOf(first), ['charged']);
    });

    it('is sent completely to a reader who knows no event of it', async () => {
      model.reply((turn) => turn.open());
      const first = await page.ask({ until: '"start"' });
      const rest = back.readRest(linksOf(first).resume, 0);
      const turn = await model.asked();
      await turn.say('one ', 'two');
      await turn.finish();
      const frames = await rest;
      assert.deepEqual(frames[0], first[0]);
      assert.equal(textOf(frames), 'one two');
    });

    it('is continued as often as its reader is lost, and charged once', async () => {
      model.reply((turn) => turn.say('one '));
      const seen = [...(await page.ask({ until: 'one ' }))];
      const turn = await model.asked();
      const { resume } = linksOf(seen);
      for (const word of ['two ', 'three ']) {
        const part = back.readRest(resume, seen.length, word);
        await turn.say(word);
        seen.push(...(await part));
      }
      const rest = back.readRest(resume, seen.length);
      await turn.finish();
      seen.push(...(await rest));
      assert.equal(textOf(seen), 'one two three ');
      assert.deepEqual(typesOf(seen), ['start', 'token', 'token', 'token', 'done']);
      assert.deepEqual(await statesOf(seen), ['charged']);
    });

    it('continues for longer than it would wait for a reader', async () => {
      model.reply((turn) => turn.say('one '));
      const first = await page.ask({ until: 'one ' });
      const turn = await model.asked();
      await isUnread(first);
      const beats = Math.ceil((1_000 * RESUME_SECONDS) / HEARTBEAT_MS) + 1;
      const response = await back.rest(linksOf(first).resume, first.length);
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (text.split(': beat').length <= beats)
        text += (await reader.read()).value ?? assert.fail('ended');
      await turn.say('two');
      await turn.finish();
      for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value;
      assert.match(withoutBeats(text), /"token":"two"}\n\ndata: {"type":"done"/);
      assert.deepEqual(await statesOf(first), ['charged']);
    });

    it('is charged when its end is read, not when the model has ended', async () => {
      model.reply((turn) => turn.say('one '));
      const first = await page.ask({ until: 'one ' });
      const turn = await model.asked();
      await isUnread(first);
      await turn.finish();
      assert.equal(await turn.closed, false);
      assert.deepEqual(await statesOf(first), ['reserved']);
      const frames = await back.readRest(linksOf(first).resume, first.length);
      assert.equal(frames.at(-1)?.['type'], 'done');
      assert.deepEqual(await statesOf(first), ['charged']);
    });

    it('is stopped, refunded and deleted when no reader comes back', async () => {
      model.reply((turn) => turn.say('one '));
      const first = await page.ask({ until: 'one ' });
      assert.equal(await (await model.asked()).closed, true);
      await hasEnded(first, 'left');
      assert.deepEqual(await statesOf(first), ['left']);
      assert.equal((await back.rest(linksOf(first).resume, first.length)).status, 204);
      assert.equal((await worker.kept(idOf(first))).characters, 0);
    });

    it('is refunded when the model has ended and no reader comes back', async () => {
      model.reply((turn) => turn.say('one '));
      const first = await page.ask({ until: 'one ' });
      await isUnread(first);
      await (await model.asked()).finish();
      await hasEnded(first, 'left');
      assert.deepEqual(await statesOf(first), ['left']);
    });

    it('is stopped at once when its visitor presses Stop', async () => {
      model.reply((turn) => turn.say('one '));
      const first = await page.ask({ until: 'one ' });
      const turn = await model.asked();
      const begun = performance.now();
      assert.equal((await back.stop(linksOf(first).stop)).status, 204);
      assert.equal(await turn.closed, true);
      assert.ok(performance.now() - begun < 1_500);
      assert.equal((await back.rest(linksOf(first).resume, first.length)).status, 204);
      await hasEnded(first, 'left');
      assert.deepEqual(await statesOf(first), ['left']);
    });

    it('reports an error to its reader, and is not charged', async () => {
      model.reply((turn) => turn.say('one '));
      const first = await page.ask({ until: 'one ' });
      const turn = await model.asked();
      const rest = back.readRest(linksOf(first).resume, first.length);
      turn.cut();
      assert.equal((await rest).at(-1)?.['code'], 'model-failed');
      assert.deepEqual(await statesOf(first), ['refunded']);
    });

    it('can be read for a while after its end, and is charged once', async () => {
      model.reply(SAY_HELLO);
      const frames = await page.ask();
      assert.deepEqual(await back.readRest(linksOf(frames).resume, 1), frames.slice(1));
      assert.equal((await back.rest(linksOf(frames).resume, frames.length)).status, 204);
      assert.deepEqual(await statesOf(frames), ['charged']);
    });
  });

describe('a turn whose reader was lost before the turn began', { timeout: 60_000 }, () => {
  it('is refunded when no reader comes back', async () => {
    model.reply((turn) => turn.say('one '));
    const earlier = (await worker.turns()).length;
    await worker.hold('admit');
    const leave = new AbortController();
    const init = { method: 'POST', body: '{"query":"Hi"}', signal: leave.signal };
    const asking = fetch(new URL('/api/chat', worker.url), init).catch(() => undefined);
    while ((await worker.held()) === 0);
    leave.abort();
    await asking;
    await worker.hold('');
    assert.equal(await (await model.asked()).closed, true);
    let rows = (await worker.turns()).slice(earlier);
    while (rows.some(({ state }) => state === 'reserved')) rows = (await worker.turns()).slice(earlier);
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['left'],
    );
  });
});

describe('a turn whose object is restarted in the middle', { timeout: 60_000 }, () => {
  it('breaks off for its reader, cannot be resumed, and runs again when it is asked again', async () => {
    model.reply((turn) => turn.say('one '));
    const key = randomUUID();
    const reading = page.ask({ key, question: 'Cut?' }).catch(() => undefined);
    await model.asked();
    const link = linksOf(await page.ask({ key, question: 'Cut?', until: 'one ' })).resume;
    assert.ok((await worker.restartTurns()) > 0);
    assert.equal(await reading, undefined);
    assert.equal((await page.rest(link, 2)).status, 204);
    model.reply(SAY_HELLO);
    const again = await page.ask({ key, question: 'Cut?', after: 2 });
    // Its documents may have been found already.
    assert.deepEqual([again[0]?.['type'], ...typesOf(again).slice(-2)], ['start', 'token', 'done']);
    // Events of the first run must not be counted as events of the second: the reader would miss some.
    assert.equal((await page.rest(link, 1)).status, 204);
    // The reservation of the lost run is refunded at once.
    assert.deepEqual((await statesOf(again)).toSorted(), ['charged', 'expired']);
  });
});

describe('a Worker whose RESUME_SECONDS is 0', { timeout: 60_000 }, () => {
  let plain: PlainWorkerd;
  const visitor = new TurnClient(() => plain.url, ORIGIN);
  before(async () => {
    const vars = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, HEARTBEAT_MS: '50', RESUME_SECONDS: '0' };
    plain = await startPlainWorkerd({ vars: { ...vars, ALLOWED_ORIGINS: ORIGIN } });
  });
  after(() => plain?.close());

  it('offers no link to resume', async () => {
    model.reply(SAY_HELLO);
    const frames = await visitor.ask();
    assert.equal(textOf(frames), 'Hello there');
    assert.equal(linksOf(frames), undefined);
  });

  it('stops the model when the reader is lost', async () => {
    model.reply((turn) => turn.say('one '));
    await visitor.ask({ until: 'one ' });
    assert.equal(await (await model.asked()).closed, true);
  });
});
