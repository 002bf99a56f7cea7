import { RACES } from '../support/races/races.ts';
import { runRace } from '../support/races/run-race.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

const TURNS = 30;
const ROUNDS = 3;

/** Runs every race and prints a line for each. Resolves with the number of races after which charges and turns did not match. */
async function countUnbalanced(isRestarted: boolean): Promise<number> {
  let unbalanced = 0;
  for (const race of RACES) {
    for (let round = 1; round <= ROUNDS; round += 1) {
      // A race that throws before its end counts as not balanced.
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

/** Readers that disconnect and models that fail, against the built Worker. Every turn must be charged or refunded exactly once. */
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
