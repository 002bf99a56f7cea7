// `npm run fuzz -- --documents 20000 --seed 1` streams random documents in random pieces, and compares each result with the document
// rendered at once. `npm run fuzz -- words` renders documents full of text that looks like tags, and checks that no word is lost.
// Both end at the first failure, with the smallest document that shows it.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { launchChromium } from '../support/browser.ts';
import type * as fuzzPage from './markdown-fuzz-page.ts';

const BATCH = 500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    documents: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
  },
});

declare const findDifference: typeof fuzzPage.findDifference;
declare const findWrongWords: typeof fuzzPage.findWrongWords;

async function bundlePage(): Promise<string> {
  const entry = join(import.meta.dirname, 'markdown-fuzz-page.ts');
  const results = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'fuzz' } },
  });
  const [output] = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
  return output?.type === 'chunk' ? output.code : '';
}

const isAboutWords = positionals.includes('words');
const documents = Number(values.documents);
const first = Number(values.seed);
const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await page.setContent('<!doctype html>');
  await page.addScriptTag({ content: await bundlePage() });
  let difference: string | undefined;
  let done = 0;
  while (done < documents && difference === undefined) {
    const count = Math.min(BATCH, documents - done);
    const batch = [isAboutWords, first + done, count] as const;
    difference = await page.evaluate(
      ([words, seed, many]) => (words ? findWrongWords(seed, many) : findDifference(seed, many)),
      batch,
    );
    done += count;
    console.log(`${done} documents from seed ${first}`);
  }
  console.log(difference ?? (isAboutWords ? '0 lose a word' : '0 differ from the one-shot render'));
  process.exitCode = difference === undefined ? 0 : 1;
} finally {
  await browser.close();
}
