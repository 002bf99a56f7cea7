import { openChromium } from './walks/browser/chromium-tabs.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import { leaveConversations, type LeftConversation } from './walks/left-conversations.ts';

const CONVERSATIONS = 200;

/** How many conversations of one kind are lost: neither shown nor in the list of chats. Also by the pause before they were left. */
function row(title: string, all: readonly LeftConversation[]): BenchmarkResult {
  const lost = all.filter(({ isLost }) => isLost);
  const delays = [...new Set(all.map(({ delayMs }) => delayMs))]
    .toSorted((a, b) => a - b)
    .map((delay) => {
      const count = lost.filter(({ delayMs }) => delayMs === delay).length;
      return `${count} at ${delay} ms`;
    });
  return { title, value: lost.length, unit: '', baseline: `of ${all.length}: ${delays.join(', ')}`, gate: 0 };
}

/** Presses New chat and then at once a link. The conversation that was open must be kept. */
export const benchmark: Benchmark = {
  title: 'Conversations lost by New chat and a link',
  async run(size = CONVERSATIONS) {
    const browser = await openChromium();
    try {
      const all = await leaveConversations(browser, size);
      const kinds = [...new Set(all.map(({ persist, files }) => `${persist}, files ${files}`))];
      const rows = kinds.toSorted().map((kind) =>
        row(
          kind,
          all.filter(({ persist, files }) => `${persist}, files ${files}` === kind),
        ),
      );
      return [...rows, row('all', all)];
    } finally {
      await browser.close();
    }
  },
};
