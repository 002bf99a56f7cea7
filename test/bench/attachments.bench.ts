import { INTERRUPTIONS, InterruptedSends, type Sent } from '../support/attachments/interrupted-sends.ts';
import { launchChromium } from '../support/browser.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

const SENDS = 200;

function row(title: string, sends: readonly Sent[]): BenchmarkResult {
  const value = sends.filter(({ faults }) => faults.length > 0).length;
  return { title, value, unit: '', baseline: `of ${sends.length}`, gate: 0 };
}

/** Files whose way to the Worker is interrupted at every tenth of it: each is to arrive once, with its question, and be charged once. */
export const benchmark: Benchmark = {
  title: 'Interrupted files that did not arrive once, with their question, or were not charged once',
  async run(size = SENDS, _parts = [], first = 0) {
    const browser = await launchChromium();
    const rig = await InterruptedSends.start(browser);
    try {
      const sends: Sent[] = [];
      for (let index = first; index < first + size; index += 1) {
        const interruption = INTERRUPTIONS[index % INTERRUPTIONS.length] ?? 'cut';
        const tenth = Math.floor(index / INTERRUPTIONS.length) % 10;
        // oxlint-disable-next-line no-await-in-loop -- one after the other, on one machine
        const sent = await rig.run(interruption, tenth);
        if (sent.faults.length > 0)
          console.log(`  ${interruption} at ${tenth} tenths: ${sent.faults.join('; ')}`);
        sends.push(sent);
      }
      const kinds = INTERRUPTIONS.map((kind) =>
        row(
          kind,
          sends.filter(({ interruption }) => interruption === kind),
        ),
      );
      return [...kinds, row('all', sends)];
    } finally {
      await rig.close();
      await browser.close();
    }
  },
};
