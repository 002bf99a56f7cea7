import { join } from 'node:path';
import { DIST } from '../../widget/build/project.ts';
import { KILOBYTE } from '../../widget/build/size-limits.ts';
import { launchChromium } from '../support/browser.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import { SLOWDOWN } from './panel/slow-down.ts';
import { measureChat, measurePeer, type PeerCost } from './peers/measure-peer.ts';
import { OURS, PEERS } from './peers/peers.ts';

/** Compares other embeddable chats with ours in the same run: bytes of a page load, bytes until a first answer, time of a press. */
export const benchmark: Benchmark = {
  title: 'Peers',
  async run() {
    const browser = await launchChromium();
    try {
      const costs: [name: string, version: string, cost: PeerCost][] = [];
      for (const peer of PEERS) costs.push([peer.name, peer.version, await measurePeer(peer, browser)]);
      costs.sort(([, , one], [, , other]) => one.pageLoad - other.pageLoad);
      // Without our page load, the first line: for it the demo shows the figure of `npm run bench -- bytes`.
      const ours = describe(OURS.name, 'as built', await measureChat(join(DIST, 'site'), OURS, browser));
      return [...costs.flatMap((cost) => describe(...cost)), ...ours.slice(1)];
    } finally {
      await browser.close();
    }
  },
};

function describe(
  name: string,
  version: string,
  { pageLoad, firstAnswer, press }: PeerCost,
): BenchmarkResult[] {
  const bytes = (title: string, value: number, moment: string): BenchmarkResult => {
    return { title, value: value / KILOBYTE, unit: 'KB', baseline: `${version}, ${moment}` };
  };
  const pressed = `${version}, processor throttled ${SLOWDOWN}x`;
  return [
    bytes(name, pageLoad, 'page load'),
    bytes(`${name}, all until a first answer`, firstAnswer, 'a few words'),
    ...(press === undefined
      ? []
      : [
          {
            title: `${name}, main thread from a press to its text box`,
            value: press,
            unit: 'ms',
            baseline: pressed,
          },
        ]),
  ];
}
