import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { NO_OPENER } from '../../widget/protocol/search/unopened.ts';
import { VERSION } from '../../widget/build/project.ts';
import { answer, startLoopbackSite } from '../support/loopback-site.ts';
import { addSearch } from '../support/search-backend.ts';
import { useSite } from '../support/use-site.ts';

/** A page with a search field and a button of its own; the chat's script has these attributes. */
const pageWith = (attributes: string, more = ''): string =>
  `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:," />
  <header><input id="own" aria-label="Search the shop" /><button id="open">Find</button><a href="#main">Skip</a></header>
  <main id="main"><h1>Shop</h1><p>Boots.</p></main>${more}
  <script src="/cf-ai-chat.js" data-endpoint="/api/chat" ${attributes}></script>`;

describe('the search dialog', () => {
  const started = useSite(async () => {
    const site = await startLoopbackSite();
    return { ...site, backend: addSearch(site) };
  });

  /** Opens a page, and waits until the code of its chat's search has loaded, where the chat has a search. */
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

  it('opens by its keys, shows results while the visitor types, and opens a page at a section by keys alone', async () => {
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
      '# How to return an order (Returns and refunds)',
    );
    await page.keyboard.press('Enter');
    await page.waitForURL('**/returns#how');
    await page.context().close();
  });

  it('answers in the dialog, continues there, and opens the panel with the whole conversation', async () => {
    const page = await visit('data-mode="search" data-hotkey="mod+k"');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('How can I return boots?');
    const ask = page.getByRole('option', { name: 'Ask: How can I return boots?' });
    await ask.waitFor();
    assert.equal(await ask.getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Enter');
    await dialogOf(page).locator('[part~=message__body]').getByText('Paste one tag').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('And socks?');
    await page.keyboard.press('Enter');
    await dialogOf(page).locator('[part~=message__body]').getByText('And socks?').waitFor();
    await page.getByRole('button', { name: 'Continue in the chat' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    const panel = page.getByRole('dialog', { name: 'Chat' });
    await panel.locator('[part~=message__body]').getByText('How can I return boots?').waitFor();
    await panel.locator('[part~=message__body]').getByText('And socks?').waitFor();
    await page.context().close();
  });

  it('keeps letters that are typed while its code loads', async () => {
    const page = await visit('data-mode="search" data-hotkey="mod+k"');
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/script-panel-*', async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await dialogOf(page).waitFor();
    await page.keyboard.type('gift');
    go();
    await page.getByRole('option', { name: 'Gift cards' }).first().waitFor();
    assert.equal(await fieldOf(page).inputValue(), 'gift');
    await page.context().close();
  });

  /** Opens a page on which the code of the search loads when `go` is called. */
  async function visitEarly(
    more = '',
    settings = 'data-hotkey="mod+k"',
  ): Promise<{ page: Page; go: () => Promise<void> }> {
    const { browser, site } = started;
    site.page('/', pageWith(settings, more));
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/search.js', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/search.js');
    await page.goto(site.url.href);
    await asked;
    return {
      page,
      async go() {
        release();
        await page.waitForResponse('**/search.js');
        await page.waitForLoadState('networkidle');
      },
    };
  }

  it('opens once when its keys were pressed before its code has loaded', async () => {
    const { page, go } = await visitEarly();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+k');
    assert.equal(await dialogOf(page).count(), 0);
    const opened = fieldOf(page).waitFor();
    await go();
    await opened;
    await page.keyboard.type('gift');
    await page.getByRole('option', { name: 'Gift cards' }).first().waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await fieldOf(page).waitFor();
    await page.context().close();
  });

  it("opens with the text of the page's field that was typed before its code has loaded", async () => {
    const { page, go } = await visitEarly('', 'data-open-on="#own"');
    await page.getByLabel('Search the shop').focus();
    await page.keyboard.type('gift');
    await go();
    await page.getByRole('option', { name: 'Gift cards' }).first().waitFor();
    assert.equal(await fieldOf(page).inputValue(), 'gift');
    await page.context().close();
  });

  it('stays closed where the early keys belong to a field or to the page, or were not the last ones', async () => {
    const own = `<script>
      addEventListener('keydown', (event) => window.isMine && event.ctrlKey && event.preventDefault());
    </script>`;
    for (const press of [
      async (page: Page) => {
        await page.getByLabel('Search the shop').focus();
        await page.keyboard.press('Control+k');
        await page.getByRole('link', { name: 'Skip' }).focus();
      },
      async (page: Page) => {
        await page.evaluate('window.isMine = true');
        await page.keyboard.press('Control+k');
        await page.evaluate('window.isMine = false');
      },
      async (page: Page) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.press('ArrowDown');
      },
    ]) {
      const { page, go } = await visitEarly(own);
      await press(page);
      await go();
      assert.equal(await dialogOf(page).count(), 0);
      // The code listens to keys now: if the search had been opened before, this press would close it.
      await page.keyboard.press('Control+k');
      await fieldOf(page).waitFor();
      await page.context().close();
    }
  });

  it('closes by its keys and by Escape, and returns focus', async () => {
    const page = await visit('data-hotkey="mod+k"');
    const skip = page.getByRole('link', { name: 'Skip' });
    for (const key of ['Control+k', 'Escape']) {
      await skip.focus();
      await page.keyboard.press('Control+k');
      await fieldOf(page).waitFor();
      await page.keyboard.press(key);
      await dialogOf(page).waitFor({ state: 'hidden' });
      assert.equal(await skip.evaluate((link) => link === document.activeElement), true);
    }
    await page.context().close();
  });

  it('leaves its keys to a page that uses them, and to a text field', async () => {
    const own = `<script>
      addEventListener('keydown', (event) => event.ctrlKey && event.key === 'k' && event.preventDefault());
    </script>`;
    const page = await visit('data-hotkey="mod+k"', own);
    await page.keyboard.press('Control+k');
    assert.equal(await dialogOf(page).count(), 0);
    await page.context().close();
    const other = await visit('data-hotkey="mod+k"');
    await other.getByLabel('Search the shop').focus();
    await other.keyboard.press('Control+k');
    assert.equal(await dialogOf(other).count(), 0);
    await other.context().close();
  });

  it('opens by the elements that the page names, with the text of its field', async () => {
    const page = await visit('data-open-on="#own, #open"');
    await page.getByLabel('Search the shop').focus();
    assert.equal(await dialogOf(page).count(), 0);
    await page.keyboard.type('delivery', { delay: 20 });
    await fieldOf(page).waitFor();
    assert.equal(await fieldOf(page).inputValue(), 'delivery');
    await page.getByRole('option', { name: 'Delivery' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Find' }).click();
    await fieldOf(page).waitFor();
    await page.context().close();
  });

  it('shows the results for the last letters, in whatever order responses arrive', async () => {
    const page = await visit('data-mode="search" data-hotkey="mod+k"');
    let go = (): void => undefined;
    started.site.backend.hold('g', new Promise<void>((resolve) => (go = resolve)));
    await page.keyboard.press('Control+k');
    await fieldOf(page).fill('g');
    await page.waitForRequest(/q=g&/);
    await fieldOf(page).fill('delivery');
    await page.getByRole('option', { name: 'Delivery' }).first().waitFor();
    go();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByRole('option', { name: 'Gift cards' }).count(), 0);
    await page.context().close();
  });

  it('says that a limit was reached, and continues by itself afterwards', async () => {
    const page = await visit('data-mode="search" data-hotkey="mod+k"');
    started.site.backend.answer = answer(
      '{"type":"error","code":"rate-limited","retryAfter":1}',
      { 'content-type': 'application/json' },
      429,
    );
    await page.keyboard.press('Control+k');
    await fieldOf(page).fill('return');
    await dialogOf(page).locator('.search-note').getByText('You are sending too quickly.').waitFor();
    started.site.backend.answer = undefined;
    await page.getByRole('option', { name: 'How to return an order' }).waitFor();
    await page.context().close();
  });

  it('only asks the chat where there is no index', async () => {
    const page = await visit('data-mode="search" data-hotkey="mod+k"');
    started.site.backend.answer = answer('{"type":"error","code":"not-configured"}', {}, 404);
    await page.keyboard.press('Control+k');
    await fieldOf(page).fill('return');
    await page.getByRole('option', { name: 'Ask: return' }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(
      await page
        .getByRole('option')
        .allInnerTexts()
        .then((texts) => texts.map((text) => text.trim())),
      ['Ask: return'],
    );
    started.site.backend.answer = undefined;
    await page.context().close();
  });

  it('searches by a module of the site, such as that of Pagefind', async () => {
    started.site.route(
      '/pagefind/pagefind.js',
      answer(
        `export const search = async (text) => ({
          results: [{ id: '1', data: async () => ({
            url: '/returns', excerpt: 'How to <mark>' + text + '</mark> &amp; swap', meta: { title: 'Returns' },
            sub_results: [
              { title: 'Returns', url: '/returns', excerpt: '' },
              { title: 'By post', url: '/returns#post', excerpt: 'A <mark>label</mark>' },
            ],
          }) }],
        });`,
        { 'content-type': 'text/javascript' },
      ),
    );
    const page = await visit(
      'data-mode="search" data-hotkey="mod+k" data-search-endpoint="/pagefind/pagefind.js"',
    );
    await page.keyboard.press('Control+k');
    await fieldOf(page).fill('return');
    const option = page.getByRole('option', { name: 'Returns How to return & swap' });
    await option.waitFor();
    assert.equal(await option.locator('mark').innerText(), 'return');
    await page.getByRole('option', { name: 'By post' }).waitFor();
    await page.context().close();
  });

  it('tells the owner where nothing opens the search of another index, and loads no panel then', async () => {
    const { browser, site } = started;
    const page = await (await browser.newContext()).newPage();
    // The script needs another name than usual, under which it derives no backend from its address.
    await page.route('**/chat.js', (route) =>
      route.continue({ url: new URL('/cf-ai-chat.js', site.url).href }),
    );
    await page.route('**/{launcher,search}.js', (route) =>
      route.continue({ url: toBuilt(route.request().url()) }),
    );
    for (const [settings, count] of [
      ['', 1],
      ['data-hotkey="mod+k"', 0],
      ['data-mode="search"', 0],
    ] as const) {
      site.page(
        '/',
        `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:," />
        <script src="/chat.js" data-search-endpoint="/pagefind/pagefind.js" ${settings}></script>`,
      );
      const warnings: string[] = [];
      page.removeAllListeners('console');
      page.on('console', (message) => warnings.push(message.text()));
      await page.goto(site.url.href, { waitUntil: 'networkidle' });
      assert.deepEqual(
        warnings,
        Array.from({ length: count }, () => `<cf-ai-chat>: ${NO_OPENER.problem} ${NO_OPENER.remedy}`),
        settings,
      );
      assert.equal(await page.getByRole('button').count(), 0);
    }
    await page.context().close();
  });

  it('works without a server: searches a folder of files, and answers in the chat', async () => {
    const files = {
      'search.json': {
        version: 1,
        passages: 2,
        terms: [['', 'terms.json']],
        texts: [[0, 'texts.json']],
        pages: [1, 1],
      },
      'terms.json': [
        ['boot boots', 0, 100],
        ['sock socks', 1, 100],
      ],
      'texts.json': [
        { url: '/boots', title: 'Boots', breadcrumb: [], passages: [['Care', 'care', 'Grease your boots.']] },
        { url: '/socks', title: 'Socks', breadcrumb: [], passages: [['', '', 'Wash your socks.']] },
      ],
    };
    for (const [name, json] of Object.entries(files))
      started.site.route(
        `/index/${name}`,
        answer(JSON.stringify(json), { 'content-type': 'application/json' }),
      );
    const { browser, site } = started;
    site.page(
      '/',
      `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:," />
      <script src="/chat.js" data-search-endpoint="/index/" data-hotkey="mod+k"></script>`,
    );
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    // The script needs another name than usual, under which it derives no backend from its address.
    await page.route('**/chat.js', (route) =>
      route.continue({ url: new URL('/cf-ai-chat.js', site.url).href }),
    );
    await page.route('**/{launcher,search}.js', (route) =>
      route.continue({ url: toBuilt(route.request().url()) }),
    );
    await page.route('**/chunks/*', (route) => route.continue({ url: toBuilt(route.request().url()) }));
    await page.goto(site.url.href, { waitUntil: 'networkidle' });
    await page.keyboard.press('Control+k');
    await fieldOf(page).fill('boot');
    await page.getByRole('option', { name: 'Boots Grease your boots.' }).waitFor();
    await page.getByRole('option', { name: 'Care' }).waitFor();
    assert.equal(await page.getByRole('option', { name: 'Ask' }).count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.getByRole('textbox').fill('How do I wash socks?');
    await page.keyboard.press('Enter');
    await page.locator('[part~=message__body]').getByText('Wash your socks.').waitFor();
    await page.context().close();
  });
});

/** The address of a built file, which is in the folder of its release. */
function toBuilt(url: string): string {
  const { pathname, origin } = new URL(url);
  return new URL(`/v/${VERSION}${pathname}`, origin).href;
}
