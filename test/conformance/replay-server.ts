import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPageServer, type PageServer } from '../support/page-server.ts';
import type { ConformanceStream } from './read-streams.ts';

/** What the server serves besides streams. */
export interface Site {
  readonly html: string;
  readonly stream: ConformanceStream;
  /** Folders of files, by the first part of their path. */
  readonly folders: Readonly<Record<string, string>>;
  /** JSON, by path. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Scripts, by path. */
  readonly scripts: Readonly<Record<string, string>>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};

/** A web server on loopback: the page of a widget and its files; a POST to any other address gets the stream. */
export class ReplayServer {
  #server: PageServer | undefined;
  #site: Site | undefined;
  /** How many times the stream was sent to its end. */
  replays = 0;

  async start(): Promise<string> {
    this.#server = await startPageServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    return this.#server.url.origin;
  }

  async stop(): Promise<void> {
    await this.#server?.close();
  }

  show(site: Site): void {
    this.#site = site;
    this.replays = 0;
  }

  async #answer({ url = '/', method }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(url, 'http://site');
    if (!this.#site) throw new Error('nothing to show');
    const { html, folders, answers, scripts, stream } = this.#site;
    const [, folder = '', ...rest] = pathname.split('/');
    const root = folders[folder];
    if (pathname in answers) send(response, 'application/json', JSON.stringify(answers[pathname]));
    else if (method === 'POST') await this.#replay(response, stream);
    else if (pathname in scripts) send(response, 'text/javascript', scripts[pathname] ?? '');
    else if (root !== undefined) await sendFile(response, root, rest.join('/'));
    else send(response, 'text/html', `<!doctype html><meta charset="utf-8"><title>Kit</title>${html}`);
  }

  async #replay(response: ServerResponse, { body, contentType, timing }: ConformanceStream): Promise<void> {
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' });
    const pieces = Buffer.from(body).toString('latin1').split(timing.cutAfter);
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await wait(timing.pauseMilliseconds);
      response.write(Buffer.from(index < pieces.length - 1 ? piece + timing.cutAfter : piece, 'latin1'));
    }
    response.end();
    this.replays += 1;
  }
}

async function sendFile(response: ServerResponse, root: string, path: string): Promise<void> {
  const content = await readFile(join(root, normalize(`/${path}`))).catch(() => undefined);
  if (content === undefined) response.writeHead(404).end();
  else send(response, TYPES[extname(path)] ?? 'application/octet-stream', content);
}

function send(response: ServerResponse, type: string, content: string | Uint8Array): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(content);
}
