import { startPageServer } from './page-server.ts';
import { DOCUMENTATION, startWorker } from './worker-harness.ts';

const TEXT = `<h1>A page</h1>${'<p>Some text of the page, to have something to lay out.</p>'.repeat(40)}`;

/** Options for a page of the host site. */
export interface HostSitePage {
  /** Attributes of the script tag as in HTML; without it there is no chat. */
  readonly script?: string;
  readonly css?: string;
}

/** A plain site, and the real Worker on another origin, from which the site loads its chat. */
export interface HostSite {
  readonly origin: string;
  readonly workerOrigin: string;
  addressOf(page: HostSitePage): string;
  close(): Promise<void>;
}

/** Starts the site and the Worker, with the last build in `dist/`. */
export async function startHostSite(): Promise<HostSite> {
  let workerOrigin = '';
  const site = await startPageServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(drawPage(query, workerOrigin));
  });
  const worker = await startWorker({ ALLOWED_ORIGINS: site.url.origin }, DOCUMENTATION);
  workerOrigin = worker.url.origin;
  return {
    origin: site.url.origin,
    workerOrigin,
    addressOf: (page) => new URL(`/?${new URLSearchParams(Object.entries(page))}`, site.url).href,
    async close() {
      await worker.close();
      await site.close();
    },
  };
}

function drawPage(query: URLSearchParams, workerOrigin: string): string {
  const script = `<script src="${workerOrigin}/cf-ai-chat.js" ${query.get('script') ?? ''} defer></script>`;
  return `<!doctype html><html lang="en"><head><title>A page</title>
    <meta name="viewport" content="width=device-width"><meta name="description" content="Some text">
    <link rel="icon" href="data:,"><style>${query.get('css') ?? ''}</style>
    ${query.has('script') ? script : ''}</head><body>${TEXT}`;
}
