import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { ChatPage } from '../support/chat-page.ts';
import { startKnowledgeSite, type KnowledgeSite } from '../support/knowledge-site.ts';
import { startWorker, type WorkerHarness } from '../support/worker-harness.ts';

/** A question, and the words with which its first source begins, far below the top of a page. */
const QUESTIONS: readonly (readonly [question: string, words: string])[] = [
  ['Who pays the postage of a return?', 'Who pays the postage?'],
  ['How many days does a refund take?', 'Refunds'],
  ['How many grams of leaves for tea 17?', 'Leaves 17'],
  ['Which boats arrived with chests of tea?', 'The founding'],
];

describe('the sources of a site that was indexed', { timeout: 120_000 }, () => {
  let cache: string;
  let site: KnowledgeSite;
  let worker: WorkerHarness;
  let browser: Browser;
  before(async () => {
    cache = await mkdtemp(join(tmpdir(), 'cf-ai-chat-'));
    site = await startKnowledgeSite(true);
    const parts = ['/returns', '/guides/17', '/no-landmarks'].flatMap((path) => ['--include', path]);
    const knowledge = [site.url.href, '--delay', '0', '--cache', cache, ...parts];
    worker = await startWorker({ CHAT_PROVIDER: 'extractive' }, knowledge);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await worker?.close();
    await site?.close();
    await rm(cache, { recursive: true, force: true });
  });

  it('open their page at the heading of the section', async () => {
    const chat = await ChatPage.open(browser, worker.url);
    await chat.openChat();
    for (const [question, words] of QUESTIONS) {
      await chat.ask(question);
      await chat.reaches('ready');
      await chat.openSources();
      const link = chat.floating.locator('[part=sources]').last().locator('a').first();
      const [source] = await Promise.all([chat.page.waitForEvent('popup'), link.click()]);
      await source.waitForLoadState();
      const heading = source.locator('h2, summary', { hasText: words });
      const { y = -1 } = (await heading.boundingBox()) ?? {};
      const { height = 0 } = source.viewportSize() ?? {};
      // A fraction of a pixel may be above the edge.
      assert.ok(y > -1 && y < height / 2, `${source.url()} shows "${words}" at ${y} of ${height}`);
      assert.notEqual(await source.evaluate(() => scrollY), 0);
      await source.close();
    }
    await chat.close();
  });
});
