import { ChatError } from '../../protocol/chat-error.ts';
import { readResults } from '../../protocol/search/read-results.ts';
import type { SearchResults } from '../../protocol/search-results.ts';
import { toConnectionError } from '../connection-error.ts';
import { toResponseError } from '../response-error.ts';
import { NOTHING_FOUND, type SearchQuery, type SearchSource } from './search-source.ts';

/** Results requested. */
const LIMIT = '8';
const TIMEOUT_MS = 10_000;

/** Searches by a GET request whose answer is JSON: our Worker's `/api/search`, or another index. */
export class JsonSource implements SearchSource {
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  async find(query: SearchQuery, signal: AbortSignal): Promise<SearchResults | undefined> {
    const { headers, credentials } = query;
    const request = {
      url: addressOf(this.#address, query),
      headers: { accept: 'application/json', ...headers },
      credentials,
    };
    if (!query.approve(request)) return NOTHING_FOUND;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const response = await fetch(request.url, {
        headers: request.headers,
        credentials: request.credentials,
        signal: limited,
      });
      if (response.status === 404) return undefined;
      if (!response.ok) throw await toResponseError(response, limited, Date.now());
      return readResults(await response.json());
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ChatError) throw error;
      if (error instanceof SyntaxError)
        throw new ChatError('bad-response', 'expected JSON', { cause: error });
      throw toConnectionError('the search was not reached', error);
    }
  }
}

/**
 * The address of a search. The text replaces `{query}`; without that placeholder it is the parameter `q`, and the
 * page and the number of results are parameters too, as our Worker expects them.
 */
function addressOf(address: string, { text, page }: SearchQuery): string {
  // Parsing the address has encoded the braces.
  const placeholder = /\{query\}|%7Bquery%7D/gi;
  if (placeholder.test(address)) return address.replaceAll(placeholder, () => encodeURIComponent(text));
  const url = new URL(address);
  url.searchParams.set('q', text);
  url.searchParams.set('limit', LIMIT);
  url.searchParams.set('page', page);
  return url.href;
}
