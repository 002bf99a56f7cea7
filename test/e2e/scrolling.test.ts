import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { IS_FULL_RUN } from '../support/full-run.ts';
import { type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts';
import { ReadingPage, type Scheduler } from '../support/reading-page.ts';
import { answerSteadily, type SteadyAnswer } from '../support/steady-answer.ts';
import { until } from '../support/until.ts';

/** How often a reader leaves the end during one answer. The second time only `npm run test:full` tests. */
const ROUNDS = IS_FULL_RUN ? 2 : 1;
/** How many times the answer is drawn while a reader who has left the end is watched. */
const DRAWINGS = IS_FULL_RUN ? 15 : 8;

const PARAGRAPH = 'Words of an answer that goes on for longer than anybody wants to read it. '.repeat(3);
/** Enough to have more blocks than one section of an answer has. */
const BEGINNING = `${PARAGRAPH}\n\n`.repeat(40);

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

const HEAD =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title>';
const SCRIPT = '<script src="/cf-ai-chat.js" data-mount="none"></script>';
const PAGE = `${HEAD}${SCRIPT}<body style="height:3000px"><cf-ai-chat open endpoint="/api/chat"></cf-ai-chat>`;

/** The words of one answer, unlike those of any other, with code and tables between the paragraphs. */
function tokensOf(answer: number): (index: number) => string {
  return (index) => {
    if (index % 150 === 149) return '\n\n```js\nconst a = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n';
    return index % 30 === 29 ? '.\n\n' : ` word${answer}-${index}`;
  };
}

describe('the reader of a growing answer', { timeout: 300_000 }, () => {
  let site: LoopbackSite;
  let browser: Browser;
  let answer: SteadyAnswer;
  before(async () => {
    site = await startLoopbackSite();
    site.page('/', PAGE);
    site.page('/ar', PAGE.replace('lang="en"', 'lang="ar" dir="rtl"'));
    site.route(
      '/api/chat',
      answerSteadily(() => answer),
    );
    // In headless mode, Chromium hides scrollbars.
    browser = await launchChromium({ ignoreDefaultArgs: ['--hide-scrollbars'] });
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Opens a chat in which an answer streams in. */
  async function read(options: BrowserContextOptions = {}, path = '/'): Promise<ReadingPage> {
    const reading = await ReadingPage.open(browser, new URL(path, site.url), options);
    await reading.ask('Tell me everything');
    await reading.page.locator('.message.assistant p').first().waitFor();
    return reading;
  }

  /** Leaves the end several times by a gesture. The text must stay where the gesture has moved it. */
  async function escape(
    rate: number,
    gesture: (reading: ReadingPage) => Promise<void>,
    options: BrowserContextOptions = {},
    path = '/',
  ): Promise<void> {
    answer = { rate, tokens: 1_000_000, beginning: BEGINNING };
    const reading = await read(options, path);
    for (let round = 0; round < ROUNDS; round++) {
      await reading.followEnd();
      await reading.grow();
      assert.ok((await reading.distance()) <= 2, `follows, round ${round}`);
      await gesture(reading);
      const distance = await reading.distance();
      assert.ok(distance > 2, `${distance} px from the end, round ${round}`);
      assert.equal(await reading.driftWhileDrawn(DRAWINGS), 0, `drift, round ${round}`);
    }
    await reading.close();
  }

  // One rate below the frame rate of the screen, and one with several tokens in each frame, which the trackpad has in each run.
  for (const rate of IS_FULL_RUN ? [30, 200] : [30]) {
    it(`can leave the end by a drag of 200 px in 0.7 s at ${rate} tokens a second`, () =>
      escape(rate, (reading) => reading.drag(200, 700), PHONE));
  }

  // Here trackpad and PageUp have one rate: `test/widget/ui/chat/gestures.test.ts` tests them at both.
  it('can leave the end by 6 px steps of a trackpad', () =>
    escape(200, (reading) => reading.turnWheel(3, -6)));

  it('can leave the end by the scrollbar', () => escape(60, (reading) => reading.dragScrollbar(-60)));

  // These take the path of the trackpad and of the drag.
  if (IS_FULL_RUN) {
    it('can leave the end by PageUp', () =>
      escape(60, async (reading) => {
        await reading.page.keyboard.press('PageUp');
        await reading.scrolled();
      }));

    it('can leave the end in a right-to-left chat, and on a phone of 320 px', () =>
      escape(
        60,
        (reading) => reading.drag(60, 300),
        { ...PHONE, viewport: { width: 320, height: 568 } },
        '/ar',
      ));

    it('can leave the end where the panel is low', () =>
      escape(60, (reading) => reading.turnWheel(2, -6), { viewport: { width: 667, height: 260 } }));
  }

  it('sees no text move while a finger rests on it, nor afterwards', async () => {
    answer = { rate: 60, tokens: 1_000_000, beginning: BEGINNING };
    const reading = await read(PHONE);
    await reading.followEnd();
    assert.equal(await reading.rest(DRAWINGS), 0);
    assert.equal(await reading.driftWhileDrawn(DRAWINGS), 0);
    await reading.close();
  });

  it('follows the end again only after dragging down to it', async () => {
    answer = { rate: 30, tokens: 1_000_000, beginning: BEGINNING };
    const reading = await read(PHONE);
    await reading.followEnd();
    await reading.drag(300, 300);
    await reading.drag(-100, 300);
    assert.equal(await reading.driftWhileDrawn(DRAWINGS), 0);
    // On a slow machine a drag would be slower than the growth of the answer.
    answer.rate = 5;
    for (let drags = 0; drags < 15 && (await reading.distance()) > 2; drags++) await reading.drag(-300, 200);
    await reading.grow();
    assert.ok((await reading.distance()) <= 2);
    await reading.close();
  });

  for (const [name, options] of Object.entries({
    'a phone': PHONE,
    // Window and panel have other sizes here, and nothing else is different.
    ...(IS_FULL_RUN && { 'a desktop': {}, 'a low window': { viewport: { width: 667, height: 260 } } }),
  })) {
    it(`sees the question at the top, and no text that jumps, on ${name}`, async () => {
      answer = { rate: 200, tokens: 300 };
      const reading = await read(options);
      await reading.page.locator('.latest:not([hidden])').waitFor();
      assert.equal(await reading.page.locator('.latest').getAttribute('aria-label'), 'New text');
      const at = await reading.questionTop();
      assert.ok(at > 0 && at < 24, `${at}`);
      await reading.chat.reaches('ready');
      // The last element that appears below an answer.
      await reading.page.getByRole('group', { name: 'Was this answer helpful?' }).waitFor();
      await reading.scrolled();
      assert.equal(await reading.questionTop(), at);
      await reading.close();
    });
  }

  for (const follows of [false, true]) {
    it(`sees no layout shift at the end of the answer, ${follows ? 'while following it' : 'after leaving the end'}`, async () => {
      answer = { rate: 200, tokens: 300 };
      const reading = await read();
      await reading.page.evaluate(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value') as number);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      if (follows) await reading.followEnd();
      // From the last words on, nothing may move.
      await reading.page.waitForFunction(() => {
        const root = document.querySelector('cf-ai-chat')?.shadowRoot;
        return root?.querySelector('.message.assistant .markdown')?.textContent.includes('word298');
      });
      await reading.painted();
      assert.equal(await reading.driftUntil('[part~=rating]'), 0, 'the text at the top of the view');
      await reading.page.getByRole('group', { name: 'Was this answer helpful?' }).waitFor();
      assert.deepEqual(await reading.page.evaluate(() => Reflect.get(window, 'shifts') as number[]), []);
      await reading.close();
    });
  }
});

describe("the reader's place in a conversation", { timeout: 120_000 }, () => {
  let site: LoopbackSite;
  let browser: Browser;
  before(async () => {
    let answers = 0;
    site = await startLoopbackSite();
    site.page('/', PAGE);
    site.route(
      '/api/chat',
      answerSteadily(() => ({ rate: 10_000, tokens: 600, tokenAt: tokensOf(answers++) })),
    );
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** A conversation with code, tables and more messages than are drawn at once, scrolled to its middle. */
  async function readSome(): Promise<ReadingPage> {
    // A panel that opens grows from its launcher, so its position is not final at first.
    const reading = await ReadingPage.open(browser, site.url, { reducedMotion: 'reduce' });
    for (let turn = 0; turn < 7; turn++) {
      await reading.ask(`Question ${turn}`);
      await reading.chat.reaches('ready');
    }
    await reading.turnWheel(12, -240);
    await reading.scrolled();
    return reading;
  }

  it('is the same after a reload, from the first frame that shows the conversation', async () => {
    const reading = await readSome();
    const left = await reading.textInView();
    assert.ok(left.text !== '');
    await reading.page.addInitScript(() => {
      const tops: number[] = [];
      Object.assign(window, { tops });
      const look = (): void => {
        const scroller = document.querySelector('cf-ai-chat')?.shadowRoot?.querySelector('.transcript');
        const wanted = sessionStorage.getItem('wanted');
        const blocks = [...(scroller?.querySelectorAll('.markdown p') ?? [])];
        const block = blocks.find(({ textContent }) => textContent === wanted);
        if (scroller && block)
          tops.push(block.getBoundingClientRect().top - scroller.getBoundingClientRect().top);
      };
      const step = (): void => {
        requestAnimationFrame(step);
        // A task after the frame was painted, before any other script.
        void (window as unknown as { scheduler: Scheduler }).scheduler.postTask(look, {
          priority: 'user-blocking',
        });
      };
      step();
    });
    await reading.page.evaluate((text) => sessionStorage.setItem('wanted', text), left.text);
    await reading.page.reload();
    await reading.page.locator('.message').last().waitFor();
    const readTops = () => reading.page.evaluate(() => Reflect.get(window, 'tops') as number[]);
    const movedBy = (top = Infinity): number => Math.round(Math.abs(top - left.top));
    // Sections of a streamed answer have margins of their own. Until the code for tables has loaded, an answer
    // with tables stands up to a margin lower.
    const tops = await until(readTops, (all) => all.length > 30 && movedBy(all.at(-1)) <= 4);
    const moved = tops.map(movedBy);
    assert.ok(Math.max(...moved) <= 12, moved.join());
    await reading.close();
  });

  it('is the same after the panel was closed and opened', async () => {
    const reading = await readSome();
    const left = await reading.textInView();
    await reading.page
      .locator('cf-ai-chat')
      .evaluate((chat) => (chat as HTMLElement & { hide(): void }).hide());
    await reading.painted();
    await reading.page
      .locator('cf-ai-chat')
      .evaluate((chat) => (chat as HTMLElement & { show(): void }).show());
    await reading.painted();
    const { text, top } = await reading.textInView();
    assert.deepEqual([text, Math.round(top)], [left.text, Math.round(left.top)]);
    await reading.close();
  });
});
