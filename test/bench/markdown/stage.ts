import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { build } from 'vite';
import { readAnswers } from '../../support/answers.ts';
import { launchChromium } from '../../support/browser.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { startTrace, type FrameTimes } from './frame-trace.ts';
import type { page as pageApi } from './page.ts';

type PageApi = typeof pageApi;
type Name = keyof PageApi;
type Arguments<N extends Name> = Parameters<PageApi[N]>;
type Result<N extends Name> = Awaited<ReturnType<PageApi[N]>>;

/** CPU time of the page's main thread, in milliseconds. */
export interface Cost {
  /** Everything, painting included. */
  readonly total: number;
  readonly script: number;
  /** Script, styles and layout, which do not depend on the size of the window. */
  readonly work: number;
}

declare const page: PageApi;

const STYLE = 'main { font: 16px/1.5 sans-serif; width: 400px }';

/** A Chromium with a page that draws markdown. Costs are read from Chromium's own metrics. */
export class Stage implements AsyncDisposable {
  readonly #browser: Browser;
  /** The script of a page. */
  readonly #script: string;
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(browser: Browser, script: string, opened: Page, session: CDPSession) {
    this.#browser = browser;
    this.#script = script;
    this.#page = opened;
    this.#session = session;
  }

  /** Starts the browser without a limit of its frame rate, since CPU time is measured and not the clock. */
  static async open(): Promise<Stage> {
    const browser = await launchChromium({ args: ['--disable-frame-rate-limit', '--disable-gpu-vsync'] });
    return Stage.#openPage(browser, await bundlePage());
  }

  static async #openPage(browser: Browser, script: string): Promise<Stage> {
    const opened = await browser.newPage();
    await opened.setContent(`<!doctype html><style>${STYLE}</style>`);
    await opened.addScriptTag({ content: script });
    const session = await opened.context().newCDPSession(opened);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new Stage(browser, script, opened, session);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }

  /** Calls one of the page's functions. */
  call<N extends Name>(name: N, ...args: Arguments<N>): Promise<Result<N>> {
    return this.#page.evaluate(([called, values]) => Reflect.apply(page[called], page, values), [
      name,
      args,
    ] as const);
  }

  /** The cost of a call. Collects the garbage of earlier calls before. */
  async measure<N extends Name>(name: N, ...args: Arguments<N>): Promise<Cost> {
    await this.#session.send('HeapProfiler.collectGarbage');
    const before = await this.#readMetrics();
    await this.call(name, ...args);
    const after = await this.#readMetrics();
    const spent = (metric: string): number => ((after.get(metric) ?? 0) - (before.get(metric) ?? 0)) * 1000;
    const script = spent('ScriptDuration');
    const work = script + spent('RecalcStyleDuration') + spent('LayoutDuration');
    return { total: spent('TaskDuration'), script, work };
  }

  /** The cost of a call in a new page, in which none of the code has run before. */
  async measureFirst<N extends Name>(name: N, ...args: Arguments<N>): Promise<Cost> {
    const other = await Stage.#openPage(this.#browser, this.#script);
    const cost = await other.measure(name, ...args);
    await other.#page.close();
    return cost;
  }

  /** The cost of a call in a new page, after the warm-up that the panel does in idle time. */
  async measureWarmedUp<N extends Name>(name: N, ...args: Arguments<N>): Promise<Cost> {
    const other = await Stage.#openPage(this.#browser, this.#script);
    await other.call('warmUpAll');
    const cost = await other.measure(name, ...args);
    await other.#page.close();
    return cost;
  }

  /** The time of each frame during a call. */
  async traceFrames<N extends Name>(name: N, ...args: Arguments<N>): Promise<FrameTimes> {
    const stop = await startTrace(this.#browser);
    await this.call(name, ...args);
    return stop();
  }

  async #readMetrics(): Promise<Map<string, number>> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  }
}

async function bundlePage(): Promise<string> {
  installFixture('baselines');
  const corpora = await Promise.all([readAnswers(), readAnswers('hard-answers'), readAnswers('new-answers')]);
  const answers: Record<string, string> = Object.assign({}, ...corpora);
  const results = await build({
    configFile: false,
    logLevel: 'silent',
    define: { ANSWER_CORPUS: JSON.stringify(answers) },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'page.ts'), formats: ['iife'], name: 'bench' },
    },
  });
  const [output] = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
  return output?.type === 'chunk' ? output.code : '';
}
