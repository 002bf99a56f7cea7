import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { ChatPage } from './chat-page.ts';

const FRAME_MS = 16;
/** A finger that rests this long before it leaves the screen starts no fling (Chromium: 40 ms). */
const REST_MS = 120;
/** A finger that stays this long on the text has not tapped it (400 ms). */
const LONGER_THAN_TAP_MS = 500;
/** Frames without a move after which a scroll has ended. */
const STILL_FRAMES = 10;

/** The position of the text in the view. */
export interface TextInView {
  /** The first paragraph of an answer that begins in view. */
  readonly text: string;
  /** Pixels below the top of the view. */
  readonly top: number;
}

/** https://developer.mozilla.org/docs/Web/API/Scheduler/postTask */
export interface Scheduler {
  postTask(task: () => void, options: { readonly priority: 'user-blocking' }): Promise<void>;
}

/** A point of the window. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** A page with a chat that scrolls by real input, as for a reader. */
export class ReadingPage {
  readonly chat: ChatPage;
  readonly session: CDPSession;

  private constructor(chat: ChatPage, session: CDPSession) {
    this.chat = chat;
    this.session = session;
  }

  static async open(
    browser: Browser,
    url: URL | string,
    options: BrowserContextOptions = {},
    /** What is seen once the page can be used. */
    awaited = 'textarea',
  ): Promise<ReadingPage> {
    const chat = await ChatPage.open(browser, url, { reducedMotion: 'no-preference', ...options });
    const session = await chat.context.newCDPSession(chat.page);
    await chat.page.locator(awaited).first().waitFor();
    return new ReadingPage(chat, session);
  }

  get page(): Page {
    return this.chat.page;
  }

  /** Sends a question, and waits until its answer has come to the lower edge of the view. */
  async ask(question: string): Promise<void> {
    const box = this.page.locator('textarea').first();
    await box.fill(question);
    // Without Control, Enter inserts a line break on a phone.
    await box.press('Control+Enter');
  }

  /** Presses the button that leads to the end. */
  async followEnd(): Promise<void> {
    await this.page.locator('.latest:not([hidden])').click();
    await this.painted();
  }

