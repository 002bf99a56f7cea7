import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startLoopbackSite } from '../support/loopback-site.ts';
import { addSearch } from '../support/search-backend.ts';
import { useSite } from '../support/use-site.ts';

/** A page with a search field and a button of its own; `attributes` are those of the chat's script. */
const pageWith = (attributes: string, more = ''): string =>
  `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:," />
  <header><input id="own" aria-label="Search the shop" /><button id="open">Find</button><a href="#main">Skip</a></header>
  <main id="main"><h1>Shop</h1><p>Boots.</p></main>${more}
  <script src="/cf-ai-chat.js" data-endpoint="/api/chat" ${attributes}></script>`;

describe('the search', () => {
  const started = useSite(async () => {
    const site = await startLoopbackSite();
    return { ...site, backend: addSearch(site) };
  });

  /** Opens a page whose chat has opened its search code, where it has any. */
  async function visit(attributes: string, more = ''): Promise<Page> {
    const { browser, site } = started;
    site.page('/', pageWith(attributes, more));
    for (const path of ['/returns', '/delivery', '/gift-cards']) site.page(path, `<title>${path}</title>`);
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await page.goto(site.url.href, { waitUntil: 'networkidle' });
    return page;
  }

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search' });
  const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search' });

  it('opens by its keys, finds while one types, and opens a page at its section by keys alone', async () => {
    const page = await visit('data-mode="search" data-hotkey="mod+k"');
    await page.keyboard.press('Control+k');
    await fieldOf(page).waitFor();
    await page.keyboard.type('return');
    await page.getByRole('option').first().waitFor();
    await page.getByRole('option', { name: 'How to return an order' }).waitFor();
    await page.keyboard.press('ArrowDown');
    const active = await fieldOf(page).getAttribute('aria-activedescendant');
    assert.equal(
      await page
        .locator(`[id="${active}"]`)
        .innerText()
        .then((text) => text.trim().replace(/\s+/g, ' ')),
      '# How to return an order',
    );
    await page.keyboard.press('Enter');
    await page.waitForURL('**/returns#how');
    await page.context().close();
  });

  it('answers in the dialog, goes on there, and leads to the panel with everything said', async () => {
    const page = await visit('data-mode="search" data-hotkey="mod+k"');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('How can I return boots?');
    const ask = page.getByRole('option', { name: 'Ask: How can I return boots?' });
    await ask.waitFor();
    assert.equal(await ask.getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByText('Paste one tag').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('And socks?');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByText('And socks?').waitFor();
    await page.getByRole('button', { name: 'Continue in the chat' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    const panel = page.getByRole('dialog', { name: 'Chat' });
    await panel.getByText('How can I return boots?').waitFor();
    await panel.getByText('And socks?').waitFor();
    await page.context().close();
  });
});
