import { KILOBYTE } from '../../widget/build/size-limits.ts';
import { launchChromium } from '../support/browser.ts';
import { measurePeer, PEERS } from '../support/peers.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

/** What a page load brings of other chats for any site, as our own is measured; smallest first. */
export const benchmark: Benchmark = {
  title: 'Peers',
  async run() {
    const browser = await launchChromium();
    try {
      const results: BenchmarkResult[] = [];
      for (const peer of PEERS) {
        const bytes = await measurePeer(peer, browser);
        const baseline = `${peer.version}, page load`;
        results.push({ title: peer.name, value: bytes / KILOBYTE, unit: 'KB', baseline });
      }
      return results.toSorted((a, b) => a.value - b.value);
    } finally {
      await browser.close();
    }
  },
};
