import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWeb, type WebReading } from '../../worker/tools/knowledge/web/read-web.ts';
import type { CrawlOptions, WebSource } from '../../worker/tools/knowledge/web/task.ts';
import { startPageServer } from './page-server.ts';

/** The response of a path: a body, or a status. */
export type Answer =
  | string
  | number
  | { readonly status?: number; readonly body?: string | Buffer; readonly headers?: HeadersOf };
type HeadersOf = Readonly<Record<string, string>>;

/** A site of a few pages whose answers a test changes between two runs of the command. */
export interface TroubledSite {
  /** The responses by path. Any other path responds with 404. */
  answers: Readonly<Record<string, Answer>>;
  /** The paths of all requests. */
  readonly requests: string[];
  /** The number of read addresses in each line of the command's progress. */
  readonly progress: number[];
  at(path: string): string;
  /** Runs the command. Its cache is kept for the next runs until `forget`. */
  read(path?: string, kind?: WebSource['kind'], options?: Partial<CrawlOptions>): Promise<WebReading>;
  forget(): void;
  close(): Promise<void>;
}

/** Starts the site on a free port. */
export async function startTroubledSite(): Promise<TroubledSite> {
  const cache = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
  const requests: string[] = [];
  const progress: number[] = [];
  const server = await startPageServer(({ url = '/', headers: asked }, response) => {
    requests.push(url);
    const answer = site.answers[url] ?? 404;
    const {
      status = 200,
      body = '',
      headers = {},
    } = typeof answer === 'object'
      ? answer
      : typeof answer === 'number'
        ? { status: answer }
        : { body: answer };
    const isKnown = headers['etag'] !== undefined && headers['etag'] === asked['if-none-match'];
    if (isKnown) response.writeHead(304).end();
    else response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
  const site: TroubledSite = {
    answers: {},
    requests,
    progress,
    at: (path) => new URL(path, server.url).href,
    read: (path = '/', kind = 'site', options = {}) =>
      readWeb({ kind, url: site.at(path) }, { ...CRAWL_OPTIONS, cache, ...options }, ({ done }) =>
        progress.push(done),
      ),
    forget: () => rmSync(cache, { recursive: true, force: true }),
    close: async () => {
      site.forget();
      await server.close();
    },
  };
  return site;
}

/** Everything is read, at once. */
export const CRAWL_OPTIONS: Omit<CrawlOptions, 'cache'> = {
  include: [],
  exclude: [],
  maxPages: 500,
  maxBytes: 1e9,
  delayMs: 0,
  timeoutMs: 60_000,
  isWithPdf: false,
};

/** A page with enough text to be read, and links. */
export function teaPage(name: string, ...links: readonly string[]): string {
  const list = links.map((link) => `<a href="${link}">To ${link}</a> `).join('');
  return `<title>${name}</title><main><h1>${name}</h1><p>This page is about ${name}, in more words than are needed to be called a page of its own.</p>${list}</main>`;
}

/** A sitemap of these addresses. */
export function sitemapOf(...addresses: readonly string[]): string {
  return `<urlset>${addresses.map((each) => `<url><loc>${each}</loc></url>`).join('')}</urlset>`;
}
