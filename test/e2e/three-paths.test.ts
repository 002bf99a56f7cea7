import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Response } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { ChatPage } from '../support/chat-page.ts';
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { allowAnyOrigin } from '../support/page-server.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../support/worker-harness.ts';

const KEY = 'sk-of-the-owner';
const ATTACK =
  '<script>window.pwned=1</script><img src=x onerror="window.pwned=1"> ![x](https://evil.example/?q=1) <style>p{color:red}</style><iframe src="https://evil.example/"></iframe>';

/** The three kinds of pages that README describes. */
const PATHS = [
  'the page that npm start serves',
  'a page of another origin',
  'a backend that is not ours',
] as const;

describe('the promises of README, for each way of installing', { timeout: 180_000 }, () => {
  let browser: Browser;
  let site: LoopbackSite;
  let backend: LoopbackSite;
  let worker: WorkerHarness;
  /** The parts of the next answer. Between two of them the server waits for `goOn`. */
  let parts: readonly string[] = [];
  let goOn: () => void = () => undefined;
  let asked: string[] = [];

  before(async () => {
    [browser, site, backend] = await Promise.all([
      launchChromium(),
      startLoopbackSite(),
      startLoopbackSite(),
    ]);
    // One server is the Worker's model server and the backend of the page without a Worker.
    backend.route('/v1/chat/completions', async (request, response) => {
      if (allowAnyOrigin(request, response)) return;
      request.resume();
      asked.push(request.headers.authorization ?? '');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const [index, content] of parts.entries()) {
        if (index > 0) await new Promise<void>((resolve) => (goOn = resolve));
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
      }
      response.end('data: [DONE]\n\n');
    });
    const vars = {
      CHAT_PROVIDER: 'openai',
      MODEL_BASE_URL: `${backend.url}v1`,
      MODEL_API_KEY: KEY,
      ALLOWED_ORIGINS: site.url.origin,
    };
    worker = await startWorker(vars, DOCUMENTATION);
    const page = (script: string): string =>
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><body>${script}`;
    site.page('/', page(`<script src="${worker.url}cf-ai-chat.js" defer></script>`));
    site.page(
      '/own',
      page(`<script src="/cf-ai-chat.js" data-endpoint="${backend.url}v1/chat/completions" defer></script>`),
    );
  });

  after(() => Promise.all([browser?.close(), worker?.close(), site?.close(), backend?.close()]));

  async function open(path: (typeof PATHS)[number], ...answer: readonly string[]): Promise<ChatPage> {
    parts = answer;
    asked = [];
    const addresses = { [PATHS[0]]: worker.url, [PATHS[1]]: site.url, [PATHS[2]]: new URL('/own', site.url) };
    return ChatPage.open(browser, addresses[path]);
  }

  for (const path of PATHS) {
    it(`markdown is drawn while it arrives: ${path}`, async () => {
      const chat = await open(path, 'Streaming **as it', ' comes**');
      await chat.openChat();
      await chat.ask('Go');
      await chat.reply().locator('strong').getByText('as it').waitFor();
      assert.doesNotMatch((await chat.reply().textContent()) ?? '', /\*/);
      goOn();
      await chat.reaches('ready');
      assert.equal(await chat.reply().locator('strong').textContent(), 'as it comes');
      await chat.close();
    });

    it(`no script of an answer runs, and nothing that an answer names is requested: ${path}`, async () => {
      const chat = await open(path, ATTACK);
      await chat.openChat();
      await chat.ask('Attack');
      await chat.reaches('ready');
      assert.equal(await chat.page.evaluate(() => 'pwned' in globalThis), false);
      assert.equal(await chat.reply().locator('script, style, iframe, img').count(), 0);
      assert.deepEqual(
        chat.requests.filter((url) => url.includes('evil.example')),
        [],
      );
      await chat.close();
    });

    it(`no cookie is set, nothing is stored or requested before a question, no other host is asked, no key is shown: ${path}`, async () => {
      const chat = await open(path, 'Hello.');
      const responses: Response[] = [];
      chat.page.on('response', (response) => responses.push(response));
      await chat.page.reload({ waitUntil: 'networkidle' });
      assert.equal(await chat.page.evaluate(() => sessionStorage.length + localStorage.length), 0);
      assert.deepEqual(asked, []);
      await chat.openChat();
      await chat.ask('Hi');
      await chat.reaches('ready');
      assert.equal(asked.length, 1);
      assert.equal(asked[0], path === PATHS[2] ? '' : `Bearer ${KEY}`);
      assert.deepEqual(await chat.context.cookies(), []);
      const known = new Set([worker.url.origin, site.url.origin]);
      if (path === PATHS[2]) known.add(backend.url.origin);
      const foreign = chat.requests.filter(
        (url) => !url.startsWith('data:') && !known.has(new URL(url).origin),
      );
      assert.deepEqual(foreign, []);
      const texts = await Promise.all(responses.map((response) => response.text().catch(() => '')));
      assert.ok(!texts.some((text) => text.includes(KEY)));
      await chat.close();
    });
  }
});
