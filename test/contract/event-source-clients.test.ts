import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../support/fake-model-server.ts';
import { installFixture } from '../support/install-fixture.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../support/plain-workerd.ts';

installFixture('clients');
// The package is written for browsers: it takes fetch and timers from `window`, and listens to `document`
// being hidden.
Object.assign(globalThis, { window: globalThis, document: new EventTarget() });
const { EventSource, fetchEventSource } = await import('../fixtures/clients/event-source.ts');

describe('published clients for event streams', { timeout: 60_000 }, () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    model = await startFakeModelServer();
    worker = await startPlainWorkerd({ vars: { LOCAL: '1', MODEL_BASE_URL: model.baseUrl } });
  });
  after(async () => {
    await worker.close();
    await model.close();
  });
  beforeEach(() => model.reply(SAY_HELLO));

  for (const format of ['', '&format=default', '&format=openai']) {
    it(`npm's eventsource asks once although nobody closes it (GET ?prompt=Hi${format})`, async () => {
      const asked = model.turns.length;
      const source = new EventSource(new URL(`/api/chat?prompt=Hi${format}`, worker.url));
      const messages: { data: string; lastEventId: string }[] = [];
      source.addEventListener('message', ({ data, lastEventId }) =>
        messages.push({ data: String(data), lastEventId }),
      );
      await new Promise<void>((resolve) => {
        source.addEventListener('error', () => {
          if (source.readyState === source.CLOSED) resolve();
        });
      });
      assert.match(messages.map(({ data }) => data).join('\n'), /Hello there/);
      assert.match(messages[0]!.lastEventId, /^q_/);
      assert.equal(model.turns.length, asked + 1);
    });
  }

  it("Microsoft's fetch-event-source gets data in every message", async () => {
    const asked = model.turns.length;
    const types: string[] = [];
    await fetchEventSource(new URL('/api/chat', worker.url).href, {
      method: 'POST',
      body: JSON.stringify({ query: 'Hi' }),
      openWhenHidden: true,
      onmessage: ({ data }) => types.push((JSON.parse(data) as { type: string }).type),
      onerror: (error: unknown) => {
        throw error;
      },
    });
    assert.deepEqual(types, ['start', 'token', 'done']);
    assert.equal(model.turns.length, asked + 1);
  });
});
