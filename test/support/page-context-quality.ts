import type { Database } from '../../worker/env.ts';
import type { LabelledQuestion } from './labelled-questions.ts';
import { type Finding, findAnswers, findIn, pageOf, sectionsOf } from './retrieval-quality.ts';

/** Pages that a visitor might be on for one question. */
const WRONG_PAGES = 5;

/** How many questions have an answer among the first three results, by the page that the visitor is on while asking. */
export interface PageContextQuality {
  readonly questions: number;
  readonly withoutPage: number;
  readonly onRightPage: number;
  /** One figure for each of five pages that have no answer. */
  readonly onWrongPages: readonly number[];
  /** On a page without an answer that is the fourth or fifth result: preferring it can move the answer out of the first three. */
  readonly onNearestWrongPage: number;
}

/**
 * Asks every question that has an answer several times: without a page, on the page of the answer, on five other pages (spread over all
 * pages, the same in every run), and on a wrong page that is just behind the first three results.
 */
export async function measurePageContext(
  database: Database,
  questions: readonly LabelledQuestion[],
): Promise<PageContextQuality> {
  const answered = questions.filter(({ answers }) => answers.length > 0);
  const pages = [...new Set([...(await sectionsOf(database))].map(pageOf))];
  const ask = (pageFor?: (question: LabelledQuestion) => string) =>
    findAnswers(answered, findIn(database, pageFor && { pageFor }));
  const count = (findings: readonly Finding[]) => findings.filter(({ rank }) => rank >= 0 && rank < 3).length;
  const withoutPage = await ask();
  const nearest = new Map(
    withoutPage.map(({ question, found }) => [
      question,
      wrongPagesOf(question, found.slice(3).map(pageOf))[0] ?? '',
    ]),
  );
  const onWrongPages: number[] = [];
  for (let turn = 0; turn < WRONG_PAGES; turn++) {
    const pageFor = (question: LabelledQuestion) => {
      const wrong = wrongPagesOf(question, pages);
      // By a prime number, so that the pages of neighbouring questions are far apart.
      return wrong[((answered.indexOf(question) + turn) * 7919) % wrong.length] ?? '';
    };
    onWrongPages.push(count(await ask(pageFor)));
  }
  return {
    questions: answered.length,
    withoutPage: count(withoutPage),
    onRightPage: count(await ask(({ answers }) => pageOf(answers[0] ?? ''))),
    onWrongPages,
    onNearestWrongPage: count(await ask((question) => nearest.get(question) ?? '')),
  };
}

function wrongPagesOf({ answers }: LabelledQuestion, pages: readonly string[]): readonly string[] {
  const right = new Set(answers.map(pageOf));
  return pages.filter((page) => !right.has(page));
}
