import type { SearchResults } from '../../protocol/search-results.ts';

/** A request for results. An event shows it to the page, which may change it. */
export interface SearchRequest {
  url: string;
  headers: Record<string, string>;
  credentials: RequestCredentials;
}

/** One search: the text and the circumstances. */
export interface SearchQuery {
  readonly text: string;
  /** The address of the page that the visitor is on. */
  readonly page: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: RequestCredentials;
  /**
   * Asks the embedding page; false where the page cancels the search. The page may change `request`; a source without
   * one gives none.
   */
  approve(request?: SearchRequest): boolean;
}

/** An index that can be searched. */
export interface SearchSource {
  /**
   * Undefined where there is no index. Throws a ChatError where the index cannot be reached, and the reason of an
   * aborted `signal`.
   */
  find(query: SearchQuery, signal: AbortSignal): Promise<SearchResults | undefined>;
}

/** The result where the page has cancelled the search. */
export const NOTHING_FOUND: SearchResults = { results: [] };
