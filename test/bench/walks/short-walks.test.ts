import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeWalk, runWalks } from './run-walks.ts';

/** Short walks, as few as together have every step on every site and with every storage. */
const NUMBERS = [
  57, 66, 146, 298, 376, 902, 1071, 1129, 1222, 1391, 1444, 1957, 2136, 2451, 2659, 2725, 3021, 3079, 3148,
  3960,
];

describe('visitors who do what comes to their mind', { timeout: 300_000 }, () => {
  it('lose nothing, ask nothing twice, and are charged for what they have read', async () => {
    const walks = await runWalks(NUMBERS, () => undefined);
    const broken = walks.filter(({ faults }) => faults.length > 0);
    assert.equal(broken.length, 0, `\n${broken.map(describeWalk).join('\n')}`);
  });
});
