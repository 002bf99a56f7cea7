import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import { evaluatedModules } from '../../widget/build/evaluated-modules-plugin.ts';
import { keptBuild } from './kept-build.ts';
import { startLoopbackSite } from './loopback-site.ts';
import type { page as StatePage } from './states/page.ts';
import { type Sample, sampleIn } from './states/samples.ts';

declare const states: typeof StatePage;

/** The screen for a picture of a chat. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark' | 'forced';
  readonly language: string;
}

/** Preferences of the visitor. Reduced motion, because animations take a quarter of the processor time of these pages. */
export type Motion = 'reduce' | 'no-preference';

/** A page that shows states of a chat, one after the other. */
export interface StatesPage {
  readonly page: Page;
  show(state: string): Promise<void>;
  close(): Promise<void>;
}

/** A site whose pages show every state of a chat, built from the current sources. */
export interface StateSite {
  readonly states: readonly string[];
  open(look: Look): Promise<StatesPage>;
  close(): Promise<void>;
}

/** The sources of the script of the pages. */
const SOURCES = ['widget', 'test/support'];

/** Up to this width, pages are shown as on a phone: with touch, and without a mouse. */
const PHONE = { from: 360, to: 480 };

/** Bundles the widget and starts the site. */
export async function startStateSite(browser: Browser, motion: Motion = 'reduce'): Promise<StateSite> {
  const script = await keptBuild('states', SOURCES, bundlePage);
  const site = await startLoopbackSite();
  site.route('/states.js', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script);
  });
  const open = (look: Look): Promise<StatesPage> => {
    site.page(`/${look.language}`, drawHost(sampleIn(look.language)));
    return openPage(browser, site.url, { ...look, motion });
  };
  const first = await open({ width: 800, height: 600, scheme: 'light', language: 'en' });
  const names = await first.page.evaluate(() => states.names);
  await first.close();
  return { states: names, open, close: () => site.close() };
}

type MovingLook = Look & { readonly motion: Motion };

async function openPage(browser: Browser, site: URL, look: MovingLook): Promise<StatesPage> {
  const { width, height, scheme, language, motion } = look;
  const isPhone = width >= PHONE.from && width <= PHONE.to;
  const options: BrowserContextOptions = {
    viewport: { width, height },
    reducedMotion: motion,
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    forcedColors: scheme === 'forced' ? 'active' : 'none',
    ...(isPhone && { hasTouch: true, isMobile: true }),
  };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.exposeFunction('hoverPoint', (x: number, y: number) => page.mouse.move(x, y));
  await page.exposeFunction('pressKey', (key: string) => page.keyboard.press(key));
  await page.addInitScript('globalThis.driver = { hover: hoverPoint, press: pressKey }');
  await page.goto(new URL(`/${language}`, site).href);
  return {
    page,
    async show(state) {
      await page.mouse.move(0, 0);
      await page.evaluate((name) => states.show(name), state);
    },
    close: () => context.close(),
  };
}

async function bundlePage(): Promise<string> {
  const entry = join(import.meta.dirname, 'states/page.ts');
  const results = await build({
    configFile: false,
    logLevel: 'error',
    // A classic script has no top-level await.
    plugins: [evaluatedModules()],
    define: { __CF_AI_CHAT_VERSION__: '"0.0.0"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      // No tree shaking: `sideEffects` in package.json lists only built files, so it would remove the module that defines the element.
      rolldownOptions: { treeshake: false },
      lib: { entry, formats: ['iife'], name: 'statesPage' },
    },
  });
  const [output] = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
  if (output?.type !== 'chunk') throw new Error('Vite built no script');
  return output.code;
}

function drawHost({ language, direction, page }: Sample): string {
  const text = `<p>${page}</p>`.repeat(30);
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>A page</title>
    <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
    <style>:root { color-scheme: light dark } body { margin: 24px; font: 16px/1.6 serif }
    cf-ai-chat:not(:state(floating)) { height: 80vh }</style>
    <script src="/states.js" defer></script></head><body><main><h1>A page</h1>${text}</main></body></html>`;
}
