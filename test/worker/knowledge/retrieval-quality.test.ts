import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { QUESTION_SETS, type QuestionSet, readQuestions } from '../../support/labelled-questions.ts';
import {
  HIT_RATE_GATES,
  measureRetrieval,
  ownDatabase,
  sectionsOf,
} from '../../support/retrieval-quality.ts';
import {
  findPagesIn,
  measureSearches,
  readPageQuestions,
  readShortSearches,
} from '../../support/search-quality.ts';

/** A set with fewer questions than this measures something else. */
const LEAST_QUESTIONS: Readonly<Record<QuestionSet, number>> = {
  questions: 40,
  'held-out': 40,
  strangers: 20,
};

const database = ownDatabase();

for (const set of QUESTION_SETS) {
  describe(`retrieval over the documentation of this project and of what it is built with: ${set}`, () => {
    const gate = HIT_RATE_GATES[set];

    it(`finds an answer among the first three passages for ${gate} of the questions`, async () => {
      const { questions, hitRateAt3, misses } = await measureRetrieval(set, database);
      assert.ok(questions >= LEAST_QUESTIONS[set]);
      assert.ok(hitRateAt3 >= gate, `${hitRateAt3}: ${misses.map(({ question }) => question).join(' | ')}`);
    });

    it('is measured with sections that exist', async () => {
      const sections = await sectionsOf(database);
      const labels = readQuestions(set).flatMap(({ answers }) => answers);
      assert.deepEqual(
        labels.filter((id) => !sections.has(id)),
        [],
      );
    });
  });
}

describe('the search for pages in the same documents', () => {
  it('shows the page among five for 57 of 60 short searches, also with a third of their letters, and first for 52', async () => {
    const { searches, first, amongFive, early, misses } = await measureSearches(
      readShortSearches(),
      findPagesIn(database),
    );
    assert.equal(searches, 60);
    assert.ok(amongFive >= 57 && first >= 52, `${amongFive}, ${first}: ${misses.join(' | ')}`);
    assert.ok(early >= 57, `${early}`);
  });

  it('shows the page among three for 0.77 of 60 questions', async () => {
    const { searches, amongThree, misses } = await measureSearches(
      readPageQuestions(),
      findPagesIn(database),
    );
    assert.ok(amongThree >= 0.77 * searches, `${amongThree}: ${misses.join(' | ')}`);
  });
});
