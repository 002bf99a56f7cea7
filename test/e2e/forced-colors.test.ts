import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startStateSite } from '../support/state-site.ts';
import { useSite } from '../support/use-site.ts';

describe('forced colours', { timeout: 180_000 }, () => {
  const started = useSite(startStateSite);

  it('leave code without highlights, and give them back when they end', async () => {
    const { page, show, close } = await started.site.open({
      width: 1280,
      height: 800,
      scheme: 'forced',
      language: 'en',
    });
    const countHighlights = (): Promise<number> => page.evaluate(() => CSS.highlights.size);
    await show('long-answer');
    await page.locator('.code-copy').scrollIntoViewIfNeeded();
    await page.waitForTimeout(500);
    assert.equal(await countHighlights(), 0);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.waitForFunction(() => CSS.highlights.size > 0);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.waitForFunction(() => CSS.highlights.size === 0);
    await close();
  });
});
