import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';
import { framesOf } from '../../support/worker-harness.ts';

const BODY = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
const ORIGIN = 'https://site.example';

interface Links {
  readonly resume: string;
  readonly stop: string;
}

type Frame = Record<string, unknown>;

const textOf = (frames: readonly Frame[]): string => frames.map(({ token = '' }) => token).join('');
const typesOf = (frames: readonly Frame[]): readonly unknown[] => frames.map(({ type }) => type);

for (const place of ['the same isolate', 'another isolate'])
  describe(`a turn whose reader has gone and comes back to ${place}`, { timeout: 60_000 }, () => {
    let model: FakeModelServer;
    let worker: PlainWorkerd;
    before(async () => {
      model = await startFakeModelServer();
      worker = await startPlainWorkerd({
        vars: {
          LOCAL: '1',
          // Or every isolate would make up its own.
          SESSION_SECRET: 'a secret of the tests, long enough',
          MODEL_BASE_URL: model.baseUrl,
          HEARTBEAT_MS: '50',
          QUOTA_LIMIT: '1000',
          ALLOWED_ORIGINS: `${ORIGIN} https://other.example`,
          RESUME_SECONDS: '2',
        },
      });
    });
    after(async () => {
      await worker?.close();
      await model.close();
    });

    /** Where readers come back to. */
    const back = (path: string): URL =>
      new URL(path, place === 'the same isolate' ? worker.url : worker.otherUrl);

    /** Reads a stream until its text has that, and then breaks the connection. */
    async function readUntil(url: URL, init: RequestInit, end: string): Promise<readonly Frame[]> {
      const leave = new AbortController();
      const headers = { Origin: ORIGIN };
      const response = await fetch(url, { headers, ...init, signal: leave.signal });
      const decoder = new TextDecoder();
      let stream = '';
      for await (const bytes of response.body!) {
        stream += decoder.decode(bytes, { stream: true });
        if (stream.includes(end)) break;
      }
      leave.abort();
      return framesOf(stream.slice(0, stream.lastIndexOf('\n\n')));
    }
    const ask = (end: string): Promise<readonly Frame[]> =>
      readUntil(new URL('/api/chat', worker.url), { method: 'POST', body: BODY }, end);

    const linksOf = ([start]: readonly Frame[]): Links => start!['links'] as Links;
    const resumeAt = (links: Links, received: number, origin = ORIGIN): Promise<Response> =>
      fetch(back(`${links.resume}&after=${received}`), { headers: { Origin: origin } });

    /** The Worker has noticed that the reader is gone. */
    async function isParked([start]: readonly Frame[]): Promise<void> {
      while ((await worker.kept(String(start!['queryId']))) === 0);
    }

    async function stateOf([start]: readonly Frame[]): Promise<string | undefined> {
      const turns = await worker.turns();
      return turns.find(({ id }) => id.startsWith(String(start!['queryId'])))?.state;
    }

    it('goes on for a reader who comes back, from the event after the last one that was received', async () => {
      model.reply((turn) => turn.say('one ', 'two '));
      const first = await ask('two ');
      const turn = await model.asked();
      const response = await resumeAt(linksOf(first), first.length);
      assert.equal(response.status, 200);
      const rest = response.text();
      await turn.say('three ', 'four');
      await turn.finish();
      const frames = framesOf(await rest);
      assert.equal(textOf(first) + textOf(frames), 'one two three four');
      assert.equal(frames.at(-1)?.['type'], 'done');
      assert.equal(await stateOf(first), 'charged');
    });

    it('is sent whole to a reader who knows no event of it', async () => {
      model.reply((turn) => turn.open());
      const first = await ask('"start"');
      const response = await resumeAt(linksOf(first), 0);
      const turn = await model.asked();
      await turn.say('one ', 'two');
      await turn.finish();
      const frames = framesOf(await response.text());
      assert.deepEqual(frames[0], first[0]);
      assert.equal(textOf(frames), 'one two');
    });

    it('is continued as often as its reader goes away, and charged once', async () => {
      model.reply((turn) => turn.say('one '));
      const seen = [...(await ask('one '))];
      const turn = await model.asked();
      const { resume } = linksOf(seen);
      for (const word of ['two ', 'three ']) {
        const part = readUntil(back(`${resume}&after=${seen.length}`), {}, word);
        await turn.say(word);
        seen.push(...(await part));
      }
      const rest = await resumeAt(linksOf(seen), seen.length);
      await turn.finish();
      seen.push(...framesOf(await rest.text()));
      assert.equal(textOf(seen), 'one two three ');
      assert.deepEqual(typesOf(seen), ['start', 'token', 'token', 'token', 'done']);
      assert.equal(await stateOf(seen), 'charged');
    });

    it('is charged when its end is read, not when the model has ended', async () => {
      model.reply((turn) => turn.say('one '));
      const first = await ask('one ');
      const turn = await model.asked();
      await isParked(first);
      await turn.finish();
      assert.equal(await turn.closed, false);
      assert.equal(await stateOf(first), 'reserved');
      const frames = framesOf(await (await resumeAt(linksOf(first), first.length)).text());
      assert.equal(frames.at(-1)?.['type'], 'done');
      assert.equal(await stateOf(first), 'charged');
    });

    it('is stopped and given back when nobody comes, and nothing of it is kept', async () => {
      model.reply((turn) => turn.say('one '));
      const first = await ask('one ');
      const turn = await model.asked();
      assert.equal(await turn.closed, true);
      await worker.logged(new RegExp(`"queryId":"${String(first[0]!['queryId'])}".*"outcome":"left"`));
      assert.equal(await stateOf(first), 'left');
      assert.equal((await resumeAt(linksOf(first), first.length)).status, 204);
    });

    it('is given back when the model has ended and nobody comes', async () => {
      model.reply((turn) => turn.say('one '));
      const first = await ask('one ');
      await isParked(first);
      await (await model.asked()).finish();
      await worker.logged(new RegExp(`"queryId":"${String(first[0]!['queryId'])}".*"outcome":"left"`));
      assert.equal(await stateOf(first), 'left');
    });

    it('is stopped at once when its visitor says so', async () => {
      model.reply((turn) => turn.say('one '));
      const first = await ask('one ');
      const turn = await model.asked();
      const begun = performance.now();
      const { status } = await fetch(back(linksOf(first).stop), {
        method: 'POST',
        headers: { Origin: ORIGIN },
      });
      assert.equal(status, 204);
      assert.equal(await turn.closed, true);
      assert.ok(performance.now() - begun < 1_500);
      assert.equal((await resumeAt(linksOf(first), first.length)).status, 204);
      await worker.logged(new RegExp(`"queryId":"${String(first[0]!['queryId'])}".*"outcome":"left"`));
      assert.equal(await stateOf(first), 'left');
    });

    it('tells its reader of an error, and is not charged', async () => {
      model.reply((turn) => turn.say('one '));
      const first = await ask('one ');
      const turn = await model.asked();
      const rest = await resumeAt(linksOf(first), first.length);
      turn.cut();
      assert.equal(framesOf(await rest.text()).at(-1)?.['code'], 'model-failed');
      assert.equal(await stateOf(first), 'refunded');
    });

    it('is told to nobody without its key, and to no other site', async () => {
      model.reply((turn) => turn.say('one '));
      const first = await ask('one ');
      const links = linksOf(first);
      const [path = ''] = links.resume.split('?');
      const key = links.resume.slice(-48);
      const wrong = [path, `${path}?key=${key.slice(1)}`, `${path}?key=${'0'.repeat(48)}`];
      for (const url of wrong)
        assert.equal((await fetch(back(url), { headers: { Origin: ORIGIN } })).status, 400);
      assert.equal((await resumeAt(links, 0, 'https://foreign.example')).status, 403);
      assert.equal((await resumeAt(links, 0, 'https://other.example')).status, 204);
      assert.equal((await resumeAt(links, 0)).status, 200);
      await fetch(back(links.stop), { method: 'POST', headers: { Origin: ORIGIN } });
    });

    it('that ran to its end is known to nobody but the isolate that ran it', async () => {
      model.reply(SAY_HELLO);
      const response = await worker.fetch('/api/chat', {
        method: 'POST',
        headers: { Origin: ORIGIN },
        body: BODY,
      });
      const frames = framesOf(await response.text());
      const rest = await resumeAt(linksOf(frames), 1);
      assert.equal(rest.status, place === 'the same isolate' ? 200 : 204);
      if (rest.status === 200) assert.deepEqual(framesOf(await rest.text()), frames.slice(1));
      assert.equal(await stateOf(frames), 'charged');
    });

    it('is kept nowhere a while after it was read', async () => {
      while ((await worker.kept()) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
    });
  });

describe('a Worker whose RESUME_SECONDS is 0', { timeout: 60_000 }, () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    model = await startFakeModelServer();
    const vars = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, HEARTBEAT_MS: '50', RESUME_SECONDS: '0' };
    worker = await startPlainWorkerd({ vars });
  });
  after(async () => {
    await worker?.close();
    await model.close();
  });

  it('offers no way back', async () => {
    const frames = framesOf(await (await worker.fetch('/api/chat', { method: 'POST', body: BODY })).text());
    assert.equal(frames[0]?.['links'], undefined);
  });

  it('stops the model when the reader goes', async () => {
    model.reply((turn) => turn.say('one '));
    const leave = new AbortController();
    await worker.fetch('/api/chat', { method: 'POST', body: BODY, signal: leave.signal });
    const turn = await model.asked();
    leave.abort();
    assert.equal(await turn.closed, true);
  });
});
