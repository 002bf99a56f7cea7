import { loadWindow } from '../../widget/markdown/window-loader.ts';
import { makeCase, makeSplicedCase, type StreamCase } from '../widget/markdown/stream-case.ts';
import { compareOnly, runTrial, type Trial } from '../widget/markdown/stream-trial.ts';

/** What a run of trials showed, in sum. */
export interface FuzzResult {
  /** Sums of the figures of the trials, and how often what a visitor did had which outcome. */
  readonly counts: Record<string, number>;
  /** Seeds, by what went wrong. */
  readonly failures: Record<string, number[]>;
}

let caseOf: (seed: number) => StreamCase = makeCase;

/** Has all further cases made of these examples. */
export function spliceFrom(examples: readonly string[]): void {
  caseOf = (seed) => makeSplicedCase(seed, examples);
}

/** Runs the cases of a range of seeds. */
export async function runSeeds(first: number, count: number): Promise<FuzzResult> {
  // So that every document goes through the window from its first character.
  await loadWindow();
  const result: FuzzResult = { counts: {}, failures: {} };
  for (let seed = first; seed < first + count; seed++) addTrial(result, seed, runTrial(caseOf(seed)));
  return result;
}

function addTrial({ counts, failures }: FuzzResult, seed: number, trial: Trial): void {
  const { difference, deed, ...numbers } = trial;
  const added = { documents: 1, ...numbers, ...(deed && { [`${deed.action} ${deed.outcome}`]: 1 }) };
  for (const [name, count] of Object.entries(added)) counts[name] = (counts[name] ?? 0) + count;
  const failed = {
    differences: difference !== undefined,
    touched: trial.touched > 0,
    repairs: trial.repairs > 0,
    [`lost ${deed?.action}`]: deed?.outcome === 'lost',
  };
  for (const [name, isFailed] of Object.entries(failed)) if (isFailed) (failures[name] ??= []).push(seed);
}

/** Compares the cases of a range of seeds, and looks at nothing else. */
export async function compareSeeds(first: number, count: number): Promise<FuzzResult> {
  await loadWindow();
  const counts = { documents: count, draws: 0, nodes: 1 };
  const failures: FuzzResult['failures'] = {};
  for (let seed = first; seed < first + count; seed++) {
    const { difference, draws } = compareOnly(caseOf(seed));
    counts.draws += draws;
    if (difference) (failures['differences'] ??= []).push(seed);
  }
  return { counts, failures };
}

Object.assign(globalThis, { runSeeds, compareSeeds, spliceFrom });
