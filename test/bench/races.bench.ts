import { RACES } from '../support/races/races.ts';
import { runRace } from '../support/races/run-race.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

const TURNS = 30;
const ROUNDS = 3;

/** Runs every race and prints a line for each. Resolves with how many were not balanced. */
async function countUnbalanced(isRestarted: boolean): Promise<number> {
  let unbalanced = 0;
  for (const race of RACES) {
    for (let round = 1; round <= ROUNDS; round += 1) {
      // A race that cannot be run to its end is not balanced either.
      const { ends, calls, faults } = await runRace(race, { turns: TURNS, isRestarted }).catch(
        (error: unknown) => ({ ends: {}, calls: 0, faults: [String(error)] }),
      );
      if (faults.length > 0) unbalanced += 1;
      const books = `${Object.entries(ends)
        .map(([state, count]) => `${count} ${state}`)
        .join(', ')}; ${calls} calls`;
      const verdict = faults.length === 0 ? 'balanced' : faults.slice(0, 3).join('; ');
      console.log(`  ${race.name}, ${round} of ${ROUNDS}: ${books}: ${verdict}`);
    }
  }
  return unbalanced;
}

/** Whether every turn is charged or given back once, whoever leaves when, whatever fails: against the built Worker. */
export const benchmark: Benchmark = {
  title: `Refund races, ${TURNS} turns each`,
  async run() {
    const results: BenchmarkResult[] = [];
    for (const isRestarted of [false, true]) {
      const title = isRestarted ? 'not balanced, all objects restarted in the middle' : 'not balanced';
      const value = await countUnbalanced(isRestarted);
      results.push({ title, value, unit: '', baseline: `of ${RACES.length * ROUNDS} races`, gate: 0 });
    }
    return results;
  },
};
