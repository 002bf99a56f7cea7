import { ChatError } from '../../protocol/chat-error.ts';
import { isObject, type JsonObject, readList, readObject } from '../../protocol/json.ts';
import { readResults } from '../../protocol/search/read-results.ts';
import type { SearchResults } from '../../protocol/search-results.ts';
import { toConnectionError } from '../connection-error.ts';
import { NOTHING_FOUND, type SearchQuery, type SearchSource } from './search-source.ts';

/** Pages whose excerpts are loaded. */
const LIMIT = 8;

/** A module such as Pagefind's, https://pagefind.app/docs/api/ */
interface SearchModule {
  init?(): unknown;
  search(text: string): Promise<unknown>;
}

/** Searches with a module of the site, such as the one that Pagefind writes beside its index. */
export class ModuleSource implements SearchSource {
  readonly #address: string;
  #module: Promise<SearchModule> | undefined;

  constructor(address: string) {
    this.#address = address;
  }

  async find({ text, approve }: SearchQuery, signal: AbortSignal): Promise<SearchResults> {
    if (!approve()) return NOTHING_FOUND;
    this.#module ??= this.#load();
    const module = await this.#module;
    signal.throwIfAborted();
    const found = await module.search(text);
    const hits = readList(readObject(found)['results']).slice(0, LIMIT);
    const pages = await Promise.all(hits.map(loadHit));
    signal.throwIfAborted();
    return readResults(pages.map(toHit));
  }

  async #load(): Promise<SearchModule> {
    try {
      const address = this.#address;
      const module: unknown = await import(/* @vite-ignore */ address);
      if (!isSearchModule(module)) throw new ChatError('not-configured', 'the module has no `search`');
      await module.init?.();
      return module;
    } catch (error) {
      this.#module = undefined;
      throw error instanceof ChatError ? error : toConnectionError('the module did not come', error);
    }
  }
}

function isSearchModule(module: unknown): module is SearchModule {
  return typeof (module as Partial<SearchModule> | undefined)?.search === 'function';
}

/** Loads the excerpt of a hit, where the hit has a function `data` for that. */
async function loadHit(hit: unknown): Promise<unknown> {
  const { data } = readObject(hit);
  return typeof data === 'function' ? data.call(hit) : hit;
}

/**
 * A page of Pagefind: `{url, excerpt, meta: {title}, sub_results: [{title, url, excerpt}]}`. Its first `sub_results`
 * entry may be the page itself.
 */
function toHit(page: unknown): JsonObject {
  const fields = readObject(page);
  const parts = readList(fields['sub_results']).filter(isObject);
  return {
    ...fields,
    title: readObject(fields['meta'])['title'] ?? fields['title'],
    headings: parts.filter(({ url }) => url !== fields['url']),
  };
}
