import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type * as Markdown from '../../widget/markdown/index.ts';
import { VERSION } from '../../widget/build/project.ts';
import { launchChromium } from '../support/browser.ts';
import { type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts';
import { HOSTILE } from '../widget/markdown/hostile.ts';

/** Everything that a page requested or did because of the markdown. */
interface Misdeeds {
  /** How many scripts of the markdown ran. */
  hits: number;
  /** Requested addresses outside of the page's own origin, answered or not. */
  foreign: string[];
  /** Hosts to which a connection was opened, also ahead of any request. */
  connections: string[];
  /** Windows that were opened, and addresses to which the page was sent. */
  moves: string[];
}

// Tests the built files, in a browser for which every foreign host is one server that only counts connections.
describe('hostile markdown in a page', { timeout: 300_000 }, () => {
  let site: LoopbackSite;
  let trap: Server;
  let connections: string[] = [];
  let browser: Browser;
  before(async () => {
    site = await startLoopbackSite();
    site.page('/', '<!doctype html><link rel="icon" href="data:,">');
    trap = createServer((socket) => {
      socket.on('error', () => undefined);
      // The first bytes name the host, in plain text or in the TLS greeting. Requests of the browser itself
      // are left out.
      socket.once('data', (bytes) => {
        const [host] = /[\w-]+\.example/.exec(bytes.toString('latin1')) ?? [];
        if (host) connections.push(host);
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const { port } = trap.address() as AddressInfo;
    const rules = `MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1`;
    browser = await launchChromium({ args: [`--host-resolver-rules=${rules}`] });
  });
  after(async () => {
    await browser?.close();
    await site?.close();
    trap?.close();
  });

  /** Runs a function in a page, and returns what it caused. */
  async function misdeedsOf(act: (page: Page) => Promise<unknown>): Promise<Misdeeds> {
    connections = [];
    const context = await browser.newContext();
    const seen = { foreign: [] as string[], moves: [] as string[] };
    const page = await openPage(context, seen);
    await act(page);
    // Requests that were made before this one have been sent by then.
    await page.evaluate(() => fetch('/?last').then((response) => response.text()));
    const hits = await page.evaluate(() => (window as unknown as { hits: number }).hits);
    await context.close();
    return { hits, ...seen, connections };
  }

  async function openPage(
    context: BrowserContext,
    { foreign, moves }: { foreign: string[]; moves: string[] },
  ): Promise<Page> {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const counted = window as unknown as { hits: number; hit: () => void };
      counted.hits = 0;
      counted.hit = () => void counted.hits++;
    });
    await page.goto(site.url.href);
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== site.url.origin) foreign.push(url.href);
    });
    context.on('page', (opened) => moves.push(opened.url()));
    page.on('framenavigated', (frame) => moves.push(frame.url()));
    page.on('dialog', (dialog) => {
      moves.push('dialog');
      void dialog.dismiss();
    });
    return page;
  }

  it('runs nothing and requests nothing, wherever it is split', async () => {
    const misdeeds = await misdeedsOf((page) =>
      page.evaluate(streamEverySplit, { address: `/v/${VERSION}/markdown.js`, documents: HOSTILE }),
    );
    assert.deepEqual(misdeeds, { hits: 0, foreign: [], connections: [], moves: [] });
  });

  it('is detected: on a page that trusts it, it runs and requests', async () => {
    const seen = await misdeedsOf((page) =>
      page.evaluate(
        (documents) => {
          for (const markup of documents) {
            const box = document.body.appendChild(document.createElement('div'));
            box.innerHTML = markup.replaceAll(/!\[[^\]]*\]\((https:[^ )]*)[^)]*\)/g, '<img src="$1">');
          }
        },
        HOSTILE.filter((markup) => !/http-equiv|<frameset/.test(markup)),
      ),
    );
    assert.ok(seen.hits > 10, `${seen.hits} scripts ran`);
    assert.ok(seen.foreign.length > 20, `${seen.foreign.length} requests`);
    assert.ok(seen.connections.length > 0, 'no connection');
  });
});

interface Attack {
  readonly address: string;
  readonly documents: readonly string[];
}

/** Draws every document in two pieces, split everywhere, and does to each drawing what a visitor may do. */
async function streamEverySplit({ address, documents }: Attack): Promise<void> {
  const { MarkdownStream } = (await import(new URL(address, location.href).href)) as typeof Markdown;
  const use = (box: HTMLElement): void => {
    for (const link of box.querySelectorAll('a')) {
      // Following a link on purpose is allowed; running script by a link is not.
      if (/^(?:https?|mailto|tel):$/.test(link.protocol))
        link.addEventListener('click', (event) => event.preventDefault(), { once: true });
      link.click();
    }
    for (const element of box.querySelectorAll<HTMLElement>('*')) {
      element.dispatchEvent(new Event('pointerenter'));
      element.toggleAttribute('open', true);
    }
  };
  for (const markdown of documents) {
    for (let split = 0; split <= markdown.length; split++) {
      const box = document.body.appendChild(document.createElement('div'));
      const stream = new MarkdownStream(box);
      stream.push(markdown.slice(0, split));
      stream.flush();
      use(box);
      stream.push(markdown.slice(split));
      stream.end();
      use(box);
      box.remove();
    }
  }
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
