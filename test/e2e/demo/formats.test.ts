import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../support/browser.ts';
import { ChatPage } from '../../support/chat-page.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import type { PageServer } from '../../support/page-server.ts';
import { FORMATS } from '../../../demo/scripts/playground/formats.ts';

describe('the section "formats" of the demo', { timeout: 120_000 }, () => {
  let site: PageServer;
  let browser: Browser;
  let chat: ChatPage;
  before(async () => {
    site = await startDemoSite();
    browser = await launchChromium();
    chat = await ChatPage.open(browser, new URL('/#formats', site.url));
    // The section's script gives the chat its suggestion; from then on the section's buttons work.
    await player().getByRole('button', { name: 'Say it in another format.' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  const player = () => chat.page.locator('#formats cf-ai-chat');

  for (const { id, title, chunks } of FORMATS) {
    it(`shows the same answer for ${title}, beside the bytes of the stream`, async () => {
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

  it('plays a stream that a visitor has pasted', async () => {
    const box = chat.page.getByRole('textbox', { name: 'What does your server send?' });
    await box.fill('data: {"response":"Pasted "}\n\ndata: {"response":"**bytes**"}\n\ndata: [DONE]\n\n');
    await chat.page.getByRole('button', { name: 'Play it' }).click();
    await player().locator('strong').getByText('bytes').waitFor();
    assert.equal(await chat.reply(player()).innerText(), 'Pasted bytes');
  });

  /** Presses buttons of a page whose script for this section arrives only afterwards. */
  async function pressEarly(press: (page: Page) => Promise<void>): Promise<ChatPage> {
    const early = await ChatPage.open(browser, 'about:blank');
    let deliver = (): void => {};
    const pressed = new Promise<void>((resolve) => (deliver = resolve));
    await early.page.route('**/scripts/playground-*.js', async (route) => {
      await pressed;
      await route.continue();
    });
    await early.page.goto(String(site.url));
    await press(early.page);
    deliver();
    return early;
  }

  it('plays the last format whose button was pressed before the script has loaded', async () => {
    const early = await pressEarly(async (page) => {
      await page.locator('[data-format="gemini"]').click();
      await page.locator('[data-format="ollama"]').click();
    });
    await early.page.locator('#formats cf-ai-chat .message li code').getByText('nodes').waitFor();
    assert.match(await early.page.locator('#raw').innerText(), /"done_reason":"stop"/);
    assert.equal(await early.page.locator('[data-format="ollama"]').getAttribute('aria-pressed'), 'true');
    await early.close();
  });

  it('plays the bytes in the box when this was requested before the script has loaded', async () => {
    const early = await pressEarly((page) => page.getByRole('button', { name: 'Play it' }).click());
    const played = early.page.locator('#formats cf-ai-chat');
    await played.locator('strong').getByText('different').waitFor();
    await early.reaches('ready', played);
    assert.equal(await early.reply(played).innerText(), 'Mine is a little different.');
    await early.close();
  });
});
