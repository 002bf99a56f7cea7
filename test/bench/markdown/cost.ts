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
  /** Candidates so much slower than the others that one round is exact enough. */
  readonly slow?: readonly Candidate[];
  /** Whether each measurement opens a new page, in which none of the code has run before. */
  readonly inNewPage?: boolean;
}

type Medians = ReadonlyMap<Candidate, Cost>;

const COMPARED = [ONE_SHOT, 'ours', 'floor', 'streaming-markdown'] as const;

const IN_NEW_PAGE = { kind: 'mixed', candidates: COMPARED, inNewPage: true } as const;
// `naive` is quadratic: 50 KB of it takes a minute.
const MIXED: readonly Comparison[] = [
  { ...IN_NEW_PAGE, size: 2000, rounds: 5, slow: ['block cache', 'naive'] },
  { ...IN_NEW_PAGE, size: 10_000, rounds: 3, slow: ['block cache', 'naive'] },
  { ...IN_NEW_PAGE, size: 50_000, rounds: 3, slow: ['block cache'] },
];

/** How often a round measures the one-shot render, which takes a tenth of the time of the others. */
const ONE_SHOTS = 3;

const HUGE_BLOCKS = ['code', 'table', 'list', 'paragraph'] as const;
const HUGE_BLOCK_SIZE = 20_000;
const GATED_SIZE = 50_000;

/**
 * The cost of drawing mixed answers as they stream in, relative to rendering the final text at once. Each measurement opens a new
 * page, as for a visitor's first answer. In a page that has drawn before, the render at once may or may not find its code compiled:
 * the ratio of an unchanged `floor` was 7.9 in one quiet run and 11.0 in another. Rendering 50 KB took 89 to 94 ms in a new page and
 * 54 to 69 ms in a used one; streaming them took 708 and 661 ms.
 */
export async function compareMixed(stage: Stage): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const comparison of MIXED) {
    const medians = await compare(stage, comparison);
    const size = `mixed ${comparison.size / 1000} KB`;
    for (const name of medians.keys()) {
      if (name === ONE_SHOT) continue;
      const limits = name === 'ours' && comparison.size === GATED_SIZE ? { gate: 12 } : {};
      const value = ratio(medians, name, ONE_SHOT, 'work');
      results.push({ title: `${size}, ${name}`, value, unit: 'x', baseline: ONE_SHOT, ...limits });
    }
    const baseline = 'a <div> per line';
    const goal = comparison.size === GATED_SIZE ? { goal: 1 } : {};
    results.push({
      title: `${size}, ours`,
      value: ratio(medians, 'ours', 'floor', 'work'),
      unit: 'x',
      baseline,
      ...goal,
    });
  }
  return [...results, await compareLaterAnswer(stage)];
}

/** The same ratio for a later answer of a page. It has no limit, because the render at once depends on the code that ran before. */
async function compareLaterAnswer(stage: Stage): Promise<BenchmarkResult> {
  const candidates = ['ours', ONE_SHOT] as const;
  const medians = await compare(stage, { kind: 'mixed', size: GATED_SIZE, rounds: 3, candidates });
  const title = `mixed ${GATED_SIZE / 1000} KB, ours, later answer`;
  const baseline = 'one-shot, both drawn before';
  return { title, value: ratio(medians, 'ours', ONE_SHOT, 'work'), unit: 'x', baseline };
}

/** The cost of one huge block against a bare `<div>` per line. */
export async function compareBlocks(stage: Stage): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const kind of HUGE_BLOCKS) {
    const candidates = ['ours', 'floor', 'streaming-markdown'] as const;
    const medians = await compare(stage, { kind, size: HUGE_BLOCK_SIZE, rounds: 2, candidates });
    const title = `one ${kind} of ${HUGE_BLOCK_SIZE / 1000} KB`;
    const baseline = 'a <div> per line';
    for (const name of ['ours', 'streaming-markdown'] as const)
      results.push({
        title: `${title}, ${name}`,
        value: ratio(medians, name, 'floor', 'work'),
        unit: 'x',
        baseline,
      });
  }
  return results;
}

/** Medians of the costs of candidates. They take turns, so that the machine's load affects all of them. */
async function compare(stage: Stage, comparison: Comparison): Promise<Medians> {
  const { kind, size, rounds, candidates, slow = [] } = comparison;
  const costs = new Map<Candidate, Cost[]>([...candidates, ...slow].map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of round === 0 ? costs.keys() : candidates) {
      for (let time = 0; time < (name === ONE_SHOT ? ONE_SHOTS : 1); time++)
        costs.get(name)?.push(await measure(stage, name, comparison));
    }
  }
  const medians = new Map([...costs].map(([name, list]) => [name, medianCost(list)]));
  const figures = [...medians].map(
    ([name, { work, total }]) => `${name} ${work.toFixed(0)} (${total.toFixed(0)})`,
  );
  console.log(`  ${kind} ${size / 1000} KB, ms of CPU (with paint): ${figures.join(', ')}`);
  return medians;
}

function measure(stage: Stage, name: Candidate, comparison: Comparison): Promise<Cost> {
  const { kind, size, inNewPage = false } = comparison;
  const method = inNewPage ? 'measureFirst' : 'measure';
  return name === ONE_SHOT
    ? stage[method]('renderAtOnce', kind, size)
    : stage[method]('stream', name, kind, size);
}

function medianCost(costs: readonly Cost[]): Cost {
  const of = (key: keyof Cost): number => median(costs.map((cost) => cost[key]));
  return { total: of('total'), script: of('script'), work: of('work') };
}

function ratio(medians: Medians, name: Candidate, baseline: Candidate, key: keyof Cost): number {
  return (medians.get(name)?.[key] ?? Number.NaN) / (medians.get(baseline)?.[key] ?? Number.NaN);
}
