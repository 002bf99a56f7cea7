import type { LeftOut, WebPage } from '../pages/web-page.ts';
import type { Crawl, Progress } from './crawl.ts';
import { Downloader } from './download.ts';
import { readLlms, readLlmsFull } from './llms.ts';
import { PageStore } from './page-store.ts';
import { prune } from '../pages/prune.ts';
import { readSite, readSitemap } from './site.ts';
import type { CrawlOptions, WebSource, WebTask } from './task.ts';
import { PageFetcher } from './page-fetcher.ts';
import { readWordPress } from './wordpress.ts';

/** What is read from one source of the web, and what it took. */
export interface WebReading {
  readonly pages: readonly WebPage[];
  readonly leftOut: readonly LeftOut[];
  /** Bodies that came over the network, robots.txt and sitemaps too. */
  readonly bodies: number;
  readonly bytes: number;
  /** How many pages have not changed, as their server said. */
  readonly unchanged: number;
}

const READERS: Readonly<Record<WebSource['kind'], (task: WebTask) => Promise<Crawl>>> = {
  site: readSite,
  sitemap: readSitemap,
  llms: readLlms,
  'llms-full': readLlmsFull,
  wordpress: readWordPress,
};

/**
 * Reads a source on the web. Throws an Error for the user where it cannot be read, or has no page. What was read until then is
 * remembered.
 */
export async function readWeb(
  { kind, url }: WebSource,
  options: CrawlOptions,
  onVisit: (progress: Progress) => void,
): Promise<WebReading> {
  const downloader = new Downloader(options);
  const store = new PageStore(options.cache, url);
  try {
    const fetcher = new PageFetcher(downloader, store, options);
    const { pages, leftOut } = await READERS[kind]({ url, fetcher, options, onVisit });
    store.finish();
    const pruned = prune(pages);
    const { bodies, bytes } = downloader;
    return {
      pages: pruned.pages,
      leftOut: [...leftOut, ...pruned.leftOut],
      bodies,
      bytes,
      unchanged: fetcher.unchanged,
    };
  } finally {
    store.close();
  }
}
