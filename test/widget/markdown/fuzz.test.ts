import { expect } from 'chai';
import { loadWindow } from '../../../widget/markdown/window-loader.ts';
import { loadSpecExamples } from './spec-examples.ts';
import { makeCase, makeSplicedCase } from './stream-case.ts';
import { compareOnly, runTrial } from './stream-trial.ts';

// So that every document goes through the window from its first character.
await loadWindow();

const EXAMPLES = [...(await loadSpecExamples('commonmark')), ...(await loadSpecExamples('gfm'))].map(
  ([, markdown]) => markdown,
);

/** Documents per test, so that a hang is told from a long run. */
const BATCH = 25;
/** WebKitGTK takes two to three times as long as the others, most of it in marked's regular expressions. */
const LAST_SEED = navigator.vendor.startsWith('Apple') ? 100 : 400;

/** Seeds of documents on which something a visitor did was lost once, or could not be looked for. */
const ONCE_LOST = [202422, 206502, 302593, 358151, 511076, 530143, 600944, 607037, 700009, 707704];

describe('MarkdownStream, on random documents in random pieces', () => {
  for (let first = 1; first < LAST_SEED; first += BATCH) {
    it(`ends as renderMarkdown renders and leaves alone what is settled: seeds ${first} to ${first + BATCH - 1}`, () => {
      for (let seed = first; seed < first + BATCH; seed++) {
        const { difference, touched, repairs, deed } = runTrial(makeCase(seed));
        expect(difference?.drawn, `seed ${seed}`).to.equal(difference?.wanted);
        expect({ touched, repairs }, `seed ${seed}`).to.deep.equal({ touched: 0, repairs: 0 });
        expect(deed?.outcome, `seed ${seed}, ${deed?.action}`).not.to.equal('lost');
      }
    }).timeout(60_000);
  }

  for (let first = 1; first < 4 * LAST_SEED; first += 4 * BATCH) {
    const last = first + 4 * BATCH - 1;
    it(`ends so on spliced examples of the specifications: seeds ${first} to ${last}`, () => {
      for (let seed = first; seed <= last; seed++) {
        const { difference } = compareOnly(makeSplicedCase(seed, EXAMPLES));
        expect(difference?.drawn, `seed ${seed}`).to.equal(difference?.wanted);
      }
    }).timeout(60_000);
  }

  for (const seed of ONCE_LOST) {
    it(`keeps what the visitor did: seed ${seed}`, () => {
      expect(runTrial(makeCase(seed)).deed?.outcome).to.be.oneOf(['kept', 'gone']);
    });
  }
});
