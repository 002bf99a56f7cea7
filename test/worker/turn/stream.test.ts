import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import app from '../../../worker/index.ts';
import { startDevServer, type DevServer } from '../../support/dev-server.ts';
import {
  SAY_HELLO,
  startFakeModelServer,
  type FakeModelServer,
  type Script,
} from '../../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';
import { DOCUMENTATION, startWorker } from '../../support/worker-harness.ts';

const BODY = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
const decode = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

// This uses `wrangler dev`, since the harness does not pass an abort on to the model server.
describe('a visitor who leaves', { timeout: 30_000 }, () => {
  let model: FakeModelServer;
  let worker: DevServer;
  before(async () => {
    mkdirSync(join(import.meta.dirname, '../../../dist/site'), { recursive: true });
    model = await startFakeModelServer();
    worker = await startDevServer({
      MODEL_BASE_URL: model.baseUrl,
      HEARTBEAT_MS: '100',
      RESUME_SECONDS: '0',
    });
  });
  after(async () => {
    await worker.close();
    await model.close();
  });

  async function ask(query: string, signal: AbortSignal) {
    const init = { method: 'POST', body: BODY, signal };
    const response = await fetch(new URL(`/api/chat${query}`, worker.url), init);
    return response.body!.pipeThrough(new TextDecoderStream()).getReader();
  }

  for (const query of ['', '?format=workers-ai', '?format=openai']) {
    it(`stops the model in the middle of an answer (${query || 'default'})`, async () => {
      model.reply((turn) => turn.say('Hel'));
      const leave = new AbortController();
      const reader = await ask(query, leave.signal);
      const turn = await model.asked();
      for (let text = ''; !text.includes('Hel');) text += (await reader.read()).value ?? assert.fail('ended');
      leave.abort();
      assert.equal(await turn.closed, true);
    });
  }

  it('stops a model that sends nothing', async () => {
    model.reply((turn) => turn.open());
    const leave = new AbortController();
    const reader = await ask('', leave.signal);
    const turn = await model.asked();
    await reader.read();
    leave.abort();
    assert.equal(await turn.closed, true);
  });

  it('stops a model that has not responded at all', async () => {
    model.reply(() => undefined);
    const leave = new AbortController();
    const reader = await ask('', leave.signal);
    const turn = await model.asked();
    await reader.read();
    leave.abort();
    assert.equal(await turn.closed, true);
  });

  it('leaves a line in the log that says only that somebody left', () => {
    assert.match(worker.output(), /"outcome":"left"/);
    assert.doesNotMatch(worker.output(), /"outcome":"failed"|crash|uncaught|exception/i);
  });
});

// As in production: the proxy of `wrangler dev` compresses JSON, and so delays the heartbeat of a whole
// answer.
describe('a visitor who leaves, with the built Worker', { timeout: 30_000 }, () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    model = await startFakeModelServer();
    worker = await startPlainWorkerd({
      vars: { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, RESUME_SECONDS: '0' },
    });
  });
  after(async () => {
    await worker.close();
    await model.close();
  });

  /**
   * Milliseconds from leaving to the abort at the model server: the least of up to five, since a busy machine
   * only adds delay.
   */
  async function timeToStop(path: string, script: Script): Promise<number> {
    model.reply(script);
    let least = Number.POSITIVE_INFINITY;
    for (let visitor = 0; visitor < 5 && least >= 1_000; visitor += 1) {
      const leave = new AbortController();
      await worker.fetch(path, { method: 'POST', body: BODY, signal: leave.signal });
      const turn = await model.asked();
      const start = performance.now();
      leave.abort();
      assert.equal(await turn.closed, true);
      least = Math.min(least, performance.now() - start);
    }
    return least;
  }

  it('stops a model that sends nothing within a second', async () => {
    const time = await timeToStop('/api/chat', (turn) => turn.open());
    assert.ok(time < 1_000, `${time} ms`);
  });

  for (const path of ['/api/chat?stream=false', '/v1/chat/completions']) {
    it(`stops the model within a second in the middle of a whole answer (${path})`, async () => {
      const time = await timeToStop(path, (turn) => turn.say('Hel'));
      assert.ok(time < 1_000, `${time} ms`);
    });
  }

  for (const path of ['/api/chat?stream=false', '/v1/chat/completions']) {
    it(`gets the error of a broken whole answer as JSON (${path})`, async () => {
      model.reply(async (turn) => {
        await turn.say('Hel');
        turn.cut();
      });
      const response = await worker.fetch(path, { method: 'POST', body: BODY });
      const { type, code, error } = (await response.json()) as Record<string, unknown>;
      assert.deepEqual([type, code], ['error', 'model-failed']);
      assert.equal(error !== undefined, path.startsWith('/v1'));
    });
  }
});

