import robotsParser from 'robots-parser';
import { ROBOT } from '../pages/robot.ts';
import { normalize } from '../pages/addresses.ts';

/** What a robots.txt says. */
export interface Robots {
  isAllowed(url: string): boolean;
  /** Milliseconds between two requests; undefined where the site does not say. */
  readonly delayMs: number | undefined;
  readonly sitemaps: readonly string[];
}

/** Reads a robots.txt, by RFC 9309. An empty one allows everything. */
export function readRobots(url: string, text: string): Robots {
  const robots = robotsParser(url, text);
  const delay = robots.getCrawlDelay(ROBOT);
  return {
    isAllowed: (address) => robots.isAllowed(address, ROBOT) !== false,
    delayMs: delay === undefined ? undefined : delay * 1_000,
    // Relative addresses such as `Sitemap: /sitemap.xml` are not in the standard, and common.
    sitemaps: robots.getSitemaps().flatMap((address) => normalize(address, url) ?? []),
  };
}
