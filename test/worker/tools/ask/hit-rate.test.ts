import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hitRateAt, meanReciprocalRank } from '../../../../worker/tools/ask/hit-rate.ts';

describe('hitRateAt', () => {
  it('is the share of questions with an answer among the first results', () => {
    assert.equal(hitRateAt(3, [0, 2, 3, -1]), 0.5);
    assert.equal(hitRateAt(1, [0, 2, 3, -1]), 0.25);
  });
});

describe('meanReciprocalRank', () => {
  it('counts 1, 1/2, 1/3 … by the place of the answer, and 0 for no answer', () => {
    assert.equal(meanReciprocalRank([0, 1, -1]), 0.5);
  });
});
