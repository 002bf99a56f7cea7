import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namesSubject } from '../../../worker/knowledge/judge.ts';
import { hitRateAt } from '../../../worker/tools/ask/hit-rate.ts';
import {
  QUESTION_SETS,
  type QuestionSet,
  readQuestions,
  UNANSWERABLE_SETS,
} from '../../support/labelled-questions.ts';
import {
  findAnswers,
  findIn,
  HIT_RATE_GATES,
  measureRetrieval,
  ownDatabase,
  QUOTED_GATES,
  sectionsOf,
} from '../../support/retrieval-quality.ts';

/** A set that has lost questions measures something else. */
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

    it('is measured against sections that exist', async () => {
      const sections = await sectionsOf(database);
      const labels = readQuestions(set).flatMap(({ answers }) => answers);
      assert.deepEqual(
        labels.filter((id) => !sections.has(id)),
        [],
      );
    });
  });
}

for (const set of ['questions', 'held-out'] as const)
  it(`quotes an answer among the first three for ${QUOTED_GATES[set]} of ${set}`, async () => {
    const findings = await findAnswers(readQuestions(set), findIn(database, { judge: namesSubject }));
    const ranks = findings.map(({ rank }) => rank);
    assert.ok(hitRateAt(3, ranks) >= QUOTED_GATES[set], `${hitRateAt(3, ranks)}`);
  });

it('quotes nothing for nine of ten questions that this documentation does not answer', async () => {
  const questions = UNANSWERABLE_SETS.filter(
    (set) => set.includes('-own') && !set.startsWith('third'),
  ).flatMap(readQuestions);
  const findings = await findAnswers(questions, findIn(database, { judge: namesSubject }));
  const quoted = findings.filter(({ found }) => found.length > 0);
  assert.ok(
    quoted.length <= 0.1 * questions.length,
    quoted.map(({ question }) => question.question).join(' | '),
  );
});
