import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { puppeteerCore } from '@web/test-runner-chrome';
import { findChromium, findWholeChromium } from '../support/browser.ts';
import { answer, chat, type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts';

type Browser = Awaited<ReturnType<typeof puppeteerCore.launch>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

const REPLY = answer(
  'data: {"type":"token","token":"Yes."}\n\ndata: {"type":"done","finishReason":"stop"}\n\n',
  { 'content-type': 'text/event-stream' },
);

const RULES = JSON.stringify({ prerender: [{ urls: ['/next'], eagerness: 'immediate' }] });

const TELL_WHEN_LOADED = `<script>
  addEventListener('load', () => requestIdleCallback(() => document.prerendering && fetch('/loaded')));
</script>`;

const page = (content: string): string =>
  `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:," />${content}
  <script src="/cf-ai-chat.js" data-endpoint="/api/chat"></script>`;

/** The questions and answers on the page. */
const messages = (shown: Page): Promise<readonly string[]> =>
  shown.evaluate(() =>
    (document.querySelector('cf-ai-chat')?.messages ?? []).map(({ parts }) =>
      parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    ),
  );

describe('a prerendered page', () => {
  const executablePath = findWholeChromium();
  const skip =
    executablePath === undefined && 'headless builds of Chromium prerender nothing: install a whole one';
  let site: LoopbackSite;
  let browser: Browser;

  before(async () => {
    if (executablePath === undefined) return;
    site = await startLoopbackSite();
    site.route('/api/chat', chat(REPLY));
    // Puppeteer is used, since pages of Playwright do not prerender.
    const { args, env } = await findChromium();
    browser = await puppeteerCore.launch({ executablePath, args, env });
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Sends a question, and waits for its answer. */
  const ask = (shown: Page, question: string): Promise<void> =>
    shown.evaluate(async (text) => {
      await document.querySelector('cf-ai-chat')?.send(text);
    }, question);

  it('shows what was said meanwhile on the page before, and loses nothing of that', { skip }, async () => {
    site.page('/', page('<a href="/next">Next</a>'));
    site.page('/next', page(TELL_WHEN_LOADED));
    const isLoaded = new Promise<void>((resolve) => {
      site.route('/loaded', (_request, response) => {
        response.end();
        resolve();
      });
    });
    const shown = await browser.newPage();
    await shown.goto(site.url.href);
    await shown.waitForSelector('cf-ai-chat');
    await shown.click('cf-ai-chat >>> [part=launcher]');
    await ask(shown, 'One?');
    await shown.evaluate((text) => {
      document.body.append(
        Object.assign(document.createElement('script'), { type: 'speculationrules', text }),
      );
    }, RULES);
    await isLoaded;
    await ask(shown, 'Two?');
    await Promise.all([shown.waitForNavigation(), shown.click('a')]);
    const isPrerendered = await shown.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation');
      return Number(Reflect.get(entry ?? {}, 'activationStart')) > 0;
    });
    assert.ok(isPrerendered, 'the page was loaded anew');
    await shown.waitForFunction(() => document.querySelector('cf-ai-chat')?.messages.length);
    assert.deepEqual(await messages(shown), ['One?', 'Yes.', 'Two?', 'Yes.']);
    await ask(shown, 'Three?');
    await shown.reload();
    await shown.waitForFunction(() => document.querySelector('cf-ai-chat')?.messages.length);
    assert.deepEqual(await messages(shown), ['One?', 'Yes.', 'Two?', 'Yes.', 'Three?', 'Yes.']);
  });
});
