import type { BenchmarkResult } from '../../tools/benchmark.ts';
import type { FrameTimes } from './frame-trace.ts';
import type { RendererName } from './renderers.ts';
import type { Stage } from './stage.ts';
import { median, percentile } from './statistics.ts';
import type { TextKind } from './texts.ts';

/** The streams to draw. The last three are the slowest documents, because the whole document is one unfinished block. */
const STREAMS: readonly (readonly [RendererName, TextKind, size: number])[] = [
  ['ours', 'mixed', 50_000],
  ['ours', 'late definitions', 20_000],
  ['ours', 'details', 20_000],
  ['ours', 'nested list', 20_000],
  ['ours', 'paragraph', 20_000],
];
const LONGEST = { gate: 100, goal: 50 };
/**
 * How often each text streams in; the time of a frame is the median over these rounds. On a machine with few cores, other processes
 * interrupt about one frame in seventy, and the 99th percentile of a single run would show only these interruptions.
 */
const ROUNDS = 3;
const COUNTED_SIZE = 50_000;
/** Texts for which the time of `end()` is measured. */
const ENDED: readonly (readonly [TextKind, size: number])[] = [
  ['mixed', 2_000],
  ['mixed', 10_000],
  ['mixed', COUNTED_SIZE],
  ['late definitions', COUNTED_SIZE],
  ['code', COUNTED_SIZE],
  ['table', COUNTED_SIZE],
  ['list', COUNTED_SIZE],
];

/** Milliseconds of CPU per frame while a long text streams into a panel, and of the longest task. */
export async function measureFrames(stage: Stage): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const [renderer, kind, size] of STREAMS) {
    const { frames, longest } = await traceRounds(stage, renderer, kind, size);
    const title = `${kind} ${size / 1000} KB, ${renderer}`;
    const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((share) => percentile(frames, share).toFixed(1));
    console.log(`  ${title}, ms a frame: p50 ${p50}, p95 ${p95}, p99 ${p99}, most ${most}`);
    const baseline = `CPU, ${frames.length} frames, medians of ${ROUNDS}`;
    const limits = renderer === 'ours' ? LONGEST : {};
    const value = percentile(frames, 0.99);
    results.push(
      { title: `${title}, frame, p99`, value, unit: 'ms', baseline },
      { title: `${title}, longest task`, value: longest, unit: 'ms', baseline, ...limits },
    );
  }
  return results;
}

/** Milliseconds of `end()`, which compares the drawn text with a render of the whole text. */
export async function measureEnd(stage: Stage): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const [kind, size] of ENDED) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await stage.call('timeEnd', kind, size));
    const title = `${kind} ${size / 1000} KB, end()`;
    results.push({ title, value: median(times), unit: 'ms', baseline: `median of ${ROUNDS}`, ...LONGEST });
  }
  return results;
}

async function traceRounds(
  stage: Stage,
  ...stream: readonly [RendererName, TextKind, size: number]
): Promise<FrameTimes> {
  const rounds: FrameTimes[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(await stage.traceFrames('streamInPanel', ...stream));
  const count = Math.min(...rounds.map(({ frames }) => frames.length));
  const frames = Array.from({ length: count }, (_, index) =>
    median(rounds.map((times) => times.frames[index] ?? 0)),
  );
  return { frames, longest: median(rounds.map(({ longest }) => longest)) };
}

/** How many DOM nodes are added and removed while answers stream in, relative to the nodes of the finished text. */
export async function measureSteadiness(stage: Stage): Promise<BenchmarkResult[]> {
  const { added, removed, final } = await stage.call('countNodes', 'mixed', COUNTED_SIZE);
  const baseline = `${final} nodes in the end`;
  return [
    { title: 'nodes removed / final', value: removed / final, unit: '', baseline, gate: 0.1, goal: 0.05 },
    { title: 'nodes added / final', value: added / final, unit: '', baseline, goal: 1.1 },
  ];
}
