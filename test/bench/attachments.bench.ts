import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { INTERRUPTIONS, InterruptedSends, type Sent } from '../support/attachments/interrupted-sends.ts';
import type { Preview, PreviewPage } from '../support/attachments/preview-page.ts';
import { launchChromium } from '../support/browser.ts';
import { bundle, forBrowsers } from '../support/bundle.ts';
import { startPageServer } from '../support/page-server.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import { median } from './markdown/statistics.ts';
import { slowDown } from './panel/slow-down.ts';

const SENDS = 200;
const PREVIEWS = 10;

/** The functions of `preview-page.ts`, in the page. */
declare const previewing: PreviewPage;

function row(title: string, sends: readonly Sent[]): BenchmarkResult {
  const value = sends.filter(({ faults }) => faults.length > 0).length;
  return { title, value, unit: '', baseline: `of ${sends.length}`, gate: 0 };
}

async function interruptSends(browser: Browser, size: number, first: number): Promise<BenchmarkResult[]> {
  const rig = await InterruptedSends.start(browser);
  try {
    const sends: Sent[] = [];
    for (let index = first; index < first + size; index += 1) {
      const interruption = INTERRUPTIONS[index % INTERRUPTIONS.length] ?? 'cut';
      const tenth = Math.floor(index / INTERRUPTIONS.length) % 10;
      // oxlint-disable-next-line no-await-in-loop -- one after the other, on one machine
      const sent = await rig.run(interruption, tenth);
      if (sent.faults.length > 0)
        console.log(`  ${interruption} at ${tenth} tenths: ${sent.faults.join('; ')}`);
      sends.push(sent);
    }
    const kinds = INTERRUPTIONS.map((kind) =>
      row(
        kind,
        sends.filter(({ interruption }) => interruption === kind),
      ),
    );
    return [...kinds, row('all', sends)];
  } finally {
    await rig.close();
  }
}

/** On a processor that is as slow as that of a phone. */
async function measurePreview(browser: Browser): Promise<BenchmarkResult[]> {
  // From this machine, as HTTPS would: only such pages have all decoders.
  const server = await startPageServer((_request, response) => response.end());
  const page = await browser.newPage();
  await page.goto(server.url.href);
  await page.addScriptTag({
    type: 'module',
    content: await bundle({
      build: forBrowsers(join(import.meta.dirname, '../support/attachments/preview-page.ts')),
    }),
  });
  await page.waitForFunction(() => 'previewing' in globalThis);
  const bytes = await page.evaluate(() => previewing.take());
  await slowDown(page);
  const previews: Preview[] = [];
  for (let count = 0; count < PREVIEWS; count += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, on one machine
    previews.push(await page.evaluate(() => previewing.preview()));
  await page.close();
  await server.close();
  const times = previews.map(({ shownMs }) => shownMs);
  const tasks = previews.map(({ longestTaskMs }) => longestTaskMs);
  const of = `median of ${PREVIEWS}, a JPEG of ${(bytes / 1e6).toFixed(1)} MB`;
  const quickest = `the quickest ${Math.min(...times).toFixed()} ms`;
  return [
    {
      title: 'preview of 12 megapixels',
      value: median(times),
      unit: 'ms',
      baseline: `${of}; ${quickest}`,
      gate: 300,
    },
    {
      title: 'longest task of it, where 50 ms or more',
      value: median(tasks),
      unit: 'ms',
      baseline: `${of}; the longest ${Math.max(...tasks).toFixed()} ms`,
    },
  ];
}

/**
 * Interrupts uploads of files after each tenth of their bytes: each file must arrive once, with its question, and the question be
 * charged once. Also measures how soon the preview of a photo is drawn.
 */
export const benchmark: Benchmark = {
  title: 'Files of questions: interrupted ones that did not arrive once or were not charged once; a preview',
  parts: ['sends', 'preview'],
  async run(size = SENDS, parts = [], first = 0) {
    const isMeasured = (part: string): boolean => parts.length === 0 || parts.includes(part);
    const browser = await launchChromium();
    try {
      return [
        ...(isMeasured('preview') ? await measurePreview(browser) : []),
        ...(isMeasured('sends') ? await interruptSends(browser, size, first) : []),
      ];
    } finally {
      await browser.close();
    }
  },
};
