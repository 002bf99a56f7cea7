import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { VERSION } from '../../../widget/build/project.ts';
import { launchChromium } from '../../support/browser.ts';
import { startDevServer, type DevServer } from '../../support/dev-server.ts';
import { indexKnowledge } from '../../../worker/tools/local-knowledge.ts';
import { isPortTaken } from '../../../worker/tools/wrangler-dev.ts';

describe('the development server', () => {
  let server: DevServer;
  let isClosed = false;

  before(async () => {
    server = await startDevServer({ ALLOWED_ORIGINS: 'https://site.example' }, indexKnowledge);
  });

  after(() => (isClosed ? undefined : server?.close()));

  it('answers, with the variables that it was given', async () => {
    const health = await fetch(new URL('/api/health', server.url));
    assert.deepEqual(await health.json(), { ok: true, provider: 'extractive', version: VERSION });
    const allowed = await fetch(new URL('/api/health', server.url), {
      headers: { origin: 'https://site.example' },
    });
    assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://site.example');
  });

  it('has the documents indexed', async () => {
    const response = await fetch(new URL('/api/chat?stream=false', server.url), {
      method: 'POST',
      body: JSON.stringify({ query: 'How do I embed the widget?' }),
    });
    const { sources } = (await response.json()) as { sources: { url: string }[] };
    assert.ok(sources.length > 0);
    const page = await fetch(sources[0]?.url ?? '');
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<h1/);
  });

  it('serves the script and its release to other origins', async () => {
    for (const path of ['/cf-ai-chat.js', `/v/${VERSION}/cf-ai-chat.js`, `/v/${VERSION}/index.js`]) {
      const { status, headers } = await fetch(new URL(path, server.url));
      assert.equal(status, 200, path);
      assert.equal(headers.get('access-control-allow-origin'), '*', path);
      assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin', path);
    }
  });

  it('serves a build whose decorated element works in a browser', { timeout: 60_000 }, async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(server.url.href);
      const chat = page.locator('cf-ai-chat').first();
      await chat.evaluate(async (element) => {
        await customElements.whenDefined('cf-ai-chat');
        Object.assign(element, { open: true });
      });
      await page.locator('cf-ai-chat[open]').first().waitFor({ state: 'attached' });
      assert.deepEqual(errors, []);
    } finally {
      await browser.close();
    }
  });

  it('does not listen on its port any more after it was closed', async () => {
    const port = Number(server.url.port);
    assert.equal(await isPortTaken(port), true);
    isClosed = true;
    await server.close();
    assert.equal(await isPortTaken(port), false);
  });
});
