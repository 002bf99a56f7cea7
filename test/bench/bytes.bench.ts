import type { Benchmark } from '../tools/benchmark.ts';
import { KILOBYTE } from '../../widget/build/size-limits.ts';
import { measureMarkdownModule } from '../../widget/build/sizes.ts';
import { measureSizes } from '../sizes/sizes.ts';

/** Title of the size of `cf-ai-chat/markdown.js` with everything that it imports. */
const MARKDOWN_TITLE = 'markdown.js and what it imports, brotli';

/** Sizes of the files that a page loads, compressed, with their limits. */
export const benchmark: Benchmark = {
  title: 'Bytes',
  async run() {
    const { sizes } = await measureSizes();
    const results = sizes.map(({ title, bytes, gate, goal }) => ({
      title,
      value: bytes / KILOBYTE,
      unit: 'KB',
      baseline: 'compressed',
      gate: gate / KILOBYTE,
      goal: goal / KILOBYTE,
    }));
    const value = (await measureMarkdownModule()) / KILOBYTE;
    return [...results, { title: MARKDOWN_TITLE, value, unit: 'KB', baseline: 'compressed' }];
  },
};
