import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import { openChromium } from './walks/browser/chromium-tabs.ts';
import { stressTabs, type TwoTabs } from './walks/two-tabs.ts';

const RUNS = 100;
const KINDS = ['local', 'session'] as const;
const FAULTS = {
  lost: 'lost words',
  back: 'removed words that came back',
  differences: 'words that two of both tabs and a fresh page do not agree about',
  askedTwice: 'questions that were asked twice',
  wrong: 'runs that did not come to their end',
} as const;

function describeRun(run: TwoTabs): string {
  const said = Object.keys(FAULTS).flatMap((name) => {
    const list = run[name as keyof typeof FAULTS];
    return list.length > 0 ? [`${name}: ${list.slice(0, 6).join('; ')}${list.length > 6 ? ', …' : ''}`] : [];
  });
  return `  run ${run.number} (${run.persist}), ${run.said} said: ${said.join('. ')}`;
}

/** Two tabs of one conversation, or a tab and its duplicate, that ask, edit, delete, open and begin chats within milliseconds. */
export const benchmark: Benchmark = {
  title: 'Two tabs at once',
  parts: [...KINDS],
  async run(size = RUNS, parts = [], first = 1) {
    const browser = await openChromium();
    try {
      const kinds = KINDS.filter((kind) => parts.length === 0 || parts.includes(kind));
      const runs = await stressTabs(browser, { count: size, first, kinds }, (run) => {
        if (Object.keys(FAULTS).some((name) => run[name as keyof typeof FAULTS].length > 0))
          console.log(describeRun(run));
      });
      const said = runs.reduce((sum, run) => sum + run.said, 0);
      return Object.entries(FAULTS).map(([name, title]): BenchmarkResult => ({
        title,
        value: runs.reduce((sum, run) => sum + run[name as keyof typeof FAULTS].length, 0),
        unit: '',
        baseline: `${runs.length} runs, ${said} said`,
        gate: 0,
      }));
    } finally {
      await browser.close();
    }
  },
};
