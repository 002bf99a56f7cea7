import { readFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DIST } from '../../../widget/build/project.ts';
import { pageFor } from './walk-page.ts';

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Files that the chat loads lazily. */
const LAZY = '/chunks/';

/** One request to the backend while it is answered. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: ClientRequest;
  /** Drops what the backend sends, and keeps the connection to it open: the backend does not notice that its reader has gone. */
  isSilent: boolean;
}

/** Where requests to the backend go. */
export interface Backend {
  /** `/api/chat` and the like are asked here. */
  readonly url: URL;
  /** What the Worker takes for the address of the visitor. */
  readonly address: string;
  /** A backend that is not ours: it lets pages send `content-type`, and no other header. */
  readonly isForeign: boolean;
}

/** The network between a visitor and all servers: pages, files, backend. Its `localhost` is another origin than its address. */
export class Front {
  readonly url: URL;
  readonly pageUrl: URL;
  /** Undefined while the backend is down. */
  backend: Backend | undefined;
  /** By how many milliseconds lazy files are late. */
  delayMs = 0;
  /** How many of the next lazy files are missing. */
  missing = 0;
  /** The connection of the next answer breaks before its first byte. */
  breaksNext = false;
  /** How many pages the browser has requested to prerender them. */
  prerendered = 0;
  readonly #server: Server;
  readonly #exchanges = new Set<Exchange>();

  private constructor(server: Server) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.url = new URL(`http://127.0.0.1:${port}`);
    this.pageUrl = new URL(`http://localhost:${port}`);
  }

  static async start(): Promise<Front> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const front = new Front(server);
    server.on('request', (request, response) => front.#handle(request, response));
    return front;
  }

  /** Requests whose answers are still awaited by a page. */
  get pending(): number {
    return [...this.#exchanges].filter(({ isSilent }) => !isSilent).length;
  }

  /** Breaks every connection to the backend, and both sides notice. */
  reset(): void {
    for (const { request, upstream, isSilent } of this.#exchanges) {
      request.socket.resetAndDestroy();
      if (!isSilent) upstream.destroy();
    }
  }

  /** Stops passing bytes on all open connections. With `isNoticed` the page sees them break; the backend never does. */
  silence({ isNoticed = false } = {}): void {
    for (const exchange of this.#exchanges) {
      exchange.isSilent = true;
      if (isNoticed) exchange.request.socket.resetAndDestroy();
    }
  }

  /** Lazy files are served again, without a delay. */
  healFiles(): void {
    this.delayMs = 0;
    this.missing = 0;
  }

  /** Ends all requests, and undoes every disturbance. */
  clear(): void {
    for (const { request, upstream } of this.#exchanges) {
      request.socket.destroy();
      upstream.destroy();
    }
    this.#exchanges.clear();
    this.prerendered = 0;
    this.breaksNext = false;
    this.healFiles();
  }

  async close(): Promise<void> {
    this.clear();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, search } = new URL(request.url ?? '/', this.url);
    if (/^\/(?:api|v1)\//.test(pathname)) this.#ask(request, response);
    else if (/^\/[ab]$/.test(pathname)) {
      if (String(request.headers['sec-purpose']).includes('prerender')) this.prerendered += 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageFor(this.url, pathname, search));
    } else void this.#serve(pathname, response);
  }

  async #serve(path: string, response: ServerResponse): Promise<void> {
    const isLazy = path.includes(LAZY);
    const isMissing = isLazy && this.missing > 0;
    if (isMissing) this.missing -= 1;
    if (isLazy && this.delayMs > 0) await wait(this.delayMs);
    const content = isMissing ? undefined : await readFile(join(DIST, 'site', path)).catch(() => undefined);
    const headers = {
      'content-type': TYPES[extname(path)] ?? 'text/plain',
      'access-control-allow-origin': '*',
      // As dist/site/_headers has it.
      'cache-control': isLazy && content ? 'public, max-age=31536000, immutable' : 'no-store',
    };
    response.writeHead(content ? 200 : 404, headers).end(content);
  }

  #ask(request: IncomingMessage, response: ServerResponse): void {
    const { backend } = this;
    if (!backend) return void request.socket.resetAndDestroy();
    if (backend.isForeign && allowContentType(request, response)) return;
    const { host, ...rest } = request.headers;
    const upstream = httpRequest(new URL(request.url ?? '/', backend.url), {
      method: request.method ?? 'GET',
      headers: backend.isForeign ? rest : { ...rest, host, 'cf-connecting-ip': backend.address },
      agent: false,
    });
    this.#pass({ request, response, upstream, isSilent: false });
  }

  #pass(exchange: Exchange): void {
    const { request, response, upstream } = exchange;
    this.#exchanges.add(exchange);
    const lose = (): void => {
      this.#exchanges.delete(exchange);
      if (!exchange.isSilent && !response.writableFinished) request.socket.resetAndDestroy();
    };
    upstream.on('error', lose);
    upstream.on('response', (answer) => {
      if (this.breaksNext && request.method === 'POST') {
        this.breaksNext = false;
        request.socket.resetAndDestroy();
      }
      // Headers about the connection behind this server; the browser keeps its own open.
      const { connection: _, 'transfer-encoding': __, ...headers } = answer.headers;
      if (!exchange.isSilent) response.writeHead(answer.statusCode ?? 502, headers).flushHeaders();
      answer.on('data', (bytes: Buffer) => {
        if (!exchange.isSilent) response.write(bytes);
      });
      answer.on('error', lose);
      answer.on('end', () => {
        this.#exchanges.delete(exchange);
        if (!exchange.isSilent) response.end();
      });
    });
    response.on('close', () => {
      if (exchange.isSilent) return;
      this.#exchanges.delete(exchange);
      upstream.destroy();
    });
    request.pipe(upstream);
  }
}

/** Says what a page may send; true when that was all. */
function allowContentType(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', '*');
  if (request.method !== 'OPTIONS') return false;
  response.writeHead(204, { 'access-control-allow-headers': 'content-type' }).end();
  return true;
}
