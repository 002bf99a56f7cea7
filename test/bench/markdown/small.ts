import type { BenchmarkResult } from '../../tools/benchmark.ts';
import type { Cost, Stage } from './stage.ts';
import { median } from './statistics.ts';

/** Answers of the corpus of about these sizes. */
const ANSWERS = {
  '1 KB': ['07-shipping-delay', '09-fluffy-pancakes', '06-why-water-is-polar'],
  '2 KB': ['24-resume-feedback', '11-billing-invoice-explained', '17-rosemary-focaccia'],
  '8 KB': ['30-postgres-indexes-explained', '26-deploy-docker-vps', '28-expense-tracker-single-file'],
} as const;
const BASELINE = 'streaming-markdown';
const LIMITS = { gate: 1.5, goal: 1 };

/** When tokens are drawn. Either tokens come 16 ms apart and our renderer chooses its frames, or each token is drawn at once. */
const MEASURES = [
  { measure: '60 tokens a second', renderer: 'ours', isPaced: true },
  { measure: 'every token drawn', renderer: 'ours, every token', isPaced: false },
] as const;
const PAGES = ['cold', 'warm'] as const;

interface Case {
  readonly name: string;
  readonly page: (typeof PAGES)[number];
  readonly measure: (typeof MEASURES)[number];
}

/**
 * Main-thread time for realistic answers, one token per frame, relative to a renderer that only appends. `cold`: the first answer of
 * a page, after the panel's warm-up in idle time. `warm`: a later answer. Medians of the ratios of three answers.
 */
export async function compareSmall(stage: Stage): Promise<BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const [size, names] of Object.entries(ANSWERS)) {
    for (const measure of MEASURES) {
      for (const page of PAGES) {
        const costs: (readonly [ours: Cost, theirs: Cost])[] = [];
        for (const name of names) costs.push(await compareAnswer(stage, { name, page, measure }));
        const ratioOf = (key: keyof Cost): number =>
          median(costs.map(([ours, theirs]) => ours[key] / theirs[key]));
        const title = `${size}, ${page}, ${measure.measure}`;
        const shared = { unit: 'x', baseline: BASELINE };
        results.push({ title, value: ratioOf('total'), ...shared, ...LIMITS });
        results.push({ title: `${title}, without paint`, value: ratioOf('work'), ...shared });
      }
    }
  }
  return results;
}

async function compareAnswer(
  stage: Stage,
  { name, page, measure: { renderer, isPaced } }: Case,
): Promise<readonly [ours: Cost, theirs: Cost]> {
  const ours = ['streamAnswer', renderer, `${name}.md`, isPaced] as const;
  const theirs = ['streamAnswer', BASELINE, `${name}.md`, isPaced] as const;
  if (page === 'cold') return [await stage.measureWarmedUp(...ours), await stage.measureFirst(...theirs)];
  return [await stage.measure(...ours), await stage.measure(...theirs)];
}
