// Compares MarkdownStream with a one-shot render, with naive rendering per frame and with a bare <div> per
// line, by the CPU time that Chromium reports for its main thread. Runs of the same text are interleaved, the
// figures are medians, and only their ratios mean anything across machines.
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { build } from 'vite';
import { launchChromium } from '../support/browser.ts';
import type { RunResult } from './markdown-page.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const BLOCK_KINDS = ['code', 'table', 'list', 'nested', 'paragraph'];
const CASES: readonly (readonly [kind: string, size: number, renderers: readonly string[]])[] = [
  ['mixed', 2000, ['oneshot', 'floor', 'stream', 'naive']],
  ['mixed', 10_000, ['oneshot', 'floor', 'stream', 'naive']],
  ['mixed', 50_000, ['oneshot', 'floor', 'stream']],
  ['mixed', 200_000, ['oneshot', 'stream']],
  ...BLOCK_KINDS.map((kind) => [kind, 50_000, ['oneshot', 'floor', 'stream']] as const),
  ...BLOCK_KINDS.map((kind) => [kind, 200_000, ['stream']] as const),
];

interface Sample extends RunResult {
  /** Milliseconds of main-thread CPU. */
  readonly total: number;
  readonly script: number;
}

declare const run: (renderer: string, kind: string, size: number) => Promise<RunResult>;

async function metrics(session: CDPSession): Promise<Record<string, number>> {
  const { metrics: list } = await session.send('Performance.getMetrics');
  return Object.fromEntries(list.map(({ name, value }) => [name, value * 1000]));
}

async function sample(
  page: Page,
  session: CDPSession,
  renderer: string,
  kind: string,
  size: number,
): Promise<Sample> {
  const before = await metrics(session);
  const result = await page.evaluate(([...options]) => run(...options), [renderer, kind, size] as const);
  const after = await metrics(session);
  const spent = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0);
  return {
    ...result,
    total: spent('TaskDuration'),
    script: result.calls.reduce((sum, call) => sum + call, 0),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function bundlePage(): Promise<string> {
  const results = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'markdown-page.ts'), formats: ['iife'], name: 'bench' },
    },
  });
  const [output] = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
  return output?.type === 'chunk' ? output.code : '';
}

const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await page.setContent(
    '<!doctype html><style>main{font:16px/1.5 sans-serif;width:400px;height:600px;overflow:auto}</style>',
  );
  await page.addScriptTag({ content: await bundlePage() });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await sample(page, session, 'stream', 'mixed', 10_000);
  const scripts = new Map<string, number>();
  for (const [kind, size, renderers] of CASES) {
    const samples = new Map<string, Sample[]>(renderers.map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of renderers) samples.get(name)?.push(await sample(page, session, name, kind, size));
    }
    const of = (name: string, key: 'total' | 'script'): number =>
      median((samples.get(name) ?? []).map((one) => one[key]));
    const figures = renderers.map(
      (name) => `${name} ${of(name, 'total').toFixed(0)} ms (script ${of(name, 'script').toFixed(0)})`,
    );
    const ratios = renderers
      .filter((name) => name !== 'stream')
      .map((name) => `x${(of('stream', 'total') / of(name, 'total')).toFixed(2)} ${name}`);
    const [one] = samples.get('stream') ?? [];
    const p99 = one?.calls[Math.floor(one.calls.length * 0.99)] ?? Number.NaN;
    const worst = one?.calls.at(-1) ?? Number.NaN;
    scripts.set(`${kind} ${size}`, of('stream', 'script'));
    console.log(`${kind} ${size / 1000} KB: ${figures.join(', ')}`);
    console.log(
      `    stream is ${ratios.join(', ')}; call p99 ${p99.toFixed(2)} ms, longest ${worst.toFixed(1)} ms; ` +
        `removed ${one?.removed} of ${one?.nodes} nodes`,
    );
  }
  for (const [kind, from] of [
    ['mixed', 2000],
    ...BLOCK_KINDS.map((name) => [name, 50_000] as const),
  ] as const) {
    const growth = (scripts.get(`${kind} 200000`) ?? 0) / (scripts.get(`${kind} ${from}`) ?? Number.NaN);
    const exponent = Math.log(growth) / Math.log(200_000 / from);
    console.log(`growth of script time, ${kind}, ${from / 1000} to 200 KB: exponent ${exponent.toFixed(2)}`);
  }
} finally {
  await browser.close();
}
