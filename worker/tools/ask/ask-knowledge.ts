import { numberOf, type Env } from '../../env.ts';
import { findRanked, type Ranking } from '../../knowledge/find-ranked.ts';
import type { PassageRow } from '../knowledge/indexing/passage.ts';
import { rerankerOf } from '../../knowledge/reranker.ts';
import { termsOf } from '../../knowledge/terms.ts';
import type { AskedQuestion } from './asked-questions.ts';
import { isAnswer, isOnPage } from './labels.ts';
import { hitRateAt, meanReciprocalRank, type Rank } from './hit-rate.ts';
import { databaseOf } from './memory-database.ts';

/** How many of the pages that were found the report names. */
const MAX_PAGES = 3;
/** How many missing words the report names. A question in Japanese has no blanks: each two letters count as a word. */
const MAX_MISSING_WORDS = 6;
/** How many columns of a terminal a line of the report takes. */
const MAX_WIDTH = 80;
/** How long a reranker may take. This measures how well it ranks, and no visitor waits. */
const RERANK_MS = 30_000;

/** What a question found in one way of ranking. */
interface Finding {
  readonly question: AskedQuestion;
  /** Addresses, best first. */
  readonly found: readonly string[];
  readonly rank: Rank;
}

/**
 * Searches the passages of an index as for a visitor, and returns a report: the questions whose page is not among the first three,
 * the other questions, then the hit rates by words alone and, where `env` names a reranker, with it. Without a reranker, what
 * counts as found are the passages that a language model would be given; with `CHAT_PROVIDER` "extractive", those that a visitor
 * would be shown. Throws where nothing is indexed, and where the reranker fails.
 *
 * @example
 * const questions = readAskedQuestions('questions.json');
 * console.log(await askKnowledge(questions, passages, { RERANKER_URL: 'http://127.0.0.1:8012/v1' }));
 */
export async function askKnowledge(
  questions: readonly AskedQuestion[],
  passages: readonly PassageRow[],
  env: Env,
): Promise<string> {
  if (passages.length === 0)
    throw new Error('nothing is indexed yet: run npm run knowledge -- FOLDER, or npm start');
  const reranker = rerankerOf({ ...env, RERANK_MS: numberOf(env.RERANK_MS, RERANK_MS) && RERANK_MS });
  const acceptsAll = env.CHAT_PROVIDER === 'extractive';
  const byWords = await findAll(questions, passages, { acceptsAll });
  const ranked = reranker && (await findAll(questions, passages, { reranker }));
  const head = `${questions.length} questions, ${passages.length} passages`;
  return [head, ...gapsOf(ranked ?? byWords, passages), ...ratesOf(byWords, ranked)].join('\n');
}

async function findAll(
  questions: readonly AskedQuestion[],
  passages: readonly PassageRow[],
  ranking: Pick<Ranking, 'acceptsAll' | 'reranker'>,
): Promise<readonly Finding[]> {
  const database = databaseOf(passages);
  const rows = new Map(passages.map((row) => [row.id, row]));
  const onRerankFailed = (error: unknown): never => {
    throw new Error(`the reranker failed: ${String(error)}`, { cause: error });
  };
  const findings: Finding[] = [];
  for (const question of questions) {
    const options = { baseUrl: 'https://site.invalid/', ...ranking, onRerankFailed };
    const ranked = await findRanked(database, question.question, options);
    const found = (ranked?.passages ?? []).flatMap(({ id }) => rows.get(id) ?? []);
    const rank = found.findIndex((row) => isAnswer(row, question));
    findings.push({ question, found: found.map(({ url }) => url), rank });
  }
  return findings;
}

function gapsOf(findings: readonly Finding[], passages: readonly PassageRow[]): readonly string[] {
  const isGap = ({ rank }: Finding): boolean => rank === -1 || rank >= MAX_PAGES;
  const gaps = findings.filter(isGap);
  const found = findings.filter((finding) => !isGap(finding));
  return [
    ...(gaps.length > 0
      ? ['', `Gaps: ${gaps.length} of ${findings.length} questions, whose page is not among the first three`]
      : []),
    ...gaps.flatMap((gap) => ['', ...describeGap(gap, passages)]),
    ...(found.length > 0 ? ['', 'Found:'] : []),
    ...found.map(describeFound),
  ];
}

function describeFound({ question, found, rank }: Finding): string {
  const line = `  ${rank + 1}. ${question.question}`;
  const place = `(${found[rank]})`;
  return `${line}${line.length + place.length < MAX_WIDTH ? ' ' : '\n     '}${place}`;
}

function describeGap({ question, found }: Finding, passages: readonly PassageRow[]): readonly string[] {
  const { page, heading, line } = question;
  return [
    `  ${question.question} (line ${line})`,
    `    wanted: ${page}${heading === undefined ? '' : `, ${heading}`}`,
    ...whyNot(question, passages).map((reason) => `            - ${reason}`),
    `    found:  ${[...new Set(found)].slice(0, MAX_PAGES).join('\n            ') || 'nothing'}`,
  ];
}

/** Why the page was not found. Usually it does not have words of the question, which its owner can add. */
function whyNot(question: AskedQuestion, passages: readonly PassageRow[]): readonly string[] {
  const page = passages.filter((row) => isOnPage(row, question));
  if (page.length === 0) return ['is not in the index'];
  const section = page.filter((row) => isAnswer(row, question));
  if (section.length === 0) return ['the page has no such heading'];
  const text = section.map((row) => `${row.title} ${row.text}`.toLowerCase()).join('\n');
  const missing = termsOf(question.question).filter((word) => !text.includes(word.slice(0, 5)));
  const named = missing.slice(0, MAX_MISSING_WORDS).join(', ');
  return missing.length > 0
    ? [`does not say: ${named}${missing.length > MAX_MISSING_WORDS ? ' …' : ''}`]
    : [];
}

function ratesOf(byWords: readonly Finding[], ranked: readonly Finding[] | undefined): readonly string[] {
  const rows = [
    ['', 'first', 'hit@3', 'MRR'],
    ['words alone', ...figuresOf(byWords)],
    ...(ranked ? [['with the reranker', ...figuresOf(ranked)]] : []),
  ];
  return [
    '',
    ...rows.map(([name = '', ...cells]) =>
      `${name.padEnd(20)}${cells.map((cell) => cell.padEnd(8)).join('')}`.trimEnd(),
    ),
  ];
}

function figuresOf(findings: readonly Finding[]): readonly string[] {
  const ranks = findings.map(({ rank }) => rank);
  return [hitRateAt(1, ranks), hitRateAt(3, ranks), meanReciprocalRank(ranks)].map((rate) => rate.toFixed(2));
}
