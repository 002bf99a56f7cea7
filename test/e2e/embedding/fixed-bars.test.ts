import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startLoopbackSite } from '../../support/loopback-site.ts';
import { sumShifts } from '../../support/sum-shifts.ts';
import { until } from '../../support/until.ts';
import { useSite } from '../../support/use-site.ts';

const BAR = 'position: fixed; left: 0; right: 0; bottom: 0; height: 80px; background: #ddd';
const VIEWPORT = { width: 900, height: 700 };
/** The height of the launcher, and its distance from the bottom. */
const LAUNCHER_TOP = VIEWPORT.height - 76;

/** Bars at the bottom of a page, and by how many pixels the launcher stands higher. */
const PAGES: Readonly<Record<string, readonly [html: string, lift: number]>> = {
  nothing: ['', 0],
  'a cookie banner': [`<div style="${BAR}"><p>Cookies?</p><button>Yes</button></div>`, 80],
  'a banner above a bar to buy with': [
    `<div style="${BAR}">Buy</div><div style="${BAR}; bottom: 80px; height: 60px">Cookies?</div>`,
    140,
  ],
  'a sticky footer': [
    `<main style="height: 2000px"></main><footer style="${BAR}; position: sticky">F</footer>`,
    80,
  ],
  'a bar with a gap below it': [
    `<div style="${BAR}; bottom: 16px; left: 16px; right: 16px">Cookies?</div>`,
    96,
  ],
  'a bar in a frame that lets clicks through': [
    `<div style="${BAR}; background: none; pointer-events: none"><p style="pointer-events: auto; height: 80px; margin: 0">Cookies?</p></div>`,
    80,
  ],
  'a banner in a shadow root': [
    `<div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '<div style="${BAR}"><p>Cookies?</p></div>'</script>`,
    80,
  ],
  'a page that is fixed as a whole': [
    `<div style="position: fixed; inset: 0; overflow: auto"><p style="margin: 0; height: 660px">A</p><p style="margin: 0; height: 200px">B</p></div>`,
    0,
  ],
  'a heading that will stick to the top': [
    `<div style="height: 2000px; padding-top: 630px"><h2 style="position: sticky; top: 0; height: 80px; margin: 0">B</h2></div>`,
    0,
  ],
  'a launcher that is as wide as a bar': ['<style>cf-ai-chat::part(launcher) { width: 500px }</style>', 0],
  'a button of its own': [`<button style="${BAR}; left: auto; right: 0; width: 90px">Up</button>`, 0],
  'a dialog over the whole page': [`<div style="${BAR}; top: 0; height: auto">Wall</div>`, 0],
};

/** In milliseconds: time in which the launcher looks at its page twice. */
const TWO_LOOKS_MS = 2_500;

describe(
  'a bar at the bottom of a page, such as a cookie banner, which covers the launcher or is covered by it',
  { timeout: 120_000, concurrency: 4 },
  () => {
    const started = useSite(() => startLoopbackSite());
    let pages = 0;

    async function open(html: string): Promise<Page> {
      const path = `/${(pages += 1)}`;
      started.site.page(
        path,
        `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><body style="margin: 0">${html}
       <script src="/cf-ai-chat.js" data-persist="none"></script>`,
      );
      const page = await started.browser.newPage({ viewport: VIEWPORT });
      await page.clock.install();
      await page.goto(new URL(path, started.site.url).href);
      // The page's clock does not wait for launcher.js, which looks for bars.
      await until(
        async () => {
          await page.clock.runFor(TWO_LOOKS_MS);
          return foundLift(page);
        },
        (lift) => lift !== '' && lift !== undefined,
      );
      return page;
    }

    /** Waits until the launcher stands this much higher. */
    const lifted = (page: Page, lift: number) =>
      page.waitForFunction(
        (top) =>
          document
            .querySelector('cf-ai-chat')
            ?.shadowRoot?.querySelector('[part=launcher]')
            ?.getBoundingClientRect().top === top,
        LAUNCHER_TOP - lift,
      );

    /** The lift that the launcher has found; undefined before its first look. */
    function foundLift(page: Page): Promise<string | undefined> {
      return page.evaluate(() =>
        document
          .querySelector('cf-ai-chat')
          ?.shadowRoot?.querySelector<HTMLElement>('[part=base]')
          ?.style.getPropertyValue('--_cf-ai-chat-lift'),
      );
    }

    for (const [name, [html, lift]] of Object.entries(PAGES)) {
      it(`lifts the launcher by ${lift} px: ${name}`, async () => {
        const page = await open(html);
        await page.clock.runFor(TWO_LOOKS_MS);
        assert.equal(await foundLift(page), `${lift}px`);
        await lifted(page, lift);
        // A layout shift is only recorded with a drawn frame.
        await page.screenshot();
        assert.equal(await sumShifts(page), 0);
        assert.ok(await page.locator('cf-ai-chat').getByRole('button').isVisible());
        await page.close();
      });
    }

    it('lifts the launcher also when it appears late, or its buttons would be covered, and no longer when it is dismissed', async () => {
      const page = await open('');
      await page.clock.runFor(TWO_LOOKS_MS);
      await addBar(page);
      await lifted(page, 80);
      await page.locator('#bar').click({ position: { x: 20, y: 20 } });
      await lifted(page, 0);
      await page.close();
    });

    it('does not move an open panel', async () => {
      const page = await open('');
      await page.clock.runFor(TWO_LOOKS_MS);
      assert.equal(await foundLift(page), '0px');
      await page.locator('cf-ai-chat').getByRole('button').click();
      await addBar(page);
      await page.clock.runFor(TWO_LOOKS_MS);
      assert.equal(await foundLift(page), '0px');
      await lifted(page, 0);
      await page.evaluate(() => document.querySelector('cf-ai-chat')?.hide());
      await lifted(page, 80);
      await page.close();
    });

    /** Adds a bar at the bottom of the page, which disappears when it is clicked. */
    function addBar(page: Page): Promise<void> {
      return page.evaluate((style) => {
        const bar = Object.assign(document.createElement('div'), { id: 'bar', textContent: 'Cookies?' });
        bar.style.cssText = style;
        bar.addEventListener('click', () => bar.remove());
        document.body.append(bar);
      }, BAR);
    }
  },
);
