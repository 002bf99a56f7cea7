import { expect } from 'chai';
import { differenceOf, makeCase } from './stream-case.ts';

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
