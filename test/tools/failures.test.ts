import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findFailures } from './failures.ts';

describe('the failures in an output', () => {
  it('are those marked, with the lines under each', () => {
    const output = [
      'test/unit/a.browser.ts: 2 tests',
      '  ✖ sends once (test/unit/a.browser.ts)',
      '    AssertionError: 2 is not 1',
      '      at a.ts:7',
      '  - skipped: no WordPress',
      '  ✖ ends',
      'unit: 0 passed, 2 failed (1.0 s)',
    ].join('\n');
    const first = '  ✖ sends once (test/unit/a.browser.ts)\n    AssertionError: 2 is not 1\n      at a.ts:7';
    assert.deepEqual(findFailures(output), [first, '  ✖ ends']);
  });

  it('are none where all passed', () => {
    assert.deepEqual(findFailures('worker: 577 passed, 0 failed (1.0 s)\n'), []);
  });

  it('are cut when they are long', () => {
    const [failure] = findFailures(`  ✖ prettier\n${'    a.ts\n'.repeat(50)}`);
    assert.match(failure ?? '', /^ {2}✖ prettier\n(?: {4}a\.ts\n){29} {4}… 21 more lines$/);
  });
});
