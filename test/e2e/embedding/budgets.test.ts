import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { VERSION } from '../../../widget/build/project.ts';
import { findWholeChromium, launchChromium } from '../../support/browser.ts';
import { startHostSite, type HostSite } from '../../support/host-site.ts';
import { timeOpening } from '../../support/time-opening.ts';
import { HOSTILE_STYLES } from './hostile-styles.ts';

const MAX_ROUNDS = 10;
const WARM_OPEN_GATE_MS = 100;

describe('the cost of a chat for its page', { timeout: 180_000 }, () => {
  let site: HostSite;
  let browser: Browser;
  before(async () => {
    site = await startHostSite();
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  async function inNewPage<T>(
    use: (page: Page, context: BrowserContext) => Promise<T>,
    inBrowser = browser,
  ): Promise<T> {
    const context = await inBrowser.newContext({ viewport: { width: 900, height: 700 } });
    try {
      return await use(await context.newPage(), context);
    } finally {
      await context.close();
    }
  }

  /**
   * Measures until a value is within the limit, and returns the least: other work on the machine only adds to
   * it.
   */
  async function least(gate: number, measure: () => Promise<number>): Promise<number> {
    let value = Infinity;
    for (let round = 0; round < MAX_ROUNDS && value > gate; round += 1)
      value = Math.min(value, await measure());
    return value;
  }

  it('is two files, the second when the page is idle, and no storage, cookie or layout shift before the visitor acts', () =>
    inNewPage(async (page, context) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value') as number);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(site.addressOf({ script: '' }), { waitUntil: 'networkidle' });
      await page.locator('cf-ai-chat').getByRole('button').waitFor();
      const state = await page.evaluate(() => ({
        shifts: Reflect.get(window, 'shifts') as number[],
        stored: sessionStorage.length + localStorage.length,
      }));
      assert.deepEqual(state, { shifts: [], stored: 0 });
      assert.deepEqual(await context.cookies(), []);
      const foreign = requests.filter((url) => !url.startsWith(site.origin));
      assert.deepEqual(foreign, [
        `${site.workerOrigin}/cf-ai-chat.js`,
        `${site.workerOrigin}/v/${VERSION}/launcher.js`,
      ]);
    }));

  it(`opens within ${WARM_OPEN_GATE_MS} ms after a pointer has come near the launcher`, async (t) => {
    const milliseconds = await least(WARM_OPEN_GATE_MS, () =>
      inNewPage(async (page) => {
        await page.goto(site.addressOf({ script: '' }), { waitUntil: 'networkidle' });
        await page.locator('cf-ai-chat').getByRole('button').hover();
        await page.waitForLoadState('networkidle');
        return timeOpening(page);
      }),
    );
    t.diagnostic(`${milliseconds.toFixed(0)} ms`);
    assert.ok(milliseconds <= WARM_OPEN_GATE_MS, `${milliseconds} ms`);
  });

  for (const [isSaving, count] of [
    [false, 1],
    [true, 0],
  ] as const) {
    it(`is ${count} prefetched files of the panel on an idle page for a visitor who ${isSaving ? 'saves' : 'does not save'} data`, () =>
      inNewPage(async (page) => {
        const panels: string[] = [];
        page.on('request', (request) => request.url().includes('/chunks/') && panels.push(request.url()));
        await page.addInitScript((value) => {
          const { prototype } = (window as unknown as { NetworkInformation: { prototype: object } })
            .NetworkInformation;
          Object.defineProperty(prototype, 'saveData', { get: () => value });
        }, isSaving);
        await page.goto(site.addressOf({ script: 'data-loading="idle"' }), { waitUntil: 'networkidle' });
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
        await page.waitForLoadState('networkidle');
        assert.equal(panels.length, count);
        await page.locator('cf-ai-chat').getByRole('button').click();
        await page.locator('cf-ai-chat').getByRole('textbox').waitFor();
      }));
  }

  it('does not keep a page out of the back/forward cache; the chat is open or closed as the visitor left it last', async (t) => {
    const executablePath = findWholeChromium();
    if (executablePath === undefined)
      return t.skip('headless builds of Chromium have no back/forward cache: install a whole one');
    const caching = await launchChromium({
      executablePath,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    try {
      await inNewPage(comeBack, caching);
      await inNewPage(comeBackOpen, caching);
    } finally {
      await caching.close();
    }
  });

  async function comeBack(page: Page): Promise<void> {
    await page.goto(site.addressOf({ script: '' }), { waitUntil: 'networkidle' });
    await page.evaluate(() =>
      addEventListener('pageshow', (event) => Object.assign(window, { isRestored: event.persisted })),
    );
    const chat = page.locator('cf-ai-chat');
    await chat.getByRole('button').click();
    await chat.getByRole('textbox').fill('How do I embed the widget?');
    await chat.getByRole('textbox').press('Enter');
    await chat.locator('[part=sources-toggle]').first().waitFor();
    await page.goto(site.addressOf({}));
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => Reflect.get(window, 'isRestored') === true);
    assert.equal(await chat.locator('.message').count(), 2);
    await chat.getByRole('textbox').fill('What does the chat store about a visitor?');
    await chat.getByRole('textbox').press('Enter');
    await chat.locator('[part=sources-toggle]').nth(1).waitFor();
  }

  /** The visitor opens the chat on the later page. */
  async function comeBackOpen(page: Page): Promise<void> {
    const chat = page.locator('cf-ai-chat');
    await page.goto(site.addressOf({ script: '' }), { waitUntil: 'networkidle' });
    await page.evaluate(() =>
      addEventListener('pageshow', (event) => Object.assign(window, { isRestored: event.persisted })),
    );
    await page.goto(site.addressOf({ script: 'data-heading="Next"' }));
    await chat.getByRole('button').click();
    // Waits for the panel's own text box, not for its placeholder: by then the open state is stored.
    await chat.locator('[part=input]').waitFor();
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => Reflect.get(window, 'isRestored') === true);
    await chat.getByRole('textbox').waitFor();
  }

  it('an open panel is printed without its launcher', () =>
    inNewPage(async (page) => {
      await page.goto(site.addressOf({ script: '' }), { waitUntil: 'networkidle' });
      const chat = page.locator('cf-ai-chat');
      await chat.getByRole('button').click();
      await chat.getByRole('textbox').waitFor();
      await page.emulateMedia({ media: 'print' });
      assert.equal(await chat.locator('[part=launcher]').isVisible(), false);
      assert.equal(await chat.locator('[part=panel]').isVisible(), true);
    }));

  it('the wheel does not scroll the page when the transcript is at its end', () =>
    inNewPage(async (page) => {
      await page.goto(site.addressOf({ script: '' }), { waitUntil: 'networkidle' });
      const chat = page.locator('cf-ai-chat');
      await chat.getByRole('button').click();
      await chat.getByRole('textbox').fill('How do I embed the widget?');
      await chat.getByRole('textbox').press('Enter');
      await chat.locator('[part=sources-toggle]').first().waitFor();
      const transcript = chat.locator('[part=transcript]');
      const room = await transcript.evaluate((log) => log.scrollHeight - log.clientHeight);
      assert.ok(room > 0, 'the transcript is too short to be scrolled');
      await transcript.hover();
      await page.mouse.wheel(0, -5000);
      await page.waitForFunction(
        () =>
          document.querySelector('cf-ai-chat')?.shadowRoot?.querySelector('[part=transcript]')?.scrollTop ===
          0,
      );
      for (const step of [5000, 5000]) await page.mouse.wheel(0, step);
      await transcript.evaluate(async (log) => {
        while (log.scrollTop + log.clientHeight < log.scrollHeight - 1)
          await new Promise((resolve) => requestAnimationFrame(resolve));
      });
      assert.equal(await page.evaluate(() => scrollY), 0);
      // Beside the chat the same wheel event scrolls the page.
      await page.mouse.move(100, 300);
      await page.mouse.wheel(0, 200);
      await page.waitForFunction(() => scrollY > 0);
    }));

  it('the chat is drawn pixel for pixel as on a blank page, whatever styles the body has', async () => {
    const draw = (css: string): Promise<string> =>
      inNewPage(async (page) => {
        // Behind the chat every page is white, so that only the chat is compared.
        const backdrop =
          'html { background: #fff !important } ::-webkit-scrollbar { display: none } h1, p { visibility: hidden !important }';
        await page.goto(site.addressOf({ script: 'data-persist="none"', css: `${css} ${backdrop}` }), {
          waitUntil: 'networkidle',
        });
        await page.locator('cf-ai-chat').getByRole('button').waitFor();
        const clip = { x: 800, y: 600, width: 100, height: 100 };
        return (await page.screenshot({ clip })).toString('base64');
      });
    const blank = await draw('');
    for (const name of DRAWN) {
      const css = HOSTILE_STYLES[name];
      assert.ok(css, name);
      assert.ok((await draw(css)) === blank, name);
    }
  });
});

/** Changes to the box around the chat, where computed styles and positions prove little. */
const DRAWN = [
  'a transform on the body',
  'a filter on the body',
  'containment on the body',
  'a clipped body',
  'a masked body',
  'an invisible body',
  'a scaled body',
  'the tag invisible',
  'the tag clipped',
  'the tag transformed',
  'child selectors',
  'blending',
];
