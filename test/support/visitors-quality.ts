import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../worker/env.ts';
import { rerankerOf, textOf } from '../../worker/knowledge/reranker.ts';
import { Answer } from '../../worker/answer/answer.ts';
import { quote } from '../../worker/knowledge/quote.ts';
import { extractiveModel } from '../../worker/model/extractive.ts';
import type { Passage } from '../../worker/model-port.ts';
import { hitRateAt, meanReciprocalRank } from '../../worker/tools/ask/hit-rate.ts';
import { findInvented } from './citations.ts';
import { collect } from './collect.ts';
import { STRANGERS_DOCS, unpackFiles } from './corpus.ts';
import { type LabelledQuestion, QUESTION_KINDS, type QuestionKind } from './labelled-questions.ts';
import { rerankBy, startRerankServer } from './rerank-server.ts';
import { type Find, findAnswers, findIn, findPerfectly } from './retrieval-quality.ts';
import { indexedDatabase } from './sqlite-database.ts';
import { loadRelevance } from './word-vectors.ts';

/** The results for one kind of question with one way of ranking. */
interface Quality {
  readonly questions: number;
  readonly hits: number;
  readonly meanReciprocalRank: number;
  /** Questions for which nothing was found. */
  readonly refused: number;
}

/** Results by kind of question. The last entry, `all`, has all questions that the documents answer. */
export type QualityByKind = ReadonlyMap<QuestionKind | 'all', Quality>;

/** A way of ranking, and its results. */
export interface Way {
  readonly name: string;
  readonly quality: QualityByKind;
}

/** The results of the search at the time when the questions were written: `test/fixtures/retrieval/before.json`. */
interface Before {
  readonly kind: QuestionKind;
  readonly isHeldBack: boolean;
  readonly hitsAt3?: number;
  readonly meanReciprocalRank?: number;
  readonly refused?: number;
}

/** A database with the documentation of another product, which is downloaded from npm at the first call. */
export async function strangersDatabase(): Promise<Database> {
  return indexedDatabase(join(await unpackFiles(STRANGERS_DOCS), 'docs'));
}

/**
 * Searches for these questions in each way: by words; ranked by a server with the real `/rerank`, which scores by word vectors; and with
 * a perfect ranking.
 */
export async function measureWays(
  database: Database,
  questions: readonly LabelledQuestion[],
): Promise<readonly Way[]> {
  const { results } = await database.prepare('SELECT * FROM passage').bind().all<Passage>();
  const relevance = await loadRelevance(
    results.map(textOf),
    questions.map(({ question }) => question),
  );
  const server = await startRerankServer();
  server.reply(rerankBy(relevance));
  try {
    const reranker = rerankerOf({ RERANKER_URL: server.url, RERANK_MS: 60_000, RERANK_SCORE: 0 });
    return [
      { name: 'words alone', quality: await measure(questions, findIn(database)) },
      { name: 'word vectors', quality: await measure(questions, findIn(database, { reranker })) },
      { name: 'no mistake', quality: await measure(questions, findPerfectly(database)) },
    ];
  } finally {
    await server.close();
  }
}

async function measure(questions: readonly LabelledQuestion[], find: Find): Promise<QualityByKind> {
  const findings = await findAnswers(questions, find);
  const quality = (isWanted: (kind: QuestionKind) => boolean): Quality => {
    const wanted = findings.filter(({ question: { kind } }) => isWanted(kind));
    const ranks = wanted.map(({ rank }) => rank);
    return {
      questions: wanted.length,
      hits: Math.round(hitRateAt(3, ranks) * wanted.length),
      meanReciprocalRank: meanReciprocalRank(ranks),
      refused: wanted.filter(({ found }) => found.length === 0).length,
    };
  };
  return new Map<QuestionKind | 'all', Quality>([
    ...QUESTION_KINDS.map((kind) => [kind, quality((other) => other === kind)] as const),
    ['all', quality((kind) => kind !== 'unanswerable')],
  ]);
}

/** The results as a table, with the earlier ones in its first column: hits at 3 and mean reciprocal rank, or refusals. */
export function formatWays(ways: readonly Way[], isHeldBack: boolean): string {
  const before = (
    JSON.parse(
      readFileSync(join(import.meta.dirname, '../fixtures/retrieval/before.json'), 'utf8'),
    ) as Before[]
  ).filter((row) => row.isHeldBack === isHeldBack);
  const rows = [...QUESTION_KINDS, 'all' as const].map((kind) => {
    const old = before.find((row) => row.kind === kind);
    const cells = ways.map(({ quality }) => formatQuality(kind, quality.get(kind)));
    const questions = ways[0]?.quality.get(kind)?.questions ?? 0;
    const was = old?.hitsAt3 ?? old?.refused ?? before.reduce((sum, { hitsAt3 = 0 }) => sum + hitsAt3, 0);
    const rank = old?.meanReciprocalRank?.toFixed(2) ?? '';
    return [`${kind} (${questions})`, `${was} ${rank}`, ...cells];
  });
  return [['', 'before', ...ways.map(({ name }) => name)], ...rows]
    .map((row) => `  ${row.map((cell) => cell.padEnd(18)).join('')}`.trimEnd())
    .join('\n');
}

function formatQuality(kind: QuestionKind | 'all', quality: Quality | undefined): string {
  if (quality === undefined) return '';
  return kind === 'unanswerable'
    ? `${quality.refused} refused`
    : `${quality.hits} ${quality.meanReciprocalRank.toFixed(2)}`;
}

/**
 * Lets the extractive provider answer so many questions, which are headings of the documents. Returns its invented words and citations:
 * see {@link findInvented}.
 */
export async function findInventedIn(database: Database, answers: number): Promise<readonly string[]> {
  const { results } = await database
    .prepare('SELECT DISTINCT title FROM passage ORDER BY rowid LIMIT ?')
    .bind(answers)
    .all<{ readonly title: string }>();
  if (results.length < answers) throw new Error(`the documents have ${results.length} headings only`);
  const find = findIn(database, { acceptsAll: true });
  const invented: string[] = [];
  for (const { title } of results) {
    const question = { question: title, answers: [], kind: 'plain', isHeldBack: false, before: [] } as const;
    const passages = await find(question);
    invented.push(
      ...findInvented(await answerOf(title, passages), passages).map((fault) => `${title}: ${fault}`),
    );
  }
  return invented;
}

async function answerOf(question: string, passages: readonly Passage[]): Promise<string> {
  const messages = [{ role: 'user', content: question }] as const;
  const { signal } = new AbortController();
  const answer = new Answer();
  const request = {
    queryId: 'q_1',
    messages,
    passages,
    metadata: {},
    signal,
    quote: () => quote(passages, question),
  };
  await collect(extractiveModel.generate(request, answer));
  return answer.text;
}
