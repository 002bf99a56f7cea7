import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useSite } from '../support/use-site.ts';
import { DOCUMENTATION, startWorker } from '../support/worker-harness.ts';

/** Opens a page, and waits until the code of the search has loaded, from when on its keys open the search. */
async function openDocumentation(page: Page, site: URL): Promise<void> {
  const code = page.waitForResponse(/\/search\.js$/);
  await page.goto(new URL('docs/theming', site).href);
  await code;
  await page.waitForLoadState('networkidle');
}

describe('the search of the documentation', { timeout: 120_000 }, () => {
  const started = useSite(() => startWorker({}, DOCUMENTATION));

  it('finds by typed letters what the Worker has indexed, and opens the page at the section', async () => {
    const { browser, site } = started;
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await openDocumentation(page, site.url);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.waitFor();
    await page.keyboard.type('wordpress plug');
    await page
      .getByRole('option', { name: /^WordPress/ })
      .first()
      .waitFor();
    await field.fill('settings on the script tag');
    await page.getByRole('option', { name: 'Ask: settings on the script tag' }).waitFor();
    const section = page.getByRole('option', { name: /^Settings on the script tag/ });
    await section.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/embed#settings-on-the-script-tag$/);
    assert.deepEqual(problems, []);
    await page.context().close();
  });

  it('asks the same Worker where the results do not answer the question', async () => {
    const { browser, site } = started;
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await openDocumentation(page, site.url);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('What does it cost?');
    await page.getByRole('option', { name: 'Ask: What does it cost?' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.locator('[part=sources-toggle]').waitFor();
    assert.match(
      await dialog.locator('.message.assistant [part~=message__body]').first().innerText(),
      /free and open source/,
    );
    await page.context().close();
  });
});
