import { launchChromium } from '../support/browser.ts';
import { installFixture } from '../support/install-fixture.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

const RUNS = 600;

/** Interrupts every format and client in every way. The Worker runs as if deployed, with its Durable Objects in another process. */
export const benchmark: Benchmark = {
  title: 'Interrupted answers in every format',
  async run(size = RUNS) {
    installFixture('clients');
    const { CLIENTS } = await import('../support/interruptions/clients.ts');
    const { chromiumEventSource } = await import('../support/interruptions/chromium-event-source.ts');
    const { InterruptionRig, MOMENTS } = await import('../support/interruptions/rig.ts');
    const browser = await launchChromium();
    const sources = ['default', 'workers-ai', 'openai'].map((format) => chromiumEventSource(browser, format));
    const clients = [...CLIENTS, ...sources];
    const count = Math.ceil(size / (clients.length * MOMENTS.length));
    const rig = await InterruptionRig.start();
    const results: BenchmarkResult[] = [];
    try {
      for (const client of clients) {
        let [whole, asked, charged, wrong] = [0, 0, 0, 0];
        for (const moment of MOMENTS) {
          // oxlint-disable-next-line no-await-in-loop -- one kind after the other
          const outcome = await rig.run(client, moment, count);
          whole += outcome.whole;
          asked += outcome.asked;
          charged += outcome.states['charged'] ?? 0;
          wrong += outcome.faults.length;
          const states = JSON.stringify(outcome.states);
          for (const fault of outcome.faults)
            console.log(`  ${client.name}, ${moment}: ${fault}; in the books ${states}`);
        }
        const runs = count * MOMENTS.length;
        const baseline = `of ${runs}: ${whole} whole, ${asked} asked, ${charged} charged${client.asksAnew ? '' : `; ${count} lost with their object`}`;
        results.push({
          title: `${client.name}, kinds that went wrong`,
          value: wrong,
          unit: '',
          baseline,
          gate: 0,
        });
      }
      return results;
    } finally {
      await Promise.all([rig.close(), browser.close()]);
    }
  },
};
