import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeWalk, runWalks } from './run-walks.ts';

/** Short walks, chosen so that together they have every step, on every site, and as many pairs of steps as 40 walks can. */
const NUMBERS = [
  57, 66, 77, 146, 290, 298, 376, 420, 766, 902, 1071, 1129, 1130, 1222, 1361, 1391, 1444, 1767, 1807, 1957,
  2136, 2348, 2435, 2451, 2501, 2659, 2725, 3021, 3079, 3082, 3115, 3148, 3317, 3397, 3491, 3507, 3801, 3893,
  3933, 3960,
];

describe('forty visitors who do what comes to their mind', { timeout: 300_000 }, () => {
  it('lose nothing, ask nothing twice, and are charged for what they have read', async () => {
    const walks = await runWalks(NUMBERS, () => undefined);
    const broken = walks.filter(({ faults }) => faults.length > 0);
    assert.equal(broken.length, 0, `\n${broken.map(describeWalk).join('\n')}`);
  });
});
