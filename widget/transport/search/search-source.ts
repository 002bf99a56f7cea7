import type { SearchResults } from '../../protocol/search-results.ts';

/** A request for results. The page may change it. */
export interface SearchRequest {
  url: string;
  headers: Record<string, string>;
  credentials: RequestCredentials;
}

/** What is searched for. */
export interface SearchQuery {
  readonly text: string;
  /** The address that the visitor is on. */
  readonly page: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: RequestCredentials;
  /** Shows the page the request, where there is one, which it may change; false where it has cancelled the search. */
  approve(request?: SearchRequest): boolean;
}

/** An index that can be searched. */
export interface SearchSource {
  /** Undefined where there is no index. Throws ChatError where it cannot be asked, and what `signal` is aborted with. */
  find(query: SearchQuery, signal: AbortSignal): Promise<SearchResults | undefined>;
}

/** What is found where the page has cancelled the search. */
export const NOTHING_FOUND: SearchResults = { results: [] };
