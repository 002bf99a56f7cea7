import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../support/browser.ts';
import { bundle, forBrowsers } from '../../support/bundle.ts';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { installPackage, type InstalledPackage } from '../../support/installed-package.ts';
import { startPageServer, type PageServer } from '../../support/page-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';

const EXAMPLES = installFixture('frameworks');
const { angular, svelte, vue } = await import('../../fixtures/frameworks/vite-plugins.ts');
const { renderPage } = await import('../../fixtures/frameworks/react-server.ts');

const QUESTION = 'How do I embed the widget?';

/** The properties that an example gets; see `example.ts`. */
interface Given {
  readonly endpoint: string;
  readonly suggestions: readonly string[];
}

const bundles = new Map<string, Promise<string>>();

/** Bundles an example with the packed package, as the project of a user does; `isForServer` bundles for Node. */
function bundleOnce(file: string, installed: InstalledPackage, isForServer = false): Promise<string> {
  const bundled = bundles.get(file) ?? makeBundle(file, installed, isForServer);
  bundles.set(file, bundled);
  return bundled;
}

function makeBundle(file: string, { folder }: InstalledPackage, isForServer: boolean): Promise<string> {
  const dist = join(folder, 'node_modules/cf-ai-chat/dist');
  const entry = join(EXAMPLES, file);
  return bundle({
    root: EXAMPLES,
    define: { ngDevMode: 'false' },
    plugins: [angular, svelte, vue],
    resolve: {
      alias: [
        { find: /^cf-ai-chat$/, replacement: join(dist, 'index.js') },
        { find: /^cf-ai-chat\/markdown\.js$/, replacement: join(dist, 'markdown.js') },
        { find: /^cf-ai-chat\/react$/, replacement: join(dist, 'react.js') },
      ],
      // The package is not in a parent folder of the example.
      dedupe: ['react'],
      conditions: isForServer ? ['node', 'module', 'production'] : ['browser', 'module', 'production'],
    },
    ssr: { noExternal: true },
    build: isForServer ? { ssr: entry } : forBrowsers(entry),
  });
}

/** An empty page; `main` has the given HTML. */
const pageWith = (main: string): string => `<!doctype html><html lang="en"><body><main>${main}</main>`;

/** Runs an example on a server, and returns the page that it writes. */
async function renderOnServer(file: string, installed: InstalledPackage, given: Given): Promise<string> {
  const path = join(installed.folder, `${file}.mjs`);
  await writeFile(path, await bundleOnce(file, installed, true));
  const { render } = (await import(path)) as { render(properties: object): string | Promise<string> };
  const written = await render({ ...given, onAnswer: () => undefined });
  // Angular writes a whole page.
  return written.includes('<main>') ? written : pageWith(written);
}

