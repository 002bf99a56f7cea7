import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../fixtures/retrieval');

/**
 * Question sets about the documentation of this project. The ranking was tuned with `questions`. `held-out` was written before anybody
 * had seen its results: use it to judge a change of the ranking, and never change the ranking for one of its questions. Its labels
 * were updated when pages changed. `strangers` uses the words of people who do not know our terms. Neither the ranking nor the
 * documentation was changed for it: in November 2026, 12 of 20 questions had an answer among the first three results.
 */
export const QUESTION_SETS = ['questions', 'held-out', 'strangers'] as const;
export type QuestionSet = (typeof QUESTION_SETS)[number];

/** Kinds of questions; `test/fixtures/retrieval/SOURCES.md` explains each. */
export const QUESTION_KINDS = [
  'plain',
  'synonyms',
  'typos',
  'follow-up',
  'language',
  'unanswerable',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** A question, and the sections that answer it. Each of them alone is enough. */
export interface LabelledQuestion {
  readonly question: string;
  /** Sections as `page#anchor`; none for a question that the documents do not answer. */
  readonly answers: readonly string[];
  readonly kind: QuestionKind;
  /** Whether nobody looked at the question while the ranking was changed. `SOURCES.md` says which questions were looked at later. */
  readonly isHeldBack: boolean;
  /** The earlier turns of the conversation. */
  readonly before: readonly { readonly question: string; readonly answer: string }[];
}

/** Sets from the second and third round of writing questions, all of which some page answers. */
export const ANSWERABLE_SETS = [
  'answerable-tuning',
  'answerable-own-tuning',
  'answerable-held-back',
  'answerable-own-held-back',
  'third-answerable',
  'third-answerable-own',
] as const;
export type AnswerableSet = (typeof ANSWERABLE_SETS)[number];

/** The labelled questions of one set. `visitors` is about the documentation of another product. */
export function readQuestions(set: QuestionSet | AnswerableSet | 'visitors'): readonly LabelledQuestion[] {
  const rows = JSON.parse(readFileSync(join(FIXTURES, `${set}.json`), 'utf8')) as (Pick<
    LabelledQuestion,
    'question' | 'answers'
  > &
    Partial<LabelledQuestion>)[];
  return rows.map((row) => ({ kind: 'plain', isHeldBack: set.endsWith('-held-back'), before: [], ...row }));
}
