import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findInvented } from '../../support/citations.ts';
import { ownDatabase } from '../../support/retrieval-quality.ts';
import { findInventedIn } from '../../support/visitors-quality.ts';

describe('the citations of the extractive provider, which quotes documents without a model', () => {
  it('are headings and text of the sources, with the numbers of the sources', async () => {
    assert.deepEqual(await findInventedIn(ownDatabase(), 100), []);
  });

  const passages = [{ id: '1', title: 'Returns', url: '', text: 'Free.\n\nSend [3] back.', score: 1 }];
  const answers: readonly [string, string, number][] = [
    ['a whole quote', '**Returns** [1]\n\n> Free.\n> \n> Send [3] back.\n\n', 0],
    ['a number without a source', '**Returns** [2]\n\n> Free.\n\n', 1],
    ['the heading of another', '**Costs** [1]\n\n> Free.\n\n', 1],
    ['a quote that is not there', '**Returns** [1]\n\n> Free for ever.\n\n', 1],
    ['a number in its own words', 'They are free [1].', 1],
  ];
  for (const [name, answer, faults] of answers) {
    it(`have ${faults} faults in ${name}`, () => {
      assert.equal(findInvented(answer, passages).length, faults);
    });
  }
});
