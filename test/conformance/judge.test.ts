import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutBehindFirstWord, judge, judgeCut } from './judge.ts';
import { readStreams } from './read-streams.ts';

describe('the judge of the kit', async () => {
  const streams = await readStreams();
  const find = (name: string) => {
    const stream = streams.find((other) => other.name === name);
    assert.ok(stream);
    return stream;
  };
  const whole = find('openai-chat-tools.txt');

  it('does not count a citation as a word, however it is drawn', () => {
    for (const words of ['Boots ship free 😀 [1].', 'Boots ship\nfree 😀 .'])
      assert.deepEqual(judge({ words, end: 'finished' }, whole).faults, []);
  });

  it('names a word that had to stay hidden', () => {
    const { hasWords, faults } = judge({ words: 'SECRET Boots ship free 😀', end: 'finished' }, whole);
    assert.equal(hasWords, false);
    assert.match(faults.join(), /"SECRET" is no part/);
  });

  it('requires that a failure is visible', () => {
    const failed = find('openai-error.txt');
    assert.equal(judge({ words: failed.expected.text, end: 'finished' }, failed).hasEnd, false);
    assert.equal(judge({ words: failed.expected.text, end: 'failed' }, failed).hasEnd, true);
  });

  it('cuts a body before its last words, and requires that the cut is visible', () => {
    const cut = cutBehindFirstWord(whole);
    assert.ok(cut && cut.body.length < whole.body.length);
    assert.equal(judgeCut({ words: 'Boots ship', end: 'finished' }, cut), false);
    assert.equal(judgeCut({ words: 'Boots ship', end: 'failed' }, cut), true);
    assert.equal(judgeCut({ words: 'Boots ship free 😀', end: 'finished' }, cut), undefined);
  });
});
