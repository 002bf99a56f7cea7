import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DIST, VERSION } from '../../../widget/build/project.ts';
import { ChatPage, WITH_MOTION } from '../../support/chat-page.ts';
import { findViolations } from '../../support/find-violations.ts';
import { startLoopbackSite } from '../../support/loopback-site.ts';
import { useSite } from '../../support/use-site.ts';
import { lookFirst } from '../../support/look-first.ts';

const DESKTOP = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };

const LAUNCHER = `/v/${VERSION}/launcher.js`;

/** The page's own text for a chat that could not be loaded. */
const FALLBACK = 'Write to us instead.';

describe('a chat whose files cannot be loaded', { timeout: 120_000 }, () => {
  const started = useSite(() => startLoopbackSite());

  async function findPanel(): Promise<string> {
    const chunks = await readdir(join(DIST, 'site/v', VERSION, 'chunks'));
    return `/v/${VERSION}/chunks/${chunks.find((name) => name.startsWith('script-panel-'))}`;
  }

  /** Makes the site answer for a file with 503, or with the file again. */
  function setMissing(path: string, isMissing: boolean): void {
    started.site.route(path, async (_request, response) => {
      const code = await readFile(join(DIST, 'site', path));
      response.writeHead(isMissing ? 503 : 200, { 'content-type': 'text/javascript' }).end(code);
    });
  }

  /** Opens a page on which these files are missing, and waits until it is idle. */
  async function open(
    language: string,
    missing: readonly string[],
    options: BrowserContextOptions = { viewport: DESKTOP },
  ): Promise<ChatPage> {
    for (const path of [LAUNCHER, await findPanel()]) setMissing(path, missing.includes(path));
    started.site.page(
      '/',
      `<!doctype html><html lang="${language}"><title>Host</title><link rel="icon" href="data:,"><meta charset="utf-8">
       <meta name="viewport" content="width=device-width"><body>
       <cf-ai-chat endpoint="/api/chat" persist="none">${FALLBACK}</cf-ai-chat>
       <script src="/cf-ai-chat.js" data-mount="none"></script>`,
    );
    const chat = await ChatPage.open(started.browser, 'about:blank', options);
    await chat.page.goto(started.site.url.href, { waitUntil: 'networkidle' });
    return chat;
  }

  it('says in the language of the page that the panel could not be loaded', async () => {
    const chat = await open('de', [await findPanel()]);
    await chat.floating.locator('[part=launcher]').click();
    const notice = chat.floating.getByRole('alert');
    await notice.waitFor();
    assert.equal(await notice.getAttribute('lang'), 'de');
    assert.match(await notice.innerText(), /Der Chat konnte nicht geladen werden\.\s+Erneut versuchen/);
    assert.ok(await chat.page.getByText(FALLBACK).isVisible());
    await chat.close();
  });

  it('says so when the network is gone as the chat is opened', async () => {
    const chat = await open('de', []);
    await chat.context.setOffline(true);
    await chat.floating.locator('[part=launcher]').click();
    const notice = chat.floating.getByRole('alert');
    await notice.getByText('Der Chat konnte nicht geladen werden.').waitFor();
    await chat.context.setOffline(false);
    await notice.getByRole('button', { name: 'Erneut versuchen' }).click();
    await chat.floating.getByRole('textbox').waitFor();
    await chat.close();
  });

  for (const viewport of [DESKTOP, PHONE]) {
    it(`says so in English where all other files are missing, too, and can be closed: ${viewport.width} px`, async () => {
      const chat = await open('de', [LAUNCHER, await findPanel()], { viewport });
      const launcher = chat.floating.locator('[part=launcher]');
      await launcher.click();
      const notice = chat.floating.getByRole('alert');
      await notice.waitFor();
      assert.equal(await notice.getAttribute('lang'), 'en');
      assert.ok(await chat.page.getByText(FALLBACK).isVisible());
      assert.ok(await isOnScreen(chat.page, '.notice'));
      assert.deepEqual(await findViolations(chat.page), []);
      assert.equal(await launcher.getAttribute('aria-expanded'), 'true');
      await lookFirst(chat.page);
      await launcher.click();
      assert.equal(await notice.isVisible(), false);
      await chat.close();
    });
  }

  it('shows the text of the page instead, and recovers on "Try again"', async () => {
    const panel = await findPanel();
    const chat = await open('de', [LAUNCHER, panel]);
    await chat.page.evaluate(() =>
      Object.assign(document.querySelector('cf-ai-chat')!, {
        strings: { loadFailed: 'Kein Chat.', reload: 'Nochmals' },
      }),
    );
    await chat.floating.locator('[part=launcher]').click();
    await chat.floating.getByText('Kein Chat.').waitFor();
    for (const path of [LAUNCHER, panel]) setMissing(path, false);
    await chat.floating.getByRole('button', { name: 'Nochmals' }).click();
    await chat.floating.getByRole('textbox').waitFor();
    assert.equal(await chat.floating.getByRole('alert').count(), 0);
    await chat.close();
  });

  for (const viewport of [DESKTOP, PHONE]) {
    it(`takes its frame and the launcher's name from the panel where only that file has loaded: ${viewport.width} px`, async () => {
      const frames = [];
      for (const missing of [[], [LAUNCHER]]) {
        const chat = await open('de', missing, { ...WITH_MOTION, viewport });
        await chat.floating.locator('[part=launcher]').click();
        await chat.floating.getByRole('textbox').waitFor();
        await chat.page.waitForLoadState('networkidle');
        await chat.page.evaluate(() =>
          document
            .querySelector('cf-ai-chat')
            ?.shadowRoot?.getAnimations()
            .forEach((motion) => motion.finish()),
        );
        assert.equal(
          await chat.floating.locator('[part=launcher]').getAttribute('aria-label'),
          'Chat öffnen',
        );
        frames.push(await chat.floating.locator('[part=panel]').boundingBox());
        await chat.close();
      }
      assert.deepEqual(frames[1], frames[0]);
    });
  }
});

/** Whether an element of the chat is completely on the screen. */
function isOnScreen(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((found) => {
    const element = document.querySelector('cf-ai-chat')?.shadowRoot?.querySelector(found);
    const { left, top, right, bottom } = element!.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  }, selector);
}