describe('a client that waits for a whole answer without a stream', { timeout: 30_000 }, () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    model = await startFakeModelServer();
    const vars = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, HEARTBEAT_MS: '20' };
    worker = await startPlainWorkerd({ vars });
  });
  after(async () => {
    await worker.close();
    await model.close();
  });

  /** Asks, and continues with `script` once the spaces of the heartbeat have arrived. */
  async function askPatiently(first: Script, script: Script) {
    model.reply(first);
    const response = await worker.fetch('/api/chat?stream=false', { method: 'POST', body: BODY });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader.read()).value ?? '';
    assert.match(text, /^ +$/);
    await script(await model.asked());
    for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value;
    return { status: response.status, body: JSON.parse(text) as Record<string, unknown> };
  }

  it('gets one JSON, though its model pauses', async () => {
    const { body } = await askPatiently(
      (turn) => turn.say('Hel'),
      async (turn) => {
        await turn.say('lo');
        await turn.finish();
      },
    );
    assert.equal(body['answer'], 'Hello');
  });

  it('gets one JSON, though its model sends nothing for long at first', async () => {
    const { body } = await askPatiently((turn) => turn.open(), SAY_HELLO);
    assert.equal(body['answer'], 'Hello there');
  });

  it('gets the failure of a model that sent nothing for long as JSON', async () => {
    const { status, body } = await askPatiently(
      () => undefined,
      (turn) => turn.json({}, 503),
    );
    assert.deepEqual([status, body['type'], body['code']], [200, 'error', 'model-busy']);
  });
});

// Runs in this process: over a network, cancelling and aborting always come together.
describe('the end of a turn by its client', { timeout: 60_000 }, () => {
  let model: FakeModelServer;
  before(async () => {
    model = await startFakeModelServer();
  });
  after(() => model.close());

  async function ask(signal?: AbortSignal) {
    model.reply((turn) => turn.say('Hel'));
    const request = new Request('http://localhost/api/chat', {
      method: 'POST',
      body: BODY,
      ...(signal && { signal }),
    });
    const response = await app.request(request, {}, { LOCAL: '1', MODEL_BASE_URL: model.baseUrl });
    const reader = response.body!.getReader();
    for (let text = ''; !text.includes('Hel');) text += decode((await reader.read()).value);
    return { reader, turn: await model.asked() };
  }

  it('follows when the body of its response is cancelled', async () => {
    const { reader, turn } = await ask();
    await reader.cancel();
    assert.equal(await turn.closed, true);
  });

  it('follows when the signal of its request is aborted', async () => {
    const leave = new AbortController();
    const { reader, turn } = await ask(leave.signal);
    leave.abort();
    assert.equal(await turn.closed, true);
    await reader.cancel();
  });
});

describe('a client that reads to the end', { timeout: 30_000 }, () => {
  it('gets sources with links, from the documents that npm start indexes', async () => {
    const worker = await startWorker({}, DOCUMENTATION);
    try {
      const body = JSON.stringify({ messages: [{ role: 'user', content: 'How do I embed the widget?' }] });
      const answer = await fetch(new URL('/api/chat?stream=false', worker.url), { method: 'POST', body });
      const { sources } = (await answer.json()) as { sources: { title: string; url: string }[] };
      assert.equal(sources[0]?.title, 'Embed the widget');
      assert.equal(new URL(sources[0].url).origin, worker.url.origin);
    } finally {
      await worker.close();
    }
  });
});
