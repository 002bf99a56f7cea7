import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';

const API_TOKEN = 'a token of this test, 32 characters or more';
const SYSTEM = { role: 'system', content: 'You are a pirate.' };
const HI = { role: 'user', content: 'Hi' };

describe("requests with the owner's API_TOKEN, and DEFAULT_PROMPT", { timeout: 60_000 }, () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  let strict: PlainWorkerd;
  before(async () => {
    model = await startFakeModelServer();
    const vars = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, API_TOKEN };
    worker = await startPlainWorkerd({
      vars: { ...vars, ALLOW_SYSTEM: '1', DEFAULT_PROMPT: 'A quote of the day, please' },
    });
    strict = await startPlainWorkerd({ vars });
  });
  after(async () => {
    await worker.close();
    await strict.close();
    await model.close();
  });

  const complete = (at: PlainWorkerd, token: string | undefined, path = '/v1/chat/completions') =>
    at.fetch(path, {
      method: 'POST',
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ messages: [SYSTEM, HI], stream: false }),
    });

  it('a system message from the holder of API_TOKEN replaces the persona, never the rules', async () => {
    assert.equal((await complete(worker, API_TOKEN)).status, 200);
    const [system, ...turns] = model.turns.at(-1)!.call.body.messages;
    assert.match(system!.content, /^You are a pirate\.\n\nWhen the last message brings/);
    assert.deepEqual(turns, [HI]);
  });

  it('a system message stays when the oldest messages of a long conversation are left out', async () => {
    const talk = Array.from({ length: 60 }, () => [HI, { role: 'assistant', content: 'Aye' }]).flat();
    const response = await worker.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { Authorization: `Bearer ${API_TOKEN}` },
      body: JSON.stringify({ messages: [SYSTEM, ...talk, HI] }),
    });
    assert.equal(response.headers.get('cf-ai-chat-omitted-messages'), '72');
    const [system, ...turns] = model.turns.at(-1)!.call.body.messages;
    assert.match(system!.content, /^You are a pirate\./);
    assert.equal(turns.length, 49);
  });

  const refused: readonly [string, () => Promise<Response>][] = [
    ['no token', () => complete(worker, undefined)],
    ['another token', () => complete(worker, `${API_TOKEN}!`)],
    ['the token where ALLOW_SYSTEM is not set', () => complete(strict, API_TOKEN)],
    ['the token at /api/chat', () => complete(worker, API_TOKEN, '/api/chat')],
  ];
  for (const [name, ask] of refused) {
    it(`a system message with ${name} is refused`, async () => {
      const asked = model.turns.length;
      assert.equal((await ask()).status, 400);
      assert.equal(model.turns.length, asked);
    });
  }

  it('a body without a question asks DEFAULT_PROMPT, where DEFAULT_PROMPT is set', async () => {
    assert.equal((await worker.ask({}, '?stream=false')).status, 200);
    assert.equal(model.turns.at(-1)!.call.body.messages.at(-1)?.content, 'A quote of the day, please');
    assert.equal((await strict.ask({})).status, 400);
  });
});
