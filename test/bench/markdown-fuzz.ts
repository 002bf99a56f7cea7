// Streams random documents in random pieces, compares each with the one-shot render, and watches what must
// hold meanwhile: `npm run fuzz -- --seconds 60 --from 1`, or `--documents 1000`. Runs the code that ships. With
// `--compare-only` it watches nothing and gets through several times as many; with `--splice` the documents are not
// written by rules but made of the examples of CommonMark and GFM.
// Prints a line per 1,000 documents and a summary with the seeds that failed; fails if any did.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { modulesConfig } from '../../widget/build/passes.ts';
import { launchChromium } from '../support/browser.ts';
import type { SpecExample } from '../widget/markdown/spec-examples.ts';
import type { FuzzResult } from './markdown-fuzz-page.ts';

const BATCH = 50;
const REPORT = 1000;
/** Nodes that were thrown away and made again, against the nodes of the finished documents. */
const MAX_REBUILT = 0.1;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    documents: { type: 'string', default: 'Infinity' },
    from: { type: 'string', default: '1' },
    splice: { type: 'boolean', default: false },
    'compare-only': { type: 'boolean', default: false },
  },
});

type Run = (first: number, count: number) => Promise<FuzzResult>;
declare const runSeeds: Run;
declare const compareSeeds: Run;
declare const spliceFrom: (examples: readonly string[]) => void;

async function bundlePage(): Promise<string> {
  const config = modulesConfig('');
  const entry = join(import.meta.dirname, 'markdown-fuzz-page.ts');
  const results = await build({
    configFile: false,
    logLevel: 'silent',
    ...(config.define && { define: config.define }),
    ...(config.plugins && { plugins: config.plugins }),
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'fuzz' } },
  });
  const [output] = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
  return output?.type === 'chunk' ? output.code : '';
}

async function readExamples(): Promise<string[]> {
  const files = await Promise.all(
    ['commonmark', 'gfm'].map((name) =>
      readFile(join(import.meta.dirname, `../fixtures/markdown/${name}.json`), 'utf8'),
    ),
  );
  const examples = files.flatMap((file) => (JSON.parse(file) as { examples: SpecExample[] }).examples);
  return examples.map(([, markdown]) => markdown);
}

function addResult(sum: FuzzResult, { counts, failures }: FuzzResult): void {
  for (const [name, count] of Object.entries(counts)) sum.counts[name] = (sum.counts[name] ?? 0) + count;
  for (const [name, seeds] of Object.entries(failures)) (sum.failures[name] ??= []).push(...seeds);
}

function failuresOf({ failures }: FuzzResult): string[] {
  const kinds = Object.entries(failures);
  return kinds.map(([name, seeds]) => `FAILED ${name}, ${seeds.length} seeds: ${seeds.join(' ')}`);
}

function summary({ counts, failures }: FuzzResult): string {
  const names = Object.keys(counts).toSorted();
  return [
    names.map((name) => `${name} ${counts[name]}`).join(', '),
    `rebuilt/nodes ${ratio(counts, 'rebuilt')} (gate ${MAX_REBUILT}), changed/nodes ${ratio(counts, 'changed')}`,
    ...failuresOf({ counts, failures }),
  ].join('\n');
}

function ratio({ nodes = 1, ...counts }: FuzzResult['counts'], name: string): string {
  return ((counts[name] ?? 0) / nodes).toFixed(3);
}

const start = Date.now();
const seconds = (): number => Math.round((Date.now() - start) / 1000);
const first = Number(values.from);
const last = first + Number(values.documents);
const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await page.setContent('<!doctype html>');
  await page.addScriptTag({ content: await bundlePage() });
  if (values.splice) await page.evaluate((examples) => spliceFrom(examples), await readExamples());
  const sum: FuzzResult = { counts: {}, failures: {} };
  let seed = first;
  while (seed < last && seconds() < Number(values.seconds)) {
    const count = Math.min(BATCH, last - seed);
    const range = [seed, count] as const;
    addResult(
      sum,
      values['compare-only']
        ? await page.evaluate(([from, many]) => compareSeeds(from, many), range)
        : await page.evaluate(([from, many]) => runSeeds(from, many), range),
    );
    seed += count;
    if ((seed - first) % REPORT === 0)
      console.log([`${seed - first} documents, ${seconds()} s`, ...failuresOf(sum)].join('\n'));
  }
  console.log(`seeds ${first} to ${seed - 1}, ${seconds()} s\n${summary(sum)}`);
  process.exitCode =
    Object.keys(sum.failures).length > 0 || Number(ratio(sum.counts, 'rebuilt')) > MAX_REBUILT ? 1 : 0;
} finally {
  await browser.close();
}
