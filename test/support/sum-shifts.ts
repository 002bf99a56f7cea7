import type { Page } from 'playwright-core';

/** The sum of all layout shifts that a page has had so far. */
export function sumShifts(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const entries = observer.takeRecords() as unknown as readonly { readonly value: number }[];
    observer.disconnect();
    return entries.reduce((sum, { value }) => sum + value, 0);
  });
}
