/** Numbers of tests by their outcome. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The line every runner of this project ends with: `N passed, N failed`, and `, N skipped` when any. */
export function formatCounts({ passed, failed, skipped }: Readonly<Counts>): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}

/** Reads the last such line of a runner's output; undefined when there is none. */
export function parseCounts(output: string): Counts | undefined {
  const lines = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)];
  const last = lines.at(-1);
  if (last === undefined) return undefined;
  return { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(last[3] ?? 0) };
}

/** Adds several counts up. */
export function sumCounts(all: readonly Readonly<Counts>[]): Counts {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  return total;
}
