import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureRetrieval, QUESTION_SETS, readQuestions } from '../../support/retrieval-quality.ts';

for (const set of QUESTION_SETS) {
  describe(`retrieval over the documentation of this project and of what it is built with: ${set}`, () => {
    it('finds an answer among the first three passages for nine questions of ten', async () => {
      const { questions, hitRateAt3, misses } = await measureRetrieval(set);
      assert.ok(questions >= 40);
      assert.ok(hitRateAt3 >= 0.9, `${hitRateAt3}: ${misses.map(({ question }) => question).join(' | ')}`);
    });

    it('is measured against sections that exist', async () => {
      const { sections } = await measureRetrieval(set);
      const labels = readQuestions(set).flatMap(({ answers }) => answers);
      assert.deepEqual(
        labels.filter((id) => !sections.has(id)),
        [],
      );
    });
  });
}
