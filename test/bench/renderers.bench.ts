import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import { measureBytes } from './renderers/bytes.ts';
import { compareCosts } from './renderers/cost.ts';
import { measureFlicker } from './renderers/flicker.ts';
import { measureSafety } from './renderers/safety.ts';

const PARTS: Readonly<Record<string, () => Promise<BenchmarkResult[]>>> = {
  safety: measureSafety,
  flicker: measureFlicker,
  cost: compareCosts,
  bytes: measureBytes,
};

/** Compares our renderer of streaming markdown with others, each used as its own README shows. */
export const benchmark: Benchmark = {
  title: 'Renderers',
  parts: Object.keys(PARTS),
  async run(_size, parts = []) {
    const results: BenchmarkResult[] = [];
    for (const [name, measure] of Object.entries(PARTS))
      if (parts.length === 0 || parts.includes(name)) results.push(...(await measure()));
    return results;
  },
};
