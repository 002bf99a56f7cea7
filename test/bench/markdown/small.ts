import type { BenchmarkResult } from '../../tools/benchmark.ts';
import type { RendererName } from './renderers.ts';
import type { Stage } from './stage.ts';
import { median } from './statistics.ts';

/** Answers of the corpus of about these sizes, one for each round. */
const ANSWERS = {
  '1 KB': ['07-shipping-delay', '09-fluffy-pancakes', '06-why-water-is-polar'],
  '2 KB': ['24-resume-feedback', '11-billing-invoice-explained', '17-rosemary-focaccia'],
  '8 KB': ['30-postgres-indexes-explained', '26-deploy-docker-vps', '28-expense-tracker-single-file'],
} as const;
const BASELINE = 'streaming-markdown';
const LIMITS = { gate: 1.5, goal: 1 };

/**
 * The main-thread time of realistic answers, a token a frame, against a renderer that only appends. By two measures: with
 * tokens that come 16 ms apart, so that a frame is drawn for each; and drawn for each however fast they come. As the first
 * answer of a page and as a later one. Ratios of each answer's own costs; the median of three answers counts.
 */
export async function compareSmall(stage: Stage): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const [size, names] of Object.entries(ANSWERS)) {
    for (const [measure, renderer, isPaced] of [
      ['60 tokens a second', 'ours', true],
      ['every token drawn', 'ours, every token', false],
    ] as const) {
      for (const [page, method] of [
        ['cold', 'measureFirst'],
        ['warm', 'measure'],
      ] as const) {
        const ratios = { work: [] as number[], total: [] as number[] };
        for (const name of names) {
          const cost = (candidate: RendererName): ReturnType<Stage['measure']> =>
            stage[method]('streamAnswer', candidate, `${name}.md`, isPaced);
          if (method === 'measure') await cost(renderer);
          const [ours, theirs] = [await cost(renderer), await cost(BASELINE)];
          ratios.work.push(ours.work / theirs.work);
          ratios.total.push(ours.total / theirs.total);
        }
        const title = `${size}, ${page}, ${measure}`;
        const values = { unit: 'x', baseline: BASELINE };
        results.push({ title, value: median(ratios.total), ...values, ...LIMITS });
        results.push({ title: `${title}, without paint`, value: median(ratios.work), ...values });
      }
    }
  }
  return results;
}
