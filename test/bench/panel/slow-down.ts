import type { Page } from 'playwright-core';

/** By what factor the processor of a page is slowed down. */
export const SLOWDOWN = 4;

/** Makes the processor of a page as slow as that of a phone. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}
