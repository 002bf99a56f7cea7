import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startLoopbackSite } from '../../support/loopback-site.ts';
import { until } from '../../support/until.ts';
import { useSite } from '../../support/use-site.ts';

const PHONE = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true };

/** A page for phones with an element that is wider than the screen, such as a table. */
const pageOf = (width: number): string =>
  `<!doctype html><html lang="en"><title>Wide</title><link rel="icon" href="data:," />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <div style="width: ${width}px; height: 3000px">wide</div>
  <script src="/cf-ai-chat.js" data-endpoint="/api/chat"></script>`;

describe('a page that is wider than the phone, where what is fixed to its end is out of sight', () => {
  const started = useSite(() => startLoopbackSite());

  async function open(width: number): Promise<Page> {
    const { browser, site } = started;
    site.page('/', pageOf(width));
    const page = await (await browser.newContext(PHONE)).newPage();
    await page.goto(site.url.href);
    return page;
  }

  /** Waits until a part stands at these edges of the visible screen, in pixels from its left and top. */
  async function standsAt(page: Page, part: string, expected: readonly number[]): Promise<void> {
    const read = (): Promise<number[]> =>
      page.evaluate((name) => {
        const element = document.querySelector('cf-ai-chat')?.shadowRoot?.querySelector(`[part=${name}]`);
        const { left, right, top, bottom } = element!.getBoundingClientRect();
        const { offsetLeft, offsetTop } = visualViewport!;
        return [left - offsetLeft, right - offsetLeft, top - offsetTop, bottom - offsetTop].map(Math.round);
      }, part);
    assert.deepEqual(await until(read, (found) => found.join() === expected.join()), expected);
  }

  for (const width of [300, 1200]) {
    it(`${width} px: shows the launcher at its usual place on the screen, also after panning`, async () => {
      const page = await open(width);
      await standsAt(page, 'launcher', [314, 370, 724, 780]);
      await page.evaluate(() => scrollTo(500, 1500));
      await standsAt(page, 'launcher', [314, 370, 724, 780]);
      await page.context().close();
    });
  }

  it('shows the launcher also when an element of the page grows wide after the load', async () => {
    const page = await open(300);
    await standsAt(page, 'launcher', [314, 370, 724, 780]);
    await page.evaluate(() => (document.querySelector('div')!.style.width = '1200px'));
    await page.waitForFunction(() => innerWidth > 1000);
    await standsAt(page, 'launcher', [314, 370, 724, 780]);
    await page.context().close();
  });

  it('fills the screen, and not the page, with the open panel', async () => {
    const page = await open(1200);
    await standsAt(page, 'launcher', [314, 370, 724, 780]);
    await page.locator('[part=launcher]').tap();
    await page.locator('[part=input]').waitFor();
    await standsAt(page, 'panel', [0, 390, 0, 800]);
    await page.context().close();
  });
});
