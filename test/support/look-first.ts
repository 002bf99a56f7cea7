import type { Page } from 'playwright-core';
import { DOUBLE_PRESS_MS } from '../../widget/ui/base/press.ts';

/** Resolves when the next press does not count as the second one of a double click. A real visitor looks at the result for that long. */
export async function lookFirst(page: Page): Promise<void> {
  const end = await page.evaluate((pause) => performance.now() + pause, DOUBLE_PRESS_MS + 1);
  await page.waitForFunction((time) => performance.now() > time, end);
}
