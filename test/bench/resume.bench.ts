import { launchChromium } from '../support/browser.ts';
import { chargedUnread, faultsOfBooks, type SoakedTurn } from '../support/resume-books.ts';
import { ResumeSite } from '../support/resume-site.ts';
import { soak } from '../support/resume-soak.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

const TURNS = 500;
const VISITORS = 4;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** How many answers were interrupted in one way, and the median time until they were complete. */
function row(title: string, turns: readonly SoakedTurn[]): BenchmarkResult {
  const whole = turns.filter(({ outcome }) => outcome === 'whole');
  const notBegun = turns.filter(({ outcome }) => outcome === 'not begun').length;
  const baseline = `${turns.length} turns: ${whole.length} whole to the character, ${notBegun} left before they began`;
  return {
    title: `${title}, to its end`,
    value: median(whole.map(({ took }) => took)),
    unit: 'ms',
    baseline,
  };
}

/** Readers in Chromium who leave an answer of the Worker (in workerd) at random moments. */
export const benchmark: Benchmark = {
  title: 'Resume',
  async run(size = TURNS) {
    const site = await ResumeSite.start({ HEARTBEAT_MS: '100' });
    const browser = await launchChromium();
    try {
      const result = await soak(site, browser, { count: size, visitors: VISITORS });
      const { turns, rows } = result;
      const faults = faultsOfBooks(result);
      for (const fault of faults) console.log(`  ${fault}`);
      const wrong = turns.filter(({ outcome }) => outcome === 'wrong');
      for (const { interruption, at, fault } of wrong) console.log(`  ${interruption} at ${at} ms: ${fault}`);
      const repeated = turns.filter(({ sent }) => sent > 1).length;
      const charged = rows.filter(({ state }) => state === 'charged').length;
      const open = rows.filter(({ state }) => state === 'reserved').length;
      const kinds = [...new Set(turns.map(({ interruption }) => interruption))].toSorted();
      const none = { unit: '', gate: 0 };
      return [
        ...kinds.map((kind) =>
          row(
            kind,
            turns.filter(({ interruption }) => interruption === kind),
          ),
        ),
        { ...none, title: 'answers with a fault', value: wrong.length, baseline: `of ${turns.length}` },
        {
          ...none,
          title: 'faults in the books',
          value: faults.length,
          baseline: `${rows.length} turns, ${charged} charged; ${repeated} questions sent again by the browser`,
        },
        {
          title: 'charged, and on no page',
          value: chargedUnread(result).length,
          unit: '',
          baseline: 'read by the browser for a page that had gone',
        },
        { ...none, title: 'turns that are still open', value: open, baseline: '' },
      ];
    } finally {
      await browser.close();
      await site.close();
    }
  },
};
