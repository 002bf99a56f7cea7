import { KILOBYTE } from '../../../widget/build/size-limits.ts';
import type { BenchmarkResult } from '../../tools/benchmark.ts';
import { bundleModule } from './bundles.ts';
import { describeRenderer, RENDERERS } from './renderers.ts';

/** Compressed bytes of a bundle that draws a stream. The bytes of the framework are listed separately. */
export async function measureBytes(): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const renderer of RENDERERS) {
    const { bytes } = await bundleModule(renderer.file);
    const framework = renderer.framework ? (await bundleModule(renderer.framework)).bytes : 0;
    const baseline = await describeRenderer(renderer);
    for (const [what, size] of [
      ['size', bytes - framework],
      ['framework', framework],
    ] as const)
      results.push({ title: `${renderer.name}, ${what}`, value: size / KILOBYTE, unit: 'KB', baseline });
  }
  return results;
}
