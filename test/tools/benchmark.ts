/** The export `benchmark` of a `test/bench/*.bench.ts`. */
export interface Benchmark {
  readonly title: string;
  /** The names of its parts, for a benchmark that can measure some of them alone. */
  readonly parts?: readonly string[];
  /**
   * Measures. `dist/` was built just before. `size`: the number of cases, for a benchmark whose number can be set. `parts`: names
   * of the parts to measure; all if empty. `first`: seed or number of the first random case, for a benchmark that can repeat cases.
   */
  run(size?: number, parts?: readonly string[], first?: number): Promise<readonly BenchmarkResult[]>;
}

/** One figure. Figures of one machine are compared within a run, so most are ratios to a named baseline. */
export interface BenchmarkResult {
  readonly title: string;
  readonly value: number;
  /** `x` for a ratio, else `ms`, `KB`, … */
  readonly unit: string;
  /** The renderer, server or page that the value is relative to. */
  readonly baseline: string;
  /** The run fails if the value is larger. */
  readonly gate?: number;
  readonly goal?: number;
}

/** A line for each result that is larger than its gate. */
export function findExcess({ title: benchmark }: Benchmark, results: readonly BenchmarkResult[]): string[] {
  return results.flatMap(({ title, value, unit, gate }) =>
    gate !== undefined && !(value <= gate)
      ? [`${benchmark}, ${title}: ${figure(value, unit)}, the gate is ${figure(gate, unit)}`]
      : [],
  );
}

/** The results as a table. */
export function formatResults(results: readonly BenchmarkResult[]): string {
  const head = ['', 'value', 'gate', 'goal', 'baseline'];
  const rows = results.map(({ title, value, unit, gate, goal, baseline }) => {
    const isOver = gate !== undefined && !(value <= gate);
    const limits = [gate, goal].map((limit) => (limit === undefined ? '' : figure(limit, unit)));
    return [title, `${figure(value, unit)}${isOver ? ' !' : ''}`, ...limits, baseline];
  });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

function figure(value: number, unit: string): string {
  return `${Number(value.toPrecision(3))} ${unit}`.trimEnd();
}
