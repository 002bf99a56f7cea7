import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DIST } from '../../widget/build/project.ts';

/** Answers one request. */
export type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A web server on a port of its own, which serves what a test gives it. */
export interface LoopbackSite {
  readonly url: URL;
  /** Sets what a path answers; without a query. */
  route(path: string, answer: Route): void;
  /** Serves HTML under a path. */
  page(path: string, html: string, headers?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

/** Starts one. What has no route is a file of the build, readable by every origin, or 404. */
export async function startLoopbackSite(certificate?: {
  readonly key: Buffer;
  readonly cert: Buffer;
}): Promise<LoopbackSite> {
  const routes = new Map<string, Route>();
  const listener: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    void (routes.get(pathname) ?? serveBuild)(request, response);
  };
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`${certificate ? 'https' : 'http'}://127.0.0.1:${port}`),
    route: (path, handler) => void routes.set(path, handler),
    page: (path, html, headers = {}) =>
      void routes.set(path, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html);
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Serves text under a path. */
export function answer(body: string, headers: Readonly<Record<string, string>>, status = 200): Route {
  return (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };
}

/** The CORS headers that let every page ask. */
export const SHARED = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
};

/** A chat endpoint that answers the preflight, and every question with the given answer. */
export function chat(reply: Route, headers: Readonly<Record<string, string>> = SHARED): Route {
  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else return reply(request, response);
  };
}

async function serveBuild({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, 'http://site');
  try {
    const content = await readFile(join(DIST, 'site', pathname));
    response.writeHead(200, { ...SHARED, 'content-type': 'text/javascript' }).end(content);
  } catch {
    // The path names a folder, or no file at all.
    response.writeHead(404, SHARED).end();
  }
}
