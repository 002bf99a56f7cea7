import type { Database } from '../env.ts';
import type { Found, Passage } from '../model-port.ts';
import { searchDatabase, type Candidate } from './d1-knowledge.ts';
import { byScore, fuse } from './order.ts';
import { textOf, type Reranker } from './reranker.ts';
import { requiredHits, termsOf } from './terms.ts';

const MAX_PASSAGES = 5;
const MAX_CANDIDATES = 20;
/** The characters of `hits` for terms that a passage does not have. */
const NO_HIT = /[-0x]/g;

/** How passages are found and ranked. */
export interface Ranking {
  /** Makes the URLs absolute. */
  readonly baseUrl: string;
  /** Without it, or where it fails, passages are ranked by bm25. */
  readonly reranker?: Reranker | undefined;
  /** Called with the error when the reranker has failed. */
  readonly onRerankFailed?: (error: unknown) => void;
  /** Called when passages were found, before the question is rewritten and the passages are ranked. */
  readonly onSearching?: () => void;
  /**
   * Without a reranker, every passage that was found counts as an answer, and not only those with a third of the question's words.
   */
  readonly acceptsAll?: boolean;
  /**
   * Rewrites the question so that it can be searched for without its conversation, or in the language of the documents. Gets the
   * passages that the question's own words have found. Resolves with undefined where the question can stay as it is.
   */
  readonly rewrite?: (found: readonly Passage[]) => Promise<string | undefined>;
  /** The address of the page that the visitor is on. */
  readonly page?: string | undefined;
}

/** The result of a search. `passages` are those that may answer the question, best first, five at most. */
export interface Ranked extends Found {
  /** The 20 nearest, best first, whether they answer it or not. */
  readonly candidates: readonly Passage[];
}

/**
 * Finds the passages that answer a question. The best 20 by bm25, for the question and for its rewriting, are ranked by a
 * cross-encoder. Without one, or where it fails, they stay in the order of bm25. Null before anything has been indexed.
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
  const { baseUrl, acceptsAll = false, page } = ranking;
  const own = await searchDatabase(database, question, baseUrl);
  if (own === null) return null;
  if (own.length > 0) ranking.onSearching?.();
  const rewritten = await ranking.rewrite?.(own);
  const other = rewritten ? await searchDatabase(database, rewritten, baseUrl) : null;
  const lists = [own, ...(other ? [other] : [])].map((list) => byScore(list, page));
  const found = fuse(lists).slice(0, MAX_CANDIDATES);
  if (found.length > 0) ranking.onSearching?.();
  const ranked = await rank({ question, rewritten }, found, ranking);
  const matching = [...withEnoughTerms(own, question), ...withEnoughTerms(other ?? [], rewritten ?? '')];
  const matchingIds = new Set(matching.map(({ id }) => id));
  const candidates = ranked ?? found;
  const answers = candidates.filter(({ id, score }) =>
    ranked ? score >= (ranking.reranker?.minScore ?? 0) : acceptsAll || matchingIds.has(id),
  );
  const passages = answers.slice(0, MAX_PASSAGES);
  return { passages, candidates, ...(passages.length === 0 && { nearest: candidates }) };
}

/** The candidates that have a third of a question's terms. */
function withEnoughTerms(candidates: readonly Candidate[], question: string): readonly Candidate[] {
  const least = requiredHits(termsOf(question));
  return candidates.filter(({ hits }) => hits.replace(NO_HIT, '').length >= least);
}

/**
 * Ranks by the rewritten question. Where no passage is good enough for that one, ranks by the visitor's own words: a bad rewriting
 * hides no answer.
 */
async function rank(
  { question, rewritten }: { readonly question: string; readonly rewritten: string | undefined },
  candidates: readonly Candidate[],
  ranking: Ranking,
): Promise<readonly Passage[] | null> {
  const minScore = ranking.reranker?.minScore ?? 0;
  const passes = ({ score }: Passage): boolean => score >= minScore;
  const ranked = await rerank(rewritten ?? question, candidates, ranking);
  if (!rewritten || !ranked || ranked.some(passes)) return ranked;
  const again = await rerank(question, candidates, ranking);
  return again?.some(passes) ? again : ranked;
}

/** The candidates with the scores of the reranker, best first; null where it has none. */
async function rerank(
  question: string,
  candidates: readonly Candidate[],
  { reranker, onRerankFailed, page }: Ranking,
): Promise<readonly Passage[] | null> {
  if (!reranker || candidates.length === 0) return null;
  try {
    const scores = await reranker.score(question, candidates.map(textOf));
    const scored = candidates.map((passage, index) => ({ ...passage, score: scores[index] ?? 0 }));
    return byScore(scored, page);
  } catch (error) {
    onRerankFailed?.(error);
    return null;
  }
}
