import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { animationsEnd } from '../../support/animations.ts';
import { ChatPage, WITH_MOTION } from '../../support/chat-page.ts';
import { useSite } from '../../support/use-site.ts';
import { DOCUMENTATION, startWorker } from '../../support/worker-harness.ts';
import { DIST, VERSION } from '../../../widget/build/project.ts';
import { integrityOf } from '../../../widget/build/write-integrity.ts';

const QUESTION = 'How do I embed the widget?';

describe('the live chat of the demo page', { timeout: 120_000 }, () => {
  const started = useSite(() => startWorker({}, DOCUMENTATION));
  /** A plain page: the demo page takes five times the CPU time. */
  const stillPage = (): URL => new URL('docs/', started.site.url);

  it('sends no request to another host, stores nothing and reports nothing before the visitor acts', async () => {
    const chat = await ChatPage.open(started.browser, started.site.url, {
      reducedMotion: 'no-preference',
    });
    await chat.page.waitForLoadState('networkidle');
    const stored = await chat.page.evaluate(() => sessionStorage.length + localStorage.length);
    assert.equal(stored, 0);
    assert.deepEqual(
      chat.requests.filter((url) => new URL(url).origin !== started.site.url.origin),
      [],
    );
    assert.ok(!chat.requests.some((url) => url.endsWith('/api/chat')));
    assert.deepEqual(chat.problems, []);
    await chat.close();
  });

  it('answers a question typed into the floating chat with rendered text and citations', async () => {
    const chat = await ChatPage.open(started.browser, started.site.url);
    await chat.openChat();
    await chat.ask(QUESTION);
    await chat.reaches('ready');
    const reply = chat.reply();
    assert.ok((await reply.locator('pre code').first().textContent())?.includes('<script src='));
    assert.ok((await reply.textContent())?.includes('[1]'));
    const source = (await chat.openSources()).first();
    assert.match((await source.getAttribute('href')) ?? '', /\/docs\/embed/);
    assert.match(
      (await chat.floating.locator('[part=disclaimer]').textContent()) ?? '',
      /quotes from the doc/,
    );
    assert.deepEqual(chat.problems, []);
    await chat.close();
  });

  it('suggests questions that the documentation answers', async () => {
    const chat = await ChatPage.open(started.browser, started.site.url);
    await chat.openChat();
    const offered = chat.floating.locator('[part~=suggestion]');
    await offered.first().waitFor();
    const questions = await offered.allTextContents();
    assert.equal(questions.length, 3);
    for (const question of questions) {
      await chat.ask(question.trim());
      await chat.reaches('ready');
    }
    const replies = await chat.floating.locator('.message.assistant').allTextContents();
    assert.equal(replies.length, 3);
    assert.ok(!replies.some((reply) => reply.includes('found nothing')));
    await chat.close();
  });

  it('links only to pages that exist in its sources', async () => {
    const chat = await ChatPage.open(started.browser, stillPage());
    await chat.openChat();
    await chat.ask(QUESTION);
    await chat.reaches('ready');
    const links = await (await chat.openSources()).all();
    assert.ok(links.length > 0);
    for (const link of links) {
      const url = new URL((await link.getAttribute('href')) ?? '');
      const response = await chat.context.request.get(url.href);
      assert.equal(response.status(), 200, url.href);
      assert.ok((await response.text()).includes(`id="${url.hash.slice(1)}"`), url.href);
    }
    await chat.close();
  });

  it('shows the script tag with the hash of the running release', async () => {
    const chat = await ChatPage.open(started.browser, started.site.url);
    const { origin } = started.site.url;
    const hash = integrityOf(await readFile(join(DIST, 'cf-ai-chat.js')));
    const tag = `<script src="${origin}/v/${VERSION}/cf-ai-chat.js" integrity="${hash}" crossorigin="anonymous" defer></script>`;
    await chat.page.getByLabel('Pin this release').check();
    await chat.page.getByText(tag).waitFor();
    await chat.close();
  });

  it('keeps transcript and open state over a reload and a navigation', async () => {
    const chat = await ChatPage.open(started.browser, started.site.url);
    await chat.openChat();
    await chat.ask(QUESTION);
    await chat.reaches('ready');
    const text = await chat.reply().textContent();
    await chat.page.reload();
    await chat.reply().waitFor();
    assert.equal(await chat.reply().textContent(), text);
    await chat.page.goto(new URL('/docs/embed', started.site.url).href);
    await chat.page.goto(started.site.url.href);
    await chat.reply().waitFor();
    assert.equal(await chat.reply().textContent(), text);
    assert.deepEqual(chat.problems, []);
    await chat.close();
  });

  it('can be used by keyboard alone', async () => {
    const chat = await ChatPage.open(started.browser, stillPage(), WITH_MOTION);
    await chat.floating.getByRole('button', { name: 'Open chat' }).focus();
    await chat.page.keyboard.press('Enter');
    const box = chat.floating.getByRole('textbox');
    await box.waitFor();
    await chat.floating.evaluate(
      (element) =>
        new Promise<void>((resolve) => {
          const check = (): void => {
            if (element.shadowRoot?.activeElement?.matches('textarea')) resolve();
            else requestAnimationFrame(check);
          };
          check();
        }),
    );
    await chat.page.keyboard.type('What is it?');
    await chat.page.keyboard.press('Enter');
    await chat.reaches('ready');
    await chat.page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
    const focused = await chat.floating.evaluate((element) =>
      element.shadowRoot?.activeElement?.getAttribute('part'),
    );
    assert.equal(focused, 'launcher');
    await chat.close();
  });

  it('fills a narrow screen, with the composer visible', async () => {
    const chat = await ChatPage.open(started.browser, started.site.url, {
      ...WITH_MOTION,
      viewport: { width: 320, height: 568 },
      hasTouch: true,
    });
    await chat.openChat();
    const frame = chat.floating.locator('[part=panel]');
    await animationsEnd(frame);
    const panel = await frame.boundingBox();
    assert.deepEqual(panel, { x: 0, y: 0, width: 320, height: 568 });
    const composer = await chat.floating.locator('[part=composer]').boundingBox();
    assert.ok(
      composer &&
        composer.x >= 0 &&
        composer.x + composer.width <= 320 &&
        composer.y + composer.height <= 568,
    );
    const overflow = await chat.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `the page scrolls sideways by ${overflow}px`);
    await chat.close();
  });

  it('is read once by an EventSource that never closes itself', async () => {
    const chat = await ChatPage.open(started.browser, stillPage());
    const url = new URL('/api/chat?prompt=How%20do%20I%20embed%20it%3F', started.site.url).href;
    const { text, closed } = await chat.page.evaluate(
      (source) =>
        new Promise<{ text: string; closed: boolean }>((resolve) => {
          const events = new EventSource(source);
          let answer = '';
          events.addEventListener('message', ({ data }: MessageEvent<string>) => {
            if (data !== '[DONE]') answer += (JSON.parse(data) as { response: string }).response ?? '';
          });
          events.addEventListener('error', () => {
            if (events.readyState === EventSource.CLOSED) resolve({ text: answer, closed: true });
          });
        }),
      url,
    );
    assert.ok(closed);
    assert.ok(text.includes('script'));
    const asked = chat.requests.filter((request) => request === url).length;
    assert.ok(asked <= 2, `${asked} requests`);
    assert.equal(text.split('No language model is configured').length, 2, 'one answer');
    await chat.close();
  });

  it('starts no turn for a request of an <img>', async () => {
    const chat = await ChatPage.open(started.browser, stillPage());
    const answered = chat.page.waitForResponse((response) => response.url().includes('prompt='));
    await chat.page.evaluate(() => {
      const image = new Image();
      image.src = '/api/chat?prompt=hello';
      document.body.append(image);
    });
    const { status } = { status: (await answered).status() };
    assert.ok(status === 403 || status === 405, String(status));
    await chat.close();
  });
});
