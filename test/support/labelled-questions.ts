import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../fixtures/retrieval');

/**
 * The sets about the documentation of this project. The ranking was tuned on `questions`. `held-out` was written before anybody had
 * seen what is found for it: a change to the ranking may be judged by it, never made for one of its questions. Its labels
 * moved with the pages. `strangers` has the words of people who do not know ours; nothing was changed for it, neither the
 * ranking nor the documentation: in November 2026, 12 of 20 had an answer among the first three.
 */
export const QUESTION_SETS = ['questions', 'held-out', 'strangers'] as const;
export type QuestionSet = (typeof QUESTION_SETS)[number];

/** How a question is asked; `test/fixtures/retrieval/SOURCES.md` explains each. */
export const QUESTION_KINDS = [
  'plain',
  'synonyms',
  'typos',
  'follow-up',
  'language',
  'unanswerable',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** A question and the sections that answer it, any of which will do. */
export interface LabelledQuestion {
  readonly question: string;
  /** Sections as `page#anchor`; none for a question that the documents do not answer. */
  readonly answers: readonly string[];
  readonly kind: QuestionKind;
  /** Was not looked at while the ranking was changed; which were since, `SOURCES.md` says. */
  readonly isHeldBack: boolean;
  /** The turns of the conversation that it ends. */
  readonly before: readonly { readonly question: string; readonly answer: string }[];
}

/** Sets of the second and the third round that a page answers. */
export const ANSWERABLE_SETS = [
  'answerable-tuning',
  'answerable-own-tuning',
  'answerable-held-back',
  'answerable-own-held-back',
  'third-answerable',
  'third-answerable-own',
] as const;
export type AnswerableSet = (typeof ANSWERABLE_SETS)[number];

/** The labelled questions of one set; `visitors` asks about the documentation of a stranger. */
export function readQuestions(set: QuestionSet | AnswerableSet | 'visitors'): readonly LabelledQuestion[] {
  const rows = JSON.parse(readFileSync(join(FIXTURES, `${set}.json`), 'utf8')) as (Pick<
    LabelledQuestion,
    'question' | 'answers'
  > &
    Partial<LabelledQuestion>)[];
  return rows.map((row) => ({ kind: 'plain', isHeldBack: set.endsWith('-held-back'), before: [], ...row }));
}
