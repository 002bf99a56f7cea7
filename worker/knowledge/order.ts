import { isSamePage, PAGE_BOOST } from '../../widget/protocol/search/ranking.ts';
import type { Passage } from '../model-port.ts';
import type { Candidate } from './d1-knowledge.ts';

/** https://dl.acm.org/doi/10.1145/1571941.1572114: reciprocal rank fusion, with the constant of its authors. */
const RANK_CONSTANT = 60;

/**
 * Merges ranked lists into one, by reciprocal rank fusion: a passage that stands high in several lists comes first. Of passages
 * that are equal then, the one that is higher in the last list comes first.
 */
export function fuse(lists: readonly (readonly Candidate[])[]): readonly Candidate[] {
  const passages = new Map<string, Candidate>();
  const ranks = new Map<string, number>();
  for (const list of lists.toReversed())
    for (const [rank, passage] of list.entries()) {
      if (!passages.has(passage.id)) passages.set(passage.id, passage);
      ranks.set(passage.id, (ranks.get(passage.id) ?? 0) + 1 / (RANK_CONSTANT + rank + 1));
    }
  return [...passages.values()].toSorted((a, b) => (ranks.get(b.id) ?? 0) - (ranks.get(a.id) ?? 0));
}

/** Sorts by score, best first. The score of passages of `page`, on which the visitor is, is raised a little. */
export function byScore<P extends Passage>(passages: readonly P[], page = ''): readonly P[] {
  const weigh = ({ score, url }: P): number => (isSamePage(url, page) ? score * PAGE_BOOST : score);
  return passages.toSorted((a, b) => weigh(b) - weigh(a));
}
