import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startFakeModelServer, type FakeModelServer } from '../support/fake-model-server.ts';
import { installFixture } from '../support/install-fixture.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../support/worker-harness.ts';

installFixture('clients');
const { Chat, DefaultChatTransport } = await import('../fixtures/clients/ai-sdk.ts');

// The hook `useChat` is this class with a subscription.
describe('the Chat class of the AI SDK, with our Worker', { timeout: 60_000 }, () => {
  let model: FakeModelServer;
  let worker: WorkerHarness;
  before(async () => {
    model = await startFakeModelServer();
    worker = await startWorker({ MODEL_BASE_URL: model.baseUrl }, DOCUMENTATION);
  });
  after(async () => {
    await worker.close();
    await model.close();
  });
  const startChat = (messages: ConstructorParameters<typeof Chat>[0]['messages'] = []) =>
    new Chat({
      messages,
      transport: new DefaultChatTransport({ api: new URL('/api/chat?format=ui-message', worker.url).href }),
    });

  it('gets an answer with its sources, and sends the conversation with the next question', async () => {
    const chat = startChat();
    await chat.sendMessage({ text: 'How do I embed the widget?' });
    const answer = chat.lastMessage!;
    assert.equal(chat.status, 'ready');
    assert.match(answer.id, /^q_/);
    assert.deepEqual(
      answer.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
      ['Hello there'],
    );
    const sources = answer.parts.flatMap((part) => (part.type === 'source-url' ? [part] : []));
    assert.ok(sources.some(({ title, url }) => title === 'Embed the widget' && URL.canParse(url)));

    await chat.sendMessage({ text: 'And in a box?' });
    const asked = model.turns.at(-1)!.call.body.messages.map(({ role }) => role);
    assert.deepEqual(asked, ['system', 'user', 'assistant', 'user']);
    assert.equal(model.turns.at(-1)!.call.body.messages[2]?.content, 'Hello there');
  });

  it('gets an answer in the 200th turn, too', async () => {
    const said = Array.from({ length: 400 }, (_, index) => ({
      id: `m${index}`,
      role: index % 2 ? ('assistant' as const) : ('user' as const),
      parts: [{ type: 'text' as const, text: 'word '.repeat(400) }],
    }));
    const chat = startChat(said);
    await chat.sendMessage({ text: 'And then?' });
    assert.equal(chat.status, 'ready');
    assert.equal(model.turns.at(-1)!.call.body.messages.at(-1)?.content.endsWith('And then?'), true);
  });

  it('gets the error code of a failed answer', async () => {
    model.reply((turn) => turn.json({}, 503));
    const chat = startChat();
    await chat.sendMessage({ text: 'Hi' });
    assert.equal(chat.status, 'error');
    assert.equal(chat.error?.message, 'model-busy');
  });
});
