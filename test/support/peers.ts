import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { runCommand } from '../../widget/build/run-command.ts';
import { startPageServer } from './page-server.ts';

/** Another chat for any site, as its package is published. */
export interface Peer {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** What its documentation says to put on a page; the package is at `/`. */
  readonly html: string;
  /** Present on the page when it has drawn itself. */
  readonly selector: string;
}

/** Those that a script tag puts on any site, and that npm has. */
export const PEERS: readonly Peer[] = [
  {
    name: 'Cloudflare AI Search snippet',
    package: '@cloudflare/ai-search-snippet',
    version: '0.0.42',
    html: `<script type="module" src="/dist/search-snippet.chat.es.js"></script><chat-bubble-snippet api-url="/api"></chat-bubble-snippet>`,
    selector: 'chat-bubble-snippet:defined',
  },
  {
    name: 'Open Chat Studio widget',
    package: 'open-chat-studio-widget',
    version: '0.6.0',
    html: `<script type="module" src="/dist/open-chat-studio-widget/open-chat-studio-widget.esm.js"></script><open-chat-studio-widget chatbot-id="1"></open-chat-studio-widget>`,
    selector: 'open-chat-studio-widget.hydrated',
  },
  {
    name: 'Deep Chat',
    package: 'deep-chat',
    version: '2.4.2',
    html: `<script type="module" src="/dist/deepChat.bundle.js"></script><deep-chat></deep-chat>`,
    selector: 'deep-chat:defined',
  },
  {
    name: 'Flowise embed',
    package: 'flowise-embed',
    version: '3.1.6',
    html: `<script type="module">import Chatbot from '/dist/web.js'; Chatbot.init({ chatflowid: '1', apiHost: location.origin })</script>`,
    selector: 'flowise-chatbot',
  },
  {
    name: 'n8n chat',
    package: '@n8n/chat',
    version: '1.37.0',
    html: `<link href="/dist/style.css" rel="stylesheet"><script type="module">import { createChat } from '/dist/chat.bundle.es.js'; createChat({ webhookUrl: '/webhook' })</script>`,
    selector: '#n8n-chat *',
  },
];

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};

/**
 * Fetches a package from npm and counts what Chromium loads of it for a page that shows its closed or empty chat: the
 * bytes of scripts and style sheets, with brotli 11.
 */
export async function measurePeer(peer: Peer, browser: Browser): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'cf-ai-chat-peer-'));
  try {
    await unpack(peer, folder);
    const sizes = await countLoaded(join(folder, 'package'), peer, browser);
    return sizes.reduce((sum, size) => sum + size, 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack({ package: name, version }: Peer, folder: string): Promise<void> {
  const packed = await runCommand('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: folder });
  if (packed.code !== 0) throw new Error(packed.output.trim());
  const file = /\S+\.tgz/.exec(packed.output)?.[0] ?? '';
  const { code, output } = await runCommand('tar', ['-xzf', file], { cwd: folder });
  if (code !== 0) throw new Error(output.trim());
}

async function countLoaded(
  root: string,
  { html, selector }: Peer,
  browser: Browser,
): Promise<readonly number[]> {
  const sizes: number[] = [];
  const server = await startPageServer((request, response) => {
    void servePackage(root, html, request, response).then((size) => size !== undefined && sizes.push(size));
  });
  const page = await browser.newPage();
  try {
    await page.goto(server.url.href);
    await page.locator(selector).first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    return sizes;
  } finally {
    await page.close();
    await server.close();
  }
}

/** The compressed size of a script or style sheet that was sent; undefined for anything else. */
async function servePackage(
  root: string,
  html: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number | undefined> {
  const { pathname } = new URL(request.url ?? '/', 'http://site');
  const type = TYPES[extname(pathname)];
  if (pathname === '/')
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${html}`);
  else if (type === undefined) response.writeHead(404).end();
  else {
    const content = await readFile(join(root, pathname));
    response.writeHead(200, { 'content-type': type }).end(content);
    return brotliCompressSync(content).length;
  }
  return undefined;
}
