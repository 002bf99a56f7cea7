import type { Browser, Page } from 'playwright-core';
import type { LoopbackSite } from '../../support/loopback-site.ts';
import { median } from '../markdown/statistics.ts';
import { slowDown } from './slow-down.ts';

/** The shortest duration, in milliseconds, that the Event Timing API reports. */
export const LEAST_DURATION_MS = 16;
/** After so many frames an interaction has been painted and reported. */
const FRAMES = 12;
const KEYS = 10;
/** The medians of several rounds are not affected by one late frame of the machine. */
const ROUNDS = 3;

const PARAGRAPH =
  'Boots that were worn are repaired for two years, as the page says [1], and sent back for nothing.';
const ANSWER = `## Returning boots\n\n${`${PARAGRAPH}\n\n`.repeat(3)}1. Open your orders\n2. Choose the pair\n\n| Condition | Price |\n|---|---|\n| Unworn | 0 |\n| Worn | 39.50 |\n\n\`\`\`js\nconst chat = document.querySelector('cf-ai-chat');\n\`\`\``;

/** Time from each press of a visitor to the frame that shows its effect, in milliseconds, by the name of the step. */
export type Interactions = ReadonlyMap<string, number>;

/** Uses the chat at `/${mode}` by mouse and keys, in a conversation of so many messages, on a slowed down processor. Medians. */
export async function measureInteractions(
  browser: Browser,
  site: LoopbackSite,
  mode: 'page' | 'floating',
  messages: number,
): Promise<Interactions> {
  const rounds: Interactions[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(browser, site, mode, messages));
  const names = [...(rounds[0]?.keys() ?? [])];
  return new Map(names.map((name) => [name, median(rounds.map((round) => round.get(name) ?? Number.NaN))]));
}

async function measureRound(
  browser: Browser,
  site: LoopbackSite,
  mode: 'page' | 'floating',
  messages: number,
): Promise<Interactions> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(new URL(`/${mode}`, site.url).href);
  await page.locator('textarea').waitFor();
  await page.evaluate(fillConversation, { count: messages, answer: ANSWER });
  await page.locator('.citation').last().waitFor();
  await slowDown(page);
  await page.evaluate(watchInteractions);
  const durations = new Map<string, number>();
  for (const [name, interact] of stepsOf(page, mode)) {
    await interact();
    durations.set(name, Math.max(LEAST_DURATION_MS, await page.evaluate(takeLongest, FRAMES)));
  }
  await context.close();
  return durations;
}

/** The slowest key press in the text box of the empty page at `/bare`: the time that the machine needs without a chat. */
export async function measureBareKeys(browser: Browser, site: LoopbackSite): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL('/bare', site.url).href);
  await slowDown(page);
  await page.evaluate(watchInteractions);
  await page.locator('textarea').pressSequentially('a'.repeat(KEYS));
  const longest = await page.evaluate(takeLongest, FRAMES);
  await context.close();
  return Math.max(LEAST_DURATION_MS, longest);
}

type Step = readonly [name: string, interact: () => Promise<void>];

function stepsOf(page: Page, mode: 'page' | 'floating'): readonly Step[] {
  const press = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).last().click();
  const choose = (name: string): Promise<void> => page.getByRole('menuitem', { name, exact: true }).click();
  const openMenu: Step = ['menu', () => press('Menu')];
  const expand: readonly Step[] = [
    ['expand', () => choose('Make larger')],
    openMenu,
    ['collapse', () => choose('Make smaller')],
    openMenu,
  ];
  return [
    ['citation', () => page.locator('.citation').last().click()],
    ['close the card', () => page.keyboard.press('Escape')],
    ['sources', () => page.locator('.sources-toggle').last().click()],
    ['type', () => page.locator('textarea').pressSequentially('boots '.repeat(2).slice(0, KEYS))],
    ['send', () => page.keyboard.press('Enter')],
    ['stop', () => press('Stop answering')],
    ['scroll', () => scrollUp(page)],
    ['to the end', () => page.locator('.latest:not([hidden])').click()],
    openMenu,
    ...(mode === 'floating' ? expand : []),
    ['history', () => choose('Earlier chats')],
    ['back', () => press('Back')],
  ];
}

/** Scrolls up by the wheel, and waits for the button that scrolls to the end. */
async function scrollUp(page: Page): Promise<void> {
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, -2_000);
  await page.locator('.latest:not([hidden])').waitFor();
}

/** Runs in the page: fills the chat with a finished conversation. */
async function fillConversation({ count, answer }: { count: number; answer: string }): Promise<void> {
  const chat = document.querySelector('cf-ai-chat');
  const source = { type: 'source', id: '1', title: 'Returns', url: '/returns', snippet: 'About returns.' };
  const messages = Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    status: 'complete',
    createdAt: 1_700_000_000_000 + index,
    parts:
      index % 2 === 0
        ? [{ type: 'text', text: `How do I return pair ${index}?` }]
        : [source, { type: 'text', text: answer }],
  }));
  Object.assign(chat as object, { messages });
}

/** Runs in the page: records the longest interaction since the last call of `takeLongest`. */
function watchInteractions(): void {
  Object.assign(window, { longest: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { readonly interactionId: number })[])
      if (entry.interactionId > 0)
        Object.assign(window, {
          longest: Math.max(Reflect.get(window, 'longest') as number, entry.duration),
        });
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page: the longest interaction so far. Waits some frames, and begins a new record. */
async function takeLongest(frames: number): Promise<number> {
  for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const longest = Reflect.get(window, 'longest') as number;
  Object.assign(window, { longest: 0 });
  return longest;
}
