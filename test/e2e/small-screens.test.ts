import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { IS_FULL_RUN } from '../support/full-run.ts';
import { findSmallTargets } from '../support/small-targets.ts';
import { ACCESSIBLE_STATES } from '../support/states/accessible-states.ts';
import { startStateSite, type Look, type StatesPage } from '../support/state-site.ts';
import { until } from '../support/until.ts';
import { useSite } from '../support/use-site.ts';

const PHONE: Look = { width: 390, height: 844, scheme: 'light', language: 'en' };
const SHORT: Look = { ...PHONE, width: 320, height: 256 };
const SHORT_SCREENS = [
  { width: 320, height: 256 },
  { width: 844, height: 390 },
  { width: 667, height: 175 },
] as const;
/** States with an element of their own above or below the transcript. */
const STATES_OF_ALL_HEIGHTS = [
  'empty',
  'draft',
  'long-answer',
  'error',
  'quota-low',
  'comment',
  'new-chat',
  'edit',
  'queued',
  'page',
  'page-answer',
];
/** How many frames are waited for; a scroll begins within a fraction of them. */
const SCROLL_FRAMES = 10;

/** Heights in the open panel. */
function measure(page: Page): Promise<Record<'panel' | 'header' | 'transcript' | 'composerEnd', number>> {
  return page.evaluate(() => {
    const root = document.querySelector('cf-ai-chat')!.shadowRoot!;
    const box = (part: string): DOMRect => root.querySelector(`[part~=${part}]`)!.getBoundingClientRect();
    return {
      panel: box('panel').height,
      header: box('header').height,
      transcript: box('transcript').height,
      composerEnd: box('composer').bottom,
    };
  });
}

/**
 * The page's scroll position, and the styles that decide about it, as a visitor sees them and as a script
 * reads them.
 */
function readPage(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(() => [
    scrollX,
    scrollY,
    document.body.scrollTop,
    document.documentElement.getAttribute('style'),
    document.body.getAttribute('style'),
    document.documentElement.clientWidth,
  ]);
}

/**
 * Begins to wait for a key, and for the frames after it in which the page would scroll. Input events arrive in
 * order, so the wheel was turned before.
 */
async function drawnAfterKey(page: Page): Promise<() => Promise<void>> {
  const drawn = await page.evaluateHandle((frames) => {
    const follow = async (): Promise<void> => {
      await new Promise((resolve) => addEventListener('keyup', resolve, { capture: true, once: true }));
      for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame);
    };
    return { done: follow() };
  }, SCROLL_FRAMES);
  return () => drawn.evaluate(({ done }) => done);
}

