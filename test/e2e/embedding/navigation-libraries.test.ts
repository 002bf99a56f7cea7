import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import type { CfAiChatElement } from '../../../widget/index.ts';
import { bundleAstroRouter } from '../../support/astro-router.ts';
import { launchChromium } from '../../support/browser.ts';
import { IS_FULL_RUN, rowsOfRun } from '../../support/full-run.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { startPageServer, type PageServer } from '../../support/page-server.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../../support/worker-harness.ts';

declare const Turbo: { visit(path: string, options: { action: 'replace' }): void };

/** A library that puts the next page in place of this one. */
interface Library {
  readonly name: string;
  /** Resolves with the code of the library's script, which `head` loads from `/library.js`. */
  load(): Promise<string>;
  readonly head: string;
  readonly body?: string;
  /** Where the script of the chat stands; both places are tried unless this is set. */
  readonly places?: readonly Place[];
  /** Makes the library show the current page again, where it does that in a way of its own. */
  refresh?(page: Page): Promise<void>;
}

/** A script in the body runs again with every page; a script in the head does not. */
type Place = 'head' | 'body';

const fromPackage = (path: string) => (): Promise<string> =>
  readFile(join(installFixture('navigation'), 'node_modules', path), 'utf8');

const LIBRARIES: readonly Library[] = [
  {
    name: 'Turbo',
    load: fromPackage('@hotwired/turbo/dist/turbo.es2017-esm.js'),
    head: '<script type="module" src="/library.js"></script>',
  },
  {
    name: 'Turbo with morphing',
    load: fromPackage('@hotwired/turbo/dist/turbo.es2017-esm.js'),
    head: '<meta name="turbo-refresh-method" content="morph"><script type="module" src="/library.js"></script>',
    places: ['body'],
    refresh: morphByTurbo,
  },
  {
    name: 'Turbo with view transitions',
    load: fromPackage('@hotwired/turbo/dist/turbo.es2017-esm.js'),
    head: '<meta name="view-transition" content="same-origin"><script type="module" src="/library.js"></script>',
    places: ['body'],
  },
  {
    name: 'htmx',
    load: fromPackage('htmx.org/dist/htmx.js'),
    head: '<script src="/library.js"></script>',
    body: 'hx-boost:inherited="true"',
  },
  {
    name: "Astro's router",
    load: bundleAstroRouter,
    head: '<meta name="astro-view-transitions-enabled" content="true"><meta name="astro-view-transitions-fallback" content="animate"><script type="module" src="/library.js"></script>',
  },
];

/** Turbo in both places, the library that morphs, and the two others where the script runs again with every page. */
const CORE = ['Turbo', 'Turbo with morphing', 'htmx', "Astro's router"];

/** Large enough for page and chat side by side; a transition takes pictures of both. */
const VIEWPORT = { width: 800, height: 600 };

const QUESTION = 'How do I embed the widget?';

