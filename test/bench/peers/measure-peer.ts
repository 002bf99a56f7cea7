import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { ROOT } from '../../../widget/build/project.ts';
import { runCommand } from '../../../widget/build/run-command.ts';
import { startPageServer, type PageServer } from '../../support/page-server.ts';
import { median } from '../markdown/statistics.ts';
import { measurePress } from '../opening/measure-press.ts';
import { ANSWER, type Peer } from './peers.ts';

/** The costs of a chat for a visitor. */
export interface PeerCost {
  /** Bytes of scripts and style sheets (brotli, level 11) until a page shows its closed or empty chat. */
  readonly pageLoad: number;
  /** The same bytes until an answer of a few words is shown. */
  readonly firstAnswer: number;
  /** Main-thread time on a slowed down processor, from a press on the launcher to the text box, in milliseconds; undefined without a launcher. */
  readonly press: number | undefined;
}

type Chat = Omit<Peer, 'package' | 'version'>;

const PRESSES = 5;
const STREAMS = join(ROOT, 'test/conformance/streams');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};

/** Downloads a chat's package from npm and measures the chat. */
export async function measurePeer(peer: Peer, browser: Browser): Promise<PeerCost> {
  const folder = await mkdtemp(join(tmpdir(), 'cf-ai-chat-peer-'));
  try {
    await unpack(peer, folder);
    return await measureChat(join(folder, 'package'), peer, browser);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures the chat whose files are in a folder. */
export async function measureChat(root: string, chat: Chat, browser: Browser): Promise<PeerCost> {
  const sizes: number[] = [];
  const server = await startPageServer((request, response) => {
    void serve(root, chat, request, response).then((size) => size !== undefined && sizes.push(size));
  });
  try {
    const loaded = (): number => sizes.reduce((sum, size) => sum + size, 0);
    const [pageLoad, firstAnswer] = await onPage(browser, chat, server, async (page) => {
      const before = loaded();
      await askAndRead(page, chat);
      return [before, loaded()] as const;
    });
    const { launcher, input } = chat;
    if (launcher === undefined) return { pageLoad, firstAnswer, press: undefined };
    const presses: number[] = [];
    for (let press = 0; press < PRESSES; press++)
      presses.push(
        await onPage(
          browser,
          chat,
          server,
          async (page) => (await measurePress(page, { launcher, input })).thread,
        ),
      );
    return { pageLoad, firstAnswer, press: median(presses) };
  } finally {
    await server.close();
  }
}

async function unpack({ package: name, version }: Peer, folder: string): Promise<void> {
  const packed = await runCommand('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: folder });
  if (packed.code !== 0) throw new Error(packed.output.trim());
  const file = /\S+\.tgz/.exec(packed.output)?.[0] ?? '';
  const { code, output } = await runCommand('tar', ['-xzf', file], { cwd: folder });
  if (code !== 0) throw new Error(output.trim());
}

/** Opens a new page with the chat and calls `act` when the chat has loaded. */
async function onPage<T>(
  browser: Browser,
  { selector }: Chat,
  server: PageServer,
  act: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(server.url.href);
    await page.locator(selector).first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    return await act(page);
  } finally {
    await context.close();
  }
}

async function askAndRead(page: Page, { launcher, input }: Chat): Promise<void> {
  if (launcher !== undefined) await page.locator(launcher).first().click();
  await page.locator(input).first().fill('Are boots shipped for free?');
  await page.keyboard.press('Enter');
  await page.getByText(ANSWER).last().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Answers a request. Resolves with the compressed size of a script or style sheet; undefined for other files. */
async function serve(
  root: string,
  { html, replies }: Chat,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number | undefined> {
  const { pathname } = new URL(request.url ?? '/', 'http://site');
  const type = TYPES[extname(pathname)];
  if (type !== undefined) {
    const content = await readFile(join(root, pathname)).catch(() => undefined);
    response.writeHead(content ? 200 : 404, { 'content-type': type }).end(content);
    return content && brotliCompressSync(content).length;
  }
  if (pathname === '/')
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${html}`);
  else {
    const { stream, json = {} } = replies.find(({ path }) => path.test(pathname)) ?? {};
    const body = stream === undefined ? JSON.stringify(json) : await readFile(join(STREAMS, stream), 'utf8');
    const format = stream === undefined ? 'application/json' : 'text/event-stream';
    response.writeHead(200, { 'content-type': format }).end(body);
  }
  return undefined;
}
