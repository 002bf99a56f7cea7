import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchResults } from '../../widget/protocol/search-results.ts';
import type { Database } from '../../worker/env.ts';
import { findPages } from '../../worker/knowledge/find-pages.ts';
import { readQuestions } from './labelled-questions.ts';

const SEARCHES = join(import.meta.dirname, '../fixtures/retrieval/short-searches.json');
const BASE_URL = 'https://docs.example/';
const SHOWN = 5;

/** What somebody types into a search box, and the pages that are wanted, any of which will do. */
interface LabelledSearch {
  readonly query: string;
  /** Paths below `/docs/`. */
  readonly pages: readonly string[];
}

/** Searches for pages. */
export type FindPages = (query: string) => Promise<SearchResults | null>;

/** Where the wanted page was. */
export interface SearchQuality {
  readonly searches: number;
  readonly first: number;
  readonly amongThree: number;
  readonly amongFive: number;
  /** With a third of the letters. */
  readonly early: number;
  /** What was not among five, and what was. */
  readonly misses: readonly string[];
}

/** The search of the Worker in a database. */
export function findPagesIn(database: Database): FindPages {
  return (query) => findPages(database, { query, limit: SHOWN, baseUrl: BASE_URL });
}

/** Sixty searches of a few words, by page. */
export function measureShortSearches(find: FindPages): Promise<SearchQuality> {
  return measure(JSON.parse(readFileSync(SEARCHES, 'utf8')) as LabelledSearch[], find);
}

/** Sixty questions, by page. */
export function measureQuestions(find: FindPages): Promise<SearchQuality> {
  const pageOf = (section: string): string => section.replace(/#.*/, '');
  const questions = readQuestions('held-out').map(({ question, answers }) => ({
    query: question,
    pages: answers.map(pageOf),
  }));
  return measure(questions, find);
}

async function measure(searches: readonly LabelledSearch[], find: FindPages): Promise<SearchQuality> {
  const ranks: number[] = [];
  const misses: string[] = [];
  let early = 0;
  for (const { query, pages } of searches) {
    const found = await pathsOf(find, query);
    const rank = found.findIndex((page) => pages.includes(page));
    ranks.push(rank);
    if (rank === -1) misses.push(`${query}: ${found.join(' ')}`);
    const beginning = await pathsOf(find, query.slice(0, Math.max(2, Math.ceil(query.length / 3))));
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
  const { results = [] } = (await find(query)) ?? {};
  return results.map(({ url }) => new URL(url).pathname.replace('/docs/', '') || 'index');
}
