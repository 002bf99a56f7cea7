import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts';

/** 240 KB in one line. */
const PASTED = 'Words of a log that nobody reads, and a number. '.repeat(5_000);
const KEYS = 10;
/** The most layout time for a key, as a multiple of that in a plain box with the same text and size. */
const MOST_TIMES = 6;

const HEAD = '<!doctype html><html lang="en"><title>A page</title>';
const PAGE = `${HEAD}<script src="/cf-ai-chat.js" data-mount="none"></script>
<body><cf-ai-chat mode="page" persist="none" endpoint="/none"></cf-ai-chat>`;
const BARE = `${HEAD}<textarea style="width:660px;height:168px;font:16px/1.5 system-ui"></textarea>`;

describe('a paste of 240 KB into the text box', { timeout: 120_000 }, () => {
  let site: LoopbackSite;
  let browser: Browser;
  before(async () => {
    site = await startLoopbackSite();
    site.page('/', PAGE);
    site.page('/bare', BARE);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Fills the box of a page and types. Returns the least layout time for a key, in milliseconds. */
  async function layoutOfKey(path: string): Promise<number> {
    const page = await browser.newPage();
    await page.goto(new URL(path, site.url).href);
    const box = page.locator('textarea');
    await box.fill(PASTED);
    await box.press('Control+End');
    const readLayout = await watchLayout(page);
    let least = Infinity;
    for (let key = 0; key < KEYS; key++) {
      const start = await readLayout();
      await page.keyboard.press('x');
      least = Math.min(least, (await readLayout()) - start);
    }
    assert.equal((await box.inputValue()).length, PASTED.length + KEYS);
    await page.close();
    return least;
  }

  it('does not make the browser lay out the whole text again for each key', async () => {
    const [bare, chat] = [await layoutOfKey('/bare'), await layoutOfKey('/')];
    assert.ok(
      chat < bare * MOST_TIMES,
      `${chat.toFixed(1)} ms of layout for a key, ${bare.toFixed(1)} in a bare box`,
    );
  });
});

/** Starts to measure the layout time of a page, in milliseconds. */
async function watchLayout(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'LayoutDuration')?.value ?? Number.NaN) * 1_000;
  };
}
