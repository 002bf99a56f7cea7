import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Frame, Page } from 'playwright-core';
import type { CfAiChatElement } from '../../../widget/index.ts';
import { DIST, VERSION } from '../../../widget/build/project.ts';
import { launchChromium } from '../../support/browser.ts';
import { startPageServer, type PageServer } from '../../support/page-server.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../../support/worker-harness.ts';
import type { Integrity } from '../../../widget/build/write-integrity.ts';

const QUESTION = 'How do I embed the widget?';

/** The response headers of every file, with which a page of any origin may load, check and time it. */
const SHARED = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
};

const FOREVER = 'public, max-age=31536000, immutable';

describe('a page of another origin than the Worker', { timeout: 120_000 }, () => {
  let headers: Record<string, string> = {};
  let body = '';
  let worker: WorkerHarness;
  let site: PageServer;
  let browser: Browser;
  before(async () => {
    site = await startPageServer((request, response) => {
      if (request.url === '/inner') {
        response.writeHead(200, { 'content-type': 'text/html' });
        return response.end(`<!doctype html><body>${scriptTag()}`);
      }
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
      return response.end(`<!doctype html><html lang="en"><body>${body}`);
    });
    worker = await startWorker({ ALLOWED_ORIGINS: `null ${site.url.origin}` }, DOCUMENTATION);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await worker?.close();
    await site?.close();
  });

  const scriptTag = (attributes = ''): string =>
    `<script src="${worker.url.origin}/cf-ai-chat.js" ${attributes} defer></script>`;

  /** Opens a page. Returns it with a list of its problems. */
  async function open(html: string, given: Record<string, string> = {}): Promise<[Page, string[]]> {
    body = html;
    headers = given;
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    await page.goto(site.url.href, { waitUntil: 'networkidle' });
    return [page, problems];
  }

  it('can load, check and time every file of a release, and cache it for good', async () => {
    const { files } = JSON.parse(readFileSync(join(DIST, 'integrity.json'), 'utf8')) as Integrity;
    const paths = [...Object.keys(files), 'integrity.json'].filter((path) => !path.endsWith('.d.ts'));
    assert.ok(paths.length > 10);
    for (const path of paths) {
      const response = await fetch(new URL(`/v/${VERSION}/${path}`, worker.url), {
        headers: { origin: site.url.origin },
      });
      assert.equal(response.status, 200, path);
      assert.deepEqual(pick(response, SHARED), SHARED, path);
      assert.equal(response.headers.get('cache-control'), FOREVER, path);
      if (path.endsWith('.js')) assert.match(response.headers.get('content-type') ?? '', /javascript/);
      await response.arrayBuffer();
    }
  });

  it('can load the newest script, and requests it again after at most an hour', async () => {
    const response = await fetch(new URL('/cf-ai-chat.js', worker.url));
    assert.deepEqual(pick(response, SHARED), SHARED);
    const cached = response.headers.get('cache-control') ?? '';
    assert.match(cached, /^public, max-age=300, stale-while-revalidate=3600$/);
    await response.arrayBuffer();
  });

  it('gets the panel from its cache on the second visit, and can measure how long the first load took', async () => {
    const [page] = await open(scriptTag('data-persist="none"'));
    const first = await loadPanel(page);
    assert.ok(first.requestStart > 0 && first.transferSize > 0, JSON.stringify(first));
    await page.goto(site.url.href, { waitUntil: 'networkidle' });
    const second = await loadPanel(page);
    assert.equal(second.transferSize, 0);
    assert.equal(second.decodedBodySize, first.decodedBodySize);
    await page.close();
  });

  for (const attributes of ['', 'crossorigin="anonymous"']) {
    it(`with cross-origin isolation (COEP require-corp) holds a conversation, with ${attributes || 'a plain tag'}`, async () => {
      const [page, problems] = await open(scriptTag(attributes), {
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      });
      assert.equal(await page.evaluate(() => crossOriginIsolated), true);
      assert.equal(await converse(page), 'complete');
      assert.deepEqual(problems, []);
      await page.close();
    });
  }

  it('sandboxed by its policy holds a conversation, where ALLOWED_ORIGINS has null', async () => {
    const [page, problems] = await open(scriptTag(), {
      'content-security-policy': 'sandbox allow-scripts',
    });
    assert.equal(await page.evaluate(() => origin), 'null');
    assert.equal(await converse(page), 'complete');
    assert.deepEqual(problems, []);
    await page.close();
  });

  it('in a frame sandboxed without allow-same-origin holds a conversation', async () => {
    const [page, problems] = await open('<iframe sandbox="allow-scripts" src="/inner"></iframe>');
    const frame = page.frames().find((candidate) => candidate.url().endsWith('/inner'));
    assert.ok(frame);
    assert.equal(await frame.evaluate(() => origin), 'null');
    assert.equal(await converse(frame), 'complete');
    assert.deepEqual(problems, []);
    await page.close();
  });
});

function pick(response: Response, names: Readonly<Record<string, string>>): Record<string, string | null> {
  return Object.fromEntries(Object.keys(names).map((name) => [name, response.headers.get(name)]));
}

/** Asks a question. Resolves with the status of the answer; throws when the chat reports an error. */
function converse(place: Page | Frame): Promise<string | undefined> {
  return place.evaluate(async (question) => {
    const chat = document.querySelector<CfAiChatElement>('cf-ai-chat');
    chat?.show();
    await chat?.send(question);
    if (chat?.error) throw chat.error;
    return chat?.messages.at(-1)?.status;
  }, QUESTION);
}

/** Opens the chat. Resolves with what the page can measure of the panel's load. */
function loadPanel(page: Page): Promise<{
  readonly requestStart: number;
  readonly transferSize: number;
  readonly decodedBodySize: number;
}> {
  return page.evaluate(async () => {
    const chat = document.querySelector<CfAiChatElement>('cf-ai-chat');
    const ready = new Promise((resolve) => chat?.addEventListener('cf-ai-chat-ready', resolve));
    chat?.show();
    await ready;
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const entry = entries.find(({ name }) => name.includes('script-panel'));
    if (entry === undefined) throw new Error('the panel was not loaded');
    const { requestStart, transferSize, decodedBodySize } = entry;
    return { requestStart, transferSize, decodedBodySize };
  });
}
