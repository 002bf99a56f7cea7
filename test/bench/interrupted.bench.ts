import { openChromium } from './walks/browser/chromium-tabs.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import type { InterruptedTurn } from './walks/follow-turn.ts';
import { interruptTurns, isExactlyOnce } from './walks/interrupted-turns.ts';

const TURNS = 400;
/** How many turns with a fault are printed for each kind. */
const SHOWN = 5;

/** How many turns of one kind were not asked, answered and charged exactly once, with the counts of each outcome. */
function row(title: string, turns: readonly InterruptedTurn[]): BenchmarkResult {
  const count = (holds: (turn: InterruptedTurn) => boolean): number => turns.filter(holds).length;
  const times = turns.map(({ took }) => took).toSorted((a, b) => a - b);
  const baseline = [
    `of ${turns.length}: ${count(({ end }) => end === 'whole')} whole`,
    `${count(({ end }) => end === 'marked')} marked`,
    `${count(({ end }) => end === 'wrong')} wrong`,
    `asked ${turns.reduce((sum, { asked }) => sum + asked, 0)} times`,
    `${count(({ asked }) => asked > 1)} more than once`,
    `charged ${turns.reduce((sum, { charged }) => sum + (charged ?? 0), 0)} times`,
    `at rest after ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms (median)`,
  ];
  return {
    title,
    value: turns.filter((turn) => !isExactlyOnce(turn)).length,
    unit: '',
    baseline: baseline.join(', '),
    gate: 0,
  };
}

function tell({ kind, atMs, againMs, asked, end, charged, shown }: InterruptedTurn): void {
  console.log(`  ${kind} at ${[atMs, againMs].filter((ms) => ms !== undefined).join(' + ')} ms:`);
  console.log(`    asked ${asked}, ${end}, charged ${charged}: ${shown.slice(0, 200)}`);
}

/** Interrupts turns at a random moment. Each must be asked once, be complete on the page once, and be charged once. */
export const benchmark: Benchmark = {
  title: 'Interrupted turns that were not asked, answered and charged once',
  async run(size = TURNS, _parts = [], first = 1) {
    const browser = await openChromium();
    try {
      const kinds = new Map<string, readonly InterruptedTurn[]>();
      for await (const turns of interruptTurns(browser, { count: size, first })) {
        kinds.set(turns[0]?.kind ?? '', turns);
        for (const turn of turns.filter((other) => !isExactlyOnce(other)).slice(0, SHOWN)) tell(turn);
      }
      return [...[...kinds].map(([kind, turns]) => row(kind, turns)), row('all', [...kinds.values()].flat())];
    } finally {
      await browser.close();
    }
  },
};
