import type { Page } from 'playwright-core';
import { slowDown } from '../panel/slow-down.ts';

/** Times of a press on a launcher, in milliseconds. */
export interface Press {
  /** Main-thread time from the press until the panel has focus and is painted. */
  readonly thread: number;
  /** From the press to the next painted frame. */
  readonly toPaint: number;
}

/** Where to press, and how to recognize that the chat has opened. */
export interface PressTarget {
  /** CSS selector of the launcher; finds elements in open shadow roots, too. */
  readonly launcher: string;
  /** CSS selector of the text box, which exists when the chat is open. */
  readonly input: string;
  /** Whether the pointer rests on the launcher before the press. */
  readonly isHovered?: boolean;
}

/** Presses the launcher of a loaded page, on a slowed down processor. */
export async function measurePress(page: Page, target: PressTarget): Promise<Press> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readThread = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const launcher = page.locator(target.launcher).first();
  await launcher.waitFor();
  await slowDown(page);
  if (target.isHovered) {
    await launcher.hover();
    await page.waitForLoadState('networkidle');
  }
  await page.evaluate(watchInteractions);
  const before = await readThread();
  await launcher.click();
  await page.locator(target.input).first().waitFor();
  await page.evaluate(waitForPaint);
  const thread = (await readThread()) - before;
  return { thread, toPaint: await page.evaluate(takeLongest) };
}

/** Runs in the page: records the longest interaction. */
function watchInteractions(): void {
  const seen = { longest: 0 };
  Object.assign(window, { seen });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { readonly interactionId: number })[])
      if (entry.interactionId > 0) seen.longest = Math.max(seen.longest, entry.duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page: waits until the current state is painted. */
async function waitForPaint(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** Runs in the page: the longest interaction. Waits, because the browser reports an interaction some time after its frame. */
async function takeLongest(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return (Reflect.get(window, 'seen') as { longest: number }).longest;
}
