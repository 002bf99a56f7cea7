import type { BenchmarkResult } from '../../tools/benchmark.ts';
import type { RendererName } from './renderers.ts';
import type { Cost, Stage } from './stage.ts';
import { median } from './statistics.ts';
import type { TextKind } from './texts.ts';

const ONE_SHOT = 'one-shot';
type Candidate = RendererName | typeof ONE_SHOT;

interface Comparison {
  readonly kind: TextKind;
  readonly size: number;
  readonly rounds: number;
  readonly candidates: readonly Candidate[];
}

type Medians = ReadonlyMap<Candidate, Cost>;

// What is quadratic runs at small sizes only: 50 KB of it takes a minute.
const MIXED: readonly Comparison[] = [
  {
    kind: 'mixed',
    size: 2000,
    rounds: 5,
    candidates: [ONE_SHOT, 'ours', 'ours in sections', 'floor', 'streaming-markdown', 'block cache', 'naive'],
  },
  {
    kind: 'mixed',
    size: 10_000,
    rounds: 3,
    candidates: [ONE_SHOT, 'ours', 'ours in sections', 'floor', 'streaming-markdown', 'block cache', 'naive'],
  },
  {
    kind: 'mixed',
    size: 50_000,
    rounds: 3,
    candidates: [ONE_SHOT, 'ours', 'ours in sections', 'floor', 'streaming-markdown', 'block cache'],
  },
  { kind: 'mixed', size: 200_000, rounds: 1, candidates: [ONE_SHOT, 'ours', 'ours in sections', 'floor'] },
];

const LIMITS: Readonly<Partial<Record<TextKind, { gate: number; goal: number }>>> = {
  code: { gate: 3, goal: 1.5 },
  table: { gate: 6, goal: 3 },
  list: { gate: 3, goal: 1.5 },
  'nested list': { gate: 3, goal: 1.5 },
};
const HUGE_BLOCKS = ['code', 'table', 'list', 'nested list', 'quote', 'paragraph'] as const;
const HUGE_BLOCK_SIZE = 50_000;
const GATED_SIZE = 50_000;

/** The cost of mixed answers against a one-shot render of the final text, for each way to draw them. */
export async function compareMixed(stage: Stage): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const comparison of MIXED) {
    const medians = await compare(stage, comparison);
    const size = `mixed ${comparison.size / 1000} KB`;
    for (const name of comparison.candidates) {
      if (name === ONE_SHOT) continue;
      const limits =
        name === 'ours in sections' && comparison.size === GATED_SIZE ? { gate: 12, goal: 7 } : {};
      const value = ratio(medians, name, ONE_SHOT, 'work');
      results.push({ title: `${size}, ${name}`, value, unit: 'x', baseline: ONE_SHOT, ...limits });
    }
    const value = ratio(medians, 'ours', 'floor', 'total');
    results.push({ title: `${size}, ours, with paint`, value, unit: 'x', baseline: 'a <div> per line' });
  }
  return results;
}

/** The cost of one huge block against a bare `<div>` per line. */
export async function compareBlocks(stage: Stage): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const kind of HUGE_BLOCKS) {
    // Sections are there for blocks, and for the lines of code.
    const ours = kind === 'code' ? 'ours in sections' : 'ours';
    const candidates = ['ours', 'ours in sections', 'floor', 'streaming-markdown'] as const;
    const medians = await compare(stage, { kind, size: HUGE_BLOCK_SIZE, rounds: 2, candidates });
    const title = `one ${kind} of ${HUGE_BLOCK_SIZE / 1000} KB`;
    const baseline = 'a <div> per line';
    for (const name of candidates) {
      if (name === 'floor') continue;
      const limits = name === ours ? LIMITS[kind] : {};
      const value = ratio(medians, name, 'floor', 'work');
      results.push({ title: `${title}, ${name}`, value, unit: 'x', baseline, ...limits });
    }
  }
  return results;
}

/** Medians of the costs of candidates that take turns, so that none has the quieter machine. */
async function compare(stage: Stage, { kind, size, rounds, candidates }: Comparison): Promise<Medians> {
  const costs = new Map<Candidate, Cost[]>(candidates.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of candidates) costs.get(name)?.push(await measure(stage, name, kind, size));
  }
  const medians = new Map([...costs].map(([name, list]) => [name, medianCost(list)]));
  const figures = [...medians].map(
    ([name, { work, total }]) => `${name} ${work.toFixed(0)} (${total.toFixed(0)})`,
  );
  console.log(`  ${kind} ${size / 1000} KB, ms of CPU (with paint): ${figures.join(', ')}`);
  return medians;
}

function measure(stage: Stage, name: Candidate, kind: TextKind, size: number): Promise<Cost> {
  return name === ONE_SHOT
    ? stage.measure('renderAtOnce', kind, size)
    : stage.measure('stream', name, kind, size);
}

function medianCost(costs: readonly Cost[]): Cost {
  const of = (key: keyof Cost): number => median(costs.map((cost) => cost[key]));
  return { total: of('total'), script: of('script'), work: of('work') };
}

function ratio(medians: Medians, name: Candidate, baseline: Candidate, key: keyof Cost): number {
  return (medians.get(name)?.[key] ?? Number.NaN) / (medians.get(baseline)?.[key] ?? Number.NaN);
}
