import { measureRetrieval } from '../support/retrieval-quality.ts';
import type { Benchmark } from '../tools/benchmark.ts';

/** How often searching finds what answers a question. The misses are the figures with a gate. */
export const benchmark: Benchmark = {
  title: 'Retrieval',
  async run() {
    const { questions, sections, hitRateAt1, hitRateAt3, misses } = await measureRetrieval();
    for (const { question, found } of misses) console.log(`  missed: ${question} (${found.join(', ')})`);
    const baseline = `${questions} labelled questions, ${sections.size} sections`;
    return [
      { title: 'hit rate at 3', value: hitRateAt3, unit: '', baseline },
      { title: 'hit rate at 1', value: hitRateAt1, unit: '', baseline },
      { title: 'missed at 3', value: 1 - hitRateAt3, unit: '', baseline, gate: 0.1 },
    ];
  },
};
