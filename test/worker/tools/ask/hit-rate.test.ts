import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hitRateAt, meanReciprocalRank } from '../../../../worker/tools/ask/hit-rate.ts';

describe('hitRateAt', () => {
  it('counts answers among the first so many', () => {
    assert.equal(hitRateAt(3, [0, 2, 3, -1]), 0.5);
    assert.equal(hitRateAt(1, [0, 2, 3, -1]), 0.25);
  });
});

describe('meanReciprocalRank', () => {
  it('gives 1, 1/2, 1/3 … and nothing for what was not found', () => {
    assert.equal(meanReciprocalRank([0, 1, -1]), 0.5);
  });
});
