import { adoptOrigin, isInScope, isSameSite, normalize, type Scope } from '../pages/addresses.ts';
import { crawl, type Crawl } from './crawl.ts';
import { Unreachable } from './download.ts';
import type { Visit } from './page-store.ts';
import type { WebTask } from './task.ts';
import { readSitemaps } from './sitemap.ts';
import { NOT_ALLOWED, type PageFetcher } from './page-fetcher.ts';

const MAX_HOPS = 10;

/**
 * Reads a site from its start address: the pages that its sitemaps name, else those to which its links lead; only pages in the
 * folder of that address. If the start redirects to `https:` or `www.`, the pages are read there. Throws where the start is no
 * page.
 */
export async function readSite({ url, fetcher, options, onVisit }: WebTask): Promise<Crawl> {
  const start = await findStart(fetcher, url);
  const scope: Scope = { ...options, start: adoptOrigin(url, start) };
  const { sitemaps, isAllowed } = await fetcher.robotsOf(start);
  const isNamed = sitemaps.length > 0;
  const { pages, failures } = await readSitemaps(fetcher.downloader, {
    site: start,
    addresses: isNamed ? sitemaps : [new URL('/sitemap.xml', start).href].filter(isAllowed),
    isGuess: !isNamed,
    maxBytes: options.maxBytes,
  });
  const own = pages.filter((page) => isOwn(page, scope));
  const plan = { ...options, scope, onVisit, entry: start, seeds: own, isFollowingLinks: own.length === 0 };
  const { pages: found, leftOut } = await crawl(fetcher, plan);
  return { pages: found, leftOut: [...(isNamed ? failures : []), ...leftOut] };
}

/** Reads the pages that a sitemap names, and the sitemaps to which it leads. Throws where the address is no sitemap. */
export async function readSitemap({ url, fetcher, options, onVisit }: WebTask): Promise<Crawl> {
  const robots = await fetcher.robotsOf(url);
  if (!robots.isAllowed(url)) throw new Error(`${url}: ${NOT_ALLOWED}`);
  const plan = { site: url, addresses: [url], isGuess: false, maxBytes: options.maxBytes };
  const { url: end, pages, failures } = await readSitemaps(fetcher.downloader, plan);
  const failure = failures.find((each) => each.url === url);
  if (failure) throw new Error(`${url} is ${failure.reason}`);
  const scope: Scope = { ...options, start: new URL('/', adoptOrigin(url, end)).href };
  const { pages: found, leftOut } = await crawl(fetcher, {
    ...options,
    scope,
    onVisit,
    seeds: pages,
    isFollowingLinks: false,
  });
  return { pages: found, leftOut: [...failures, ...leftOut] };
}

function isOwn(page: string, scope: Scope): boolean {
  const address = normalize(page);
  return address !== undefined && isInScope(adoptOrigin(address, scope.start), scope);
}

/** Where the address leads on its own site: `http://example.com/` to `https://www.example.com/`. */
async function findStart(fetcher: PageFetcher, url: string): Promise<string> {
  let start = normalize(url) ?? url;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const { location, reason, related } = await visitStart(fetcher, start);
    // A page of HTML has itself in `related`, even where it is left out: without it the start is no page.
    if (reason !== undefined && related.length === 0) throw new Error(`${start}: ${reason}`);
    if (location === undefined) return start;
    if (!isSameSite(location, start))
      throw new Error(`${url} leads to another site: name ${location} if you mean that`);
    start = normalize(location) ?? start;
  }
  throw new Error(`${url} redirects without end`);
}

async function visitStart(fetcher: PageFetcher, start: string): Promise<Visit> {
  try {
    return await fetcher.visit(start);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new Error(`${start}: ${error.message}`, { cause: error });
  }
}
