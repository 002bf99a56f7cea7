import type { FoundPage, SearchResults } from '../../widget/protocol/search-results.ts';
import { withoutAccents, withoutEnding } from '../../widget/protocol/search-words.ts';
import { snippetOf } from '../../widget/protocol/snippet.ts';
import type { Database } from '../env.ts';
import { findWithAll, findWithAny, missingOf, type TypedCandidate } from './d1-knowledge.ts';
import { breadcrumbOf } from './breadcrumb.ts';
import { groupBy } from './group-by.ts';
import { byScore } from './order.ts';
import { findSpellings } from './spelling.ts';
import { termsOf } from './terms.ts';

const MAX_HEADINGS = 3;

/** A search while somebody types. */
export interface PageQuery {
  readonly query: string;
  /** Pages at most. */
  readonly limit: number;
  /** Makes addresses absolute. */
  readonly baseUrl: string;
  /** The address of the page that one is on: it comes first among equals. */
  readonly page?: string | undefined;
}

/**
 * Finds pages with their best sections: first those with a section that has all words, then those with any; a word that no document has
 * is searched for as what it is a misspelling of. The last word may be the beginning of one, unless a blank follows. Null where nothing
 * has been indexed, or by an older version.
 *
 * @example
 * const found = await findPages(env.DB, { query: 'refu', limit: 8, baseUrl: 'https://shop.example/' });
 * found?.results[0]?.headings[0]?.url; // 'https://shop.example/docs/returns#refunds'
 */
export async function findPages(database: Database, asked: PageQuery): Promise<SearchResults | null> {
  const terms = termsOf(asked.query);
  if (terms.length === 0) return { results: [] };
  const beginning = /\s$/.test(asked.query) ? undefined : terms.at(-1);
  const all = await findWithAll(database, { terms, beginning });
  if (all === null) return null;
  const best = rank(all, asked);
  if (countPages(best) >= asked.limit) return { results: toPages(best, terms, asked) };
  const any = await findWithAny(database, { terms, beginning });
  const spellings = await findSpellings(database, missingOf(terms, any));
  const other = spellings.size === 0 ? any : await findWithAny(database, { terms, beginning, spellings });
  const found = [...best, ...rank(other ?? [], asked)];
  const words = terms.flatMap((term) => spellings.get(term) ?? term);
  const corrected = correct(asked.query, spellings, found);
  return { results: toPages(found, words, asked), ...(corrected !== undefined && { corrected }) };
}

function rank(found: readonly TypedCandidate[], { baseUrl, page }: PageQuery): readonly TypedCandidate[] {
  const placed = found.map((section) => ({ ...section, url: new URL(section.url, baseUrl).href }));
  return byScore(placed, page);
}

function pageOf({ url }: TypedCandidate): string {
  return url.replace(/#.*/, '');
}

function countPages(found: readonly TypedCandidate[]): number {
  return new Set(found.map(pageOf)).size;
}

function toPages(
  found: readonly TypedCandidate[],
  words: readonly string[],
  { limit }: PageQuery,
): readonly FoundPage[] {
  const pages = [...groupBy(found, pageOf)].slice(0, limit);
  return pages.flatMap(([url, sections]) => toPage(url, sections, words));
}

function toPage(
  url: string,
  found: readonly TypedCandidate[],
  words: readonly string[],
): readonly FoundPage[] {
  const [best] = found;
  if (best === undefined) return [];
  const { title, heading } = best;
  const snippet = (section: TypedCandidate) => snippetOf(section.words, words);
  // A long section is several passages.
  const sections = [...groupBy(found, (each) => `${each.title} ${each.url}`)].flatMap(
    ([, [first]]) => first ?? [],
  );
  const headed = sections.filter((each) => each.heading !== '').slice(0, MAX_HEADINGS);
  return [
    {
      title: heading === '' ? title : title.slice(0, -`: ${heading}`.length),
      url,
      breadcrumb: breadcrumbOf(url),
      snippet: snippet(best),
      headings: headed.map((each) => ({
        title: each.heading,
        url: each.url,
        ...(each !== best && { snippet: snippet(each) }),
      })),
    },
  ];
}

/** The question with the words of documents in place of misspelt ones; undefined where a word is only not typed to its end. */
function correct(
  query: string,
  spellings: ReadonlyMap<string, readonly string[]>,
  found: readonly TypedCandidate[],
): string | undefined {
  let corrected = query.trim();
  for (const [typed, [stem = '']] of spellings) {
    if (withoutAccents(typed).startsWith(stem)) continue;
    const beginning = new RegExp(`(?<![\\p{L}\\p{N}])${withoutEnding(stem)}\\p{L}*`, 'iu');
    const word = found.flatMap(
      ({ title, words }) => beginning.exec(withoutAccents(`${title} ${words}`)) ?? [],
    )[0];
    if (word) corrected = corrected.replace(new RegExp(typed, 'iu'), word.toLowerCase());
  }
  return corrected === query.trim() ? undefined : corrected;
}
