import type { Benchmark } from '../tools/benchmark.ts';
import { compareBlocks, compareMixed, compareRealistic } from './markdown/cost.ts';
import { measureFrames, measureSteadiness } from './markdown/frames.ts';
import { measureGrowth } from './markdown/growth.ts';
import { Stage } from './markdown/stage.ts';

/**
 * What it costs to draw markdown while it streams in, 16 tokens a frame, in a real Chromium: CPU time of its main
 * thread by its own metrics. Costs are script, styles and layout, as the limits of DESIGN section 9 were measured;
 * what painting adds depends on the window, and is compared with the floor alone.
 */
export const benchmark: Benchmark = {
  title: 'Markdown',
  async run() {
    await using stage = await Stage.open();
    await stage.measure('stream', 'ours', 'mixed', 10_000);
    return [
      ...(await compareMixed(stage)),
      ...(await compareRealistic(stage)),
      ...(await compareBlocks(stage)),
      ...(await measureSteadiness(stage)),
      ...(await measureFrames(stage)),
      ...(await measureGrowth(stage)),
    ];
  },
};
