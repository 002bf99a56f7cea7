/** The value below which a share of all values lies; the largest for 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The power of the size that a cost grows with, from two sizes and their costs. */
export function growthExponent(
  small: readonly [size: number, cost: number],
  large: readonly [size: number, cost: number],
): number {
  return Math.log(large[1] / small[1]) / Math.log(large[0] / small[0]);
}
