import type { Page } from 'playwright-core';
import { DOUBLE_PRESS_MS } from '../../widget/ui/base/press.ts';

/** Resolves when a press is no longer taken for the second one of a double click. People look at what the first one has done. */
export async function lookFirst(page: Page): Promise<void> {
  const end = await page.evaluate((pause) => performance.now() + pause, DOUBLE_PRESS_MS + 1);
  await page.waitForFunction((time) => performance.now() > time, end);
}
