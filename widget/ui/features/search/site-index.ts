import { readEndpoint } from '../../../protocol/endpoint.ts';
import type { SearchResults } from '../../../protocol/search-results.ts';
import { linkAttributes } from '../../../markdown/url-gate.ts';
import { openSource, workerSearch } from '../../../transport/search/open-source.ts';
import type { SearchQuery, SearchRequest, SearchSource } from '../../../transport/search/search-source.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import { resolveSetting } from '../../element/resolvable.ts';
import { CfAiChatSearchEvent } from '../../element/search-events.ts';

/** The index that an element's settings select: `search-endpoint`, else the one of the Worker at `endpoint`. */
export class SiteIndex {
  readonly #host: ChatHost;
  #address: string | undefined;
  #source: Promise<SearchSource> | undefined;
  /** The address at which there was no index, so that it is not requested for every letter. */
  #missing: string | undefined;

  constructor(host: ChatHost) {
    this.#host = host;
  }

  /** Undefined where there is no index. Throws ChatError where the index cannot be reached. */
  async find(text: string, signal: AbortSignal): Promise<SearchResults | undefined> {
    const address = this.#readAddress();
    if (!address || address === this.#missing) return undefined;
    if (address !== this.#address) this.#source = undefined;
    this.#address = address;
    this.#source ??= openSource(address).catch((error: unknown) => {
      this.#source = undefined;
      throw error;
    });
    const [source, query] = await Promise.all([this.#source, this.#buildQuery(text, address)]);
    signal.throwIfAborted();
    const results = await source.find(query, signal);
    if (!results) this.#handleMissing(address);
    return results && withoutUnsafe(results);
  }

  #handleMissing(address: string): void {
    this.#missing = address;
    // oxlint-disable-next-line no-console -- visitors can still ask; only the site's developer can change it
    console.warn(`<cf-ai-chat>: there is no index at ${address}`);
  }

  #readAddress(): string | undefined {
    const { endpoint, searchEndpoint } = this.#host;
    const { baseURI } = document;
    if (!searchEndpoint) return endpoint ? workerSearch(readEndpoint(endpoint, baseURI)) : undefined;
    return URL.canParse(searchEndpoint, baseURI) ? new URL(searchEndpoint, baseURI).href : undefined;
  }

  /** Builds the query. The chat's own headers are sent only to the origin of its endpoint. */
  async #buildQuery(text: string, address: string): Promise<SearchQuery> {
    const host = this.#host;
    const endpoint = host.endpoint ? readEndpoint(host.endpoint, document.baseURI) : undefined;
    const isOwn = endpoint?.origin === new URL(address).origin;
    const [headers = {}, credentials = 'same-origin'] = isOwn
      ? await Promise.all([resolveSetting(host, 'headers'), resolveSetting(host, 'credentials')])
      : [];
    return {
      text,
      page: location.href,
      headers,
      credentials,
      approve: (request?: SearchRequest) => host.dispatchEvent(new CfAiChatSearchEvent(text.trim(), request)),
    };
  }
}

/** Removes results with unsafe addresses, such as `javascript:`: the page's event contains the address too. */
function withoutUnsafe({ results, ...rest }: SearchResults): SearchResults {
  const pages = results.filter(leadsSomewhere).map((page) => ({
    ...page,
    headings: page.headings.filter(leadsSomewhere),
  }));
  return { results: pages, ...rest };
}

function leadsSomewhere({ url }: { readonly url: string }): boolean {
  return linkAttributes(url) !== undefined;
}
