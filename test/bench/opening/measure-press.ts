import type { Page } from 'playwright-core';
import { slowDown } from '../panel/slow-down.ts';

/** What a press on a launcher costs, in milliseconds. */
export interface Press {
  /** Of the main thread, from the press until the panel is drawn, has focus and was painted. */
  readonly thread: number;
  /** From the press to the next frame that shows anything of it. */
  readonly toPaint: number;
}

/** Where a page's chat is pressed, and when it is there. */
export interface PressTarget {
  /** CSS selector of the launcher; open shadow roots are looked into. */
  readonly launcher: string;
  /** CSS selector of what the visitor types into. */
  readonly input: string;
  /** Whether the pointer rests on the launcher first. */
  readonly isHovered?: boolean;
}

/** Presses the launcher of a page that has been loaded, on a slow processor. */
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

/** Runs in the page: notes the longest interaction. */
function watchInteractions(): void {
  const seen = { longest: 0 };
  Object.assign(window, { seen });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { readonly interactionId: number })[])
      if (entry.interactionId > 0) seen.longest = Math.max(seen.longest, entry.duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page. */
async function waitForPaint(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** Runs in the page: what the browser has reported by now; it reports a while after the frame. */
async function takeLongest(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return (Reflect.get(window, 'seen') as { longest: number }).longest;
}
