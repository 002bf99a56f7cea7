import { readFile, writeFile } from 'node:fs/promises';
import { buildAll } from '../../demo/build/build-all.ts';
import { FIGURES, type Figures } from '../../demo/build/site/figures.ts';
import { VERSION } from '../../widget/build/project.ts';
import { launchChromium } from '../support/browser.ts';
import { measurePeer, PEERS, type PeerSize } from './peers.ts';
import { toOwnFigures } from './own-figures.ts';
import { measureSizes } from './sizes.ts';

// `npm run figures` measures what the demo page says of our sizes; `npm run figures -- peers` those of others as well,
// whose packages it fetches from npm.

async function measurePeers(): Promise<readonly PeerSize[]> {
  const browser = await launchChromium();
  try {
    const sizes: PeerSize[] = [];
    for (const peer of PEERS) sizes.push(await measurePeer(peer, browser));
    return sizes.toSorted((a, b) => a.bytes - b.bytes);
  } finally {
    await browser.close();
  }
}

try {
  await buildAll();
  const current = JSON.parse(await readFile(FIGURES, 'utf8')) as Figures;
  const ours = toOwnFigures(VERSION, await measureSizes());
  const peers = process.argv.includes('peers') ? await measurePeers() : current.peers;
  await writeFile(FIGURES, `${JSON.stringify({ ours, peers }, null, 2)}\n`);
  console.log(`Written: ${FIGURES}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
