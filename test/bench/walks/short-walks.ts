import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeWalk, runWalks } from './run-walks.ts';

/** Forty short walks: together they have every step on every site and with every storage, and most pairs of steps. */
const NUMBERS = [
  57, 66, 71, 125, 146, 294, 298, 376, 420, 432, 902, 1019, 1071, 1129, 1133, 1173, 1222, 1391, 1444, 1957,
  2073, 2099, 2136, 2253, 2451, 2524, 2659, 2725, 2811, 2877, 3021, 3071, 3079, 3148, 3258, 3327, 3707, 3856,
  3960, 3993,
];
/** Walks of one test file: a file that failed is run again whole. */
const PART = 10;
/** Two files run side by side, so that there are four walks, as many as two processors bear. */
const LANES = 2;

/** Has the tests of a file walk one of the four parts of the short walks; the first is 1. */
export function describeShortWalks(part: number): void {
  const numbers = NUMBERS.slice((part - 1) * PART, part * PART);
  describe(`visitors who do what comes to their mind, ${part}`, { timeout: 600_000 }, () => {
    it('lose nothing, ask nothing twice, and are charged for what they have read', async () => {
      const walks = await runWalks(numbers, () => undefined, { laneCount: LANES });
      assert.equal(walks.length, PART);
      const broken = walks.filter(({ faults }) => faults.length > 0);
      assert.equal(broken.length, 0, `\n${broken.map(describeWalk).join('\n')}`);
    });
  });
}
