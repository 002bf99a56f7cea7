import type { Benchmark } from '../tools/benchmark.ts';
import { KILOBYTE } from '../../widget/build/sizes.ts';
import { measureSizes } from '../tools/sizes.ts';

/** Bytes on the wire, with the limits of DESIGN section 9. */
export const benchmark: Benchmark = {
  title: 'Bytes',
  async run() {
    const { sizes } = await measureSizes();
    return sizes.map(({ title, bytes, gate, goal }) => ({
      title,
      value: bytes / KILOBYTE,
      unit: 'KB',
      baseline: 'compressed',
      gate: gate / KILOBYTE,
      goal: goal / KILOBYTE,
    }));
  },
};
