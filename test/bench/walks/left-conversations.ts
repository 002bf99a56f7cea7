import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { strings } from '../../../widget/ui/words/en.ts';
import { heal } from './take-step.ts';
import type { Lane } from './lane.ts';
import { readEverything } from './read-everything.ts';
import { Service } from './service.ts';
import { isQuiet } from './sight.ts';
import { Visitor } from './visitor.ts';
import { addressOf } from './walk-page.ts';

const LANES = 3;
const SLOW_MS = 2_000;
const ANSWER_MS = 15_000;

/** Milliseconds between New chat and the link. */
const DELAYS_MS = [0, 20, 60, 120, 300] as const;

/** What becomes of files that the page asks for from New chat on. */
const FILES = ['as they are', 'slow', 'missing', 'offline'] as const;

/** One conversation that was left for a new one right before its page was left. */
export interface LeftConversation {
  readonly persist: 'session' | 'local';
  readonly files: (typeof FILES)[number];
  readonly delayMs: (typeof DELAYS_MS)[number];
  /** It is nowhere on the next page. */
  readonly isLost: boolean;
}

type Case = Omit<LeftConversation, 'isLost'>;

const CASES: readonly Case[] = (['session', 'local'] as const).flatMap((persist) =>
  FILES.flatMap((files) => DELAYS_MS.map((delayMs) => ({ persist, files, delayMs }))),
);

/** Leaves so many conversations, every case as often as each other. */
export async function leaveConversations(
  browser: Browser,
  count: number,
): Promise<readonly LeftConversation[]> {
  const service = await Service.open(LANES);
  service.model.speechFor = () => ({ silentMs: 0, pieces: 3, pieceMs: 1 });
  const rest = Array.from({ length: count }, (_, index) => CASES[index % CASES.length]).filter(
    (one) => one !== undefined,
  );
  const left: LeftConversation[] = [];
  try {
    await Promise.all(
      service.lanes.map(async (lane) => {
        for (let one = rest.shift(); one; one = rest.shift())
          left.push({ ...one, isLost: await isLost(one, lane, browser, rest.length) });
      }),
    );
    return left;
  } finally {
    await service.close();
  }
}

/** Asks one question, leaves, and looks for it on the next page. */
async function isLost(one: Case, lane: Lane, browser: Browser, number: number): Promise<boolean> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  try {
    lane.begin('own', number);
    const walk = { number, site: 'own', persist: one.persist, steps: [] } as const;
    const visitor = new Visitor(walk, lane, context);
    visitor.becomeThorough();
    await visitor.openTab(addressOf(walk, lane.front));
    await visitor.arrive();
    const word = await visitor.type(visitor.composer);
    await visitor.send(visitor.composer);
    await answered(visitor);
    await leave(visitor, one);
    await heal(visitor);
    for await (const { words } of readEverything(visitor)) if (words.includes(word)) return false;
    return true;
  } finally {
    await context.close();
  }
}

async function leave({ chat, page, context, lane }: Visitor, { files, delayMs }: Case): Promise<void> {
  await chat.getByRole('button', { name: strings.menu }).click();
  const newChat = chat.getByRole('menuitem', { name: strings.newChat });
  await newChat.waitFor();
  if (files === 'slow') lane.front.delayMs = SLOW_MS;
  if (files === 'missing') lane.front.missing = Infinity;
  const arrived = page.waitForURL('**/b?*', { waitUntil: 'commit' });
  if (files === 'offline') {
    await context.setOffline(true);
    await newChat.evaluate((item) => (item as HTMLElement).click());
    await wait(delayMs);
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Second page' }).click();
  } else await newChat.evaluate(pressAndLeave, delayMs);
  await arrived;
}

/** Runs in the page, where no time is lost on the way to the browser. */
function pressAndLeave(newChat: Element, delayMs: number): void {
  (newChat as HTMLElement).click();
  setTimeout(() => document.querySelector<HTMLElement>('a[href^="/b"]')?.click(), delayMs);
}

async function answered(visitor: Visitor): Promise<void> {
  const end = performance.now() + ANSWER_MS;
  for (;;) {
    const sight = await visitor.look();
    if (isQuiet(sight) && sight.messages.length === 2) return;
    if (performance.now() > end) throw new Error(`no answer: ${sight.words}`);
    await wait(20);
  }
}