  /** Pixels between the view and the end, read in a frame: text drawn between two frames is followed in the second one. */
  distance(): Promise<number> {
    return this.#read(async (scroller) => {
      const { scheduler } = window as unknown as { scheduler: Scheduler };
      await new Promise(requestAnimationFrame);
      // In the next task, after the frame was painted.
      await scheduler.postTask(() => undefined, { priority: 'user-blocking' });
      return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
    });
  }

  top(): Promise<number> {
    return this.#read((scroller) => scroller.scrollTop);
  }

  viewHeight(): Promise<number> {
    return this.#read((scroller) => scroller.clientHeight);
  }

  textInView(): Promise<TextInView> {
    return this.#read((scroller) => {
      const { top } = scroller.getBoundingClientRect();
      const blocks = [...scroller.querySelectorAll('.markdown p')];
      const block = blocks.find((paragraph) => paragraph.getBoundingClientRect().top >= top);
      return { text: block?.textContent ?? '', top: (block?.getBoundingClientRect().top ?? 0) - top };
    });
  }

  /** Pixels from the top of the view to the last question, once the question has been scrolled up. */
  questionTop(): Promise<number> {
    return this.#read(async (scroller) => {
      const question = [...scroller.querySelectorAll('.message.user')].at(-1);
      await Promise.all(question?.getAnimations().map(({ finished }) => finished) ?? []);
      return (question?.getBoundingClientRect().top ?? Number.NaN) - scroller.getBoundingClientRect().top;
    });
  }

  /** How many pixels the text at the top of the view moves while the answer is drawn so many more times. */
  driftWhileDrawn(times: number): Promise<number> {
    return this.#drift({ times });
  }

  /** How far the text at the top of the view moves until an element is in the chat, and in some frames after it. */
  driftUntil(selector: string): Promise<number> {
    return this.#drift({ selector });
  }

  /** Rests a finger on the text while the answer is drawn so many times, and for longer than a tap: how far the text moves. */
  async rest(drawings: number): Promise<number> {
    await this.touch('touchStart', [await this.middle()]);
    const [drift] = await Promise.all([this.driftWhileDrawn(drawings), wait(LONGER_THAN_TAP_MS)]);
    await this.touch('touchEnd', []);
    return drift;
  }

  /** Waits until the answer has grown. */
  async grow(): Promise<void> {
    await this.#read(async (scroller) => {
      const { scrollHeight } = scroller;
      while (scroller.scrollHeight === scrollHeight) await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve));
    });
  }

  /** Turns the wheel over the text: so many steps of so many pixels, a frame apart. */
  async turnWheel(steps: number, deltaY: number): Promise<void> {
    const { x, y } = await this.middle();
    for (let step = 0; step < steps; step++)
      await this.session.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        x,
        y,
        deltaX: 0,
        deltaY,
      });
    await this.painted();
  }

  /** Drags the text by a finger, without a fling: down, and so up in the text, by a positive distance. */
  async drag(distance: number, milliseconds: number): Promise<void> {
    const { x, y } = await this.middle();
    const steps = Math.round(milliseconds / FRAME_MS);
    await this.touch('touchStart', [{ x, y }]);
    for (let step = 1; step <= steps; step++) {
      await this.touch('touchMove', [{ x, y: y + (distance * step) / steps }]);
      await wait(FRAME_MS);
    }
    await wait(REST_MS);
    await this.touch('touchEnd', []);
    await this.painted();
  }

  /** Waits until an animated scroll has ended. */
  async scrolled(): Promise<void> {
    await this.#read(async (scroller, frames) => {
      let top = Number.NaN;
      for (let still = 0; still < frames; still++) {
        if (scroller.scrollTop !== top) still = 0;
        top = scroller.scrollTop;
        await new Promise(requestAnimationFrame);
      }
    }, STILL_FRAMES);
  }

  /** A touch event with the fingers that are on the screen. */
  async touch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]): Promise<void> {
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  /** Drags the thumb of the scrollbar. */
  async dragScrollbar(dy: number): Promise<void> {
    const box = await this.#read((scroller) => {
      const { right, top, height } = scroller.getBoundingClientRect();
      const share = (scroller.scrollTop + scroller.clientHeight / 2) / scroller.scrollHeight;
      return { x: right - 4, y: top + height * share };
    });
    const { mouse } = this.page;
    await mouse.move(box.x, box.y);
    await mouse.down();
    for (let step = 1; step <= 8; step++) await mouse.move(box.x, box.y + (dy * step) / 8);
    await mouse.up();
    await this.painted();
  }

  middle(): Promise<Point> {
    return this.#read((scroller) => {
      const { left, top, width, height } = scroller.getBoundingClientRect();
      return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
    });
  }

  async painted(): Promise<void> {
    await this.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
  }

  close(): Promise<void> {
    return this.chat.close();
  }

  /** Reads once a frame. */
  #drift(end: { readonly times?: number; readonly selector?: string }): Promise<number> {
    return this.#read(
      async (scroller, { times = 0, selector, frames }) => {
        const { top } = scroller.getBoundingClientRect();
        const blocks = [...scroller.querySelectorAll('.markdown p')];
        const text = blocks.find((block) => block.getBoundingClientRect().bottom > top);
        const topOf = (): number => text?.getBoundingClientRect().top ?? Number.NaN;
        const answer = [...scroller.querySelectorAll('.message.assistant')].at(-1);
        const at = topOf();
        let drift = 0;
        let drawings = 0;
        let length = answer?.textContent.length;
        let still = 0;
        while (drawings < times || still < frames) {
          await new Promise(requestAnimationFrame);
          await new Promise((resolve) => setTimeout(resolve));
          drift = Math.max(drift, Math.abs(topOf() - at));
          if (answer?.textContent.length !== length) drawings += 1;
          length = answer?.textContent.length;
          if (!selector || scroller.querySelector(selector)) still += 1;
        }
        // At 2.6 device pixels per pixel, the same place is read as 0.003 px lower or higher.
        return Math.round(drift * 10) / 10;
      },
      { ...end, frames: STILL_FRAMES },
    );
  }

  #read<T, A>(look: (scroller: HTMLElement, argument: A) => T | Promise<T>, argument?: A): Promise<T> {
    const scroller = this.page.locator('cf-ai-chat').first().locator('.transcript');
    return scroller.evaluate(look as (element: Node, argument: unknown) => T | Promise<T>, argument);
  }
}