describe('libraries that navigate without a page load', { timeout: 600_000 }, () => {
  let library: Library;
  let code = '';
  let placeOfScript: Place;
  let attributes = '';
  let content = '';
  let worker: WorkerHarness;
  let site: PageServer;
  let browser: Browser;
  before(async () => {
    site = await startPageServer(({ url = '/' }, response) => {
      const isScript = url === '/library.js';
      response.writeHead(200, {
        'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
      response.end(isScript ? code : renderPage(url));
    });
    worker = await startWorker({ ALLOWED_ORIGINS: site.url.origin }, DOCUMENTATION);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await worker?.close();
    await site?.close();
  });

  function renderPage(path: string): string {
    const script = `<script src="${worker.url.origin}/cf-ai-chat.js" ${attributes} defer></script>`;
    const [inHead, inBody] = placeOfScript === 'head' ? [script, ''] : ['', script];
    const links = '<a href="/one">One</a> <a href="/two">Two</a>';
    return `<!doctype html><html lang="en"><head><title>${path}</title>${library.head}${inHead}</head>
      <body ${library.body ?? ''}><main><h1>${path}</h1>${links}</main>${content}${inBody}</body></html>`;
  }

  /** Opens the first page, and records every problem. */
  async function open(tested: Library, place: Place): Promise<{ page: Page; problems: string[] }> {
    library = tested;
    placeOfScript = place;
    code = await tested.load();
    const page = await browser.newPage({ viewport: VIEWPORT });
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    await page.goto(new URL('/one', site.url).href, { waitUntil: 'networkidle' });
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    return { page, problems };
  }

  for (const tested of rowsOfRun(LIBRARIES, CORE)) {
    const isInBoth = IS_FULL_RUN || tested.name === 'Turbo';
    for (const place of tested.places ?? (isInBoth ? (['head', 'body'] as const) : (['body'] as const))) {
      it(`${tested.name}, script in the ${place}: the chat, its text and its turn survive every navigation`, async () => {
        const { page, problems } = await open(tested, place);
        await ask(page);

        await tested.refresh?.(page);
        assert.deepEqual(await stateOf(page), { chats: 1, isOpen: true, messages: 2, isSamePage: true });
        await go(page, '/two', () => link(page, 'Two').click());
        assert.deepEqual(await stateOf(page), { chats: 1, isOpen: true, messages: 2, isSamePage: true });
        await go(page, '/one', () => link(page, 'One').click());
        await go(page, '/two', () => page.evaluate(() => history.back()));
        await go(page, '/one', () => page.evaluate(() => history.back()));
        assert.deepEqual(await stateOf(page), { chats: 1, isOpen: true, messages: 2, isSamePage: true });

        const asked = ask(page);
        await go(page, '/two', () => link(page, 'Two').click());
        await asked;
        assert.deepEqual(await stateOf(page), { chats: 1, isOpen: true, messages: 4, isSamePage: true });
        assert.deepEqual(problems, []);
        await page.close();
      });
    }
  }

  const [turbo] = LIBRARIES;
  assert.ok(turbo);

  it('a chat keeps the settings that the page has set by script, although the tag on every page has others', async () => {
    attributes = 'data-heading="Tag"';
    const { page, problems } = await open(turbo, 'body');
    const chat = page.locator('cf-ai-chat');
    await chat.evaluate((element: CfAiChatElement) => Object.assign(element, { heading: 'Page' }));
    await goWhereScriptRunsAgain(page);
    assert.equal(await chat.evaluate((element: CfAiChatElement) => element.heading), 'Page');
    assert.deepEqual(problems, []);
    attributes = '';
    await page.close();
  });

  it('a site that has hidden the launcher gets none on the next page', async () => {
    attributes = 'data-mount="none"';
    content = '<cf-ai-chat mode="inline" style="height: 300px"></cf-ai-chat>';
    const { page, problems } = await open(turbo, 'body');
    await goWhereScriptRunsAgain(page);
    assert.equal(await page.locator('cf-ai-chat').count(), 1);
    assert.equal(await page.locator('cf-ai-chat[mode=inline]').count(), 1);
    assert.deepEqual(problems, []);
    attributes = content = '';
    await page.close();
  });
});

async function go(page: Page, path: string, leave: () => Promise<void>): Promise<void> {
  await leave();
  await page.getByRole('heading', { name: path, exact: true }).waitFor();
  await page.locator('body > cf-ai-chat').getByRole('textbox').waitFor();
  await page.waitForLoadState('networkidle');
  // Astro's router reports a transition that is interrupted by the next page as an error.
  await page.waitForFunction(() => !Reflect.get(document, 'activeViewTransition'));
}

/** Goes to the second page. Resolves when the script in its body has run. */
async function goWhereScriptRunsAgain(page: Page): Promise<void> {
  const ran = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const handleLoad = ({ target }: Event): void => {
          if (target instanceof HTMLScriptElement && target.src.includes('cf-ai-chat')) resolve();
        };
        document.addEventListener('load', handleLoad, { capture: true });
      }),
  );
  await link(page, 'Two').click();
  await ran;
  await page.getByRole('heading', { name: '/two' }).waitFor();
}

/**
 * Turbo morphs a page only into itself; every other visit replaces the body. A visitor who types is not
 * interrupted.
 */
async function morphByTurbo(page: Page): Promise<void> {
  await page.locator('body > cf-ai-chat').getByRole('textbox').focus();
  const morphed = await page.evaluate(async () => {
    const main = document.querySelector('main');
    const rendered = new Promise<Event>((resolve) =>
      document.addEventListener('turbo:render', resolve, { once: true }),
    );
    Turbo.visit(location.href, { action: 'replace' });
    const { detail } = (await rendered) as CustomEvent<{ renderMethod: string }>;
    return {
      method: detail.renderMethod,
      isSameMain: document.querySelector('main') === main,
      focused: document.activeElement?.localName,
    };
  });
  assert.deepEqual(morphed, { method: 'morph', isSameMain: true, focused: 'cf-ai-chat' });
  await page.waitForLoadState('networkidle');
}

function link(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('link', { name });
}

/** Asks through the element. Resolves when the answer is complete. */
function ask(page: Page): Promise<void> {
  return page.evaluate(async (question) => {
    const chat = document.querySelector<CfAiChatElement>('cf-ai-chat');
    chat?.show();
    await chat?.send(question);
  }, QUESTION);
}

function stateOf(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const chats = [...document.querySelectorAll<CfAiChatElement>('cf-ai-chat')];
    const complete = chats[0]?.messages.filter(({ status }) => status === 'complete') ?? [];
    return {
      chats: chats.length,
      isOpen: chats[0]?.open,
      messages: complete.length,
      isSamePage: Reflect.get(window, 'isSamePage'),
    };
  });
}
