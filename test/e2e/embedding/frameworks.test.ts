import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { launchChromium } from '../../support/browser.ts';
import { startDevServer, type DevServer } from '../../support/dev-server.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { installPackage, type InstalledPackage } from '../../support/installed-package.ts';
import { startPageServer, type PageServer } from '../../support/page-server.ts';

const EXAMPLES = installFixture('frameworks');
const { svelte, vue } = await import('../../fixtures/frameworks/vite-plugins.ts');
const { renderPage } = await import('../../fixtures/frameworks/react-server.ts');

const QUESTION = 'How do I embed the widget?';

/** Bundles an example with the packed package, as the project of a user would. */
async function bundle(file: string, { folder }: InstalledPackage): Promise<string> {
  const results = await build({
    root: EXAMPLES,
    configFile: false,
    logLevel: 'silent',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [svelte, vue],
    resolve: {
      alias: { 'cf-ai-chat': join(folder, 'node_modules/cf-ai-chat/dist/index.js') },
      conditions: ['browser', 'module', 'production'],
    },
    build: {
      write: false,
      lib: { entry: join(EXAMPLES, file), formats: ['es'], fileName: 'example' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const files = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
  const chunk = files.find((output) => output.type === 'chunk');
  assert.ok(chunk);
  return chunk.code;
}

describe('the package in a bundle', { timeout: 180_000 }, () => {
  const scripts = new Map<string, string>();
  let main = '';
  let installed: InstalledPackage;
  let worker: DevServer;
  let site: PageServer;
  let browser: Browser;
  before(async () => {
    installed = await installPackage();
    site = await startPageServer((request, response) => {
      const script = scripts.get(request.url ?? '');
      response.writeHead(200, { 'content-type': script === undefined ? 'text/html' : 'text/javascript' });
      response.end(script ?? `<!doctype html><html lang="en"><body><main>${main}</main>`);
    });
    worker = await startDevServer({ ALLOWED_ORIGINS: site.url.origin });
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await worker?.close();
    await site?.close();
    await installed?.remove();
  });

  for (const [name, file] of [
    ['React 19', 'react.tsx'],
    ['Vue 3', 'vue.ts'],
    ['Svelte 5', 'svelte.ts'],
    ['no framework', 'html.ts'],
  ] as const) {
    it(`takes a list, and tells of its answers, in ${name}`, async () => {
      scripts.set(`/${file}.js`, await bundle(file, installed));
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(site.url.href);
      const properties = { endpoint: new URL('/api/chat', worker.url).href, suggestions: [QUESTION] };
      const answered = page.evaluate(
        async ([path, given]) => {
          const { mount } = (await import(path)) as { mount(place: Element, properties: object): void };
          return new Promise<string>((resolve) => {
            const onAnswer = (message: { role: string }): void => resolve(message.role);
            mount(document.querySelector('main')!, { ...given, onAnswer });
          });
        },
        [`/${file}.js`, properties] as const,
      );
      await page.locator('cf-ai-chat').getByRole('button', { name: QUESTION }).click();
      assert.equal(await answered, 'assistant');
      assert.deepEqual(errors, []);
      await page.close();
    });
  }

  for (const [order, files] of [
    ['before the page is hydrated', ['html.ts', 'react-hydration.ts']],
    ['after the page is hydrated', ['react-hydration.ts', 'html.ts']],
  ] as const) {
    it(`keeps what React has written on a server when the chat comes ${order}`, async () => {
      for (const file of files) scripts.set(`/${file}.js`, await bundle(file, installed));
      main = renderPage(3);
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
