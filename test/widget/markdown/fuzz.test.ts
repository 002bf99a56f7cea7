import { expect } from 'chai';
import { loadWindow } from '../../../widget/markdown/window-loader.ts';
import { differenceOf, makeCase } from './stream-case.ts';

// So that every document goes through the window from its first character.
await loadWindow();

/** Documents per test, so that a hang is told from a long run. */
const BATCH = 25;

describe('MarkdownStream, on random documents in random pieces', () => {
  for (let first = 1; first < 200; first += BATCH) {
    it(`ends as renderMarkdown renders: seeds ${first} to ${first + BATCH - 1}`, () => {
      for (let seed = first; seed < first + BATCH; seed++) {
        const { wanted, drawn } = differenceOf(makeCase(seed)) ?? {};
        expect(drawn, `seed ${seed}`).to.equal(wanted);
      }
    }).timeout(60_000);
  }
});
