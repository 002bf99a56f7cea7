import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { chat, startLoopbackSite } from '../support/loopback-site.ts';
import { useSite } from '../support/use-site.ts';
import { lookFirst } from '../support/look-first.ts';

const POLICY = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'none'; img-src data:; require-trusted-types-for 'script'; trusted-types cf-ai-chat",
};

const TEASER = 'Questions about boots?';

/** A page with text and a chat; the chat's script has these attributes. */
const pageWith = (attributes: string): string =>
  `<!doctype html><html lang="en"><title>Boots</title><link rel="icon" href="data:," /><p>Boots.</p>
  <script src="/cf-ai-chat.js" data-endpoint="/api/chat" ${attributes}></script>`;

describe('the notices beside a closed launcher', () => {
  const started = useSite(() => startLoopbackSite());

  /** Opens a page, and records the files that it requests. */
  async function open(attributes: string): Promise<{ page: Page; files: string[] }> {
    const { browser, site } = started;
    site.page('/', pageWith(attributes), POLICY);
    const page = await (await browser.newContext()).newPage();
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await page.goto(site.url.href);
    return { page, files };
  }

  it('show a teaser with one more file, without a layout shift; a press on it opens the chat', async () => {
    const { page, files } = await open(`data-teaser="${TEASER}" data-teaser-delay="1"`);
    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        document.title = String(list.getEntries().length);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const words = page.getByRole('button', { name: TEASER });
    await words.waitFor();
    assert.deepEqual(
      files.map((path) => path.replace(/^\/v\/[^/]+/, '/v')),
      ['/', '/cf-ai-chat.js', '/v/launcher.js', '/v/notices.js'],
    );
    await words.click();
    await page.getByRole('dialog').waitFor();
    assert.equal(await words.count(), 0);
    assert.equal(await page.title(), 'Boots');
    const seen = await page.evaluate(() => localStorage.getItem('cf-ai-chat:default:teaser'));
    assert.equal(seen, '1');
    await page.context().close();
  });

  it('count the answers that ended after the chat was closed, also on the next page', async () => {
    let finish = (): void => undefined;
    started.site.route(
      '/api/chat',
      chat((request, response) => {
        request.resume();
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"type":"token","token":"So."}\n\n');
        finish = () => void response.end('data: {"type":"done","finishReason":"stop"}\n\n');
      }),
    );
    const { page } = await open('');
    const launcher = page.locator('[part=launcher]');
    await launcher.click();
    await page.getByRole('textbox').fill('How?');
    await page.keyboard.press('Enter');
    await page.getByText('So.', { exact: true }).waitFor();
    await lookFirst(page);
    await page.getByRole('button', { name: 'Close chat' }).click();
    finish();
    const unread = page.getByRole('button', { name: 'Open chat, 1 new answer' });
    await unread.waitFor();
    await page.reload();
    await unread.waitFor();
    assert.equal(await page.locator('[part=launcher__badge]').getAttribute('data-count'), '1');
    await unread.click();
    await page.getByText('So.', { exact: true }).waitFor();
    assert.equal(await page.locator('[part=launcher__badge]').count(), 0);
    await page.context().close();
  });
});
