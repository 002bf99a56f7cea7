import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import app from '../../../worker/index.ts';
import {
  SAY_HELLO,
  startFakeModelServer,
  type FakeModelServer,
  type ModelTurn,
  type Script,
} from '../../support/fake-model-server.ts';
import { framesOf } from '../../support/frames.ts';

let model: FakeModelServer;
before(async () => {
  model = await startFakeModelServer();
});
after(() => model.close());

const isSecond = ({ call }: ModelTurn): boolean => call.body.messages.length > 2;

/** The first call is answered with a hello; the second call, which asks for follow-up questions, by `script`. */
const secondBy =
  (script: Script): Script =>
  (turn) =>
    isSecond(turn) ? script(turn) : SAY_HELLO(turn);

const suggest =
  (text: string): Script =>
  async (turn) => {
    await turn.say(text);
    await turn.finish();
  };

async function ask(script: Script, { query = '', env = {}, path = '/api/chat' } = {}) {
  model.reply(secondBy(script));
  const earlier = model.turns.length;
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
  const vars = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, FOLLOW_UPS: '1', ...env };
  const response = await app.request(`${path}${query}`, { method: 'POST', body }, vars);
  const text = await response.text();
  return {
    text,
    calls: model.turns.slice(earlier),
    done: framesOf(text).find(({ type }) => type === 'done'),
  };
}

describe('follow-up questions', { timeout: 30_000 }, () => {
  it('arrive with the done event, from a second short call about the question and its answer', async () => {
    const { done, calls } = await ask(suggest('["How much?", "Since when?"]'));
    assert.deepEqual(done?.['suggestions'], ['How much?', 'Since when?']);
    assert.equal(calls.length, 2);
    const { messages, max_tokens } = calls[1]!.call.body;
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['system', 'user', 'assistant', 'user'],
    );
    assert.equal(messages[1]?.content, 'Hi');
    assert.equal(messages[2]?.content, 'Hello there');
    assert.equal(max_tokens, 160);
  });

  it('are not requested unless FOLLOW_UPS is 1', async () => {
    for (const FOLLOW_UPS of ['', '0']) {
      const { done, calls } = await ask(suggest('["How much?"]'), { env: { FOLLOW_UPS } });
      assert.equal(calls.length, 1);
      assert.equal(done?.['suggestions'], undefined);
    }
  });

  it('are not requested for a client whose format has no place for them', async () => {
    for (const options of [
      { query: '?format=openai' },
      { query: '?format=workers-ai' },
      { path: '/v1/chat/completions' },
    ])
      assert.equal((await ask(suggest('["How much?"]'), options)).calls.length, 1);
  });

  it('are not requested after an answer that was cut by its token limit', async () => {
    model.reply(async (turn) => {
      await turn.say('Hello');
      await turn.finish('length');
    });
    const earlier = model.turns.length;
    const vars = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, FOLLOW_UPS: '1' };
    const response = await app.request('/api/chat', { method: 'POST', body: '{"query":"Hi"}' }, vars);
    await response.text();
    assert.equal(model.turns.length - earlier, 1);
  });

  it('arrive as a data part for clients of the AI SDK, and in a JSON response', async () => {
    const { text } = await ask(suggest('["How much?"]'), { query: '?format=ui-message' });
    assert.ok(framesOf(text).some(({ type, data }) => type === 'data-suggestions' && Array.isArray(data)));
    const whole = await ask(suggest('["How much?"]'), { query: '?stream=false' });
    assert.deepEqual(JSON.parse(whole.text).suggestions, ['How much?']);
  });

  for (const [what, script] of [
    ['fails', (turn: ModelTurn) => turn.json({}, 500)],
    ['breaks off', (turn: ModelTurn) => turn.cut()],
    ['says nothing that can be read', suggest('---')],
  ] as const) {
    it(`are left out, and the turn ends well, where the second call ${what}`, async (t) => {
      t.mock.method(console, 'log', () => undefined);
      const { done } = await ask(script);
      assert.equal(done?.['finishReason'], 'stop');
      assert.equal(done?.['suggestions'], undefined);
    });
  }

  it('are left out when the second call sends nothing for 3 seconds', async (t) => {
    t.mock.method(console, 'log', () => undefined);
    const { done, calls } = await ask((turn) => turn.open());
    assert.equal(done?.['finishReason'], 'stop');
    assert.equal(done?.['suggestions'], undefined);
    // The request to the model is aborted.
    assert.equal(await calls[1]!.closed, true);
  });

  it('are not requested any longer for a visitor who leaves: the second call is aborted, and the turn is charged', async (t) => {
    const log = t.mock.method(console, 'log', () => undefined);
    const leave = new AbortController();
    model.reply(secondBy((turn) => turn.open()));
    const body = '{"query":"Hi"}';
    const request = new Request('http://localhost/api/chat', { method: 'POST', body, signal: leave.signal });
    const response = await app.request(
      request,
      {},
      { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, FOLLOW_UPS: '1' },
    );
    const text = response.text();
    await model.asked();
    const second = await model.asked();
    leave.abort();
    assert.equal(await second.closed, true);
    await text.catch(() => undefined);
    const lines = log.mock.calls.map(({ arguments: [line] }) => JSON.parse(String(line)));
    assert.deepEqual(
      lines.filter(({ event }) => event === 'turn').map(({ outcome }) => outcome),
      ['done'],
    );
  });

  it('are not requested where documents are quoted and no model answers', async () => {
    const body = '{"query":"Hi"}';
    const vars = { LOCAL: '1', FOLLOW_UPS: '1' };
    const response = await app.request('/api/chat', { method: 'POST', body }, vars);
    const done = framesOf(await response.text()).at(-1);
    assert.equal(done?.['type'], 'done');
    assert.equal(done?.['suggestions'], undefined);
  });
});
