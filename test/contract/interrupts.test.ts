import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AskingSite } from '../support/asking-site.ts';
import { installFixture } from '../support/install-fixture.ts';

installFixture('dialects');
const { ApprovingAgent } = await import('../support/approving-agent.ts');

const CANCEL = { id: 'c1', name: 'cancel_order', input: { order: 7 } };

describe('an approval of the AI SDK 7', { timeout: 60_000 }, () => {
  it('is shown, allowed, and goes on in the same message', async () => {
    const agent = new ApprovingAgent([CANCEL]);
    const page = new AskingSite({ format: 'ui-message', answer: (request) => agent.answer(request) }).open();
    await page.ask('Cancel order 7');
    const [part] = page.open;
    assert.deepEqual(
      { kind: part?.kind, name: part?.name, input: part?.input, state: part?.state },
      { kind: 'approval', name: 'cancel_order', input: { order: 7 }, state: 'waiting' },
    );
    assert.equal(page.conversation.state.status, 'ready');
    assert.deepEqual(agent.runs, []);

    assert.ok(page.decide({ state: 'allowed' }));
    await page.rest();
    assert.deepEqual(agent.runs, [{ order: 7 }]);
    assert.match(page.text, /^Let me see\.\n\nDone: .*isCancelled/);
    assert.equal(page.answer?.status, 'complete');
    assert.equal(agent.bodies[1]?.messages.at(-1)?.id, page.answer?.queryId);
    assert.equal(page.conversation.state.messages.length, 2);
  });

  it('is still there on the next page, and goes on from there', async () => {
    const agent = new ApprovingAgent([CANCEL]);
    const site = new AskingSite({ format: 'ui-message', answer: (request) => agent.answer(request) });
    const first = site.open();
    await first.ask('Cancel order 7');
    const next = site.reload(first);
    assert.equal(next.open.length, 1);
    next.decide({ state: 'allowed' });
    await next.rest();
    assert.deepEqual(agent.runs, [{ order: 7 }]);
    assert.match(next.text, /Done/);
  });

  it('is refused: nothing runs, and the model is told so', async () => {
    const agent = new ApprovingAgent([CANCEL]);
    const page = new AskingSite({ format: 'ui-message', answer: (request) => agent.answer(request) }).open();
    await page.ask('Cancel order 7');
    page.decide({ state: 'refused' });
    await page.rest();
    assert.deepEqual(agent.runs, []);
    assert.match(page.text, /execution-denied/);
  });
});
