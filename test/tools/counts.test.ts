import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatCounts, parseCounts, sumCounts } from './counts.ts';

describe('the line of counts', () => {
  it('names skipped tests only when there are some', () => {
    assert.equal(formatCounts({ passed: 3, failed: 0, skipped: 0 }), '3 passed, 0 failed');
    assert.equal(formatCounts({ passed: 3, failed: 1, skipped: 2 }), '3 passed, 1 failed, 2 skipped');
  });

  it('is read back as it was written, the last one when there are several', () => {
    const output = '1 passed, 1 failed\nmore\n7 passed, 0 failed, 1 skipped\nbye\n';
    assert.deepEqual(parseCounts(output), { passed: 7, failed: 0, skipped: 1 });
  });

  it('is not found inside other lines', () => {
    assert.equal(parseCounts('suite: 1 passed, 1 failed (0.1 s)'), undefined);
  });

  it('adds up', () => {
    const total = sumCounts([
      { passed: 1, failed: 2, skipped: 3 },
      { passed: 10, failed: 20, skipped: 30 },
    ]);
    assert.deepEqual(total, { passed: 11, failed: 22, skipped: 33 });
  });
});
