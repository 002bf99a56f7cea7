import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeWalk, runWalks } from './run-walks.ts';

describe('forty visitors who do what comes to their mind', { timeout: 300_000 }, () => {
  it('lose nothing, ask nothing twice, and are charged for what they have read', async () => {
    const walks = await runWalks({ first: 1, count: 40 }, () => undefined);
    const broken = walks.filter(({ faults }) => faults.length > 0);
    assert.equal(broken.length, 0, `\n${broken.map(describeWalk).join('\n')}`);
  });
});
