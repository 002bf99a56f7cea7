import { loadWindow } from '../../widget/markdown/window-loader.ts';
import { differenceOf, makeCase } from '../widget/markdown/stream-case.ts';

/** The seeds of a range whose streamed document differs from the one-shot render. */
export async function failingSeeds(first: number, count: number): Promise<number[]> {
  // So that every document goes through the window from its first character.
  await loadWindow();
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  return seeds.filter((seed) => differenceOf(makeCase(seed)) !== undefined);
}

Object.assign(globalThis, { failingSeeds });
