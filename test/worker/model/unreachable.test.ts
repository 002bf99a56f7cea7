import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { framesOf } from '../../support/frames.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';

const SESSION_SECRET = 'a secret of this test, 32 characters or more';

// In the test harness, `fetch` is Node's, whose errors differ from those of workerd.
describe('a model server that cannot be reached, in workerd', { timeout: 60_000 }, () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    model = await startFakeModelServer();
    const vars = { SESSION_SECRET, MODEL_BASE_URL: model.baseUrl, MODEL: 'first', MODEL_FALLBACK: 'second' };
    worker = await startPlainWorkerd({ vars });
  });
  after(() => worker.close());

  async function ask(): Promise<readonly Record<string, unknown>[]> {
    const response = await worker.fetch('/api/chat', { method: 'POST', body: '{"query":"Hi"}' });
    return framesOf(await response.text());
  }

  it('resets the connection: the fallback model answers, and the log says why', async () => {
    model.reply((turn) => (turn.call.body.model === 'first' ? turn.cut() : SAY_HELLO(turn)));
    const frames = await ask();
    assert.deepEqual(
      frames.map(({ type, token }) => token ?? type),
      ['start', 'Hello there', 'done'],
    );
    const line =
      /{"event":"fallback",[^\n]*"model":"first","code":"model-failed",[^\n]*cannot be reached[^\n]*}/;
    assert.doesNotMatch(await worker.logged(line), /"Hi"/);
  });

  it('breaks an idle connection at once: the question is sent a second time', async () => {
    const asked = model.turns.length;
    model.reply((turn) => (model.turns.length === asked + 1 ? turn.cut() : SAY_HELLO(turn)));
    const frames = await ask();
    assert.equal(frames.at(-1)?.['type'], 'done');
    assert.deepEqual(
      model.turns.slice(asked).map(({ call }) => call.body.model),
      ['first', 'first'],
    );
  });

  it('breaks the connection after some work: the question is not sent again', async () => {
    const asked = model.turns.length;
    model.reply(async (turn) => {
      if (turn.call.body.model === 'second') return SAY_HELLO(turn);
      await setTimeout(1_000);
      return turn.cut();
    });
    await ask();
    assert.deepEqual(
      model.turns.slice(asked).map(({ call }) => call.body.model),
      ['first', 'second'],
    );
  });

  it('refuses the connection: the error is model-failed, and the log says that the server cannot be reached', async () => {
    await model.close();
    const frames = await ask();
    assert.equal(frames.at(-1)?.['code'], 'model-failed');
    await worker.logged(/"outcome":"failed","code":"model-failed","message":"the model cannot be reached"/);
  });
});
