import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SAY_HELLO } from '../../support/fake-model-server.ts';
import { pressStop } from '../../support/press-stop.ts';
import { ResumeSite, Visit } from '../../support/resume-site.ts';
import { useSite } from '../../support/use-site.ts';

describe('two tabs of one site', { timeout: 120_000 }, () => {
  const started = useSite(() => ResumeSite.start({ HEARTBEAT_MS: '100' }));

  /** The same conversation in two tabs; the first tab has the first words of an answer. */
  async function begin() {
    const { site, browser } = started;
    const first = await site.visit(browser, 'local');
    site.model.reply((turn) => turn.say('one ', 'two '));
    const second = new Visit(await first.chat.openTab(), first.proxy);
    await second.chat.inline.getByRole('textbox').waitFor();
    await first.ask('Go');
    const turn = await site.model.asked();
    await second.chat.reply(second.chat.inline).getByText('one two').waitFor();
    return { first, second, turn };
  }

  it('show one answer, which continues in the second tab when the first is closed', async () => {
    const { first, second, turn } = await begin();
    await first.chat.page.close({ runBeforeUnload: false });
    await turn.say('three ', 'four');
    await turn.finish();
    const { status, answers } = await second.lastTurn('Go');
    assert.deepEqual(answers, [{ text: 'one two three four', status: 'complete' }]);
    assert.equal(status, 'ready');
    assert.equal(second.questions, 1);
    await second.close();
  });

  it("can stop each other's answer, and ask the next question in either tab", async () => {
    const { first, second } = await begin();
    await pressStop(second.chat.inline);
    assert.deepEqual((await first.lastTurn('Go')).answers, [{ text: 'one two ', status: 'stopped' }]);
    started.site.model.reply(SAY_HELLO);
    await second.ask('And?');
    assert.equal((await second.lastTurn('And?')).answers[0]?.status, 'complete');
    await first.chat.reply(first.chat.inline).last().getByText('Hello').waitFor();
    await first.close();
  });
});
