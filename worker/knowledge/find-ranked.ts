import type { Database } from '../env.ts';
import type { Found, Passage } from '../model-port.ts';
import { searchDatabase, type Candidate } from './d1-knowledge.ts';
import { byScore, fuse } from './order.ts';
import { textOf, type Reranker } from './reranker.ts';
import { requiredHits, termsOf } from './terms.ts';

const MAX_PASSAGES = 5;
const MAX_CANDIDATES = 20;
/** Marks of words that a passage does not have. */
const NO_HIT = /[-0x]/g;

/** How passages are found and ranked. */
export interface Ranking {
  /** Makes the URLs absolute. */
  readonly baseUrl: string;
  /** Without it, or where it fails, passages are ranked by their words. */
  readonly reranker?: Reranker | undefined;
  /** Is told why the reranker was of no use. */
  readonly onRerankFailed?: (error: unknown) => void;
  /** Is called, before the question is rewritten or the passages are ranked, where there are some. */
  readonly onSearching?: () => void;
  /** Where no reranker tells, whatever is found is an answer, not only what holds a third of the question's words. */
  readonly isLax?: boolean;
  /**
   * The question in other words, as it stands without its conversation, or in the language of the documents; undefined where it needs
   * none. Is told what its own words have found.
   */
  readonly rewrite?: (found: readonly Passage[]) => Promise<string | undefined>;
  /** The address of the page that the visitor is on. */
  readonly page?: string | undefined;
}

/** What a search has found: with passages those that may answer the question, best first, five at most. */
export interface Ranked extends Found {
  /** The 20 nearest, best first, whether they answer it or not. */
  readonly candidates: readonly Passage[];
}

/**
 * Finds the passages that answer a question: 20 by their words, and by those of its other wording, ranked by a cross-encoder. Where
 * that fails, or there is none, the order by bm25 stands. Null before anything has been indexed.
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
  const { baseUrl, isLax = false, page } = ranking;
  const own = await searchDatabase(database, question, baseUrl);
  if (own === null) return null;
  if (own.length > 0) ranking.onSearching?.();
  const rewritten = await ranking.rewrite?.(own);
  const other = rewritten ? await searchDatabase(database, rewritten, baseUrl) : null;
  const lists = [own, ...(other ? [other] : [])].map((list) => byScore(list, page));
  const found = fuse(lists).slice(0, MAX_CANDIDATES);
  if (found.length > 0) ranking.onSearching?.();
  const ranked = await rank({ question, rewritten }, found, ranking);
  const readable = [...holdingThird(own, question), ...holdingThird(other ?? [], rewritten ?? '')];
  const judged = new Set(readable.map(({ id }) => id));
  const candidates = ranked ?? found;
  const answers = candidates.filter(({ id, score }) =>
    ranked ? score >= (ranking.reranker?.minScore ?? 0) : isLax || judged.has(id),
  );
  const passages = answers.slice(0, MAX_PASSAGES);
  return { passages, candidates, ...(passages.length === 0 && { nearest: candidates }) };
}

/** Those that hold a third of a question's words. */
function holdingThird(candidates: readonly Candidate[], question: string): readonly Candidate[] {
  const least = requiredHits(termsOf(question));
  return candidates.filter(({ hits }) => hits.replace(NO_HIT, '').length >= least);
}

/** By the other wording; where nothing passes by it, by the visitor's own: a bad rewriting hides no answer. */
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
