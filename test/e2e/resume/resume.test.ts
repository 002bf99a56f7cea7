import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../support/browser.ts';
import { ResumeSite } from '../../support/resume-site.ts';

describe('an answer whose page is left in the middle', { timeout: 60_000 }, () => {
  let site: ResumeSite;
  let browser: Browser;
  before(async () => {
    site = await ResumeSite.start();
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  it('goes on after a reload', async () => {
    const visit = await site.visit(browser);
    site.model.reply((turn) => turn.say('one ', 'two '));
    await visit.ask('Go');
    const turn = await site.model.asked();
    await visit.chat.reply(visit.chat.inline).getByText('one two').waitFor();
    await visit.reload();
    await turn.say('three ', 'four');
    await turn.finish();
    const { status, answers } = await visit.lastTurn('Go');
    assert.deepEqual(answers, [{ text: 'one two three four', status: 'complete' }]);
    assert.equal(status, 'ready');
    const turns = await site.worker.turns();
    assert.deepEqual(
      turns.map(({ state }) => state),
      ['charged'],
    );
    await visit.close();
  });
});
