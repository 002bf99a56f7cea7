import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DIST, VERSION } from '../../../widget/build/project.ts';
import type { CfAiChatElement } from '../../../widget/index.ts';
import { animationsEnd } from '../../support/animations.ts';
import { ChatPage, WITH_MOTION } from '../../support/chat-page.ts';
import { findViolations } from '../../support/find-violations.ts';
import { lookFirst } from '../../support/look-first.ts';
import { startLoopbackSite } from '../../support/loopback-site.ts';
import { until } from '../../support/until.ts';
import { useSite } from '../../support/use-site.ts';

const PATIENCE_MS = 15_000;

/**
 * Texts of a chat whose panel cannot be loaded, by the language of the page, with the language that they are
 * in.
 */
const WORDS: Readonly<Record<string, readonly [words: string, again: string, language: string]>> = {
  en: ['The chat could not be loaded.', 'Try again', 'en'],
  'de-CH': ['Der Chat konnte nicht geladen werden.', 'Erneut versuchen', 'de-ch'],
  es: ['No se ha podido cargar el chat.', 'Reintentar', 'es'],
  fr: ['Le chat n’a pas pu être chargé.', 'Réessayer', 'fr'],
  ja: ['チャットを読み込めません。', '再試行', 'ja'],
  ar: ['تعذّر تحميل الدردشة.', 'إعادة المحاولة', 'ar'],
  is: ['The chat could not be loaded.', 'Try again', 'en'],
};

/** A page whose panel file arrives when the test says so. */
interface SlowPage {
  readonly chat: ChatPage;
  /** Every address at which the panel was requested. */
  readonly asked: readonly string[];
  /** Lets the panel arrive, or fail with a status. */
  release(status?: number): void;
}

