import type { LeftOut, WebPage } from '../pages/web-page.ts';
import { isInScope, type Scope } from '../pages/addresses.ts';
import { Unreachable } from './download.ts';
import { Frontier, type Waiting } from './frontier.ts';
import type { Visit } from './page-store.ts';
import type { PageFetcher } from './page-fetcher.ts';

/** Addresses in a row that cannot be reached, after which the site is left alone. */
const MAX_FAILURES = 10;
/** How often a page is asked for in one run. */
const MAX_ATTEMPTS = 3;
/** A page that failed is asked for again after the others, and after so many pauses. */
const RETRY_PAUSES = 5;
const MAX_HOPS = 10;
const PDF = /\.pdf$/i;

/** What was found at the addresses of a source. */
export interface Crawl {
  readonly pages: readonly WebPage[];
  readonly leftOut: readonly LeftOut[];
}

/** Where to begin, which addresses are followed from there, and when it is enough. */
export interface CrawlPlan {
  /** A page that is read for its links, even where `--include` leaves it out. */
  readonly entry?: string;
  readonly seeds: readonly string[];
  readonly scope: Scope;
  /**
   * Whether links are followed. If not, only translations, canonical addresses, and PDF files where these are wanted, are followed.
   */
  readonly isFollowingLinks: boolean;
  readonly maxPages: number;
  readonly maxBytes: number;
  /** Called after each address that was visited, for a line of progress. */
  readonly onVisit: (progress: Progress) => void;
}

/** How far a crawl is. */
export interface Progress {
  readonly done: number;
  readonly waiting: number;
  readonly url: string;
}

/**
 * Visits the seeds and what they lead to, each address once. An address that fails is asked for again at the end, and
 * then left out. Throws where the site does not answer any more.
 */
export function crawl(fetcher: PageFetcher, plan: CrawlPlan): Promise<Crawl> {
  return new Crawler(fetcher, plan).run();
}

class Crawler {
  readonly #fetcher: PageFetcher;
  readonly #plan: CrawlPlan;
  readonly #frontier: Frontier;
  readonly #visits = new Map<string, Visit>();
  readonly #leftOut: LeftOut[] = [];
  #failuresInARow = 0;

  constructor(fetcher: PageFetcher, plan: CrawlPlan) {
    this.#fetcher = fetcher;
    this.#plan = plan;
    this.#frontier = new Frontier(plan.scope);
  }

  async run(): Promise<Crawl> {
    if (this.#plan.entry !== undefined) this.#frontier.addEntry(this.#plan.entry);
    for (const seed of this.#plan.seeds)
      if (!this.#frontier.add(seed)) this.#leaveOut(seed, 'not of this source');
    for (let next = this.#frontier.take(); next !== undefined; next = this.#frontier.take()) {
      const limit = this.#findLimit();
      if (limit !== undefined) {
        if (next.attempt > 1) this.#giveUp(next.url, `beyond ${limit}`);
        else this.#leaveOut(next.url, `beyond ${limit}`);
        continue;
      }
      await this.#visit(next);
      this.#plan.onVisit({ done: this.#visits.size, waiting: this.#frontier.size, url: next.url });
    }
    for (const url of this.#visits.keys()) this.#checkRedirects(url);
    // In the order in which the pages were found: one that failed at first was read late, and keeps its place.
    const pages = [...this.#frontier.all].flatMap((url) => this.#visits.get(url)?.page ?? []);
    return { pages: pages.filter(({ url }) => isInScope(url, this.#plan.scope)), leftOut: this.#leftOut };
  }

  #findLimit(): string | undefined {
    if (this.#visits.size >= this.#plan.maxPages) return '--max-pages';
    return this.#fetcher.downloader.bytes >= this.#plan.maxBytes ? '--max-bytes' : undefined;
  }

  async #visit(waiting: Waiting): Promise<void> {
    const { url, attempt } = waiting;
    try {
      if (attempt > 1) await this.#fetcher.downloader.pause(RETRY_PAUSES);
      const visit = await this.#fetcher.visit(url);
      this.#failuresInARow = 0;
      this.#visits.set(url, visit);
      if (visit.reason !== undefined) this.#leaveOut(url, visit.reason);
      this.#follow(url, visit);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.#handleFailure(waiting, error);
    }
  }

  #handleFailure(waiting: Waiting, error: Unreachable): void {
    const { url, attempt } = waiting;
    // Only first attempts count: the second and third attempts of a few broken pages follow each other at the end, and would be ten
    // failures in a row.
    if (attempt === 1 && ++this.#failuresInARow >= MAX_FAILURES)
      throw new Error(
        `${MAX_FAILURES} addresses in a row could not be read, ${url} because of: ${error.message}. The same command goes on from here; --exclude leaves a part of the site out`,
        { cause: error },
      );
    if (attempt < MAX_ATTEMPTS) this.#frontier.putBack(waiting);
    else this.#giveUp(url, error.message);
  }

  /** Gives up an address that failed. If an earlier run has read it, that text stays. */
  #giveUp(url: string, reason: string): void {
    const last = this.#fetcher.keepLast(url);
    if (last) {
      this.#visits.set(url, last);
      this.#follow(url, last);
    }
    this.#leaveOut(url, last?.page ? `${reason}; its text of an earlier run stays` : reason);
  }

  #follow(url: string, { location, links, related }: Visit): void {
    if (location !== undefined && !this.#frontier.add(location))
      this.#leaveOut(url, `leads to ${location}, which is not of this source`);
    const { isFollowingLinks } = this.#plan;
    for (const link of [...related, ...links.filter((each) => isFollowingLinks || PDF.test(each))])
      this.#frontier.add(link);
  }

  /**
   * Reports an address that redirects in a circle, or to one address after the other without end: `/calendar?week=1`, `?week=2`, …
   */
  #checkRedirects(url: string): void {
    let next = this.#targetOf(url);
    for (let hop = 1; next !== undefined; hop++) {
      if (next === url || hop > MAX_HOPS) return this.#leaveOut(url, 'redirects without end');
      next = this.#targetOf(next);
    }
  }

  #targetOf(url: string): string | undefined {
    const location = this.#visits.get(url)?.location;
    return location === undefined ? undefined : this.#frontier.ownOf(location);
  }

  #leaveOut(url: string, reason: string): void {
    this.#leftOut.push({ url, reason });
  }
}
