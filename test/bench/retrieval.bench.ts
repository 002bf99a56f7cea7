import { HIT_RATE_GATES, measureRetrieval, QUESTION_SETS } from '../support/retrieval-quality.ts';
import { countRowsRead } from '../support/rows-read.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

/** How often searching finds what answers a question. The misses are the figures with a gate. */
export const benchmark: Benchmark = {
  title: 'Retrieval',
  async run() {
    const results: BenchmarkResult[] = [];
    for (const set of QUESTION_SETS) {
      const { questions, sections, hitRateAt1, hitRateAt3, misses } = await measureRetrieval(set);
      for (const { question, found } of misses)
        console.log(`  ${set}, missed: ${question} (${found.join(', ')})`);
      const baseline = `${questions} labelled questions, ${sections.size} sections`;
      results.push(
        { title: `${set}: hit rate at 3`, value: hitRateAt3, unit: '', baseline },
        { title: `${set}: hit rate at 1`, value: hitRateAt1, unit: '', baseline },
        {
          title: `${set}: missed at 3`,
          value: 1 - hitRateAt3,
          unit: '',
          baseline,
          gate: 1 - HIT_RATE_GATES[set],
          goal: 0.1,
        },
      );
    }
    const rows = await countRowsRead(60);
    results.push({
      title: 'rows of the database read for a question',
      value: rows.reduce((sum, count) => sum + count, 0) / rows.length,
      unit: '',
      baseline: `${Math.max(...rows)} at most, of ${rows.length} questions; D1's free plan has 5 million a day`,
      gate: 100,
    });
    return results;
  },
};
