import { chunkMarkdown } from '../indexing/chunk-markdown.ts';
import { readHtml } from '../pages/read-html.ts';
import type { PageReading } from '../pages/web-page.ts';
import { loadPdfReader, readPdf } from '../pdf/read-pdf.ts';
import { normalize } from '../pages/addresses.ts';
import { isUnreachable, TooLarge, Unreachable, type Download, type Downloader } from './download.ts';
import type { PageStore, Visit } from './page-store.ts';
import { readRobots, type Robots } from './robots.ts';

/** The pause between two requests where robots.txt does not name one. */
const DELAY_MS = 1_000;
/** The longest pause that robots.txt may ask for: with a `Crawl-delay` of an hour a run would seem to hang. */
const MAX_DELAY_MS = 30_000;
/** Why an address is left out that the site does not want to be read. */
export const NOT_ALLOWED = 'not allowed by robots.txt';
const PDF = 'application/pdf';
const NOTHING = { links: [], related: [] };

/** How addresses are visited. */
export interface FetcherOptions {
  /** Milliseconds between two requests; undefined where robots.txt decides. */
  readonly delayMs: number | undefined;
  readonly isWithPdf: boolean;
}

/** Reads single addresses as their sites wish, by robots.txt, and remembers them in the store. */
export class PageFetcher {
  /** How many pages have not changed, as their server said. */
  unchanged = 0;
  readonly downloader: Downloader;
  readonly #store: PageStore;
  readonly #options: FetcherOptions;
  readonly #robots = new Map<string, Promise<Robots>>();

  constructor(downloader: Downloader, store: PageStore, options: FetcherOptions) {
    this.downloader = downloader;
    this.#store = store;
    this.#options = options;
  }

  /** Returns the visit of an address: the one of this run if there is one, else that of a request. Throws `Unreachable`. */
  async visit(url: string): Promise<Visit> {
    const stored = this.#store.get(url);
    if (stored?.isOfThisRun) return stored.visit;
    const robots = await this.robotsOf(url);
    if (!robots.isAllowed(url)) return { reason: NOT_ALLOWED, ...NOTHING };
    const first = await this.#request(url, stored?.visit);
    const visit = await this.#readSession(url, first, robots);
    this.#store.set(url, visit);
    return visit;
  }

  /**
   * A file that is about pages, such as llms.txt, at the end of its redirects on its site, with any status. Throws where
   * robots.txt does not allow it.
   */
  async getFile(url: string, maxBytes?: number): Promise<Download> {
    const robots = await this.robotsOf(url);
    if (!robots.isAllowed(url)) throw new Error(`${url}: ${NOT_ALLOWED}`);
    return this.downloader.follow(url, { maxBytes });
  }

  /**
   * Keeps for this run what an earlier run has read at an address that cannot be reached now. Returns undefined where no run has
   * read it.
   */
  keepLast(url: string): Visit | undefined {
    const last = this.#store.get(url)?.visit;
    if (last !== undefined) this.#store.set(url, last);
    return last;
  }

  /** The robots.txt of the site of an address. Throws where the server fails to send it: then nothing may be read. */
  robotsOf(url: string): Promise<Robots> {
    const { origin } = new URL(url);
    const robots = this.#robots.get(origin) ?? this.#loadRobots(`${origin}/robots.txt`);
    this.#robots.set(origin, robots);
    return robots;
  }

  async #loadRobots(url: string): Promise<Robots> {
    const { status, body } = await this.downloader.follow(url, { isShared: true });
    // RFC 9309, 2.3.1: a missing robots.txt allows everything, an error of the server allows nothing.
    if (status >= 500)
      throw new Error(`${url} answers ${status}: nothing of the site may be read until it answers`);
    const robots = readRobots(url, Buffer.from(body).toString('utf8'));
    this.downloader.delayMs = this.#options.delayMs ?? Math.min(robots.delayMs ?? DELAY_MS, MAX_DELAY_MS);
    return robots;
  }

  /**
   * Servers without cookies redirect a page to itself with the id of a session, `/shop` to `/shop;jsessionid=1`: it is read
   * there, and keeps its own address.
   */
  async #readSession(url: string, visit: Visit, { isAllowed }: Robots): Promise<Visit> {
    const { location } = visit;
    if (location === undefined || location === url || normalize(location) !== url) return visit;
    if (!isAllowed(location)) return { reason: NOT_ALLOWED, ...NOTHING };
    return this.#request(url, undefined, location);
  }

  /** Requests a page. `from` is the address that is requested, where it is not that of the page. */
  async #request(url: string, last: Visit | undefined, from = url): Promise<Visit> {
    const download = await this.downloader.get(from, last).catch(toTooLarge);
    if (download instanceof TooLarge) return { reason: download.message, ...NOTHING };
    const { status } = download;
    if (isUnreachable(status)) throw new Unreachable(`status ${status}`);
    if (status !== 304 || last === undefined) return this.#read({ ...download, url });
    this.unchanged++;
    return last;
  }

  /**
   * Reads a response. What was left out is stored without `etag` and `modified`, so that a later run downloads it again: it may
   * read the same bytes in another way.
   */
  async #read(download: Download): Promise<Visit> {
    const { status, headers, location } = download;
    if (location !== undefined) return { location, ...NOTHING };
    if (status !== 200)
      return { reason: status === 404 || status === 410 ? 'not found' : `status ${status}`, ...NOTHING };
    const type = (headers.get('content-type') ?? 'text/html').split(';')[0]?.trim().toLowerCase() ?? '';
    if (type === PDF && !this.#options.isWithPdf) return { reason: 'a PDF (read with --pdf)', ...NOTHING };
    // Not in the `try` below: that npm is offline is no fault of the page.
    if (type === PDF) await loadPdfReader();
    try {
      return {
        ...(await readBody(download, type)),
        etag: headers.get('etag') ?? undefined,
        modified: headers.get('last-modified') ?? undefined,
      };
    } catch (error) {
      // A library cannot read the bytes, as of a PDF with a password. The run goes on with the other pages.
      const reason = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      return { reason, ...NOTHING };
    }
  }
}

async function readBody({ url, headers, body }: Download, type: string): Promise<PageReading> {
  if (type === 'text/html' || type === 'application/xhtml+xml') return readHtml({ url, headers, body });
  if (type === PDF) return { page: await readPdf(body, url), ...NOTHING };
  if (type === 'text/markdown' || (type === 'text/plain' && url.endsWith('.md')))
    return readMarkdown(url, body);
  return { reason: `no page: ${type}`, ...NOTHING };
}

function toTooLarge(error: unknown): TooLarge {
  if (error instanceof TooLarge) return error;
  throw error;
}

function readMarkdown(url: string, body: Uint8Array): PageReading {
  const { title, sections } = chunkMarkdown(Buffer.from(body).toString('utf8'), { id: url, url });
  return { page: { url, canonical: url, title, language: '', sections }, ...NOTHING };
}
