import { isSamePage, PAGE_BOOST } from '../../widget/protocol/search/ranking.ts';
import type { Passage } from '../model-port.ts';
import type { Candidate } from './d1-knowledge.ts';

/** https://dl.acm.org/doi/10.1145/1571941.1572114: reciprocal rank fusion, with the constant of its authors. */
const RANK_CONSTANT = 60;

/** One list of several, best first: a passage comes the earlier, the earlier it comes in each. The last list decides between equals. */
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

/** By score, those of a page a little before their equals. */
export function byScore<P extends Passage>(passages: readonly P[], page = ''): readonly P[] {
  const weigh = ({ score, url }: P): number => (isSamePage(url, page) ? score * PAGE_BOOST : score);
  return passages.toSorted((a, b) => weigh(b) - weigh(a));
}
