import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureRetrieval, readQuestions } from '../../support/retrieval-quality.ts';

describe('retrieval over the documentation of this project and of what it is built with', () => {
  it('finds an answer among the first three passages for nine questions of ten', async () => {
    const { questions, hitRateAt3, misses } = await measureRetrieval();
    assert.ok(questions >= 40);
    assert.ok(hitRateAt3 >= 0.9, `${hitRateAt3}: ${misses.map(({ question }) => question).join(' | ')}`);
  });

  it('is measured against sections that exist', async () => {
    const { sections } = await measureRetrieval();
    const labels = readQuestions().flatMap(({ answers }) => answers);
    assert.deepEqual(
      labels.filter((id) => !sections.has(id)),
      [],
    );
  });
});
