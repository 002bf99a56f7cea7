import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { DIST, VERSION } from '../../widget/build/project.ts';
import { findFreePort } from '../../worker/tools/wrangler-dev.ts';
import { allowAnyOrigin, startPageServer, type PageServer } from './page-server.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from './worker-harness.ts';

/** The origins that a page of the test runner can load the chat from. */
export interface EmbeddingAddresses {
  /** Origin of the Worker: another site than the page's. */
  readonly worker: string;
  /** Origin of a site whose `/cf-ai-chat.js` is an older one, of a release that is gone. */
  readonly stale: string;
  /** Origin of a site whose releases are all gone. */
  readonly gone: string;
  /** Origin of a site that fails every request for its panel, until somebody asks for `/files-are-back`. */
  readonly flaky: string;
  /** Origin of a site that serves a panel with other bytes than its hash. */
  readonly tampered: string;
  /** Origin of a site that serves chunks of the panel with other bytes than their hashes. */
  readonly tamperedChunks: string;
  readonly version: string;
}

/** The sites that embedding tests need, as a part of the test runner's configuration. */
export interface EmbeddingSite {
  readonly port: number;
  readonly listener: RequestListener;
  close(): Promise<void>;
}

const FILES_ARE_BACK = '/files-are-back';

/** The paths that a site with a proxy of its own passes on to the Worker. */
const PROXIED = /^\/(?:cf-ai-chat\.js|v\/|api\/)/;

/**
 * Starts the real Worker, and five servers whose releases are old, gone, flaky or tampered with. The listener serves, on
 * the origin of the test runner, pages made from their address (`/host?html=…&csp=…`) and, as a site with its own proxy
 * would, the Worker's paths.
 */
export async function startEmbeddingSite(): Promise<EmbeddingSite> {
  const port = await findFreePort();
  const worker = await startWorker({ ALLOWED_ORIGINS: `http://localhost:${port}` }, DOCUMENTATION);
  const stale = await startPageServer((request, response) => void serveStale(worker, request, response));
  const gone = await startPageServer((request, response) => void serveGone(request, response));
  const [tampered, tamperedChunks] = await Promise.all(
    [/\/script-panel-/, /\/chunks\/(?!script-panel-)/].map((changed) =>
      startPageServer((request, response) => {
        if (changed.test(request.url ?? '')) void serveTampered(worker, request, response);
        else void passOn(worker, request, response);
      }),
    ),
  );
  if (!tampered || !tamperedChunks) throw new Error('no two servers');
  let isBack = false;
  const flaky = await startPageServer((request, response) => {
    const { url = '' } = request;
    if (url === FILES_ARE_BACK) isBack = true;
    if (url === FILES_ARE_BACK || (url.includes('script-panel') && !isBack))
      response.writeHead(503, { 'access-control-allow-origin': '*' }).end();
    else void passOn(worker, request, response);
  });
  const servers: readonly PageServer[] = [flaky, tampered, tamperedChunks, gone, stale, worker];
  const addresses: EmbeddingAddresses = {
    worker: worker.url.origin,
    stale: stale.url.origin,
    gone: gone.url.origin,
    flaky: flaky.url.origin,
    tampered: tampered.url.origin,
    tamperedChunks: tamperedChunks.url.origin,
    version: VERSION,
  };
  return {
    port,
    listener(request, response) {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (url.pathname === '/embedding-addresses') json(response, addresses);
      else if (url.pathname === '/host') serveHost(url, response);
      else if (PROXIED.test(url.pathname)) void passOn(worker, request, response);
      else response.writeHead(404).end();
    },
    async close() {
      for (const server of servers) await server.close();
    },
  };
}

/** Whether a path is one of the listener's. */
export function isEmbeddingPath(path: string): boolean {
  return PROXIED.test(path) || path === '/host' || path === '/embedding-addresses';
}

function serveHost({ searchParams }: URL, response: ServerResponse): void {
  const csp = searchParams.get('csp');
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    ...(csp && { 'content-security-policy': csp }),
  });
  response.end(`<!doctype html>${searchParams.get('html') ?? ''}`);
}

/** As after a deployment: answers with an older script, and with the current one only to a request that bypasses the cache. */
async function serveStale(
  worker: WorkerHarness,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url === '/cf-ai-chat.js') await serveOldScript(response);
  else await passOn(worker, request, response);
}

async function serveGone(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.startsWith('/cf-ai-chat.js')) await serveOldScript(response);
  else response.writeHead(404, { 'access-control-allow-origin': '*' }).end();
}

/** Serves the Worker's files, each with one more line, so that none matches its hash. */
async function serveTampered(
  worker: WorkerHarness,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const file = await fetch(new URL(request.url ?? '/', worker.url));
  response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
  response.end(`${await file.text()}\nwindow.isTampered = true;`);
}

async function serveOldScript(response: ServerResponse): Promise<void> {
  const script = await readFile(join(DIST, 'cf-ai-chat.js'), 'utf8');
  response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
  response.end(script.replaceAll(VERSION, '0.0.9').replace(/script-panel-[\w-]{8}/, 'script-panel-00000000'));
}

/** Passes a request on to the Worker, as if from the Worker's own pages, and streams the response back. */
async function passOn(
  worker: WorkerHarness,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (allowAnyOrigin(request, response)) return;
  const { method = 'GET', headers } = request;
  const hasBody = method === 'POST';
  const answer = await fetch(new URL(request.url ?? '/', worker.url), {
    method,
    headers: {
      accept: headers.accept ?? '*/*',
      ...(hasBody && { 'content-type': headers['content-type'] ?? '', origin: worker.url.origin }),
    },
    ...(hasBody && { body: await buffer(request) }),
  });
  const { 'content-encoding': _, 'content-length': __, ...rest } = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, { ...rest, 'access-control-allow-origin': '*' });
  if (answer.body) Readable.fromWeb(answer.body as ReadableStream).pipe(response);
  else response.end();
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
