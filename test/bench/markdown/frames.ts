import type { BenchmarkResult } from '../../tools/benchmark.ts';
import type { Stage } from './stage.ts';
import { percentile } from './statistics.ts';
import type { TextKind } from './texts.ts';

const SIZE = 200_000;
const COUNTED_SIZE = 50_000;

/** Milliseconds of the frames in which a long text streams in, and of the longest task. */
export async function measureFrames(stage: Stage): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  const baseline = 'CPU of the main thread';
  for (const kind of ['late definitions', 'unclosed emphasis', 'details'] as const satisfies TextKind[]) {
    const size = kind === 'late definitions' ? SIZE : SIZE / 10;
    const { frames, longest } = await stage.traceFrames('streamInPanel', kind, size);
    const times = [0.5, 0.95, 0.99, 1].map((share) => percentile(frames, share).toFixed(1));
    console.log(
      `  ${kind} ${size / 1000} KB, ${frames.length} frames, ms: p50 ${times[0]}, p95 ${times[1]}, p99 ${times[2]}, max ${times[3]}`,
    );
    const title = `${kind} ${size / 1000} KB`;
    results.push({
      title: `${title}, frame, p99`,
      value: percentile(frames, 0.99),
      unit: 'ms',
      baseline,
      goal: 8,
    });
    results.push({ title: `${title}, longest task`, value: longest, unit: 'ms', baseline, goal: 50 });
  }
  return results;
}

/** Nodes that come and go, and characters that are held back, while answers stream in. */
export async function measureSteadiness(stage: Stage): Promise<BenchmarkResult[]> {
  const { added, removed, final } = await stage.call('countNodes', 'mixed', COUNTED_SIZE);
  const held = await stage.call('countHeldBack');
  const nodes = `${final} nodes in the end`;
  const characters = `${held.length} frames of prose, a character each`;
  return [
    {
      title: 'nodes removed / final',
      value: removed / final,
      unit: '',
      baseline: nodes,
      gate: 0.1,
      goal: 0.05,
    },
    { title: 'nodes added / final', value: added / final, unit: '', baseline: nodes, goal: 1.1 },
    { title: 'characters held back, p50', value: percentile(held, 0.5), unit: '', baseline: characters },
    {
      title: 'characters held back, p99',
      value: percentile(held, 0.99),
      unit: '',
      baseline: characters,
      gate: 40,
      goal: 40,
    },
    {
      title: 'characters held back, most',
      value: percentile(held, 1),
      unit: '',
      baseline: characters,
      gate: 120,
      goal: 120,
    },
  ];
}
