import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import { INVARIANTS } from './walks/fault.ts';
import type { WalkedWalk } from './walks/run-walk.ts';
import { describeWalk, runWalks } from './walks/run-walks.ts';

const WALKS = 200;
const WALKS_IN_FIREFOX = 100;

/** How many walks broke an invariant, with their numbers. */
function row(title: string, broken: readonly WalkedWalk[], baseline: string): BenchmarkResult {
  const numbers = broken.map(({ walk }) => walk.number).toSorted((a, b) => a - b);
  return { title, value: broken.length, unit: '', baseline: numbers.join(' ') || baseline, gate: 0 };
}

/** Fails if the browser never kept, or never prerendered, a page: then the walks have not tested that. */
function rowOfPages(title: string, pages: number): BenchmarkResult {
  return {
    title: `no page was ${title}`,
    value: pages > 0 ? 0 : 1,
    unit: '',
    baseline: `${pages} were`,
    gate: 0,
  };
}

/** Random actions of visitors with random failures, on every kind of page, with every kind of storage. */
export const benchmark: Benchmark = {
  title: 'Walks of visitors',
  parts: ['chromium', 'firefox'],
  async run(size, parts = [], first = 1) {
    const engine = parts.includes('firefox') ? 'firefox' : 'chromium';
    const length = size ?? (engine === 'firefox' ? WALKS_IN_FIREFOX : WALKS);
    const numbers = Array.from({ length }, (_, index) => first + index);
    const tell = (walked: WalkedWalk): void => {
      if (walked.faults.length > 0) console.log(describeWalk(walked));
    };
    const walks = await runWalks(numbers, tell, { engine });
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
      rowOfPages(
        'kept and shown again',
        walks.reduce((sum, { restored }) => sum + restored, 0),
      ),
      // Firefox does not prerender.
      ...(engine === 'firefox'
        ? []
        : [
            rowOfPages(
              'prerendered and shown',
              walks.reduce((sum, { activated }) => sum + activated, 0),
            ),
          ]),
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
