// Streams random documents in random pieces and compares each with the one-shot render, for as long as it is
// told: `node test/bench/markdown-fuzz.ts --seconds 60 --from 1`. Prints the seeds that differ; fails if any do.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { launchChromium } from '../support/browser.ts';

const BATCH = 50;

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, from: { type: 'string', default: '1' } },
});
const end = Date.now() + Number(values.seconds) * 1000;

declare const failingSeeds: (first: number, count: number) => Promise<number[]>;

async function bundlePage(): Promise<string> {
  const entry = join(import.meta.dirname, 'markdown-fuzz-page.ts');
  const results = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'fuzz' } },
  });
  const [output] = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
  return output?.type === 'chunk' ? output.code : '';
}

const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await page.setContent('<!doctype html>');
  await page.addScriptTag({ content: await bundlePage() });
  const failed: number[] = [];
  let seed = Number(values.from);
  for (; Date.now() < end; seed += BATCH) {
    failed.push(
      ...(await page.evaluate(([first, count]) => failingSeeds(first, count), [seed, BATCH] as const)),
    );
  }
  console.log(
    `seeds ${values.from} to ${seed - 1}: ${failed.length} differ${failed.length > 0 ? `: ${failed.join(' ')}` : ''}`,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
}
