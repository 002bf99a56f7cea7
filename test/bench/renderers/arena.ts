import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../../support/browser.ts';
import { bundle } from '../../support/bundle.ts';
import { answer, startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts';
import { bundleModule } from './bundles.ts';
import type { page as pageApi } from './page.ts';
import type { Renderer } from './renderers.ts';

type PageApi = typeof pageApi;
type Name = keyof PageApi;

declare const page: PageApi;

const SCRIPT = { 'content-type': 'text/javascript' };
const STYLE = 'main { font: 16px/1.5 sans-serif; width: 400px }';

/** A page with one renderer. */
export class RendererPage implements AsyncDisposable {
  /** For observing the page's requests and scripts from outside. */
  readonly context: BrowserContext;
  readonly #page: Page;
  readonly #session: CDPSession;

  constructor(opened: Page, session: CDPSession) {
    this.context = opened.context();
    this.#page = opened;
    this.#session = session;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close();
  }

  /** Calls one of the page's functions. */
  call<N extends Name>(name: N, ...args: Parameters<PageApi[N]>): Promise<Awaited<ReturnType<PageApi[N]>>> {
    return this.#page.evaluate(([called, values]) => Reflect.apply(page[called], page, values), [
      name,
      args,
    ] as const);
  }

  /** Milliseconds of CPU that the main thread has taken so far, painting included. */
  async mainThreadTime(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  }
}

/** A browser, and a site that serves the renderers. */
export class Arena implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #site: LoopbackSite;
  readonly #entries = new Map<Renderer, string>();

  private constructor(browser: Browser, site: LoopbackSite) {
    this.#browser = browser;
    this.#site = site;
  }

  /** `args`: command line switches of Chromium. */
  static async open(args: string[] = []): Promise<Arena> {
    const site = await startLoopbackSite();
    const script = await bundle({
      build: { lib: { entry: join(import.meta.dirname, 'page.ts'), formats: ['iife'], name: 'arena' } },
    });
    site.page('/', `<!doctype html><style>${STYLE}</style><body><script>${script}</script>`);
    return new Arena(await launchChromium({ args }), site);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.#site.close();
  }

  /** The site's own address. */
  get origin(): string {
    return this.#site.url.origin;
  }

  /** Opens a page in which none of a renderer's code has run. */
  async enter(renderer: Renderer): Promise<RendererPage> {
    const entry = this.#entries.get(renderer) ?? (await this.#serve(renderer));
    const context = await this.#browser.newContext();
    const opened = await context.newPage();
    const session = await context.newCDPSession(opened);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await opened.goto(this.#site.url.href);
    const entered = new RendererPage(opened, session);
    await entered.call('load', entry);
    return entered;
  }

  async #serve(renderer: Renderer): Promise<string> {
    const { files, entry } = await bundleModule(renderer.file);
    for (const [name, code] of files) this.#site.route(`/${name}`, answer(code, SCRIPT));
    this.#entries.set(renderer, `/${entry}`);
    return `/${entry}`;
  }
}
