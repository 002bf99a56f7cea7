import { expect } from 'chai';
import { loadWindow } from '../../../widget/markdown/window-loader.ts';
import { differenceOf, makeCase } from './stream-case.ts';

// So that every document goes through the window from its first character.
await loadWindow();

/** Documents per test, so that a hang is told from a long run. */
const BATCH = 10;
/** WebKitGTK takes two to three times as long as the others, most of it in marked's regular expressions. */
const LAST_SEED = navigator.vendor.startsWith('Apple') ? 50 : 200;

describe('MarkdownStream, on random documents in random pieces', () => {
  for (let first = 1; first <= LAST_SEED; first += BATCH) {
    it(`ends as renderMarkdown renders: seeds ${first} to ${first + BATCH - 1}`, () => {
      for (let seed = first; seed < first + BATCH; seed++) {
        const { wanted, drawn } = differenceOf(makeCase(seed)) ?? {};
        expect(drawn, `seed ${seed}`).to.equal(wanted);
      }
    }).timeout(120_000);
  }
});