describe('the chat on a small screen', { timeout: 180_000 }, () => {
  const started = useSite(startStateSite);

  const pages = new Map<string, Promise<StatesPage>>();

  /** One page for all states of a look, since each new page loads two megabytes of script. */
  function openOnce(look: Look): Promise<StatesPage> {
    const key = JSON.stringify(look);
    const opened = pages.get(key) ?? started.site.open(look);
    pages.set(key, opened);
    return opened;
  }

  for (const state of STATES_OF_ALL_HEIGHTS) {
    it(`covers a low screen, and half of the panel is transcript: ${state}`, async () => {
      const { page, show } = await openOnce({ ...PHONE, width: 667, height: 600 });
      const [first] = SHORT_SCREENS;
      await page.setViewportSize(first);
      await show(state);
      for (const screen of SHORT_SCREENS) {
        const { height } = screen;
        await page.setViewportSize(screen);
        await until(
          () => measure(page),
          ({ panel, header, transcript, composerEnd }) =>
            panel === height && header === 44 && transcript >= height / 2 && composerEnd <= height,
        );
      }
    });
  }

  it('shows the whole menu by scrolling on a low screen, with the choice about consent', async () => {
    const shown = await openOnce(SHORT);
    await shown.show('menu');
    const items = shown.page.getByRole('menuitem');
    for (let index = 0; index < (await items.count()); index++) {
      await shown.page.keyboard.press(index === 0 ? 'Home' : 'ArrowDown');
      const box = await items.nth(index).boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= 256, `item ${index}: ${JSON.stringify(box)}`);
    }
    // The panel itself was not scrolled for that.
    assert.equal(await shown.page.locator('.panel').evaluate(({ scrollTop }) => scrollTop), 0);
    await shown.show('consent');
    const composer = await shown.page.locator('.composer').boundingBox();
    for (const name of ['Agree and send', 'Cancel']) {
      const button = await shown.page.getByRole('button', { name }).boundingBox();
      assert.ok(
        button && composer && button.y + button.height <= composer.y,
        `${name}: ${JSON.stringify(button)}`,
      );
    }
  });

  it('has a menu that ends inside of a low inline chat', async () => {
    const shown = await started.site.open({ ...PHONE, width: 1280, height: 600 });
    await shown.page.addStyleTag({
      content: 'cf-ai-chat:not(:state(floating)) { height: 320px !important }',
    });
    await shown.show('inline');
    await shown.page.getByRole('button', { name: 'Menu' }).click();
    const menu = await shown.page.getByRole('menu').boundingBox();
    const panel = await shown.page.locator('.panel').boundingBox();
    assert.ok(
      menu && panel && menu.y + menu.height <= panel.y + panel.height,
      JSON.stringify({ menu, panel }),
    );
    await shown.close();
  });

  // The height decides: the lowest screen stands for the others, except in a full run.
  for (const { width, height } of IS_FULL_RUN ? SHORT_SCREENS : SHORT_SCREENS.slice(-1)) {
    it(`shows the questions about a bad answer at ${width}x${height}`, async () => {
      const { page, show } = await openOnce(SHORT);
      await page.setViewportSize({ width, height });
      await show('comment');
      const title = await page.locator('cf-ai-chat .comment legend').boundingBox();
      const transcript = await page.locator('cf-ai-chat .transcript').boundingBox();
      assert.ok(
        title && transcript && title.y + title.height <= transcript.y + transcript.height,
        JSON.stringify({ title, transcript }),
      );
      await page.setViewportSize(SHORT);
    });
  }

  it('shows the whole edit box of a question on a low screen', async () => {
    const shown = await started.site.open({ ...PHONE, width: 320, height: 256, language: 'ja' });
    await shown.show('edit');
    const form = await shown.page.locator('.edit').boundingBox();
    const view = await shown.page.locator('.transcript').boundingBox();
    // The edit box with its focus ring.
    assert.ok(form && view && form.y - view.y >= 4, JSON.stringify({ form, view }));
    assert.ok(form.y + form.height <= view.y + view.height, JSON.stringify({ form, view }));
    await shown.close();
  });

  it('says on a low screen that questions wait, wherever the reader is', async () => {
    const { page, show } = await openOnce(SHORT);
    await show('queued');
    const waiting = page.locator('.queue p');
    for (const top of [0, 40]) {
      await page.locator('.transcript').evaluate((view, scrollTop) => view.scrollTo({ top: scrollTop }), top);
      const [line, view] = [await waiting.boundingBox(), await page.locator('.transcript').boundingBox()];
      assert.ok(
        line && view && line.y >= view.y && line.y + line.height <= view.y + view.height,
        JSON.stringify({ top, line, view }),
      );
    }
    // The waiting questions are at the end, with a button that takes them back.
    await page.getByRole('button', { name: 'Take back' }).last().click();
  });

  it('opens its menu over the "Undo" line on a low screen', async () => {
    const { page, show } = await openOnce(SHORT);
    await show('new-chat');
    await page.getByRole('button', { name: 'Menu' }).click();
    const covered = await page.getByRole('menuitem').evaluateAll(
      (items) =>
        items.filter((item) => {
          item.scrollIntoView({ block: 'nearest' });
          const { x, y, width, height } = item.getBoundingClientRect();
          const root = item.getRootNode() as ShadowRoot;
          return !item.contains(root.elementFromPoint(x + width / 2, y + height / 2));
        }).length,
    );
    assert.equal(covered, 0);
  });

  it('shows all earlier chats on a low screen while a deleted one can be restored', async () => {
    const { page, show } = await openOnce(SHORT);
    await show('history');
    await page.locator('.history li').first().hover();
    await page.locator('.history li summary').first().click();
    await page.locator('.history li .quiet[title=Delete]').first().click();
    const undo = page.locator('.undo');
    await undo.waitFor();
    await page.locator('.history-list').evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    const [last, bar] = [await page.locator('.history li').last().boundingBox(), await undo.boundingBox()];
    assert.ok(last && bar && last.y + last.height <= bar.y, JSON.stringify({ last, bar }));
  });

  it('has space for the offer after copying an answer, in a language of long words', async () => {
    const { page, show, close } = await started.site.open({ ...PHONE, width: 360, language: 'ru' });
    await show('answer');
    await page.locator('.tools .tool').first().tap();
    await page.locator('.instead').waitFor();
    const row = page.locator('.actions-row');
    const [width, needed] = await row.evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
    assert.equal(needed, width);
    await close();
  });

  it('shows the greeting first on a low screen', async () => {
    const shown = await openOnce(SHORT);
    await shown.show('empty');
    assert.equal(await shown.page.locator('.transcript').evaluate(({ scrollTop }) => scrollTop), 0);
  });

  it('shows its small print at the end of the transcript on a low screen', async () => {
    const shown = await started.site.open({ ...PHONE, width: 844, height: 390 });
    await shown.show('long-answer');
    const isInside = (): Promise<boolean> =>
      shown.page.locator('.disclaimer').evaluate((print) => print.closest('.transcript') !== null);
    assert.equal(await isInside(), true);
    await shown.page.setViewportSize({ width: 844, height: 600 });
    await shown.page.waitForFunction(
      () => !document.querySelector('cf-ai-chat')?.shadowRoot?.querySelector('.transcript .disclaimer'),
    );
    await shown.close();
  });

  const SCROLLERS: Readonly<Record<string, string>> = {
    'by its root': '',
    'by its root, which has styles of its own': 'html { overflow-y: scroll }',
    'by its body, for the root': 'body { overflow-x: hidden; margin: 0 }',
    'by its body': 'html { height: 100%; overflow: hidden } body { height: 100%; margin: 0; overflow: auto }',
  };

  for (const [how, css] of Object.entries(SCROLLERS)) {
    it(`keeps a page that scrolls by ${how} from scrolling behind the panel, and restores it exactly`, async () => {
      const { page, close } = await openOn(css);
      await page.evaluate(() => {
        document.documentElement.style.setProperty('--own', '1');
        document.body.style.setProperty('overscroll-behavior', 'auto', 'important');
        scrollTo(0, 150);
        document.body.scrollTop = 150;
      });
      const original = await readPage(page);
      await page.evaluate(() => document.querySelector('cf-ai-chat')?.show());
      await page.locator('cf-ai-chat textarea').waitFor();
      const [left, top, bodyTop] = await readPage(page);
      assert.deepEqual([left, top, bodyTop], original.slice(0, 3));
      await page.mouse.move(180, 20);
      const drawn = await drawnAfterKey(page);
      await page.mouse.wheel(0, 400);
      await page.keyboard.press('Space');
      await drawn();
      assert.deepEqual((await readPage(page)).slice(0, 3), original.slice(0, 3));
      await page.evaluate(() => document.querySelector('cf-ai-chat')?.hide());
      await page.locator('cf-ai-chat textarea').waitFor({ state: 'hidden' });
      assert.deepEqual(await readPage(page), original);
      await page.mouse.wheel(0, 100);
      await page.waitForFunction(
        ([, y, ownY]) => scrollY !== y || document.body.scrollTop !== ownY,
        original,
      );
      await close();
    });
  }

  it('restores the page when the chat is removed while it is open', async () => {
    const { page, close } = await openOn('');
    const original = await readPage(page);
    await page.evaluate(() => document.querySelector('cf-ai-chat')?.show());
    await page.locator('cf-ai-chat textarea').waitFor();
    assert.notDeepEqual(await readPage(page), original);
    await page.evaluate(() => document.querySelector('cf-ai-chat')?.remove());
    assert.deepEqual(await readPage(page), original);
    await close();
  });

  /** A closed chat on a page with these styles. */
  async function openOn(css: string): Promise<StatesPage> {
    const shown = await started.site.open(PHONE);
    await shown.page.addStyleTag({ content: `${css} ` });
    await shown.show('closed');
    return shown;
  }

  it('shows no page beside the panel while a keyboard appears and disappears', async () => {
    const { page, show } = await openOnce(PHONE);
    await show('empty');
    const color = await page.evaluate(() => {
      const base = document.querySelector('cf-ai-chat')!.shadowRoot!.querySelector('[part=base]')!;
      return getComputedStyle(base, '::backdrop').backgroundColor;
    });
    assert.equal(color, 'rgb(255, 255, 255)');
  });

  it('opens by touch without the keyboard, with focus in the panel', async () => {
    const { page, show, close } = await started.site.open(PHONE);
    await show('closed');
    await page.getByRole('button', { name: 'Open chat' }).tap();
    await page.getByRole('dialog').waitFor();
    await page.locator('cf-ai-chat textarea').waitFor();
    const focused = await page.evaluate(() => {
      const { activeElement } = document.querySelector('cf-ai-chat')!.shadowRoot!;
      return activeElement?.getAttribute('part');
    });
    assert.equal(focused, 'panel');
    await close();
  });

  it('has touch targets of at least 44 px in every state', async () => {
    const { page, show } = await openOnce(PHONE);
    const failures: Record<string, unknown> = {};
    for (const state of started.site.states) {
      // `accessibility.test.ts` measures the targets of the other states.
      if (!IS_FULL_RUN && ![...ACCESSIBLE_STATES, 'teaser'].includes(state)) continue;
      await show(state);
      const small = await findSmallTargets(page);
      if (small.length > 0) failures[state] = small;
    }
    assert.deepEqual(failures, {});
  });
});
