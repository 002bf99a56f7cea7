import { readAnswers } from '../../support/answers.ts';
import type { BenchmarkResult } from '../../tools/benchmark.ts';
import type { Stage } from './stage.ts';
import { percentile } from './statistics.ts';

/** Numbers of characters per frame: one, a few, a token or more, and random numbers as from a network. */
export const SIZES: Readonly<Record<string, readonly number[]>> = {
  '1': [1],
  '3': [3],
  '16': [16],
  random: Array.from({ length: 997 }, () => 1 + Math.floor(Math.random() * 60)),
};

/**
 * Streams every answer of the corpus, drawing each piece: frames with syntax that the finished answer does not have, changes
 * of finished blocks by `end()`, characters that are held back.
 */
export async function measureCorpus(stage: Stage): Promise<BenchmarkResult[]> {
  const names = Object.keys(await readAnswers());
  const withheld: number[] = [];
  let frames = 0;
  let raw = 0;
  let changed = 0;
  for (const [pieces, sizes] of Object.entries(SIZES)) {
    for (const name of names) {
      const seen = await stage.call('watch', name, sizes);
      withheld.push(...seen.withheld);
      frames += seen.frames;
      raw += seen.raw.length;
      changed += seen.changedAtEnd;
      for (const shown of seen.raw) console.log(`  raw in ${name}, ${pieces} characters a frame: ${shown}`);
    }
  }
  const baseline = `${names.length} answers, ${frames} frames`;
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => percentile(withheld, share));
  return [
    { title: 'corpus, frames with raw syntax', value: raw, unit: '', baseline, gate: 0, goal: 0 },
    { title: 'corpus, changes by end()', value: changed, unit: '', baseline, gate: 0, goal: 0 },
    { title: 'characters held back, p50', value: p50 ?? 0, unit: '', baseline },
    { title: 'characters held back, p99', value: p99 ?? 0, unit: '', baseline, gate: 44, goal: 44 },
    { title: 'characters held back, most', value: most ?? 0, unit: '', baseline, gate: 120, goal: 120 },
  ];
}
