import type { BenchmarkResult } from '../../tools/benchmark.ts';
import type { Stage } from './stage.ts';
import { growthExponent, median } from './statistics.ts';
import type { TextKind } from './texts.ts';

const SMALL = 2000;
const LARGE = 200_000;
/** 64 tokens: a quarter of the frames of the other measurements, whose layout would take minutes. */
const FRAME_SIZE = 256;
const WARM_UP = 10_000;
const SMALL_ROUNDS = 9;

/** Whatever else stays open is bounded by the share of time that drawing may take. */
const KINDS: readonly TextKind[] = ['mixed', 'code', 'table', 'list'];

/** The power of the text's size that our script time grows with, for each kind of text. */
export async function measureGrowth(stage: Stage): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const kind of KINDS) {
    await stage.measure('stream', 'ours', kind, WARM_UP, FRAME_SIZE);
    const times: number[] = [];
    for (let round = 0; round < SMALL_ROUNDS; round++) times.push(await scriptTime(stage, kind, SMALL));
    const small = median(times);
    const large = await scriptTime(stage, kind, LARGE);
    console.log(`  ${kind}, ms of script: ${small.toFixed(1)} at 2 KB, ${large.toFixed(0)} at 200 KB`);
    const value = growthExponent([SMALL, small], [LARGE, large]);
    results.push({
      title: `script time, ${kind}`,
      value,
      unit: '',
      baseline: 'exponent, 2 to 200 KB',
      gate: 1.2,
      goal: 1.1,
    });
  }
  return results;
}

async function scriptTime(stage: Stage, kind: TextKind, size: number): Promise<number> {
  const { script } = await stage.measure('stream', 'ours', kind, size, FRAME_SIZE);
  return script;
}
