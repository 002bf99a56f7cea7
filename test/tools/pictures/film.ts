import type { Browser, Page } from 'playwright-core';
import { BEGINNING, ENDING, QUESTION, TOKENS } from './answer.ts';
import type { PictureSite } from './picture-site.ts';

/** One picture of the animation, and how long it is shown. */
export interface Frame {
  readonly png: Buffer;
  readonly milliseconds: number;
}

const SIZE = { width: 900, height: 600 };
const TOKENS_PER_FRAME = 1;
const LETTERS_PER_FRAME = 3;

/** Takes the pictures of an animation: a visitor opens the chat, asks, and reads the answer while it streams. */
export async function takeFilm(
  browser: Browser,
  site: PictureSite,
  scheme: 'light' | 'dark',
): Promise<readonly Frame[]> {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: scheme, reducedMotion: 'reduce' });
  try {
    await page.goto(new URL('/docs/embed', site.url).href);
    await page.evaluate(() => document.fonts.ready);
    return await play(page, site);
  } finally {
    await page.close();
  }
}

async function play(page: Page, site: PictureSite): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  const take = async (milliseconds: number): Promise<void> => {
    frames.push({ png: await page.screenshot(), milliseconds });
  };
  const chat = page.locator('cf-ai-chat');
  await chat.getByRole('button').waitFor();
  await take(900);
  await chat.getByRole('button').click();
  const box = chat.getByRole('textbox');
  await box.waitFor();
  await take(700);
  for (let end = LETTERS_PER_FRAME; end < QUESTION.length + LETTERS_PER_FRAME; end += LETTERS_PER_FRAME) {
    await box.fill(QUESTION.slice(0, end));
    await take(90);
  }
  const posted = page.waitForRequest((request) => request.url().endsWith('/api/chat'));
  await box.press('Enter');
  await posted;
  await chat.locator('[part=typing]').waitFor();
  await take(500);
  site.say(...BEGINNING);
  for (let start = 0; start < TOKENS.length; start += TOKENS_PER_FRAME) {
    site.say(...TOKENS.slice(start, start + TOKENS_PER_FRAME));
    await nextPicture(page);
    await take(90);
  }
  site.say(ENDING);
  site.end();
  await chat.locator('[part=rating]').first().waitFor();
  await page.waitForFunction(() => CSS.highlights.size > 0);
  await take(1_800);
  await chat.locator('[part=sources-toggle]').click();
  await chat.locator('[part=sources]').waitFor();
  await take(2_600);
  return frames;
}

/** Waits until the answer has grown and the browser has drawn it. */
async function nextPicture(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 30))),
      ),
  );
}
