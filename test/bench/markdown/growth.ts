import type { BenchmarkResult } from '../../tools/benchmark.ts';
import type { Stage } from './stage.ts';
import { growthExponent, median } from './statistics.ts';
import type { TextKind } from './texts.ts';

const SMALL = 2000;
const LARGE = 200_000;
/** Characters per frame: 64 tokens, four times as many as in other measurements, since the layout of so many frames takes minutes. */
const FRAME_SIZE = 256;
const WARM_UP = 10_000;
const SMALL_ROUNDS = 9;

/** Kinds of text to measure. For the other kinds, the limit on the share of time for drawing bounds the time. */
const KINDS: readonly TextKind[] = ['mixed', 'code', 'table', 'list'];

/** The exponent with which our script time grows with the size of the text (1: linear), for each kind of text. */
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
