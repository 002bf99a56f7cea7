import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { IS_FULL_RUN } from '../support/full-run.ts';
import { startStateSite, type Look, type StatesPage } from '../support/state-site.ts';
import { useSite } from '../support/use-site.ts';

const DESKTOP: Look = { width: 1280, height: 800, scheme: 'light', language: 'en' };
const ARABIC: Look = { ...DESKTOP, language: 'ar' };
const PHONE: Look = { ...DESKTOP, width: 390, height: 844 };
const JAPANESE: Look = { ...PHONE, language: 'ja' };
const NARROW: Look = { ...DESKTOP, width: 320, height: 800 };
const SHORT: Look = { ...DESKTOP, width: 320, height: 256 };

/** The looks of rules that hold whatever the width; only `npm run test:full` has the wide one, too. */
const WIDTHS = IS_FULL_RUN ? [DESKTOP, PHONE] : [PHONE];

/** Elements that must begin or end at the edges of the text, by the state in which they are shown. */
const ALIGNED: Readonly<Record<string, string>> = {
  empty: '.suggestions, .composer',
  'follow-ups': '.markdown, .suggestions, .composer',
  queued: '.queue ul, .composer',
  consent: '.consent, .composer',
  'new-chat': '.undo, .composer',
  page: '.suggestions, .composer',
  'page-answer': '.markdown, .composer',
};

/** The boxes of elements, as they are drawn in the window, by class. */
async function readBoxes(page: Page, selector: string): Promise<ReadonlyMap<string, DOMRect>> {
  const boxes = await page
    .locator(`cf-ai-chat :is(${selector})`)
    .evaluateAll((elements) =>
      elements.map((element) => [element.className, element.getBoundingClientRect().toJSON()] as const),
    );
  return new Map<string, DOMRect>(boxes);
}

async function readBox(page: Page, selector: string): Promise<DOMRect> {
  const [box] = (await readBoxes(page, selector)).values();
  if (!box) throw new Error(`nothing matches ${selector}`);
  return box;
}

const centerOf = ({ left, right }: DOMRect): number => (left + right) / 2;

/** The icon of the last failure, the lines of its text, and the right end of their space. */
function readFailure(page: Page): Promise<{ sign: DOMRect; lines: readonly DOMRect[]; right: number }> {
  const failure = page.locator('cf-ai-chat .failure').last();
  return failure.evaluate((element) => {
    const range = document.createRange();
    const lines: DOMRect[] = [];
    const texts = document.createTreeWalker(element.querySelector('.what')!, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      // Spaces between elements are left out.
      lines.push(...[...range.getClientRects()].filter(({ width }) => width > 8));
    }
    return {
      sign: element.querySelector('.icon')!.getBoundingClientRect().toJSON(),
      lines: lines.map((line) => line.toJSON()),
      right: element.getBoundingClientRect().right,
    };
  });
}

