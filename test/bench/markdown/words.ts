import { readAnswers, type Corpus } from '../../support/answers.ts';
import type { BenchmarkResult } from '../../tools/benchmark.ts';
import { SIZES } from './corpus.ts';
import type { Stage } from './stage.ts';

const CORPORA: readonly Corpus[] = ['answers', 'hard-answers', 'new-answers'];
/** How many generated documents stream in, by the name of the piece sizes in `SIZES`. */
const DOCUMENTS: Readonly<Record<string, number>> = { '1': 1000, '3': 3000, random: 16_000 };
const BATCH = 500;
const NONE = { gate: 0, goal: 0 };

/**
 * Looks for each word of an answer in the drawn text, first for the corpora, then for generated documents. Counts words that the
 * finished answer lacks, frames with text that the finished answer lacks, frames without a word of the frame before, and answers
 * that `end()` changes.
 */
export async function measureWords(stage: Stage): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const corpus of CORPORA) results.push(...(await measureCorpusWords(stage, corpus)));
  return [...results, ...(await measureGeneratedWords(stage))];
}

async function measureGeneratedWords(stage: Stage): Promise<BenchmarkResult[]> {
  let seed = 1;
  let [frames, unsteady, wrong] = [0, 0, 0];
  for (const [pieces, documents] of Object.entries(DOCUMENTS)) {
    for (const last = seed + documents; seed < last; seed += BATCH) {
      const found = await stage.call('watchGenerated', seed, BATCH, SIZES[pieces] ?? []);
      frames += found.frames;
      unsteady += found.unsteady;
      wrong += found.wrong;
      if (found.first) console.log(`  a generated document, ${found.first}`);
    }
  }
  const baseline = `${seed - 1} documents, ${frames} frames`;
  return [
    {
      title: 'generated documents, words lost or in another block',
      value: wrong,
      unit: '',
      baseline,
      ...NONE,
    },
    {
      title: 'generated documents, frames with words that come and go',
      value: (unsteady / frames) * 100,
      unit: '%',
      baseline,
    },
  ];
}

async function measureCorpusWords(stage: Stage, corpus: Corpus): Promise<BenchmarkResult[]> {
  const names = Object.keys(await readAnswers(corpus));
  const lost = new Map<string, readonly string[]>();
  const changed = new Set<string>();
  let frames = 0;
  let passing = 0;
  let vanished = 0;
  for (const [pieces, sizes] of Object.entries(SIZES)) {
    for (const name of names) {
      const seen = await stage.call('watchWords', name, sizes);
      frames += seen.frames;
      passing += seen.passing.length;
      vanished += seen.vanished.length;
      if (seen.lost.length > 0) lost.set(name, seen.lost);
      if (seen.changedByEnd !== undefined) changed.add(name);
      const [first] = [...seen.passing, ...seen.vanished];
      if (first !== undefined)
        console.log(`  comes and goes in ${name}, ${pieces} characters a frame: ${first}`);
    }
  }
  for (const [name, words] of lost) console.log(`  lost in ${name}: ${words.slice(0, 20).join(' ')}`);
  const baseline = `${names.length} ${corpus}, ${frames} frames`;
  const count = [...lost.values()].reduce((sum, { length }) => sum + length, 0);
  const share = { unit: '%', baseline, gate: 0.1, goal: 0 };
  return [
    { title: `${corpus}, words lost`, value: count, unit: '', baseline, ...NONE },
    { title: `${corpus}, frames with text that the end lacks`, value: (passing / frames) * 100, ...share },
    { title: `${corpus}, frames that lose a word`, value: (vanished / frames) * 100, ...share },
    { title: `${corpus}, answers changed by end()`, value: changed.size, unit: '', baseline, ...NONE },
  ];
}
