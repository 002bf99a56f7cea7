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
 * What it costs to draw markdown while it streams in, 16 tokens a frame, in a real Chromium: CPU time of its main
 * thread by its own metrics. Costs are script, styles and layout, as the gates were measured;
 * what painting adds depends on the window, and is compared with the floor alone.
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
