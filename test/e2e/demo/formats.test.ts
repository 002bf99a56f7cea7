import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../support/browser.ts';
import { ChatPage } from '../../support/chat-page.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import type { PageServer } from '../../support/page-server.ts';
import { FORMATS } from '../../../demo/scripts/playground/formats.ts';

describe('the formats', { timeout: 120_000 }, () => {
  let site: PageServer;
  let browser: Browser;
  let chat: ChatPage;
  before(async () => {
    site = await startDemoSite();
    browser = await launchChromium();
    chat = await ChatPage.open(browser, new URL('/#formats', site.url), { reducedMotion: 'reduce' });
    // The section's script gives the chat its suggestion: from then on its buttons do something.
    await player().getByRole('button', { name: 'Say it in another format.' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  const player = () => chat.page.locator('#formats cf-ai-chat');

  for (const { id, title, chunks } of FORMATS) {
    it(`of ${title} becomes the same answer, beside its bytes`, async () => {
      await chat.page.locator(`[data-format="${id}"]`).click();
      await chat.page.waitForFunction(
        (text) => document.querySelector('#raw')?.textContent === text,
        chunks.join(''),
      );
      await player().locator('.message li code').getByText('nodes').waitFor();
      await chat.reaches('ready', player());
      const text = (await chat.reply(player()).locator('p, li').allInnerTexts()).join('|');
      const expected =
        'The same answer, whatever the format:|bytes become events,|events become text,|text becomes nodes.';
      assert.equal(text.replaceAll(/\s*\n\s*/g, ''), expected);
    });
  }

  it('of a visitor is played when it is pasted', async () => {
    const box = chat.page.getByRole('textbox', { name: 'What does your server send?' });
    await box.fill('data: {"response":"Pasted "}\n\ndata: {"response":"**bytes**"}\n\ndata: [DONE]\n\n');
    await chat.page.getByRole('button', { name: 'Play it' }).click();
    await player().locator('strong').getByText('bytes').waitFor();
    assert.equal(await chat.reply(player()).innerText(), 'Pasted bytes');
  });
});