describe('the npm package, bundled with a framework', { timeout: 600_000 }, () => {
  const scripts = new Map<string, string>();
  let html = pageWith('');
  let installed: InstalledPackage;
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  let site: PageServer;
  let browser: Browser;
  before(async () => {
    installed = await installPackage();
    site = await startPageServer((request, response) => {
      const script = scripts.get(request.url ?? '');
      response.writeHead(200, { 'content-type': script === undefined ? 'text/html' : 'text/javascript' });
      response.end(script ?? html);
    });
    model = await startFakeModelServer();
    model.reply(SAY_HELLO);
    worker = await startPlainWorkerd({
      vars: { LOCAL: '1', ALLOWED_ORIGINS: site.url.origin, MODEL_BASE_URL: model.baseUrl },
    });
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await worker?.close();
    await model?.close();
    await site?.close();
    await installed?.remove();
  });

  /**
   * Loads an example into a page, mounts or hydrates it, asks a question, and returns the text of its event
   * handler.
   */
  async function ask(file: string, method: 'mount' | 'hydrate', given: Given): Promise<string> {
    scripts.set(`/${file}.js`, await bundleOnce(file, installed));
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(site.url.href);
    const answered = page.evaluate(
      async ([path, name, properties]) => {
        type Start = (place: Element, properties: object) => void;
        const { [name]: start } = (await import(path)) as Record<string, Start>;
        const place = document.querySelector('main')!;
        const rendered = place.querySelector('cf-ai-chat');
        const role = await new Promise<string>((resolve) => {
          start!(place, { ...properties, onAnswer: (message: { role: string }) => resolve(message.role) });
        });
        return rendered && rendered !== place.querySelector('cf-ai-chat') ? 'another element' : role;
      },
      [`/${file}.js`, method, given] as const,
    );
    await page.locator('cf-ai-chat').getByRole('button', { name: QUESTION }).click();
    const answer = await answered;
    assert.deepEqual(errors, []);
    await page.close();
    return answer;
  }

  const given = (): Given => ({
    endpoint: new URL('/api/chat', worker.url).href,
    suggestions: [QUESTION],
  });

  for (const [name, file, rendered] of [
    ['React 19', 'react-browser.ts', 'react-rendered.ts'],
    ['Vue 3', 'vue.ts', 'vue-rendered.ts'],
    ['Svelte 5', 'svelte.ts', 'svelte-rendered.ts'],
    ['Angular', 'angular-browser.ts', 'angular-rendered.ts'],
    ['no framework', 'html.ts', undefined],
  ] as const) {
    // Angular's compiler takes seconds.
    if (!IS_FULL_RUN && name === 'Angular') continue;
    it(`passes a list as a property and hears the answer's event, in ${name}`, async () => {
      html = pageWith('');
      assert.equal(await ask(file, 'mount', given()), 'assistant');
    });

    // The chat's part in hydration is the same in each framework.
    if (rendered && (IS_FULL_RUN || name === 'React 19'))
      it(`passes a list and hears the answer's event on a page that ${name} rendered on a server and hydrates`, async () => {
        html = await renderOnServer(rendered, installed, given());
        assert.match(html, /<main>.*<cf-ai-chat /s);
        assert.equal(await ask(file, 'hydrate', given()), 'assistant');
      });
  }

  for (const [name, file] of [
    ['React 19', 'answer-react.ts'],
    ['Vue 3', 'answer-vue.ts'],
    ['Svelte 5', 'answer-svelte.ts'],
  ] as const) {
    // Only `npm run test:full` has the renderer in all three.
    if (!IS_FULL_RUN && name !== 'React 19') continue;
    it(`streams an answer into a component by the renderer alone, in ${name}`, async () => {
      html = pageWith('');
      scripts.set('/answer.txt', '# Hello\n\n**there**');
      scripts.set(`/${file}.js`, await bundleOnce(file, installed));
      const page = await browser.newPage();
      await page.goto(site.url.href);
      await page.evaluate(async (path) => {
        type Mount = (place: Element, properties: object) => void;
        const { mount } = (await import(path)) as { mount: Mount };
        mount(document.querySelector('main')!, { url: '/answer.txt' });
      }, `/${file}.js`);
      await page.locator('main h1 + p > strong').getByText('there').waitFor();
      assert.equal(await page.locator('main h1').count(), 1);
      await page.close();
    });
  }

  it("updates the properties of its React component, and removes that component's listeners", async () => {
    html = pageWith('');
    const file = 'react-properties.ts';
    scripts.set(`/${file}.js`, await bundleOnce(file, installed));
    const page = await browser.newPage();
    await page.goto(site.url.href);
    const seen = await page.evaluate(async (path) => {
      const { draw } = (await import(path)) as { draw(place: Element): Promise<string[]> };
      return draw(document.querySelector('main')!);
    }, `/${file}.js`);
    assert.deepEqual(seen, ['One,3,true', 'cleared', ',5,false', 'false corner', 'null']);
    await page.close();
  });

  for (const [order, files] of [
    ['before the page is hydrated', ['html.ts', 'react-hydration.ts']],
    ['after the page is hydrated', ['react-hydration.ts', 'html.ts']],
  ] as const) {
    it(`keeps the HTML that React has rendered on a server when the chat loads ${order}`, async () => {
      for (const file of files) scripts.set(`/${file}.js`, await bundleOnce(file, installed));
      html = pageWith(renderPage(3));
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(site.url.href);
      const seen = await page.evaluate(
        async (paths) => {
          type Hydrate = (
            place: Element,
            limit: number,
            noteError: (error: unknown) => void,
          ) => Promise<Redraw>;
          type Redraw = (limit: number) => void;
          const place = document.querySelector('main')!;
          const chat = place.querySelector('cf-ai-chat')!;
          const refused: string[] = [];
          let redraw: Redraw | undefined;
          const settings = (): readonly unknown[] => [
            chat.historyLimit,
            chat.stallTimeout,
            chat.contactUrl,
            chat.launcherLabel,
            chat.imageSources,
            chat.disabled,
          ];
          for (const path of paths) {
            const { hydrate } = (await import(path)) as { hydrate?: Hydrate };
            redraw = (await hydrate?.(place, 3, (error) => refused.push(String(error)))) ?? redraw;
          }
          await customElements.whenDefined('cf-ai-chat');
          await chat.updateComplete;
          const hydrated = settings();
          redraw?.(5);
          return {
            hydrated,
            redrawn: settings(),
            refused,
            isSame: chat === place.querySelector('cf-ai-chat'),
          };
        },
        files.map((file) => `/${file}.js`),
      );
      const others = [5000, '/help', 'Talk', 'https://img.example', true];
      assert.deepEqual(seen, {
        hydrated: [3, ...others],
        redrawn: [5, ...others],
        refused: [],
        isSame: true,
      });
      assert.deepEqual(errors, []);
      await page.close();
    });
  }
});
