import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { CfAiChatElement } from '../../widget/index.ts';
import { startLoopbackSite } from '../support/loopback-site.ts';
import { useSite } from '../support/use-site.ts';
import { startStateSite } from '../support/state-site.ts';

const QUESTIONS = 40;

/** The number of sheets of the PDF that the browser prints. */
async function countSheets(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

describe('a printed page with an open panel', { timeout: 180_000 }, () => {
  const started = useSite(startStateSite);

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    it(`has the whole conversation after the page's text, and the panel is on the screen afterwards (${width} px)`, async () => {
      const { page, show, close } = await started.site.open({
        width,
        height,
        scheme: 'dark',
        language: 'en',
      });
      await show('closed');
      const own = await countSheets(page);
      await show('long-answer');
      await page.evaluate(() => {
        const chat = document.querySelector('cf-ai-chat')!;
        const content = `Text\n\n${'some words '.repeat(120)}`;
        chat.messages = Array.from({ length: 20 }, () => ({ role: 'assistant' as const, content }));
      });
      const sheets = await countSheets(page);
      assert.ok(sheets >= own + 4, `${sheets} sheets with the panel, ${own} without`);
      const panel = page.locator('cf-ai-chat [part=panel]');
      const { x, y } = (await panel.boundingBox()) ?? { x: -1, y: -1 };
      const isOnTop = await panel.evaluate(
        (element, [left, top]) => {
          const root = element.getRootNode() as ShadowRoot;
          return element.parentElement?.matches(':popover-open') && root.elementFromPoint(left, top) !== null;
        },
        [x + 30, y + 30] as const,
      );
      assert.equal(isOnTop, true);
      await close();
    });
  }

  it('has dark text on white without controls, also in the dark scheme', async () => {
    const { page, show, close } = await started.site.open({
      width: 1280,
      height: 800,
      scheme: 'dark',
      language: 'en',
    });
    await show('long-answer');
    await page.emulateMedia({ media: 'print' });
    const { colors, controls, fade } = await page.evaluate(() => {
      const root = document.querySelector('cf-ai-chat')!.shadowRoot!;
      const texts = [...root.querySelectorAll('.bubble, .markdown, pre, .heading')];
      return {
        colors: [...new Set(texts.map((text) => getComputedStyle(text).color))],
        controls: [...root.querySelectorAll('button, textarea, form')]
          .filter((control) => control.checkVisibility())
          .map(({ className }) => className),
        // The button to the end would cover the last lines.
        fade: getComputedStyle(root.querySelector('.scroll-area')!, '::after').display,
      };
    });
    assert.equal(fade, 'none');
    assert.deepEqual(colors, ['rgb(0, 0, 0)']);
    assert.deepEqual(controls, []);
    await close();
  });
});

describe('a printed page with a chat', () => {
  const started = useSite(() => startLoopbackSite());

  /** Opens a page with a chat of 40 questions and answers, each several lines high, with the print styles. */
  async function openPrinted(mode: string): Promise<Page> {
    started.site.page(
      '/',
      `<!doctype html><body><p>Before</p><cf-ai-chat mode="${mode}" endpoint="/api/chat" style="height: 400px"></cf-ai-chat>
      <p>After</p><script src="/cf-ai-chat.js"></script>`,
    );
    const page = await started.browser.newPage();
    await page.goto(started.site.url.href);
    await page.locator('cf-ai-chat [part~=input]').waitFor();
    await page.evaluate((count) => {
      const messages = Array.from({ length: count * 2 }, (_, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: `Text ${index}\n\n${'some words '.repeat(60)}`,
      }));
      Object.assign(document.querySelector<CfAiChatElement>('cf-ai-chat')!, { messages });
    }, QUESTIONS);
    await page
      .locator('cf-ai-chat')
      .getByText(`Text ${QUESTIONS * 2 - 1}`)
      .waitFor();
    await page.emulateMedia({ media: 'print' });
    return page;
  }

  for (const mode of ['inline', 'page']) {
    it(`has every message of a chat in the mode ${mode}, and no fields`, async () => {
      const page = await openPrinted(mode);
      const { height, clipped } = await page.evaluate(() => {
        const root = document.querySelector('cf-ai-chat')!.shadowRoot!;
        const messages = [...root.querySelectorAll('.message')];
        const boxes = messages.map((message) => message.getBoundingClientRect());
        const scrolled = [...root.querySelectorAll('.base, .panel, .scroll-area, .transcript')].filter(
          (box) => getComputedStyle(box).overflowY !== 'visible' || box.scrollHeight > box.clientHeight + 1,
        );
        return {
          height: boxes.at(-1)!.bottom - boxes[0]!.top,
          clipped: scrolled.map(({ className }) => className),
        };
      });
      assert.deepEqual(clipped, []);
      assert.equal(await page.locator('cf-ai-chat [part~=input]').isVisible(), false);
      const sheets = await countSheets(page);
      // A sheet of A4 has 1123 pixels.
      assert.ok(sheets >= Math.floor(height / 1123), `${sheets} sheets for ${height} pixels`);
      assert.ok(sheets > 2, `${sheets} sheets`);
      await page.close();
    });
  }

  it('has nothing of a floating chat that is closed', async () => {
    started.site.page(
      '/',
      '<!doctype html><body><p>Text</p><script src="/cf-ai-chat.js" data-endpoint="/api/chat"></script>',
    );
    const page = await started.browser.newPage();
    await page.goto(started.site.url.href);
    const launcher = page.locator('cf-ai-chat [part~=launcher]');
    await launcher.waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await launcher.isVisible(), false);
    assert.equal(await countSheets(page), 1);
    await page.close();
  });
});
