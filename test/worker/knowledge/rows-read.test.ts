import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countRowsRead } from '../../support/rows-read.ts';

/** With 100 rows a question, the free plan of D1 (5 million rows a day) allows 50,000 questions. */
const ROWS = 100;
/** For misspelt words, the words of the index with the same first letters are read as well. */
const MOST_ROWS = 300;

it('a question reads few rows of the database', { timeout: 60_000 }, async () => {
  const counts = await countRowsRead(20);
  assert.equal(counts.length, 20);
  assert.ok(counts.reduce((sum, count) => sum + count) / counts.length <= ROWS, `${counts.join(' ')}`);
  assert.ok(Math.max(...counts) <= MOST_ROWS, `${counts.join(' ')}`);
  assert.ok(Math.min(...counts) > 0);
});
