import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { DIST } from '../../widget/build/project.ts';
import { launchChromium } from '../support/browser.ts';
import { startPageServer, type PageServer } from '../support/page-server.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import { median } from './markdown/statistics.ts';
import { measurePress, type Press } from './opening/measure-press.ts';
import { SLOWDOWN } from './panel/slow-down.ts';

const ROUNDS = 11;
const PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title>
<script src="/cf-ai-chat.js" data-endpoint="/api/chat" defer></script><h1>A page</h1>${'<p>Some text.</p>'.repeat(40)}`;

/** Whether the pointer rests on the launcher before the press, and the limits of the time after the press, in milliseconds. */
const VISITS = {
  'cold press': { isHovered: false, gate: 400, goal: 350 },
  'press after a hover': { isHovered: true, gate: 280, goal: 240 },
} as const;
const PAINT_LIMITS = { gate: 150, goal: 100 };

type Visit = keyof typeof VISITS;

async function serveBuild(folder: string): Promise<PageServer> {
  return startPageServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const content = pathname === '/' ? PAGE : await readFile(join(folder, 'site', pathname)).catch(() => '');
    const type = pathname === '/' ? 'text/html' : 'text/javascript';
    response.writeHead(content === '' ? 404 : 200, { 'content-type': type }).end(content);
  });
}

async function press(browser: Browser, address: string, isHovered: boolean): Promise<Press> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'networkidle' });
    return await measurePress(page, {
      launcher: 'cf-ai-chat [part=launcher]',
      input: 'cf-ai-chat .composer textarea:focus',
      isHovered,
    });
  } finally {
    await context.close();
  }
}

/** Time from a press on the launcher to a drawn panel with focus. `BASE=/another/dist` also measures another build, in turns with ours. */
export const benchmark: Benchmark = {
  title: 'Opening',
  async run() {
    const base = process.env['BASE'];
    const servers = [await serveBuild(DIST), ...(base === undefined ? [] : [await serveBuild(base)])];
    const browser = await launchChromium();
    try {
      const results: BenchmarkResult[] = [];
      for (const [title, { isHovered, ...limits }] of Object.entries(VISITS)) {
        const rounds: (readonly Press[])[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const presses: Press[] = [];
          for (const { url } of servers) presses.push(await press(browser, url.href, isHovered));
          rounds.push(presses);
        }
        results.push(...describe(title as Visit, rounds, limits));
      }
      return results;
    } finally {
      await browser.close();
      for (const server of servers) await server.close();
    }
  },
};

function describe(
  title: Visit,
  rounds: readonly (readonly Press[])[],
  threadLimits: Pick<BenchmarkResult, 'gate' | 'goal'>,
): BenchmarkResult[] {
  const medianOf = (build: number, name: keyof Press): number =>
    median(rounds.map((presses) => presses[build]?.[name] ?? Number.NaN));
  const result = (name: keyof Press, words: string, limits: object): BenchmarkResult => {
    const other = medianOf(1, name);
    const compared = Number.isNaN(other) ? '' : `; ${other.toFixed(0)} ms in the other build`;
    const baseline = `processor throttled ${SLOWDOWN}x, median of ${ROUNDS}${compared}`;
    return { title: `${title}: ${words}`, value: medianOf(0, name), unit: 'ms', baseline, ...limits };
  };
  return [
    result('toPaint', 'interaction to next paint', PAINT_LIMITS),
    result('thread', 'main thread until the panel', threadLimits),
  ];
}
