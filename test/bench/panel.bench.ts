import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts';
import { ReadingPage } from '../support/reading-page.ts';
import { answerSteadily, type SteadyAnswer } from '../support/steady-answer.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import { startTrace } from './markdown/frame-trace.ts';
import { percentile } from './markdown/statistics.ts';
import {
  type Interactions,
  LEAST_DURATION_MS,
  measureBareKeys,
  measureInteractions,
} from './panel/interactions.ts';
import { SLOWDOWN, slowDown } from './panel/slow-down.ts';

/** Tokens a second. */
const RATE = 200;
const KEYS = 80;
const KEY_PAUSE_MS = 100;
const GATE_MS = 100;
/** The limit of a good Interaction to Next Paint: https://web.dev/articles/inp */
const INTERACTION_GATE_MS = 200;
const MESSAGES = 100;

const SCRIPT = '<script src="/cf-ai-chat.js" data-mount="none"></script>';
const CHAT = `<!doctype html><html lang="en">${SCRIPT}<cf-ai-chat open persist="none" endpoint="/api/chat"></cf-ai-chat>`;
const IN_MODES = {
  floating: CHAT,
  page: CHAT.replace(' open ', ' mode="page" '),
} as const;
const BARE = '<!doctype html><html lang="en"><textarea></textarea><main style="white-space:pre-wrap"></main>';

const WORDS = 'Words of an answer that goes on for longer than anybody wants to read it. ';
const ANSWERS: Readonly<Record<string, SteadyAnswer>> = {
  prose: { rate: RATE, tokens: Infinity, beginning: `${WORDS.repeat(3)}\n\n`.repeat(40) },
  'a long code block': {
    rate: RATE,
    tokens: Infinity,
    beginning: `\`\`\`js\n${'const name = call("text", 12); // a comment\n'.repeat(300)}`,
    tokenAt: (index) => ['const ', 'name', ` = "${index}"`, ';\n'][index % 4] ?? '',
  },
};

/** How soon the page reacts while an answer arrives, in milliseconds. */
interface Reaction {
  readonly longestTask: number;
  /** The 98th percentile, from the press of a key to the frame that shows its letter. */
  readonly keyToPaint: number;
}

/** Runs in the page: records the time from each key press to the next paint. */
function watchKeys(): void {
  const durations: number[] = [];
  Object.assign(window, { durations });
  const observer = new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') durations.push(duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page: draws a stream into one text node, once a frame. The chat is compared with this. */
async function drawBare(): Promise<void> {
  const node = document.createTextNode('');
  document.querySelector('main')?.append(node);
  let pending = '';
  const draw = (): void => {
    requestAnimationFrame(draw);
    if (pending === '') return;
    node.appendData(pending);
    pending = '';
    scrollTo(0, document.documentElement.scrollHeight);
  };
  draw();
  const { body } = await fetch('/api/chat', { method: 'POST', body: '{}' });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
    for (const [, token = ''] of chunk.value.matchAll(/"token":("[^\n]*")\}/g)) pending += JSON.parse(token);
}

/** Types into the page's text box while an answer arrives, and measures the reactions. */
async function measure(browser: Browser, page: Page): Promise<Reaction> {
  await slowDown(page);
  await page.locator('textarea').first().focus();
  await page.evaluate(watchKeys);
  const stop = await startTrace(browser);
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('a');
    await wait(KEY_PAUSE_MS);
  }
  const { longest } = await stop();
  const slow = await page.evaluate(() => Reflect.get(window, 'durations') as number[]);
  const quick = Array.from({ length: Math.max(0, KEYS - slow.length) }, () => LEAST_DURATION_MS);
  return { longestTask: longest, keyToPaint: percentile([...slow, ...quick], 0.98) };
}

async function measureChat(browser: Browser, site: LoopbackSite): Promise<Reaction> {
  const reading = await ReadingPage.open(browser, new URL('/chat', site.url));
  await reading.ask('Tell me everything');
  await reading.followEnd();
  const reaction = await measure(browser, reading.page);
  await reading.close();
  return reaction;
}

async function measureBare(browser: Browser, site: LoopbackSite): Promise<Reaction> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL('/bare', site.url).href);
  await page.evaluate(`void (${drawBare.toString()})()`);
  const reaction = await measure(browser, page);
  await context.close();
  return reaction;
}

/** How soon the page reacts while an answer streams into the panel, on a slow processor. */
export const benchmark: Benchmark = {
  title: 'Panel',
  async run() {
    const site = await startLoopbackSite();
    const browser = await launchChromium();
    try {
      site.page('/chat', CHAT);
      site.page('/bare', BARE);
      for (const [mode, page] of Object.entries(IN_MODES)) site.page(`/${mode}`, page);
      const results: BenchmarkResult[] = [];
      for (const [kind, answer] of Object.entries(ANSWERS)) {
        site.route(
          '/api/chat',
          answerSteadily(() => answer),
        );
        const bare = await measureBare(browser, site);
        const ours = await measureChat(browser, site);
        results.push(...compare(kind, ours, bare));
      }
      const bareKey = await measureBareKeys(browser, site);
      for (const mode of ['floating', 'page'] as const)
        results.push(describe(mode, await measureInteractions(browser, site, mode, MESSAGES), bareKey));
      return results;
    } finally {
      await browser.close();
      await site.close();
    }
  },
};

function compare(kind: string, ours: Reaction, bare: Reaction): BenchmarkResult[] {
  const baseline = (value: number): string =>
    `a bare text node: ${value.toFixed(0)} ms; ${RATE} tokens/s, processor throttled ${SLOWDOWN}x`;
  const limits = { unit: 'ms', gate: GATE_MS };
  return [
    {
      title: `${kind}: longest task`,
      value: ours.longestTask,
      baseline: baseline(bare.longestTask),
      ...limits,
    },
    {
      title: `${kind}: key to paint, p98`,
      value: ours.keyToPaint,
      baseline: baseline(bare.keyToPaint),
      ...limits,
    },
  ];
}

function describe(mode: string, durations: Interactions, bareKey: number): BenchmarkResult {
  const each = [...durations].map(([name, duration]) => `${name} ${duration}`).join(', ');
  return {
    title: `${mode}, ${MESSAGES} messages: slowest interaction to paint`,
    value: Math.max(...durations.values()),
    unit: 'ms',
    gate: INTERACTION_GATE_MS,
    baseline: `${each}; a key in a bare page: ${bareKey} ms; processor throttled ${SLOWDOWN}x`,
  };
}
