import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startDemoSite } from '../../support/demo-site.ts';
import { STREAMED_ANSWER } from '../../support/streamed-answer.ts';
import { sumShifts } from '../../support/sum-shifts.ts';
import { useSite } from '../../support/use-site.ts';

describe('the pages of the documentation', { timeout: 120_000 }, () => {
  const started = useSite(startDemoSite);

  it("show the heading of a link's target below the header, on a phone", async () => {
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

  it('shift nothing on a phone while their buttons appear', async () => {
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
      assert.equal(await sumShifts(page), 0);
    } finally {
      await context.close();
    }
  });

  it('search, and ask the chat, for a text typed into their search box, under a strict Content Security Policy', async () => {
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
      await page.route('**/api/search?*', (route) =>
        route.fulfill({ json: [{ title: 'Embed the widget', url: '/docs/embed', text: 'Paste one line.' }] }),
      );
      await page.goto(new URL('docs/theming', site.url).href, { waitUntil: 'networkidle' });
      await page.getByLabel('Search the docs').fill('How do I embed it?');
      await page.getByRole('option', { name: 'Embed the widget Paste one line.' }).waitFor();
      await page.getByRole('option', { name: 'Ask: How do I embed it?' }).click();
      await page.locator('cf-ai-chat [part~=message--user]').getByText('How do I embed it?').waitFor();
      await page.locator('cf-ai-chat [part~=message--assistant] [part~=sources-toggle]').waitFor();
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
    }
  });

  it('copy a code block', async () => {
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
});
