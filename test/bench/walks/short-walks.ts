import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeWalk, runWalks } from './run-walks.ts';

/** Forty walks of ten steps: together they have every step on every site and with every storage. Fourteen are on prerendered pages. */
const NUMBERS = [
  1278, 1372, 2183, 2904, 3096, 3176, 3620, 3716, 4819, 5527, 5543, 6578, 6952, 7754, 8319, 8580, 9861, 10025,
  10050, 10221, 12192, 12601, 13506, 14351, 14679, 15188, 16091, 17025, 17506, 17976, 18444, 18569, 20160,
  22534, 22799, 25474, 25762, 25979, 27131, 27576,
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