describe('a panel that loads slowly', { timeout: 180_000 }, () => {
  const started = useSite(() => startLoopbackSite());

  async function open(attributes: string, viewport = { width: 1280, height: 720 }): Promise<SlowPage> {
    const chunks = await readdir(join(DIST, 'site/v', VERSION, 'chunks'));
    const panel = `/v/${VERSION}/chunks/${chunks.find((name) => name.startsWith('script-panel-'))}`;
    const released: (() => void)[] = [];
    const asked: string[] = [];
    let failure = 0;
    started.site.route(panel, (request, response) => {
      asked.push(request.url ?? '');
      released.push(() => {
        const file = readFile(join(DIST, 'site', panel));
        void file.then((code) =>
          response.writeHead(failure || 200, { 'content-type': 'text/javascript' }).end(code),
        );
      });
    });
    started.site.page(
      '/',
      `<!doctype html><html ${attributes}><title>Host</title><link rel="icon" href="data:,"><meta charset="utf-8">
       <meta name="viewport" content="width=device-width"><body><script src="/cf-ai-chat.js" data-persist="none"></script>`,
    );
    const chat = await ChatPage.open(started.browser, 'about:blank', { ...WITH_MOTION, viewport });
    await chat.page.clock.install();
    await chat.page.goto(started.site.url.href);
    await chat.floating.locator('[part=launcher]').click();
    // The strings are in a file of their own.
    await chat.floating.locator('[part=panel] .lines').waitFor();
    return {
      chat,
      asked,
      release(status = 0) {
        failure = status;
        for (const go of released.splice(0)) go();
      },
    };
  }

  /** Lets the panel arrive, and waits until it is drawn, which takes a frame. */
  async function comes(chat: ChatPage): Promise<void> {
    const input = chat.floating.locator('[part=input]');
    await until(
      async () => {
        await chat.page.clock.runFor(100);
        return input.isVisible();
      },
      (isThere) => isThere,
    );
  }

  it('gets every key that was typed before it has loaded, in its text box', async () => {
    const { chat, release } = await open('lang="en"');
    await chat.page.keyboard.type('Where is my ');
    release();
    await comes(chat);
    await chat.page.keyboard.type('order?');
    assert.equal(await chat.floating.getByRole('textbox').inputValue(), 'Where is my order?');
    await chat.close();
  });

  it('puts text that was typed before it failed behind a draft', async () => {
    const { chat, release } = await open('lang="en"');
    await chat.floating.evaluate((element) => Object.assign(element, { draft: 'Hello. ' }));
    await chat.page.keyboard.type('Where?');
    await chat.page.clock.runFor(PATIENCE_MS + 1_000);
    await chat.floating.getByRole('alert').getByRole('button').click();
    assert.equal(await chat.floating.getByRole('textbox').inputValue(), 'Where?');
    release();
    await comes(chat);
    assert.equal(await chat.floating.getByRole('textbox').inputValue(), 'Hello. Where?');
    await chat.close();
  });

  it('sends a question that was entered before it has loaded', async () => {
    const { chat, release } = await open('lang="en"');
    await chat.page.keyboard.type('Where is my order?');
    await chat.page.keyboard.press('Enter');
    release();
    await comes(chat);
    await chat.floating.getByText('Where is my order?').waitFor();
    assert.equal(await chat.floating.getByRole('textbox').inputValue(), '');
    await chat.close();
  });

  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    it(`has its frame at once, where the panel will be: ${width} x ${height}`, async () => {
      const { chat, release } = await open('lang="en"', { width, height });
      const frame = chat.floating.locator('[part=panel]');
      assert.ok(await frame.isVisible());
      assert.equal(await frame.getAttribute('aria-busy'), 'true');
      assert.deepEqual(await findViolations(chat.page), []);
      await animationsEnd(frame);
      const waiting = await frame.boundingBox();
      const shifts = chat.page.evaluate<number[]>(`new Promise((resolve) => {
        const shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift' });
        document.querySelector('cf-ai-chat').addEventListener('cf-ai-chat-after-show', () => requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts))));
      })`);
      // Layout shifts soon after a click do not count.
      await chat.page.clock.runFor(1_000);
      release();
      await comes(chat);
      await chat.page.clock.runFor(1_000);
      assert.deepEqual(await frame.boundingBox(), waiting);
      assert.deepEqual(await shifts, []);
      assert.equal(await frame.getAttribute('aria-busy'), null);
      await chat.close();
    });
  }

  it('offers no second try on an XHTML page, and says why once', async () => {
    const html =
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Host</title></head><body><script src="/cf-ai-chat.js"></script></body></html>';
    // A site of its own, since on the other site the panel waits for the test.
    const own = await startLoopbackSite();
    own.page('/page.xhtml', html, { 'content-type': 'application/xhtml+xml' });
    const chat = await ChatPage.open(started.browser, new URL('/page.xhtml', own.url));
    const line = chat.page.waitForEvent('console', (message) => message.text().includes('XML'));
    await chat.floating.locator('[part=launcher]').click();
    const notice = chat.floating.getByRole('alert');
    await notice.waitFor();
    assert.equal(await notice.getByRole('button').count(), 0);
    await line;
    await chat.floating.evaluate((element: CfAiChatElement) => element.requestUpdate());
    await lookFirst(chat.page);
    assert.equal(chat.problems.filter((problem) => problem.includes('XML')).length, 1);
    await chat.close();
    await own.close();
  });

  it('can be closed before it has loaded', async () => {
    const { chat } = await open('lang="en"', { width: 390, height: 844 });
    await chat.floating.locator('[part=panel]').getByRole('button', { name: 'Close chat' }).click();
    assert.equal(await chat.floating.locator('[part=panel]').isVisible(), false);
    await chat.close();
  });

  for (const [language, [words, again, wordsLanguage]] of Object.entries(WORDS)) {
    it(`is reported as failed after 15 s, in the language ${language}`, async () => {
      const { chat, asked, release } = await open(`lang="${language}"`);
      const notice = chat.floating.getByRole('alert');
      await chat.page.clock.runFor(PATIENCE_MS - 1_000);
      assert.equal(await notice.count(), 0);
      await chat.page.clock.runFor(2_000);
      assert.match(await notice.innerText(), new RegExp(words));
      assert.equal(await notice.getAttribute('lang'), wordsLanguage);
      assert.deepEqual(await findViolations(chat.page), []);
      await notice.getByRole('button', { name: again }).click();
      assert.equal(await notice.count(), 0);
      await chat.page.clock.runFor(PATIENCE_MS + 1_000);
      await notice.waitFor();
      assert.equal(asked.length, 1, 'the first request still runs');
      release();
      await chat.floating.getByRole('textbox').waitFor();
      assert.equal(asked.length, 1);
      await chat.close();
    });
  }

  it('is requested at another address after its request has failed', async () => {
    const { chat, asked, release } = await open('lang="en"');
    const notice = chat.floating.getByRole('alert');
    // The newest release is requested once for its panel, too.
    for (const count of [1, 2]) {
      await until(
        () => asked.length,
        (length) => length === count,
      );
      release(503);
    }
    await notice.getByRole('button', { name: 'Try again' }).click();
    await until(
      () => asked.length,
      (length) => length === 3,
    );
    assert.ok(!asked.slice(0, 2).includes(asked.at(-1) ?? ''), 'browsers remember the failure of an address');
    release();
    await chat.floating.getByRole('textbox').waitFor();
    await chat.close();
  });
});
