import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startStateSite, type Look } from '../support/state-site.ts';
import { useSite } from '../support/use-site.ts';

const FORCED: Look = { width: 1280, height: 800, scheme: 'forced', language: 'en' };

/** Whether anything is drawn at the place of an element of the chat. */
async function isSeen(page: Page, selector: string): Promise<boolean> {
  const element = page.locator(`cf-ai-chat ${selector}`);
  const box = await element.boundingBox();
  if (!box) throw new Error(`nothing matches ${selector}`);
  const shoot = (): Promise<Buffer> => page.screenshot({ clip: box, animations: 'disabled' });
  const drawn = await shoot();
  await element.evaluate(({ style }) => void (style.visibility = 'hidden'));
  return !drawn.equals(await shoot());
}

/** Begins to count how often the chat reads whether colours are forced. */
function countLooks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { prototype } = MediaQueryList;
    const read = Object.getOwnPropertyDescriptor(prototype, 'matches')?.get;
    Object.assign(window, { looks: 0 });
    Object.defineProperty(prototype, 'matches', {
      get(this: MediaQueryList) {
        if (this.media.includes('forced-colors'))
          Reflect.set(window, 'looks', Reflect.get(window, 'looks') + 1);
        return read?.call(this);
      },
    });
  });
}

/**
 * Resolves when the chat has had time to highlight code: it first reads whether colours are forced, which `looks` counts, and
 * highlights when the page is idle.
 */
async function codeHighlighted(page: Page): Promise<void> {
  await page.waitForFunction(() => Reflect.get(window, 'looks') > 0);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

describe('forced colours', { timeout: 180_000 }, () => {
  const started = useSite(startStateSite);

  it('remove the highlights of code, and restore them when they end', async () => {
    const { page, show, close } = await started.site.open(FORCED);
    const countHighlights = (): Promise<number> => page.evaluate(() => CSS.highlights.size);
    await countLooks(page);
    await show('long-answer');
    await page.locator('.code-copy').scrollIntoViewIfNeeded();
    await codeHighlighted(page);
    assert.equal(await countHighlights(), 0);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.waitForFunction(() => CSS.highlights.size > 0);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.waitForFunction(() => CSS.highlights.size === 0);
    await close();
  });

  it('keep what has no text visible: an awaited answer, and the edges of buttons and messages', async () => {
    const { page, show, close } = await started.site.open(FORCED);
    await show('waiting');
    assert.equal(await isSeen(page, '.typing'), true);
    await show('queued');
    for (const selector of ['.send', '.send-next', '.queue li:first-child']) {
      const width = await page
        .locator(`cf-ai-chat ${selector}`)
        .evaluate((element) => getComputedStyle(element).borderTopWidth);
      assert.equal(width, '1px', selector);
    }
    await close();
  });

  it('show no placeholder for a title that is not known yet', async () => {
    const { page, show, close } = await started.site.open(FORCED);
    await show('load-failed');
    assert.equal(await page.locator('cf-ai-chat .loading h2').count(), 0);
    await close();
  });
});
