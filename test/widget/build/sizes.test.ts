import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkGate, formatSizes } from '../../../widget/build/sizes.ts';

describe('the size gate', () => {
  const size = { title: 'a file', measures: 'its bytes', gate: 2048, goal: 1024, why: 'Code\n  is 1.9.' };

  it('lets a file pass that is as big as the gate', () => {
    checkGate({ ...size, bytes: 2048 });
  });

  it('refuses a file that is one byte bigger, with the figures and what is in it', () => {
    assert.throws(() => checkGate({ ...size, bytes: 2049 }), {
      message: 'a file is 2.0 KB, the gate is 2.0 KB\nits bytes\nCode is 1.9.',
    });
  });

  it('is marked in the table when it is passed, and when little room is left', () => {
    const sizes = [1986, 1987, 2049].map((bytes) => ({ ...size, bytes }));
    const notes = formatSizes(sizes)
      .split('\n')
      .map((line) => line.split('goal 1.0 KB')[1]?.trim());
    assert.deepEqual(notes, ['', 'less than 3 % of room', 'over the gate']);
  });
});
