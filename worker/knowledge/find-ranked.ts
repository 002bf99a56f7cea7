import type { Database } from '../env.ts';
import type { Passage } from '../ports.ts';
import { searchDatabase, type Candidate } from './d1-knowledge.ts';
import { textOf, type Reranker } from './reranker.ts';
import { requiredHits, termsOf } from './terms.ts';

const MAX_PASSAGES = 5;

/** How passages are ranked. */
export interface Ranking {
  /** Makes the URLs absolute. */
  readonly baseUrl: string;
  /** Without it, or where it fails, passages are ranked by their words. */
  readonly reranker?: Reranker | undefined;
  /** Is told why the reranker was of no use. */
  readonly onRerankFailed?: (error: unknown) => void;
}

/** What a search has found. */
export interface Ranked {
  /** Those that may answer the question, best first, five at most. */
  readonly passages: readonly Passage[];
  /** The 20 nearest, best first, whether they answer it or not. */
  readonly candidates: readonly Passage[];
}

/**
 * Finds the passages that answer a question: 20 by their words, ranked by a cross-encoder. Where that fails the order by bm25
 * stands. Where there is none, passages that hold less than a third of the question's words are left out. Null before anything has
 * been indexed.
 *
 * @example
 * const reranker = rerankerOf(env);
 * const found = await findRanked(env.DB, 'What does shipping cost?', { baseUrl: 'https://shop.example/', reranker });
 * found?.passages[0]?.url; // 'https://shop.example/docs/shipping#costs'
 */
export async function findRanked(
  database: Database,
  question: string,
  ranking: Ranking,
): Promise<Ranked | null> {
  const { baseUrl, reranker } = ranking;
  const candidates = await searchDatabase(database, question, baseUrl);
  if (candidates === null) return null;
  const ranked = await rerank(question, candidates, ranking);
  const answers = ranked
    ? ranked.filter(({ score }) => score >= (reranker?.minScore ?? 0))
    : candidates.filter((candidate) => reranker !== undefined || hasEnoughWords(candidate, question));
  return { passages: answers.slice(0, MAX_PASSAGES), candidates: ranked ?? candidates };
}

/** The candidates with the scores of the reranker, best first; null where it has none. */
async function rerank(
  question: string,
  candidates: readonly Candidate[],
  { reranker, onRerankFailed }: Ranking,
): Promise<readonly Passage[] | null> {
  if (!reranker || candidates.length === 0) return null;
  try {
    const scores = await reranker.score(question, candidates.map(textOf));
    const scored = candidates.map((passage, index) => ({ ...passage, score: scores[index] ?? 0 }));
    return scored.toSorted((a, b) => b.score - a.score);
  } catch (error) {
    onRerankFailed?.(error);
    return null;
  }
}

function hasEnoughWords({ hits }: Candidate, question: string): boolean {
  return hits.replaceAll('0', '').length >= requiredHits(termsOf(question));
}
