import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { json } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { ChatPage } from '../support/chat-page.ts';
import { answer, chat, startLoopbackSite } from '../support/loopback-site.ts';
import { STREAMED_ANSWER } from '../support/streamed-answer.ts';
import { useSite } from '../support/use-site.ts';

/** The chat's requests fail while the tab's storage says offline; the page itself always loads. */
const OFFLINE = `Object.defineProperty(Navigator.prototype, 'onLine', { get: () => sessionStorage.getItem('offline') === null });
  window.fetch = ((fetch) => (...request) => (navigator.onLine ? fetch(...request) : Promise.reject(new TypeError('offline'))))(fetch);`;

describe('a tab that is duplicated while questions wait', { timeout: 60_000 }, () => {
  const started = useSite(() => startLoopbackSite());

  /** Opens a page whose endpoint records each question once per key, as our Worker answers it. */
  async function open(): Promise<{ readonly tab: ChatPage; readonly asked: string[] }> {
    const { site, browser } = started;
    const asked: string[] = [];
    const keys = new Set<unknown>();
    site.route(
      '/api/chat',
      chat(async (request, response) => {
        const { messages } = (await json(request)) as { readonly messages: readonly { content: string }[] };
        const { 'idempotency-key': key } = request.headers;
        if (!keys.has(key)) asked.push(messages.at(-1)?.content ?? '');
        keys.add(key);
        return answer(STREAMED_ANSWER, { 'content-type': 'text/event-stream' })(request, response);
      }),
    );
    site.page(
      '/',
      `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><body style="height: 100vh">
       <script>${OFFLINE}</script><cf-ai-chat mode="inline"></cf-ai-chat>
       <script src="/cf-ai-chat.js" data-mount="none"></script>`,
    );
    return { tab: await ChatPage.open(browser, site.url), asked };
  }

  /** Opens the page in a window that begins with a copy of the tab's storage, as a duplicated tab does. */
  async function duplicate({ context, page }: ChatPage): Promise<Page> {
    const [copy] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(() => void window.open(location.href)),
    ]);
    return copy;
  }

  const goOnline = (page: Page): Promise<void> =>
    page.evaluate(() => {
      sessionStorage.removeItem('offline');
      dispatchEvent(new Event('online'));
    });

  it('the questions are sent once by both tabs together, and none is lost', async () => {
    const { tab, asked } = await open();
    await tab.ask('One', tab.inline);
    await tab.reply(tab.inline).waitFor();
    await tab.reaches('ready', tab.inline);
    await tab.page.evaluate(() => sessionStorage.setItem('offline', ''));
    await tab.ask('Two', tab.inline);
    await tab.inline.getByText('Will be sent when you are online again').waitFor();
    await tab.ask('Three', tab.inline);
    await tab.inline.locator('[part=queue]').getByText('Three').waitFor();
    const copy = await duplicate(tab);
    await copy.locator('[part=queue]').getByText('Three').waitFor();
    await copy.getByText('Will be sent when you are online again').waitFor();
    await Promise.all([goOnline(copy), goOnline(tab.page)]);
    for (const shown of [tab.inline, copy.locator('cf-ai-chat')]) {
      await shown.locator('.message.assistant').nth(2).waitFor();
      assert.deepEqual(await shown.locator('.message.user .bubble').allInnerTexts(), ['One', 'Two', 'Three']);
    }
    // Each question has the same key in both tabs.
    assert.deepEqual(asked.toSorted(), ['One', 'Three', 'Two']);
    await tab.close();
  });

  it('the questions are kept in each tab over a reload', async () => {
    const { tab, asked } = await open();
    await tab.page.evaluate(() => sessionStorage.setItem('offline', ''));
    await tab.ask('One', tab.inline);
    await tab.inline.getByText('Will be sent when you are online again').waitFor();
    for (let reload = 0; reload < 2; reload++) {
      await tab.page.reload();
      await tab.inline.getByText('Will be sent when you are online again').waitFor();
    }
    await goOnline(tab.page);
    await tab.reply(tab.inline).waitFor();
    assert.deepEqual(asked, ['One']);
    await tab.close();
  });
});
