import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DIST } from '../../widget/build/project.ts';
import { startPageServer, type Certificate, type PageServer } from './page-server.ts';

/** Answers one request. */
export type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A web server on a free port, with the responses of a test. */
export interface LoopbackSite extends PageServer {
  /** Sets the response to requests of a path, such as `/api/chat`, with any query. */
  route(path: string, answer: Route): void;
  /** Serves HTML under a path. */
  page(path: string, html: string, headers?: Readonly<Record<string, string>>): void;
}

/** Starts a site. A path without a route serves the built file of that name, readable by every origin, or 404. */
export async function startLoopbackSite(certificate?: Certificate): Promise<LoopbackSite> {
  const routes = new Map<string, Route>();
  const server = await startPageServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    void (routes.get(pathname) ?? serveBuild)(request, response);
  }, certificate);
  return {
    ...server,
    route: (path, handler) => void routes.set(path, handler),
    page: (path, html, headers = {}) =>
      void routes.set(path, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html);
      }),
  };
}

/** Serves text under a path. */
export function answer(body: string, headers: Readonly<Record<string, string>>, status = 200): Route {
  return (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };
}

/** The CORS headers that let pages of every origin ask. */
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
