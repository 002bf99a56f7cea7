import type { Progress } from './crawl.ts';
import type { PageFetcher } from './page-fetcher.ts';

/** An address that the owner named. */
export interface WebSource {
  readonly kind: 'site' | 'sitemap' | 'llms' | 'llms-full' | 'wordpress';
  readonly url: string;
}

/** How a site is read. */
export interface CrawlOptions {
  /** Patterns of paths as in robots.txt; empty for all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly maxPages: number;
  readonly maxBytes: number;
  /** Milliseconds between two requests; undefined: as robots.txt says, else a second. */
  readonly delayMs: number | undefined;
  readonly timeoutMs: number;
  /** Folder of the files that remember what was read. */
  readonly cache: string;
  readonly isWithPdf: boolean;
}

/** What the readers of the kinds of sources are given. */
export interface WebTask {
  readonly url: string;
  readonly fetcher: PageFetcher;
  readonly options: CrawlOptions;
  readonly onVisit: (progress: Progress) => void;
}
