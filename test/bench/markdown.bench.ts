import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import { measureCorpus } from './markdown/corpus.ts';
import { compareBlocks, compareMixed } from './markdown/cost.ts';
import { measureEnd, measureFrames, measureSteadiness } from './markdown/frames.ts';
import { measureGrowth } from './markdown/growth.ts';
import { compareSmall } from './markdown/small.ts';
import { Stage } from './markdown/stage.ts';
import { measureWords } from './markdown/words.ts';

const PARTS: Readonly<Record<string, (stage: Stage) => Promise<BenchmarkResult[]>>> = {
  mixed: compareMixed,
  small: compareSmall,
  blocks: compareBlocks,
  corpus: measureCorpus,
  words: measureWords,
  steadiness: measureSteadiness,
  frames: measureFrames,
  end: measureEnd,
  growth: measureGrowth,
};

/**
 * CPU time of Chromium's main thread for drawing markdown that streams in with 16 tokens a frame, by Chromium's own metrics. A cost
 * is script, styles and layout; the gates are for this sum. Painting depends on the size of the window, and is only compared with
 * that of `floor`, a bare `<div>` per line.
 */
export const benchmark: Benchmark = {
  title: 'Markdown',
  parts: Object.keys(PARTS),
  async run(_size, parts = []) {
    await using stage = await Stage.open();
    await stage.measure('stream', 'ours', 'mixed', 10_000);
    const results: BenchmarkResult[] = [];
    for (const [name, measure] of Object.entries(PARTS)) {
      if (parts.length > 0 && !parts.includes(name)) continue;
      const start = performance.now();
      results.push(...(await measure(stage)));
      console.log(`  ${name}: measured in ${((performance.now() - start) / 1000).toFixed(0)} s`);
    }
    return results;
  },
};
