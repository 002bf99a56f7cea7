import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { DIST } from '../../../widget/build/project.ts';
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A site with the built pages, and an endpoint whose answers the caller sends event by event. */
export interface PictureSite {
  readonly url: URL;
  /** Serves HTML under a path. */
  page(path: string, html: string): void;
  /** Sends events of an answer as the response to the last request. */
  say(...events: readonly object[]): void;
  /** Ends the answer. */
  end(): void;
  close(): Promise<void>;
}

/** Starts the site. */
export async function startPictureSite(): Promise<PictureSite> {
  const site = await startLoopbackSite();
  let response: ServerResponse | undefined;
  site.route('/api/chat', (request, reply) => {
    request.resume();
    response = reply;
    reply.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  });
  await servePages(site);
  return {
    url: site.url,
    page: (path, html) => site.page(path, html),
    say: (...events) =>
      void response?.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')),
    end: () => void response?.end(),
    close: () => site.close(),
  };
}

/** The loopback site gives every file of the build the type of a script. */
async function servePages(site: LoopbackSite): Promise<void> {
  for (const file of [
    'docs/embed.html',
    'site.css',
    'docs.css',
    'presets.css',
    'favicon.svg',
    'fonts/geist.woff2',
  ]) {
    const content = await readFile(join(DIST, 'site', file));
    site.route(`/${file.replace(/\.html$/, '')}`, (_request, reply) => {
      reply.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(content);
    });
  }
}
