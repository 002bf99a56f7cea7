import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { startHostSite, type HostSite, type HostSitePage } from '../support/host-site.ts';
import { timeOpening } from '../support/time-opening.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

const ROUNDS = 11;
const SLOWDOWN = 4;
const BASELINE = `the page without a chat, processor throttled ${SLOWDOWN}x, median of ${ROUNDS}`;
const UNTHROTTLED = `thread time of the same load at full speed, times ${SLOWDOWN}, least of ${ROUNDS}`;
const OPENING = `processor not throttled, median of ${ROUNDS}`;

/** Costs of a page load in milliseconds; `shift` is the layout shift as a score. */
interface Load {
  readonly script: number;
  readonly blocking: number;
  readonly largestPaint: number;
  readonly shift: number;
}

/** What {@link watchLoad} has recorded; times in milliseconds since the navigation. */
interface Watched extends Pick<Load, 'largestPaint' | 'shift'> {
  readonly firstPaint: number;
  readonly tasks: readonly (readonly [start: number, end: number])[];
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function inNewPage<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Slows the page's processor down by `rate`. Returns a function that reads the script time so far, in milliseconds of thread time. */
async function openMetrics(page: Page, rate: number): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
  };
}

/** Loads a page and measures the load. Script is measured in thread time, the rest by the clock. */
function load(browser: Browser, address: string, rate: number): Promise<Load> {
  return inNewPage(browser, async (page) => {
    const readScript = await openMetrics(page, rate);
    await page.addInitScript(watchLoad);
    await page.goto(address, { waitUntil: 'networkidle' });
    const script = await readScript();
    const watched = await page.evaluate(() => Reflect.get(window, 'watched') as Watched);
    const { largestPaint, shift } = watched;
    return { script, blocking: blockingTime(watched), largestPaint, shift };
  });
}

/** Total blocking time as in Lighthouse: the part of each task beyond 50 ms, after the first paint. */
function blockingTime({ firstPaint, tasks }: Watched): number {
  return tasks.reduce((sum, [start, end]) => sum + Math.max(0, end - Math.max(start, firstPaint) - 50), 0);
}

/** Milliseconds for a script with a fixed amount of work. */
function runFixedWork(browser: Browser, rate: number): Promise<number> {
  return inNewPage(browser, async (page) => {
    const readScript = await openMetrics(page, rate);
    await page.setContent('<!doctype html>');
    const before = await readScript();
    await page.addScriptTag({ content: 'let h = 0; for (let i = 0; i < 3e5; i++) h = (h * 31 + i) | 0' });
    return (await readScript()) - before;
  });
}

/** By what factor Chromium really slows script down, which is more than the rate that was set; the lowest of all rounds. */
async function measureThrottling(browser: Browser): Promise<number> {
  const slow = await repeat(() => runFixedWork(browser, SLOWDOWN));
  const fast = await repeat(() => runFixedWork(browser, 1));
  return Math.min(...slow) / Math.min(...fast);
}

async function compareScripts(browser: Browser, site: HostSite): Promise<BenchmarkResult[]> {
  const least = async (page: HostSitePage): Promise<number> =>
    Math.min(...(await repeat(() => load(browser, site.addressOf(page), 1))).map(({ script }) => script));
  const value = ((await least({ script: '' })) - (await least({}))) * SLOWDOWN;
  const throttling = await measureThrottling(browser);
  return [
    { title: 'script added to the load', value, unit: 'ms', baseline: UNTHROTTLED, gate: 25, goal: 15 },
    {
      title: `a loop, throttled ${SLOWDOWN}x by Chromium`,
      value: throttling,
      unit: 'x',
      baseline: 'at full speed',
    },
  ];
}

/** Runs in the page: records tasks, paints and layout shifts that the browser reports. */
function watchLoad(): void {
  const watched = {
    firstPaint: Infinity,
    tasks: [] as [start: number, end: number][],
    largestPaint: 0,
    shift: 0,
  };
  Object.assign(window, { watched });
  const watch = (type: string, add: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  watch('longtask', ({ startTime, duration }) => watched.tasks.push([startTime, startTime + duration]));
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') watched.firstPaint = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => (watched.largestPaint = startTime));
  watch('layout-shift', (entry) => (watched.shift += Reflect.get(entry, 'value') as number));
}

/** Milliseconds from the click to the frame that shows the panel. */
function open(browser: Browser, address: string, isPreloaded: boolean): Promise<number> {
  return inNewPage(browser, async (page) => {
    await page.goto(address, { waitUntil: 'networkidle' });
    const launcher = page.locator('cf-ai-chat').getByRole('button');
    await launcher.waitFor();
    if (isPreloaded) {
      await launcher.hover();
      await page.waitForLoadState('networkidle');
    }
    return timeOpening(page);
  });
}

async function repeat<T>(measure: () => Promise<T>): Promise<T[]> {
  const values: T[] = [];
  for (let round = 0; round < ROUNDS; round += 1) values.push(await measure());
  return values;
}

/** Loads both pages in turns, so that a change of the machine's load affects both. */
async function compareLoads(browser: Browser, site: HostSite): Promise<BenchmarkResult[]> {
  const pages: readonly HostSitePage[] = [{}, { script: '' }];
  const rounds = await repeat(async () => {
    const loads: Load[] = [];
    for (const page of pages) loads.push(await load(browser, site.addressOf(page), SLOWDOWN));
    return loads;
  });
  const medianOf = (index: number, name: keyof Load): number =>
    median(rounds.map((loads) => loads[index]?.[name] ?? Number.NaN));
  const compare = (title: string, name: keyof Load, limits: object, unit = 'ms'): BenchmarkResult => {
    const [without, withChat] = [medianOf(0, name), medianOf(1, name)];
    const least = Math.min(...rounds.map((loads) => loads[1]?.[name] ?? Number.NaN));
    const all = `${withChat.toFixed(1)} ${unit} (least ${least.toFixed(1)})`;
    console.log(`  ${title}: ${all}, without a chat ${without.toFixed(1)} ${unit}`);
    return { title, value: withChat - without, unit, baseline: BASELINE, ...limits };
  };
  return [
    compare('script added, as Chromium throttles', 'script', {}),
    compare('blocking time added', 'blocking', { gate: 10, goal: 0 }),
    compare('largest paint later by', 'largestPaint', {}),
    compare('layout shift added', 'shift', { gate: 0, goal: 0 }, ''),
  ];
}

/** What a chat that nobody uses costs a page, and how soon its panel is drawn after a press. */
export const benchmark: Benchmark = {
  title: 'Page',
  async run() {
    const site = await startHostSite();
    const browser = await launchChromium();
    try {
      const address = site.addressOf({ script: '' });
      const warm = median(await repeat(() => open(browser, address, true)));
      const cold = median(await repeat(() => open(browser, address, false)));
      const scripts = await compareScripts(browser, site);
      const loads = await compareLoads(browser, site);
      return [
        ...scripts,
        ...loads,
        { title: 'opening, panel preloaded', value: warm, unit: 'ms', baseline: OPENING, gate: 100 },
        { title: 'opening, panel not loaded', value: cold, unit: 'ms', baseline: OPENING },
      ];
    } finally {
      await browser.close();
      await site.close();
    }
  },
};
