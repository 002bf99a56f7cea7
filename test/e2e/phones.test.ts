import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { devices, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type { CfAiChatElement } from '../../widget/index.ts';
import { launchChromium } from '../support/browser.ts';
import { IS_FULL_RUN } from '../support/full-run.ts';
import { type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts';
import { ReadingPage } from '../support/reading-page.ts';
import { answerSteadily } from '../support/steady-answer.ts';

const PARAGRAPH = 'Words of an answer that goes on for longer than anybody wants to read it. '.repeat(3);
/** Paragraphs that each begin with words which no other has. */
const BEGINNING = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}. ${PARAGRAPH}`).join('\n\n');

const HEAD =
  '<!doctype html><html lang="en"><title>A page</title>' +
  '<meta name="viewport" content="width=device-width, viewport-fit=cover">' +
  '<script src="/cf-ai-chat.js" data-mount="none"></script>';
const PAGE = `${HEAD}<body style="height:3000px"><cf-ai-chat endpoint="/api/chat"></cf-ai-chat>`;
const FULL_PAGE = `${HEAD}<body><cf-ai-chat mode="page" endpoint="/api/chat"></cf-ai-chat>`;

/** How far the reader has scrolled the page. */
const SCROLLED_PX = 700;
/** Heights of on-screen keyboards with their line of suggestions. */
const KEYBOARD = { portrait: 336, landscape: 200 };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
/** The safe areas of an iPhone with a notch and a home indicator. */
const INSETS = { top: 47, right: 0, bottom: 34, left: 0 };

/** Positions of the panel's parts and of the window, in pixels of the window. */
interface Layout {
  readonly window: readonly [width: number, height: number];
  readonly panel: DOMRect;
  readonly transcript: DOMRect;
  readonly composer: DOMRect;
}

function readLayout(page: Page): Promise<Layout> {
  return page.evaluate(() => {
    const root = document.querySelector('cf-ai-chat')!.shadowRoot!;
    const box = (part: string): DOMRect =>
      root.querySelector(`[part~=${part}]`)!.getBoundingClientRect().toJSON() as DOMRect;
    return {
      window: [innerWidth, innerHeight] as const,
      panel: box('panel'),
      transcript: box('transcript'),
      composer: box('composer'),
    };
  });
}

/**
 * Checks that the panel covers the window above a keyboard of this height, and that at least half of it is for
 * reading.
 */
function assertFits({ window: [width, height], panel, transcript, composer }: Layout, keyboard = 0): void {
  assert.deepEqual([panel.left, panel.top, panel.width, panel.height], [0, 0, width, height - keyboard]);
  assert.ok(transcript.height >= panel.height / 2, `${transcript.height} of ${panel.height} px to read`);
  assert.ok(composer.bottom <= height - keyboard, `the composer ends at ${composer.bottom} px`);
}

/** Turns the phone. */
async function turn(reading: ReadingPage): Promise<void> {
  const { page } = reading;
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width: height, height: width });
  await page.waitForFunction((wide) => innerWidth === wide, height);
  await reading.painted();
}

/**
 * Shows or hides a keyboard as phones do: it shrinks the visual viewport and not the layout. Headless browsers
 * have no keyboard, so the test sets the two properties of the visual viewport and fires its event.
 */
async function setKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate(async (covered) => {
    const viewport = visualViewport!;
    Object.defineProperty(viewport, 'height', { configurable: true, get: () => innerHeight - covered });
    viewport.dispatchEvent(new Event('resize'));
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  }, height);
}

describe('on a phone', { timeout: 180_000 }, () => {
  let site: LoopbackSite;
  let browser: Browser;
  before(async () => {
    site = await startLoopbackSite();
    site.page('/', PAGE);
    site.page('/full', FULL_PAGE);
    site.route(
      '/api/chat',
      answerSteadily(() => ({ rate: 60, tokens: Infinity, beginning: BEGINNING })),
    );
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Scrolls a page, and opens its chat by a tap. */
  async function openByTap(options: BrowserContextOptions): Promise<ReadingPage> {
    const reading = await ReadingPage.open(browser, site.url, options, '.launcher');
    await reading.page.evaluate((top) => scrollTo(0, top), SCROLLED_PX);
    await reading.page.getByRole('button', { name: 'Open chat' }).tap();
    await reading.page.locator('textarea').waitFor();
    return reading;
  }

  /** Asks by taps alone, and waits until the answer is longer than the view. */
  async function askByTaps(reading: ReadingPage): Promise<void> {
    await reading.page.getByRole('textbox').tap();
    await reading.page.keyboard.insertText('Tell me everything');
    await reading.page.getByRole('button', { name: 'Send' }).tap();
    await reading.page.locator('.latest:not([hidden])').waitFor();
  }

  // To the chat, the two differ by the size of their screens.
  for (const name of IS_FULL_RUN ? ['iPhone 15', 'Pixel 7'] : ['iPhone 15']) {
    const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices[name]!;
    const phone = {
      viewport,
      userAgent,
      // Drawing in all of a phone's pixels takes nine times as long.
      deviceScaleFactor: IS_FULL_RUN ? deviceScaleFactor : 1,
      isMobile,
      hasTouch,
      reducedMotion: 'reduce',
    } as const;

    it(`${name}: a tap opens the chat without the keyboard, and closing it shows the page at its old place`, async () => {
      const reading = await openByTap(phone);
      const { page } = reading;
      const focused = await page
        .locator('cf-ai-chat')
        .evaluate((chat) => chat.shadowRoot?.activeElement?.getAttribute('part'));
      assert.equal(focused, 'panel');
      assertFits(await readLayout(page));
      // A swipe on the header does not scroll the page.
      await reading.touch('touchStart', [{ x: 150, y: 30 }]);
      for (const y of [200, 400]) await reading.touch('touchMove', [{ x: 150, y }]);
      await reading.touch('touchEnd', []);
      await reading.painted();
      assert.equal(await page.evaluate(() => scrollY), SCROLLED_PX);
      await page.getByRole('button', { name: 'Close chat' }).first().tap();
      await page.locator('textarea').waitFor({ state: 'hidden' });
      assert.equal(await page.evaluate(() => scrollY), SCROLLED_PX);
      // The page had no inline styles before.
      await page.waitForFunction(() => !document.documentElement.hasAttribute('style'));
      await reading.close();
    });

    it(`${name}: the reader's text and the page stay in place while the phone is turned during an answer`, async () => {
      const reading = await openByTap(phone);
      await askByTaps(reading);
      await reading.drag(-400, 300);
      await reading.drag(-150, 300);
      const { text } = await reading.textInView();
      assert.match(text, /^Paragraph [1-9]/);
      for (let turns = 0; turns < 2; turns++) {
        await turn(reading);
        assertFits(await readLayout(reading.page));
        const shown = await reading.textInView();
        const numberOf = (words: string): number => Number(/^Paragraph (\d+)/.exec(words)?.[1]);
        // The paragraph may begin just above the view, where the paragraph before has become higher.
        assert.ok(Math.abs(numberOf(shown.text) - numberOf(text)) <= 1, `${text} — ${shown.text}`);
      }
      await reading.followEnd();
      await turn(reading);
      await reading.grow();
      assert.ok((await reading.distance()) <= 2, 'follows the end after a turn');
      await reading.page.getByRole('button', { name: 'Close chat' }).first().tap();
      assert.equal(await reading.page.evaluate(() => scrollY), SCROLLED_PX);
      await reading.close();
    });

    it(`${name}: the panel fits above the keyboard, upright and turned, and shows the end that the reader follows`, async () => {
      const reading = await openByTap(phone);
      await askByTaps(reading);
      await reading.followEnd();
      for (const keyboard of [KEYBOARD.portrait, KEYBOARD.landscape]) {
        await setKeyboard(reading.page, keyboard);
        assertFits(await readLayout(reading.page), keyboard);
        assert.ok((await reading.distance()) <= 2, 'shows the end above the keyboard');
        await setKeyboard(reading.page, 0);
        assertFits(await readLayout(reading.page));
        assert.ok((await reading.distance()) <= 2, 'shows the end afterwards');
        await turn(reading);
      }
      await reading.close();
    });
  }

  it("the panel closes on the browser's close request, which is Back on Android", async () => {
    const { viewport, isMobile, hasTouch } = devices['Pixel 7']!;
    const reading = await openByTap({ viewport, isMobile, hasTouch, reducedMotion: 'reduce' });
    const { page } = reading;
    const input = page.locator('textarea');
    // On desktops Escape is that request. Outside of the chat no listener of ours hears the key.
    const requestClose = async (): Promise<void> => {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('Escape');
    };
    // A second tap on the launcher so soon would count as a double click.
    const show = (): Promise<unknown> =>
      page.locator('cf-ai-chat').evaluate((chat: CfAiChatElement) => chat.show());
    await requestClose();
    await input.waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate(() => scrollY), SCROLLED_PX);
    await show();
    await input.waitFor();
    await requestClose();
    await input.waitFor({ state: 'hidden' });
    // After a panel was closed by its button, the next close request belongs to the page.
    await show();
    await page.getByRole('button', { name: 'Close chat' }).first().tap();
    await input.waitFor({ state: 'hidden' });
    await page.evaluate(() => {
      const Watcher = Reflect.get(window, 'CloseWatcher') as new () => EventTarget;
      new Watcher().addEventListener('close', () => (document.title = 'for the page'));
    });
    await requestClose();
    await page.waitForFunction(() => document.title === 'for the page');
    await reading.close();
  });

  it('a panel beside the page leaves close requests to the page', async () => {
    const reading = await ReadingPage.open(browser, site.url, DESKTOP, '.launcher');
    const { page } = reading;
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.locator('textarea').waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Escape');
    await reading.painted();
    assert.ok(await page.locator('textarea').isVisible());
    await reading.close();
  });

  it('a chat in the mode "page" fits above the keyboard', async () => {
    const { viewport, isMobile, hasTouch } = devices['Pixel 7']!;
    const reading = await ReadingPage.open(browser, new URL('/full', site.url), {
      viewport,
      isMobile,
      hasTouch,
    });
    await setKeyboard(reading.page, KEYBOARD.portrait);
    assertFits(await readLayout(reading.page), KEYBOARD.portrait);
    await turn(reading);
    await setKeyboard(reading.page, KEYBOARD.landscape);
    assertFits(await readLayout(reading.page), KEYBOARD.landscape);
    await reading.close();
  });

  for (const path of ['/', '/full'])
    it(`the safe areas stay free, upright and turned, at ${path}`, async () => {
      const { viewport, isMobile, hasTouch } = devices['iPhone 15']!;
      const options = { viewport, isMobile, hasTouch };
      const reading = await ReadingPage.open(
        browser,
        new URL(path, site.url),
        options,
        path === '/' ? '.launcher' : 'textarea',
      );
      const { page, session } = reading;
      await session.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
      await page.locator('cf-ai-chat').evaluate((chat) => (chat as unknown as { show(): void }).show());
      await page.locator('textarea').waitFor();
      await page.getByRole('button', { name: 'Menu' }).tap();
      await page.getByRole('menu').waitFor();
      const sideways = { top: 0, right: INSETS.top, bottom: INSETS.bottom / 2, left: INSETS.top };
      for (const insets of [INSETS, sideways]) {
        await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
        await reading.painted();
        const outside = await page.locator('cf-ai-chat').evaluate((chat, free) => {
          const targets = [
            ...chat.shadowRoot!.querySelectorAll('.panel :is(button, a, textarea, .menu, .heading)'),
          ];
          return targets
            .filter((target) => target.checkVisibility({ visibilityProperty: true }))
            .filter((target) => target.closest('.menu, .transcript') === null || target.matches('.menu'))
            .map((target) => ({ name: target.className, box: target.getBoundingClientRect() }))
            .filter(
              ({ box }) =>
                box.left < free.left ||
                box.top < free.top ||
                box.right > innerWidth - free.right ||
                box.bottom > innerHeight - free.bottom,
            )
            .map(({ name, box }) => `${name}: ${JSON.stringify(box)}`);
        }, insets);
        assert.deepEqual(outside, [], JSON.stringify(insets));
        await turn(reading);
      }
      await reading.close();
    });
});
