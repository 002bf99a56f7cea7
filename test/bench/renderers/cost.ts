import type { BenchmarkResult } from '../../tools/benchmark.ts';
import { median } from '../markdown/statistics.ts';
import { TEXTS } from '../markdown/texts.ts';
import { Arena } from './arena.ts';
import { describeRenderer, OURS, RENDERERS, type Renderer } from './renderers.ts';

/** Characters that arrive per frame: 16 tokens of about 4. */
const FRAME_SIZE = 64;

/** How often each renderer is measured, by the size of the text in KB. The slowest need a minute for the largest text. */
const ROUNDS = { 2: 3, 10: 2, 50: 1 } as const;

/** Main-thread time for a mixed answer, one piece per frame of the screen, as a multiple of our renderer's time. */
export async function compareCosts(): Promise<BenchmarkResult[]> {
  await using arena = await Arena.open();
  const results: BenchmarkResult[] = [];
  for (const [size, rounds] of Object.entries(ROUNDS)) {
    const text = TEXTS.mixed(Number(size) * 1000);
    const times = new Map<Renderer, number[]>(RENDERERS.map((renderer) => [renderer, []]));
    // Renderers take turns, so that the machine's load affects all of them.
    for (let round = 0; round < rounds; round++)
      for (const [renderer, list] of times) list.push(await timeStream(arena, renderer, text));
    const ours = median(times.get(OURS) ?? []);
    for (const [renderer, list] of times) {
      const value = median(list);
      console.log(`  ${renderer.name}, ${size} KB: ${value.toFixed(0)} ms of CPU`);
      const baseline = await describeRenderer(renderer);
      results.push({
        title: `${renderer.name}, cost of ${size} KB`,
        value: value / ours,
        unit: 'x',
        baseline,
      });
    }
  }
  return results;
}

/** Main-thread time in a new page, as for the first answer of a visitor. */
async function timeStream(arena: Arena, renderer: Renderer, text: string): Promise<number> {
  await using page = await arena.enter(renderer);
  const before = await page.mainThreadTime();
  await page.call('stream', text, FRAME_SIZE);
  return (await page.mainThreadTime()) - before;
}
