import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import { INVARIANTS } from './walks/fault.ts';
import type { WalkedWalk } from './walks/run-walk.ts';
import { describeWalk, runWalks } from './walks/run-walks.ts';

const WALKS = 200;

/** How many walks broke a promise. */
function row(title: string, broken: readonly WalkedWalk[], baseline: string): BenchmarkResult {
  const numbers = broken.map(({ walk }) => walk.number).toSorted((a, b) => a - b);
  return { title, value: broken.length, unit: '', baseline: numbers.join(' ') || baseline, gate: 0 };
}

/** Visitors who do what comes to their mind while everything fails: on every kind of page, with every kind of storage. */
export const benchmark: Benchmark = {
  title: 'Walks of visitors',
  async run(size = WALKS, _parts = [], first = 1) {
    const numbers = Array.from({ length: size }, (_, index) => first + index);
    const walks = await runWalks(numbers, (walked) => {
      if (walked.faults.length > 0) console.log(describeWalk(walked));
    });
    const of = `of ${walks.length}`;
    const times = walks.map(({ took }) => took).toSorted((a, b) => a - b);
    return [
      row(
        'broken walks',
        walks.filter(({ faults }) => faults.length > 0),
        of,
      ),
      ...INVARIANTS.map((invariant) =>
        row(
          `not so: ${invariant}`,
          walks.filter(({ faults }) => faults.some((fault) => fault.invariant === invariant)),
          of,
        ),
      ),
      {
        title: 'steps that were done',
        value: walks.reduce((sum, { lines }) => sum + lines.length, 0),
        unit: '',
        baseline: `of ${walks.reduce((sum, { walk }) => sum + walk.steps.length, 0)} planned`,
      },
      { title: 'a walk, median', value: times[Math.floor(times.length / 2)] ?? 0, unit: 'ms', baseline: '' },
    ];
  },
};
