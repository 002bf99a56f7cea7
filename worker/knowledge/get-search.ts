import { RequestError } from '../error-response.ts';
import type { AppHandler } from '../ports.ts';
import { fail } from '../turn/input.ts';
import { findPages } from './find-pages.ts';

const MAX_CHARACTERS = 200;
const DEFAULT_LIMIT = 8;
const MAX_LIMIT = 20;
const CACHE_SECONDS = 60;
/** Answers that are kept, of a few KB each. */
const MAX_KEPT = 200;

/** Cached answers, by query and origin, the oldest first. */
const kept = new Map<string, { readonly until: number; readonly body: string }>();

/**
 * `GET /api/search?q=…&limit=8&page=…`: pages for a search box, as {@link SearchResults}. Calls no model. 404 `not-configured` where there is
 * no index.
 */
export const getSearch: AppHandler = async (c) => {
  const { q = '', limit = String(DEFAULT_LIMIT), page } = c.req.query();
  if (q.trim() === '' || q.length > MAX_CHARACTERS) fail('q', `must have 1 to ${MAX_CHARACTERS} characters`);
  if (!/^\d+$/.test(limit) || Number(limit) < 1) fail('limit', `must be 1 to ${MAX_LIMIT}`);
  const count = Math.min(Number(limit), MAX_LIMIT);
  const key = JSON.stringify([c.req.header('Origin'), new URL(c.req.url).origin, q, count, page]);
  const known = kept.get(key);
  const isFresh = known !== undefined && known.until > Date.now();
  const body = isFresh ? known.body : await search();
  c.header('Cache-Control', `private, max-age=${CACHE_SECONDS}`);
  c.header('Content-Type', 'application/json');
  return c.body(body);

  async function search(): Promise<string> {
    const { DB, SEARCH, LOCAL } = c.env;
    const database = SEARCH && LOCAL !== '1' ? undefined : DB;
    const found =
      database && (await findPages(database, { query: q, limit: count, baseUrl: c.req.url, page }));
    if (!found)
      throw new RequestError('not-configured', 'there is no index to search: run npm run knowledge', 404);
    const text = JSON.stringify(found);
    keep(key, text);
    return text;
  }
};

function keep(key: string, body: string): void {
  kept.delete(key);
  kept.set(key, { until: Date.now() + CACHE_SECONDS * 1_000, body });
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}
