import type { SearchResults } from '../../protocol/search-results.ts';
import { NOTHING_FOUND, type SearchQuery, type SearchSource } from './search-source.ts';

/** Searches the shards that `npm run knowledge -- SOURCE --static FOLDER` has written into a folder. */
export class StaticSource implements SearchSource {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async find({ approve }: SearchQuery, signal: AbortSignal): Promise<SearchResults | undefined> {
    void this.#folder;
    signal.throwIfAborted();
    if (!approve()) return NOTHING_FOUND;
    return undefined;
  }
}
