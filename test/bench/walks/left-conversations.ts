import { setTimeout as wait } from 'node:timers/promises';
import { strings } from '../../../widget/ui/strings/en.ts';
import type { TabBrowser } from './browser/tab.ts';
import { button, menuItem } from './controls.ts';
import { heal } from './take-step.ts';
import type { Lane } from './lane.ts';
import { readEverything } from './read-everything.ts';
import { Service } from './service.ts';
import { isQuiet } from './sight.ts';
import { Visitor } from './visitor.ts';
import { addressOf } from './walk-page.ts';
import { followLink } from './world-acts.ts';

const LANES = 3;
const SLOW_MS = 2_000;
const ANSWER_MS = 15_000;

/** Milliseconds between New chat and the link. */
const DELAYS_MS = [0, 20, 60, 120, 300] as const;

/** What happens to files that the page requests after New chat was pressed. */
const FILES = ['as they are', 'slow', 'missing', 'offline'] as const;

/** One conversation that was left for a new one right before its page was left. */
export interface LeftConversation {
  readonly persist: 'session' | 'local';
  readonly files: (typeof FILES)[number];
  readonly delayMs: (typeof DELAYS_MS)[number];
  /** The conversation is nowhere on the next page. */
  readonly isLost: boolean;
}

type Case = Omit<LeftConversation, 'isLost'>;

const CASES: readonly Case[] = (['session', 'local'] as const).flatMap((persist) =>
  FILES.flatMap((files) => DELAYS_MS.map((delayMs) => ({ persist, files, delayMs }))),
);

/** Leaves so many conversations, every case as often as each other. */
export async function leaveConversations(
  browser: TabBrowser,
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
async function isLost(one: Case, lane: Lane, browser: TabBrowser, number: number): Promise<boolean> {
  const profile = await browser.newProfile();
  try {
    lane.begin('own', number);
    const walk = { number, site: 'own', persist: one.persist, prerenders: false, steps: [] } as const;
    const visitor = new Visitor(walk, lane, profile);
    visitor.becomeThorough();
    await visitor.openTab(addressOf(walk, lane.front));
    await visitor.arrive();
    const word = await visitor.type();
    await visitor.send();
    await answered(visitor);
    await leave(visitor, one);
    await heal(visitor);
    for await (const { words } of readEverything(visitor)) if (words.includes(word)) return false;
    return true;
  } finally {
    await profile.close();
  }
}

async function leave(visitor: Visitor, { files, delayMs }: Case): Promise<void> {
  const { tab, profile, lane } = visitor;
  await visitor.click(button(strings.menu));
  await visitor.reach(menuItem(strings.newChat));
  if (files === 'slow') lane.front.delayMs = SLOW_MS;
  if (files === 'missing') lane.front.missing = Infinity;
  if (files === 'offline') {
    await profile.setOffline(true);
    await tab.evaluate(pressAndLeave, { name: strings.newChat, delayMs: undefined });
    await wait(delayMs);
    await profile.setOffline(false);
    await followLink(visitor);
  } else await visitor.leave(() => tab.evaluate(pressAndLeave, { name: strings.newChat, delayMs }));
}

/** Runs in the page, so that no time is lost on the way to the browser. Without `delayMs` the visitor stays on the page. */
function pressAndLeave(press: { readonly name: string; readonly delayMs: number | undefined }): void {
  const items = document.querySelector('cf-ai-chat')?.shadowRoot?.querySelectorAll('[role=menuitem]') ?? [];
  for (const item of items) if (item.textContent.trim().startsWith(press.name)) (item as HTMLElement).click();
  if (press.delayMs === undefined) return;
  setTimeout(() => document.querySelector<HTMLElement>('a[href^="/b"]')?.click(), press.delayMs);
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
