import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startDevServer, type DevServer } from '../../support/dev-server.ts';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';

// `wrangler dev` and not the harness, which does not pass an abort on to the upstream.
describe('a visitor who leaves', { timeout: 30_000 }, () => {
  let model: FakeModelServer;
  let worker: DevServer;
  before(async () => {
    mkdirSync(join(import.meta.dirname, '../../../dist/site'), { recursive: true });
    model = await startFakeModelServer();
    worker = await startDevServer({ MODEL_BASE_URL: model.baseUrl, HEARTBEAT_MS: '100' });
  });
  after(async () => {
    await worker.close();
    await model.close();
  });

  async function ask(query: string, signal: AbortSignal) {
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
    const response = await fetch(new URL(`/api/chat${query}`, worker.url), { method: 'POST', body, signal });
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

  it('stops a model that is silent', async () => {
    model.reply((turn) => turn.open());
    const leave = new AbortController();
    const reader = await ask('', leave.signal);
    const turn = await model.asked();
    await reader.read();
    leave.abort();
    assert.equal(await turn.closed, true);
  });

  it('stops a model that has not answered at all', async () => {
    model.reply(() => undefined);
    const leave = new AbortController();
    const reader = await ask('', leave.signal);
    const turn = await model.asked();
    await reader.read();
    leave.abort();
    assert.equal(await turn.closed, true);
  });

  it('leaves nothing in the log but that somebody left', () => {
    assert.match(worker.output(), /"outcome":"left"/);
    assert.doesNotMatch(worker.output(), /"outcome":"failed"|crash|uncaught|exception/i);
  });
});

describe('a client that stays', { timeout: 30_000 }, () => {
  it('gets the sources it can open, from the documents that npm start indexes', async () => {
    const worker = await startDevServer();
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
