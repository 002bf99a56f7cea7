import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { DIST } from '../../widget/build/project.ts';
import { STREAMED_ANSWER } from '../support/streamed-answer.ts';
import { launchChromium } from '../support/browser.ts';
import { ChatPage } from '../support/chat-page.ts';
import { startPageServer } from '../support/page-server.ts';

/** A file of the widget that a browser received: its path, and the bytes of its body on the wire. */
export interface WireFile {
  readonly path: string;
  readonly bytes: number;
}

/** The files that a visitor's browser received. */
export interface WireTrace {
  /** The files before the visitor did anything. */
  readonly untouched: readonly WireFile[];
  /** The files until a first answer is on screen with its controls, in order. */
  readonly answered: readonly WireFile[];
}

const PAGE =
  '<!doctype html><html lang="en"><title>A page</title><script src="/cf-ai-chat.js" defer></script>';

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };

/**
 * Lets Chromium open the chat of the last build, ask, and read an answer with highlighted code and cited
 * sources. Records the received bytes of the widget's files; the page and the answer are not counted. The
 * server compresses with brotli 11, the best that CDNs use.
 */
export async function traceWire(): Promise<WireTrace> {
  const server = await startPageServer((request, response) => void serve(request, response));
  const browser = await launchChromium();
  try {
    const chat = await ChatPage.open(browser, 'about:blank');
    const sizes = recordSizes(chat.page, server.url.origin);
    await chat.page.goto(server.url.href, { waitUntil: 'networkidle' });
    const untouched = await Promise.all(sizes);
    await askAndRead(chat);
    if (chat.problems.length > 0) throw new Error(`the page reports: ${chat.problems.join('; ')}`);
    return { untouched, answered: await Promise.all(sizes) };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Records the size of each file of the widget, in the order of the requests. */
function recordSizes(page: Page, origin: string): Promise<WireFile>[] {
  const sizes: Promise<WireFile>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname: path, origin: from } = new URL(request.url());
    if (from !== origin || !path.endsWith('.js')) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => ({ path, bytes: responseBodySize })));
  });
  return sizes;
}

/** Asks, and waits for everything that an answer loads: colours, copy button, citations, ratings. */
async function askAndRead(chat: ChatPage): Promise<void> {
  await chat.openChat();
  await chat.ask('How do I embed it?');
  await chat.reaches('ready');
  await chat.floating.locator('.citation').nth(1).waitFor();
  await chat.floating.getByRole('button', { name: 'Copy code: JavaScript' }).waitFor();
  await chat.floating.getByRole('button', { name: 'Not helpful' }).waitFor();
  await chat.page.waitForFunction(() => CSS.highlights.size > 0);
  await chat.page.waitForLoadState('networkidle');
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://site');
  if (pathname === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  if (pathname === '/api/chat')
    return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(STREAMED_ANSWER);
  const content = await readFile(join(DIST, 'site', pathname)).catch(() => undefined);
  if (content === undefined) return void response.writeHead(204).end();
  const body = brotliCompressSync(content);
  const type = TYPES[extname(pathname)] ?? 'application/octet-stream';
  response.writeHead(200, {
    'content-type': type,
    'content-encoding': 'br',
    'content-length': body.length,
    vary: 'accept-encoding',
  });
  response.end(body);
}
