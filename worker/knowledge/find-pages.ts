import type { FoundPage, SearchResults } from '../../widget/protocol/search-results.ts';
import { withoutAccents, withoutEnding } from '../../widget/protocol/search-words.ts';
import { boostOf, type Place, placeWords } from '../../widget/protocol/search/places.ts';
import { MAX_HEADINGS } from '../../widget/protocol/search/ranking.ts';
import { endsInWord, findsLongerWords, partsOf, spellingsOf } from '../../widget/protocol/search/wording.ts';
import { snippetOf } from '../../widget/protocol/snippet.ts';
import type { Database } from '../env.ts';
import {
  findWithAll,
  findWithAny,
  withCorrections,
  type TypedCandidate,
  type Wording,
  wordingOf,
} from './d1-knowledge.ts';
import { breadcrumbOf } from './breadcrumb.ts';
import { groupBy } from './group-by.ts';
import { byScore } from './order.ts';

/** A search while somebody types. */
export interface PageQuery {
  readonly query: string;
  /** Pages at most. */
  readonly limit: number;
  /** Makes addresses absolute. */
  readonly baseUrl: string;
  /** The address of the page that the visitor is on. It comes first among pages that match as well. */
  readonly page?: string | undefined;
}

/**
 * Finds pages with their best sections: first pages with a section that has all words, then pages with any of them. A word that no
 * document has is searched for as the words that it may be a misspelling of. The last word is also searched as a prefix, unless a
 * blank follows. Null where nothing has been indexed, or by an older version.
 *
 * @example
 * const found = await findPages(env.DB, { query: 'refu', limit: 8, baseUrl: 'https://shop.example/' });
 * found?.results[0]?.headings[0]?.url; // 'https://shop.example/docs/returns#refunds'
 */
export async function findPages(database: Database, asked: PageQuery): Promise<SearchResults | null> {
  const own = wordingOf(asked.query);
  const { terms } = own;
  if (terms.length === 0) return { results: [] };
  const wording = { ...own, beginning: endsInWord(asked.query) ? terms.at(-1) : undefined };
  const all = await findWithAll(database, wording);
  if (all === null) return null;
  const best = rank(
    all.map((section) => boost(section, wording)),
    asked,
  );
  if (countPages(best) >= asked.limit) return { results: toPages(best, wording, asked) };
  const any = await findWithAny(database, wording);
  const other = await withCorrections(database, wording, any);
  const found = [...best, ...rank((other ? await findWithAny(database, other) : any) ?? [], asked)];
  const corrected = correct(asked.query, other?.spellings ?? new Map(), found);
  return { results: toPages(found, other ?? wording, asked), ...(corrected !== undefined && { corrected }) };
}

function rank(found: readonly TypedCandidate[], { baseUrl, page }: PageQuery): readonly TypedCandidate[] {
  const placed = found.map((section) => ({ ...section, url: new URL(section.url, baseUrl).href }));
  return byScore(placed, page);
}

/** Raises the score of a section by where its title and heading have the words. */
function boost(section: TypedCandidate, { terms, compounds, beginning }: Wording): TypedCandidate {
  const places = [...placeWords(titleOf(section), section.heading)];
  const boosts = terms.map((term) => {
    const forms = [...spellingsOf(term), ...(compounds.get(term) ?? [])].map(withoutAccents);
    const isOpen = term === beginning;
    const has = (word: string): boolean =>
      forms.some((form) => (isOpen || findsLongerWords(form) ? word.startsWith(form) : isForm(word, form)));
    return Math.max(0, ...places.flatMap(([word, place]) => (has(word) ? place : []))) as Place;
  });
  return { ...section, score: section.score * boostOf(boosts) };
}

/** Whether two words differ by their endings alone. */
function isForm(word: string, other: string): boolean {
  return withoutEnding(word) === withoutEnding(other);
}

/** The title of the page: that of a section ends with its heading, as in `Returns: Costs`. */
function titleOf({ title, heading }: TypedCandidate): string {
  return heading === '' ? title : title.slice(0, -`: ${heading}`.length);
}

function pageOf({ url }: TypedCandidate): string {
  return url.replace(/#.*/, '');
}

function countPages(found: readonly TypedCandidate[]): number {
  return new Set(found.map(pageOf)).size;
}

function toPages(
  found: readonly TypedCandidate[],
  wording: Wording,
  { limit }: PageQuery,
): readonly FoundPage[] {
  const words = wordsOf(wording);
  const pages = [...groupBy(found, pageOf)].slice(0, limit);
  return pages.flatMap(([url, sections]) => toPage(url, sections, words));
}

/** The words to highlight in snippets. */
function wordsOf({ terms, compounds, unknown = [], spellings }: Wording): readonly string[] {
  const parts = unknown.flatMap((term) => partsOf(term)).flat();
  return [
    ...parts,
    ...[...compounds.values()].flat(),
    ...terms.flatMap((term) => spellings?.get(term) ?? term),
  ];
}

function toPage(
  url: string,
  found: readonly TypedCandidate[],
  words: readonly string[],
): readonly FoundPage[] {
  const [best] = found;
  if (best === undefined) return [];
  const snippet = (section: TypedCandidate) => snippetOf(section.words, words);
  // A long section is several passages: the first one stands for it.
  const sections = [...groupBy(found, (each) => `${each.title} ${each.url}`)].flatMap(
    ([, [first]]) => first ?? [],
  );
  const headed = sections.filter((each) => each.heading !== '').slice(0, MAX_HEADINGS);
  return [
    {
      title: titleOf(best),
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

/**
 * The query with words of the documents in place of misspelt ones; undefined where there is none. A word that is not typed to its
 * end is not misspelt.
 */
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
