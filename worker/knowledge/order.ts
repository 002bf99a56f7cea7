import type { Passage } from '../ports.ts';
import type { Candidate } from './d1-knowledge.ts';

/** https://dl.acm.org/doi/10.1145/1571941.1572114: reciprocal rank fusion, with the constant of its authors. */
const RANK_CONSTANT = 60;

/**
 * What the score of a passage of the page one is on counts more: it comes before its equals. With 1.05 the right page gave four answers of
 * 232 a place among three, and a wrong page that had just missed it took four away; with 1.02 they are two and one.
 */
const PAGE_BOOST = 1.02;

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

/**
 * By score, those of a page a little before their equals. Pages are compared by their paths: the documents may be read on another
 * host than the page.
 */
export function byScore<P extends Passage>(passages: readonly P[], page = ''): readonly P[] {
  const path = pathOf(page);
  const weigh = ({ score, url }: P): number => (path && pathOf(url) === path ? score * PAGE_BOOST : score);
  return passages.toSorted((a, b) => weigh(b) - weigh(a));
}

/** `https://shop.example/docs/Returns/index.html?a#b` is `/docs/returns`. Undefined for what is no address. */
function pathOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return new URL(url).pathname.toLowerCase().replace(/(?:\/index)?(?:\.html?)?\/*$/, '');
}
