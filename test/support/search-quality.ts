import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchResults } from '../../widget/protocol/search-results.ts';
import type { Database } from '../../worker/env.ts';
import { findPages } from '../../worker/knowledge/find-pages.ts';
import { readQuestions } from './labelled-questions.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/retrieval');
const BASE_URL = 'https://docs.example/';
/** How many pages a search box shows. */
export const SHOWN = 5;

/** A text for a search box, and its pages: the search is right if it finds any of them. */
export interface LabelledSearch {
  readonly query: string;
  /** Paths below `/docs/`, without `.html`. */
  readonly pages: readonly string[];
}

/** A search in one of the sites of other projects (`SITES` in `corpus.ts`). */
interface SiteSearch extends LabelledSearch {
  readonly site: string;
  readonly kind: 'search' | 'question';
}

/** Searches for pages; gives their addresses, best first. */
export type FindPages = (query: string) => Promise<readonly string[]>;

/** How often the wanted page was at each position. */
export interface SearchQuality {
  readonly searches: number;
  readonly first: number;
  readonly amongThree: number;
  readonly amongFive: number;
  /** How often it was among five when a third of the letters was typed. */
  readonly early: number;
  /** The searches whose page was not among the first five results, each with the results instead. */
  readonly misses: readonly string[];
}

/** Sixty searches of a few words about the documentation of this project. */
export function readShortSearches(): readonly LabelledSearch[] {
  return readJson<LabelledSearch>('short-searches.json');
}

/** Sixty questions about the documentation of this project. */
export function readPageQuestions(): readonly LabelledSearch[] {
  const pageOf = (section: string): string => section.replace(/#.*/, '');
  return readQuestions('held-out').map(({ question, answers }) => ({
    query: question,
    pages: answers.map(pageOf),
  }));
}

/** Twenty searches, and as many questions, about each site of other projects. */
export function readSiteSearches(): readonly SiteSearch[] {
  return readJson<SiteSearch>('site-searches.json');
}

function readJson<T>(name: string): readonly T[] {
  return JSON.parse(readFileSync(join(FIXTURES, name), 'utf8')) as T[];
}

/** The search of the Worker in a database. */
export function findPagesIn(database: Database): FindPages {
  return async (query) => urlsOf(await findPages(database, { query, limit: SHOWN, baseUrl: BASE_URL }));
}

/** The addresses of results. */
export function urlsOf(found: SearchResults | null | undefined): readonly string[] {
  return (found?.results ?? []).map(({ url }) => url);
}

/** The first third of a text, at least three letters. */
export function beginningOf(query: string): string {
  return query.slice(0, Math.max(3, Math.ceil(query.length / 3)));
}

/** Searches for each text, and again for the first third of its letters. */
export async function measureSearches(
  searches: readonly LabelledSearch[],
  find: FindPages,
): Promise<SearchQuality> {
  const ranks: number[] = [];
  const misses: string[] = [];
  let early = 0;
  for (const { query, pages } of searches) {
    const found = await pathsOf(find, query);
    const rank = found.findIndex((page) => pages.includes(page));
    ranks.push(rank);
    if (rank === -1) misses.push(`${query}: ${found.join(' ')}`);
    const beginning = await pathsOf(find, beginningOf(query));
    if (beginning.some((page) => pages.includes(page))) early++;
  }
  const count = (most: number): number => ranks.filter((rank) => rank >= 0 && rank < most).length;
  return {
    searches: searches.length,
    first: count(1),
    amongThree: count(3),
    amongFive: count(SHOWN),
    early,
    misses,
  };
}

async function pathsOf(find: FindPages, query: string): Promise<readonly string[]> {
  const paths = (await find(query)).map((url) => {
    const { pathname } = new URL(url, BASE_URL);
    return pathname.replace('/docs/', '').replace(/(?:(?:^|\/)index)?\.html$|\/$/, '') || 'index';
  });
  return [...new Set(paths)].slice(0, SHOWN);
}
