import assert from 'node:assert/strict';
import { it } from 'node:test';
import { siteLimitOf, visitorLimitOf } from '../../../worker/quota/limits.ts';

it('a Worker without settings answers 40 questions of a visitor a day, and 1,000 of the whole site', () => {
  assert.deepEqual([visitorLimitOf({}), siteLimitOf({})], [40, 1_000]);
});
