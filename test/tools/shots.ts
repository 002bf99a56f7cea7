// `npm run shots` takes pictures of every state of the chat, for people to look at. A part of them:
// `npm run shots -- --states empty,error --widths 390,320x256 --schemes light,dark,forced --languages en,ar`.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { type Look, startStateSite, type StateSite } from '../support/state-site.ts';
import { CACHE } from '../../widget/build/project.ts';
import { drawContactSheet, type Shot } from './contact-sheet.ts';

/** Heights of windows for which only the width is given. */
const HEIGHTS: Readonly<Record<string, number>> = { 1280: 800, 390: 844 };

const SHEET_WIDTH = 2_800;
/** Chromium takes no higher screenshot. */
const MAX_SHEET_HEIGHT = 16_000;

const { values } = parseArgs({
  options: {
    states: { type: 'string' },
    widths: { type: 'string', default: '1280,390,320x256' },
    schemes: { type: 'string', default: 'light,dark' },
    languages: { type: 'string', default: 'en,ar,ja' },
    folder: { type: 'string', default: join(CACHE, 'shots') },
  },
});

/** Every combination of the chosen widths, schemes and languages. */
function listLooks(): Look[] {
  const schemes = values.schemes.split(',') as Look['scheme'][];
  const languages = values.languages.split(',');
  return values.widths.split(',').flatMap((size) => {
    const [width = 0, height = HEIGHTS[size] ?? 800] = size.split('x').map(Number);
    return schemes.flatMap((scheme) => languages.map((language) => ({ width, height, scheme, language })));
  });
}

/** Takes a picture of each state in one look, all on the same page. */
async function takeShots(site: StateSite, look: Look, names: readonly string[]): Promise<Shot[]> {
  const { width, height, scheme, language } = look;
  const label = `${width}x${height} ${scheme} ${language}`;
  const shown = await site.open(look);
  const shots: Shot[] = [];
  try {
    for (const state of names) {
      const path = `${state} ${label}.png`.replaceAll(' ', '_');
      await shown.show(state);
      await shown.page.screenshot({ path: join(values.folder, path), caret: 'initial' });
      shots.push({ path, state, look: label, width, height });
    }
  } finally {
    await shown.close();
  }
  return shots;
}

/** Writes the sheet as a page with links and as one picture. */
async function writeSheet(browser: Browser, shots: readonly Shot[]): Promise<void> {
  const sheet = join(values.folder, 'index.html');
  await writeFile(sheet, drawContactSheet(shots));
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 800 } });
  await page.goto(pathToFileURL(sheet).href);
  const [width, height] = await page.evaluate(() => {
    const ends = [...document.querySelectorAll('section')].map((row) => row.getBoundingClientRect().right);
    return [
      Math.ceil(Math.max(...ends) + 16),
      Math.ceil(document.body.getBoundingClientRect().bottom + 16),
    ] as const;
  });
  await page.setViewportSize({ width: SHEET_WIDTH, height: Math.min(height, MAX_SHEET_HEIGHT) });
  const clip = { x: 0, y: 0, width, height: Math.min(height, MAX_SHEET_HEIGHT) };
  await page.screenshot({ path: join(values.folder, 'contact-sheet.png'), clip });
}

const begun = performance.now();
await rm(values.folder, { recursive: true, force: true });
await mkdir(values.folder, { recursive: true });
const browser = await launchChromium();
try {
  const site = await startStateSite(browser, 'no-preference');
  const names = values.states?.split(',') ?? site.states;
  const shots: Shot[] = [];
  for (const look of listLooks()) {
    shots.push(...(await takeShots(site, look, names)));
    console.log(`${shots.at(-1)?.look}: ${names.length} pictures`);
  }
  await site.close();
  // Rows by state: the order in which they were given.
  shots.sort((some, other) => names.indexOf(some.state) - names.indexOf(other.state));
  await writeSheet(browser, shots);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  console.log(`${shots.length} pictures in ${seconds} s: ${join(values.folder, 'index.html')}`);
} finally {
  await browser.close();
}
