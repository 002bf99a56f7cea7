import { differenceOf, makeCase } from '../widget/markdown/stream-case.ts';

/** The seeds of a range whose streamed document differs from the one-shot render. */
export function failingSeeds(first: number, count: number): number[] {
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  return seeds.filter((seed) => differenceOf(makeCase(seed)) !== undefined);
}

Object.assign(globalThis, { failingSeeds });
