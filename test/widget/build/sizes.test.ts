import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkGate, formatSizes } from '../../../widget/build/sizes.ts';

describe('the size gate', () => {
  const size = { title: 'a file', measures: 'its bytes', gate: 2048, goal: 1024, why: 'Code\n  is 1.9.' };

  it('passes a file that is exactly as large as its limit', () => {
    checkGate({ ...size, bytes: 2048 });
  });

  it('refuses a file one byte above its limit, and prints its size and its content', () => {
    assert.throws(() => checkGate({ ...size, bytes: 2049 }), {
      message: 'a file is 2.0 KB, the gate is 2.0 KB\nits bytes\nCode is 1.9.',
    });
  });

  it('marks in the table a file above its limit, and a file close to its limit', () => {
    const sizes = [1986, 1987, 2049].map((bytes) => ({ ...size, bytes }));
    const notes = formatSizes(sizes)
      .split('\n')
      .map((line) => line.split('goal 1.0 KB')[1]?.trim());
    assert.deepEqual(notes, ['', 'less than 3 % of room', 'over the gate']);
  });
});
