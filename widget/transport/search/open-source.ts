import { WORKER_PATH } from '../../protocol/endpoint.ts';
import { JsonSource } from './json-source.ts';
import { loadStaticSource } from './load-static-source.ts';
import { ModuleSource } from './module-source.ts';
import type { SearchSource } from './search-source.ts';

/** The path of our Worker's search. */
const SEARCH_PATH = '/api/search';

/**
 * Opens the index at an address: a module (`.js`, `.mjs`), a folder (the address ends with `/`), or any address that
 * answers in JSON. Rejects where the code for that kind does not load.
 */
export async function openSource(address: string): Promise<SearchSource> {
  const { pathname, search } = new URL(address);
  if (/\.m?js$/.test(pathname)) return new ModuleSource(address);
  if (pathname.endsWith('/') && !search) return loadStaticSource(address);
  return new JsonSource(address);
}

/** The search of the Worker whose chat is at an address; undefined for any other backend. */
export function workerSearch(endpoint: URL | undefined): string | undefined {
  if (!endpoint?.pathname.endsWith(WORKER_PATH) || !/^https?:$/.test(endpoint.protocol)) return undefined;
  return new URL(endpoint.pathname.slice(0, -WORKER_PATH.length) + SEARCH_PATH, endpoint).href;
}
