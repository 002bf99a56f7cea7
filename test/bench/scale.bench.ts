import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts';
import {
  answerShortly,
  askOften,
  chatsInMemory,
  comeAndGo,
  heapOf,
  LONG_VISITS_PAGE,
  storeMessages,
  timeOpening,
} from '../support/long-visits.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import { percentile } from './markdown/statistics.ts';

const ROUNDS = 9;
const STORED = 10_000;
const PRESENT = 500;
const OPENING_GATE_MS = 100;
const TURNS = 500;
const HEAP_GATE_MB = 10;
const VISITS = 50;

async function inNewPage<T>(
  browser: Browser,
  site: LoopbackSite,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(site.url.href);
    return await use(page);
  } finally {
    await context.close();
  }
}

/** Median time to open a chat with so many stored messages. The code was loaded by opening another chat before. */
async function measureOpening(browser: Browser, site: LoopbackSite, present: number, earlier: number) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const time = await inNewPage(browser, site, async (page) => {
      await timeOpening(page);
      await page.evaluate(() => document.querySelector('cf-ai-chat')?.remove());
      if (present > 0) await storeMessages(page, { present, earlier });
      return timeOpening(page);
    });
    times.push(time);
  }
  return percentile(times, 0.5);
}

async function measureHeap(browser: Browser, site: LoopbackSite, turns: number): Promise<number> {
  return inNewPage(browser, site, async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await timeOpening(page);
    await askOften(page, 10);
    const before = await heapOf(devtools);
    await askOften(page, turns);
    return ((await heapOf(devtools)) - before) / 2 ** 20;
  });
}

async function countSurvivors(browser: Browser, site: LoopbackSite): Promise<number> {
  return inNewPage(browser, site, async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await comeAndGo(page, VISITS);
    return chatsInMemory(devtools);
  });
}

/** Time and memory for visitors with long conversations, and for those who come back often. */
export const benchmark: Benchmark = {
  title: 'Scale',
  async run(turns = TURNS) {
    const site = await startLoopbackSite();
    const browser = await launchChromium();
    try {
      site.page('/', LONG_VISITS_PAGE);
      site.route('/api/chat', answerShortly);
      const empty = await measureOpening(browser, site, 0, 0);
      const long = await measureOpening(browser, site, PRESENT, STORED - PRESENT);
      const results: BenchmarkResult[] = [
        {
          title: `opening, ${PRESENT} messages in the panel, ${STORED} stored`,
          value: long - empty,
          unit: 'ms',
          baseline: `more than an empty chat, which takes ${empty.toFixed(0)} ms; median of ${ROUNDS}`,
          gate: OPENING_GATE_MS,
        },
        {
          title: `heap after ${turns} turns`,
          value: await measureHeap(browser, site, turns),
          unit: 'MB',
          baseline: 'more than after 10 turns, garbage collected',
          gate: HEAP_GATE_MB,
        },
        {
          title: 'chats left in memory',
          value: await countSurvivors(browser, site),
          unit: '',
          baseline: `added, opened, asked and removed ${VISITS} times`,
          gate: 0,
        },
      ];
      return results;
    } finally {
      await browser.close();
      await site.close();
    }
  },
};
