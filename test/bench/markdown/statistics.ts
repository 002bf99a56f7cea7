/** The percentile of values: `share` of them (0 to 1) are lower. For 1 the largest value. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The exponent with which a cost grows with the size (1: linear), from two sizes and their costs. */
export function growthExponent(
  small: readonly [size: number, cost: number],
  large: readonly [size: number, cost: number],
): number {
  return Math.log(large[1] / small[1]) / Math.log(large[0] / small[0]);
}
