import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import type axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { startDemoSite } from '../../support/demo-site.ts';
import { STREAMED_ANSWER } from '../../support/streamed-answer.ts';
import { useSite } from '../../support/use-site.ts';

declare const axe: typeof axeCore;

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Pages with everything that pages have: code, tables, pictures, lists. */
const PAGES = ['docs/theming', 'docs/settings'];

const LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 320, colorScheme: 'light' },
] as const;

/** What breaks WCAG 2.2 AA or best practice, as `rule: selector`. */
async function findViolations(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async () => {
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
  });
}

describe('the pages of the documentation', { timeout: 120_000 }, () => {
  const started = useSite(startDemoSite);

  for (const { width, colorScheme } of LOOKS) {
    it(`are accessible and fit ${width} pixels, ${colorScheme}`, async () => {
      const { browser, site } = started;
      // For axe, which the policy of the pages would not let in.
      const bypassCSP = true;
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, bypassCSP });
      try {
        for (const path of PAGES) {
          await page.goto(new URL(path, site.url).href);
          assert.deepEqual(await findViolations(page), [], path);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(overflow <= 0, `${path} scrolls sideways by ${overflow}px`);
        }
      } finally {
        await page.close();
      }
    });
  }

  it('have all of a setting in view on a phone', async () => {
    const { browser, site } = started;
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    try {
      for (const path of ['docs/settings', 'docs/worker']) {
        await page.goto(new URL(path, site.url).href);
        const hidden = await page
          .locator('.table')
          .evaluateAll((tables) => tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
        assert.ok(hidden.length > 0);
        assert.ok(Math.max(...hidden) <= 0, `${path}: ${hidden.join(' ')}`);
      }
    } finally {
      await page.close();
    }
  });

  it('show the heading that a link leads to below the header on a phone', async () => {
    const { browser, site } = started;
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    try {
      await page.goto(new URL('docs/worker#all-other-settings', site.url).href);
      const heading = page.getByRole('heading', { name: 'All other settings' });
      await page.waitForFunction(() => scrollY > 0);
      const [top = 0, bottom = 0] = await Promise.all([
        heading.evaluate((element) => element.getBoundingClientRect().top),
        page.getByRole('banner').evaluate((element) => element.getBoundingClientRect().bottom),
      ]);
      assert.ok(top >= bottom, `${top} is under ${bottom}`);
    } finally {
      await page.close();
    }
  });

  it('move nothing on a phone while their buttons come', async () => {
    const { browser, site } = started;
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    try {
      await page.goto(new URL('docs/embed', site.url).href);
      await page.getByRole('button', { name: 'Copy' }).first().waitFor();
      const shifts = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) => {
              const entries = list.getEntries() as unknown as readonly { readonly value: number }[];
              resolve(entries.reduce((sum, { value }) => sum + value, 0));
            }).observe({ type: 'layout-shift', buffered: true });
            // Where nothing has moved, the observer is never called.
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
          }),
      );
      assert.equal(shifts, 0);
    } finally {
      await context.close();
    }
  });

  it('ask the chat what is typed into the box, under a strict policy', async () => {
    const { browser, site } = started;
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    try {
      await page.route('**/api/chat', (route) =>
        route.fulfill({ contentType: 'text/event-stream', body: STREAMED_ANSWER }),
      );
      await page.goto(new URL('docs/theming', site.url).href);
      await page.getByLabel('Ask the docs').fill('How do I embed it?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.locator('cf-ai-chat [part~=message--user]').getByText('How do I embed it?').waitFor();
      await page.locator('cf-ai-chat [part~=message--assistant] [part~=sources-toggle]').waitFor();
      assert.equal(await page.getByLabel('Ask the docs').inputValue(), '');
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
    }
  });

  it('copy a piece of code', async () => {
    const { browser, site } = started;
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    try {
      await page.goto(new URL('docs/', site.url).href);
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'npm start');
    } finally {
      await context.close();
    }
  });

  it('are whole without scripts, and have no box that asks nobody', async () => {
    const { browser, site } = started;
    const page = await browser.newPage({ javaScriptEnabled: false });
    try {
      await page.goto(new URL('docs/theming', site.url).href);
      await page.getByRole('heading', { name: 'Theming', level: 1 }).waitFor();
      await page.getByRole('link', { name: 'Privacy' }).first().waitFor();
      assert.equal(await page.getByLabel('Ask the docs').isVisible(), false);
      assert.equal(await page.getByRole('button').count(), 0);
    } finally {
      await page.close();
    }
  });
});
