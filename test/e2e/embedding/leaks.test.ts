import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../support/browser.ts';
import { type LoopbackSite, startLoopbackSite } from '../../support/loopback-site.ts';
import { answerShortly, chatsInMemory, comeAndGo, LONG_VISITS_PAGE } from '../../support/long-visits.ts';

describe('a chat that is removed from its page', { timeout: 180_000 }, () => {
  let site: LoopbackSite;
  let browser: Browser;
  before(async () => {
    site = await startLoopbackSite();
    site.page('/', LONG_VISITS_PAGE);
    site.route('/api/chat', answerShortly);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  it('leaves nothing in memory when it is added and removed fifty times', async () => {
    const page = await browser.newPage();
    await page.goto(site.url.href);
    await comeAndGo(page, 50);
    const session = await page.context().newCDPSession(page);
    assert.equal(await chatsInMemory(session), 0);
  });
});
