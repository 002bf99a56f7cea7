import type { Benchmark } from '../tools/benchmark.ts';
import { measureSizes, measureWorker } from '../tools/sizes.ts';

const KILOBYTE = 1024;

/** Bytes on the wire, with the limits of DESIGN section 9. */
export const benchmark: Benchmark = {
  title: 'Bytes',
  async run() {
    const sizes = [...(await measureSizes()), await measureWorker()];
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
