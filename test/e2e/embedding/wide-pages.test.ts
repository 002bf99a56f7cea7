import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { DIST } from '../../../widget/build/project.ts';
import { launchChromium } from '../../support/browser.ts';
import { type PageServer, startPageServer } from '../../support/page-server.ts';

const PHONE = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true };

/** A page for phones with something in it that is wider, such as a table. */
const pageOf = (width: number, direction: string): string =>
  `<!doctype html><html lang="en" dir="${direction}"><title>Wide</title><link rel="icon" href="data:," />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <div style="width: ${width}px; height: 3000px">wide</div>
  <script src="/cf-ai-chat.js" data-endpoint="/api/chat"></script>`;

describe('a page that is wider than the phone', () => {
  let browser: Browser;
  let server: PageServer;
  before(async () => {
    browser = await launchChromium();
    server = await startPageServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
      if (pathname === '/') {
        const page = pageOf(Number(searchParams.get('width')), searchParams.get('dir') ?? 'ltr');
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      }
      return void readFile(join(DIST, 'site', pathname)).then(
        (content) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(content),
        () => response.writeHead(404).end(),
      );
    });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  async function open(width: number, direction = 'ltr'): Promise<Page> {
    const page = await (await browser.newContext(PHONE)).newPage();
    await page.goto(new URL(`/?width=${width}&dir=${direction}`, server.url).href);
    return page;
  }

  /** Waits until a part stands at these edges of what the screen shows, in pixels from its left and top. */
  async function standsAt(page: Page, part: string, expected: readonly number[]): Promise<void> {
    const read = (): Promise<number[]> =>
      page.evaluate((name) => {
        const element = document.querySelector('cf-ai-chat')?.shadowRoot?.querySelector(`[part=${name}]`);
        const { left, right, top, bottom } = element!.getBoundingClientRect();
        const { offsetLeft, offsetTop } = visualViewport!;
        return [left - offsetLeft, right - offsetLeft, top - offsetTop, bottom - offsetTop].map(Math.round);
      }, part);
    const end = performance.now() + 5_000;
    let found = await read();
    while (found.join() !== expected.join() && performance.now() < end) {
      await page.waitForTimeout(50);
      found = await read();
    }
    assert.deepEqual(found, expected);
  }

  for (const width of [300, 1200]) {
    it(`${width} px: shows the launcher where it shows it on any page, also after panning`, async () => {
      const page = await open(width);
      await standsAt(page, 'launcher', [314, 370, 724, 780]);
      await page.evaluate(() => scrollTo(500, 1500));
      await standsAt(page, 'launcher', [314, 370, 724, 780]);
      await page.context().close();
    });
  }

  it('fills the screen with the open panel, not the page', async () => {
    const page = await open(1200);
    await page.locator('[part=launcher]').tap();
    await page.locator('[part=input]').waitFor();
    await standsAt(page, 'panel', [0, 390, 0, 800]);
    await page.context().close();
  });
});