describe('the layout of the panel, measured in pixels', { timeout: 180_000 }, () => {
  const started = useSite(startStateSite);
  const opened = new Map<Look, StatesPage>();
  after(async () => {
    for (const { close } of opened.values()) await close();
  });

  /** Shows a state. All states of a look share a page. */
  async function show(look: Look, state: string): Promise<Page> {
    const shown = opened.get(look) ?? (await started.site.open(look));
    opened.set(look, shown);
    await shown.show(state);
    return shown.page;
  }

  for (const look of [ARABIC, ...WIDTHS]) {
    it(`aligns everything with both edges of the text, at ${look.width} px in "${look.language}"`, async () => {
      for (const [state, selector] of Object.entries(ALIGNED)) {
        const boxes = await readBoxes(await show(look, state), selector);
        assert.equal(boxes.size, selector.split(',').length, state);
        for (const side of ['left', 'right'] as const) {
          const edges = [...boxes.values()].map((box) => box[side]);
          assert.ok(
            Math.max(...edges) - Math.min(...edges) <= 1,
            `${state}, ${side}: ${edges.join(', ')} px`,
          );
        }
      }
    });
  }

  for (const [state, side] of [
    ['error-cut', 'left'],
    ['error-again', 'right'],
    ['wait', 'right'],
  ] as const) {
    it(`puts the icon of a failure before its first line, and all lines at the ${side} edge: ${state}`, async () => {
      const { sign, lines, right } = await readFailure(await show(NARROW, state));
      const [first, ...others] = lines;
      assert.ok(first && others.length > 0, `${lines.length} lines`);
      assert.ok(sign.top >= first.top - 2 && sign.bottom <= first.bottom + 2, `${sign.top}, ${first.top} px`);
      assert.ok(Math.abs(first.left - sign.right - 6) <= 1, `${first.left - sign.right} px to the words`);
      const edge = side === 'left' ? first.left : right;
      for (const line of others) assert.ok(Math.abs(line[side] - edge) <= 1, `${line[side]}, ${edge} px`);
    });
  }

  for (const [look, state] of [
    [DESKTOP, 'page-answer'],
    [PHONE, 'long-answer-start'],
    [ARABIC, 'long-answer-start'],
  ] as const) {
    it(`centres the button to the end of the text: ${state}, ${look.width} px, "${look.language}"`, async () => {
      const page = await show(look, state);
      const [button, composer] = [await readBox(page, '.latest'), await readBox(page, '.composer')];
      assert.ok(Math.abs(centerOf(button) - centerOf(composer)) <= 1, `${centerOf(button)} px`);
    });

    it(`lets the button to the end cover only faded text: ${state}, ${look.width} px, "${look.language}"`, async () => {
      const page = await show(look, state);
      const [button, area] = [await readBox(page, '.latest'), await readBox(page, '.scroll-area')];
      const fade = await page.locator('cf-ai-chat .scroll-area').evaluate((element) => {
        const { height, backgroundImage } = getComputedStyle(element, '::after');
        const opaqueAt = / (\d+)px\)$/.exec(backgroundImage)?.[1] ?? height;
        return Number.parseFloat(height) - Number.parseFloat(opaqueAt);
      });
      assert.ok(button.bottom <= area.bottom, `${button.bottom}, ${area.bottom} px`);
      assert.ok(area.bottom - button.top <= fade + 6, `${area.bottom - button.top} px, faded: ${fade} px`);
    });
  }

  it('puts the three buttons of the form after a bad rating on one row, in Japanese on a phone', async () => {
    const page = await show(JAPANESE, 'comment');
    const ways = await page.locator('cf-ai-chat .comment .action').evaluateAll((elements) => {
      return elements.map((element) => element.getBoundingClientRect().top);
    });
    assert.equal(ways.length, 3);
    assert.equal(new Set(ways).size, 1, ways.join());
  });

  it('centres the icon of the launcher', async () => {
    const page = await show(DESKTOP, 'closed');
    const [launcher, sign] = await page.locator('cf-ai-chat .launcher').evaluate((element) => {
      const path = element.querySelector('.open path')!;
      return [element, path].map((box) => box.getBoundingClientRect().toJSON() as DOMRect);
    });
    assert.ok(launcher && sign);
    const down = sign.top + sign.height / 2 - launcher.top - launcher.height / 2;
    const across = centerOf(sign) - centerOf(launcher);
    assert.ok(Math.abs(down) <= 0.5 && Math.abs(across) <= 0.5, `${across}, ${down} px off`);
  });

  it('fills the last row of suggestions', async () => {
    const page = await show(DESKTOP, 'page');
    const { right } = await readBox(page, '.suggestions');
    const last = await page.locator('cf-ai-chat .suggestion').last().boundingBox();
    assert.ok(last && Math.abs(last.x + last.width - right) <= 1, JSON.stringify(last));
  });

  for (const look of WIDTHS) {
    it(`keeps a question at its place when its answer has ended, at ${look.width} px`, async () => {
      const { top } = await readBox(await show(look, 'reading'), '.bubble');
      assert.equal((await readBox(await show(look, 'answer'), '.bubble')).top, top);
    });

    it(`shows "Thinking" on the line where the first words will be, at ${look.width} px`, async () => {
      const middle = ({ top, bottom }: DOMRect): number => Math.round((top + bottom) / 2);
      const waiting = middle(await readBox(await show(look, 'waiting'), '.typing'));
      const thinking = middle(await readBox(await show(look, 'thinking'), '.thoughts summary'));
      assert.equal(thinking, waiting);
    });

    it(`spaces the buttons after a failure evenly, whatever their length, at ${look.width} px`, async () => {
      const page = await show(look, 'error');
      const words = await page.locator('cf-ai-chat .step').evaluateAll((steps) =>
        steps.map((step) => {
          const range = document.createRange();
          range.selectNodeContents(step);
          const { left, right } = range.getBoundingClientRect();
          return { left, right };
        }),
      );
      const gaps = words.slice(1).map(({ left }, index) => left - (words[index]?.right ?? 0));
      assert.equal(gaps.length, 3);
      assert.ok(Math.max(...gaps) - Math.min(...gaps) <= 1, `${gaps.join(', ')} px`);
    });
  }

  for (const look of [...WIDTHS, SHORT]) {
    it(`gives the header its final height before its code has loaded, at ${look.width} px`, async () => {
      const close = 'button[aria-label="Close chat"]:not(.launcher)';
      const loading = await show(look, 'load-failed');
      const [top, button] = [await readBox(loading, '.top'), await readBox(loading, close)];
      const loaded = await show(look, 'empty');
      assert.equal((await readBox(loaded, '.header')).height, top.height);
      assert.deepEqual(await readBox(loaded, close), button);
    });
  }

  for (const look of WIDTHS) {
    it(`leaves space around the composer for its focus ring, at ${look.width} px`, async () => {
      const page = await show(look, 'queued');
      const { bottom } = await readBox(page, '.queue ul');
      const { top } = await readBox(page, '.composer');
      assert.ok(top - bottom >= 8, `${top - bottom} px under the queue`);
    });
  }

  it('puts the icon of a button before its text in Arabic, also in the bar of a code block', async () => {
    const page = await show(ARABIC, 'page-answer');
    const button = await readBox(page, '.code-copy');
    const sign = await readBox(page, '.code-copy .icon');
    assert.ok(button.right - sign.right < sign.left - button.left, JSON.stringify({ button, sign }));
  });

  it('keeps the "Undo" button on one line', async () => {
    const page = await show({ ...SHORT, language: 'ja' }, 'new-chat');
    const button = await page.locator('cf-ai-chat .undo button').boundingBox();
    assert.ok(button && button.height <= 44, JSON.stringify(button));
  });

  it('keeps the "Undo" line from covering a draft of several lines', async () => {
    const page = await show(SHORT, 'new-chat');
    await page.locator('cf-ai-chat textarea').fill('one\ntwo\nthree');
    const undo = await readBox(page, '.undo');
    assert.ok(undo.bottom <= (await readBox(page, '.composer')).top, JSON.stringify(undo));
  });

  it('centres its buttons on a line of large text', async () => {
    const page = await show(DESKTOP, 'empty');
    const middleOf = async (selector: string): Promise<number> => {
      const { top, bottom } = await readBox(page, selector);
      return (top + bottom) / 2;
    };
    for (const size of ['15px', '20px']) {
      await page.locator('cf-ai-chat').evaluate((chat, value) => {
        chat.style.setProperty('--cf-ai-chat-font-size', value);
      }, size);
      const difference = (await middleOf('.send')) - (await middleOf('.input'));
      assert.ok(Math.abs(difference) <= 0.5, `${difference} px at ${size}`);
    }
  });

  it('says under the suggestions, and not over them, that a text is too long', async () => {
    const page = await show(PHONE, 'draft-too-long');
    const { bottom } = await readBox(page, '.suggestions');
    assert.ok((await readBox(page, '.count')).top >= bottom);
  });

  it('offers "Undo" at the end of the list of chats, where the list covers the composer', async () => {
    const { bottom } = await readBox(await show(PHONE, 'history'), '.undo');
    assert.ok(PHONE.height - bottom <= 24, `${PHONE.height - bottom} px above the end`);
  });

  it('gives buttons round ends on touch screens, too', async () => {
    for (const state of ['history', 'comment']) {
      const page = await show(PHONE, state);
      const edgy = await page
        .locator('cf-ai-chat :is(.action, .sources-toggle, .reason)')
        .evaluateAll((buttons) =>
          buttons
            .filter((button) => button.checkVisibility())
            .filter((button) => {
              // The vertical radius is the last value of `16px 22px`.
              const radius = getComputedStyle(button).borderStartStartRadius.split(' ').at(-1) ?? '';
              return parseFloat(radius) * 2 < button.getBoundingClientRect().height;
            })
            .map(({ className }) => className),
        );
      assert.deepEqual(edgy, [], state);
    }
  });
});
