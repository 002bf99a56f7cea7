import type { Browser, Page } from 'playwright-core';
import { BEGINNING, ENDING, QUESTION, TOKENS } from './answer.ts';
import type { PictureSite } from './picture-site.ts';

/** A still picture of a chat with an answer. */
export interface Look {
  readonly name: string;
  readonly scheme: 'light' | 'dark';
  /** A preset of `presets.css`; without it, the default look. */
  readonly preset?: string;
}

/** The pictures in the documentation of theming. */
export const LOOKS: readonly Look[] = [
  { name: 'ours-light', scheme: 'light' },
  { name: 'ours-dark', scheme: 'dark' },
  { name: 'paper', scheme: 'light', preset: 'paper' },
  { name: 'midnight', scheme: 'light', preset: 'midnight' },
  { name: 'terminal', scheme: 'light', preset: 'terminal' },
  { name: 'candy', scheme: 'light', preset: 'candy' },
];

const SIZE = { width: 720, height: 620 };
/** HTML of a plain page with the chat in a box in the middle. */
const STYLE = `body{margin:0;display:grid;place-items:center;height:100vh;background:light-dark(#eef0f4,#08090b)}
cf-ai-chat{width:600px;height:560px}`;

/** Takes a picture, as a PNG with two pixels per CSS pixel. Returns the PNG with its width and height in CSS pixels. */
export async function takeLook(browser: Browser, site: PictureSite, look: Look) {
  const options = {
    viewport: SIZE,
    deviceScaleFactor: 2,
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
  } as const;
  const page = await browser.newPage(options);
  try {
    site.page('/look', pageOf(look));
    await page.goto(new URL('/look', site.url).href);
    await ask(page, site);
    return { ...SIZE, png: await page.screenshot() };
  } finally {
    await page.close();
  }
}

function pageOf({ scheme, preset = '' }: Look): string {
  return `<!doctype html><html lang="en" style="color-scheme:${scheme}" data-preset="${preset}"><meta charset="utf-8">
<title>A look</title><link rel="stylesheet" href="/presets.css"><style>${STYLE}</style>
<script src="/cf-ai-chat.js" data-mount="none" defer></script>
<cf-ai-chat mode="inline" persist="none" heading="Ask the shop" subtitle="Answers in seconds"></cf-ai-chat>`;
}

async function ask(page: Page, site: PictureSite): Promise<void> {
  const chat = page.locator('cf-ai-chat');
  const posted = page.waitForRequest((request) => request.url().endsWith('/api/chat'));
  await chat.getByRole('textbox').fill(QUESTION);
  await chat.getByRole('textbox').press('Enter');
  await posted;
  await chat.locator('[part=typing]').waitFor();
  site.say(...BEGINNING, ...TOKENS, ENDING);
  site.end();
  await chat.locator('[part=sources-toggle]').waitFor();
  await chat.locator('[part=rating]').first().waitFor();
  await page.waitForFunction(() => CSS.highlights.size > 0);
}
