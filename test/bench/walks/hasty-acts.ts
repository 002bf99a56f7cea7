import { setTimeout as wait } from 'node:timers/promises';
import { strings } from '../../../widget/ui/strings/en.ts';
import type { Act, Acts } from './act.ts';
import { button, COMPOSER, menuItem, SEND } from './controls.ts';
import { isAnswering, type Sight } from './sight.ts';
import type { Visitor } from './visitor.ts';
import { followLink, travel } from './world-acts.ts';

/** The closest and the farthest that two presses of one double click are apart. */
const [CLOSEST_MS, FARTHEST_MS] = [80, 480];
const PICKS = 12;
const NEXT_LOOK_MS = 150;
const BEHIND_ANSWER_MS = 700;

/** What visitors do in a hurry: they leave right behind a word, and press twice. */
export const HASTY_ACTS: Acts = {
  'type and leave': async (visitor, pick) => {
    if (visitor.isOffline) return undefined;
    const word = await typeInHaste(visitor);
    return `${word}, ${await leaveSomehow(visitor, pick)}`;
  },
  'send and leave': async (visitor, pick) => {
    if (visitor.isOffline) return undefined;
    await typeInHaste(visitor);
    const text = await visitor.send();
    await wait(pick * 10);
    return `"${text}", ${await leaveSomehow(visitor, pick)}`;
  },
  'queue and leave': async (visitor, pick) => {
    if (visitor.isOffline) return undefined;
    const texts: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      await typeInHaste(visitor);
      texts.push(`"${await visitor.send()}"`);
    }
    return `${texts.join(', ')}, ${await leaveSomehow(visitor, pick)}`;
  },
  'press Send twice': async (visitor, pick, sight) => {
    if (isAnswering(sight)) return undefined;
    await visitor.type();
    const text = (await visitor.focus(COMPOSER)).replaceAll(/\s+/g, ' ').trim();
    visitor.wish(text);
    // The answer may have ended just before the press, which was meant for Stop.
    await wait(BEHIND_ANSWER_MS);
    await visitor.clickTwice(SEND, pauseFor(pick));
    await wait(NEXT_LOOK_MS);
    if (isStopped(await visitor.look(), text))
      visitor.fault('a double click is one press', `"${text}" was stopped after ${pauseFor(pick)} ms`);
    return `"${text}", ${pauseFor(pick)} ms apart`;
  },
  'open the menu twice': openMenuTwice,
};

/** Types on a page that is left at once, before it could say that the storage is full, or that it has given up an earlier conversation. */
async function typeInHaste(visitor: Visitor): Promise<string> {
  const word = await visitor.type();
  if (!visitor.isStorageFull) return word;
  const { words } = await visitor.look();
  for (const typed of visitor.typed)
    if (typed === word || !words.includes(typed)) visitor.unstored.add(typed);
  return word;
}

async function openMenuTwice(visitor: Visitor, pick: number): ReturnType<Act> {
  const { front } = visitor.lane;
  // The menu is loaded lazily: its file may still be on its way, or missing.
  if (visitor.isOffline || front.missing > 0 || front.delayMs > 0) return undefined;
  if ((await visitor.find(menuItem(strings.history))).count > 0) return undefined;
  await visitor.clickTwice(button(strings.menu), pauseFor(pick));
  const isOpen = await visitor.reach(menuItem(strings.history)).then(
    () => true,
    () => false,
  );
  if (!isOpen) visitor.fault('a double click is one press', `the menu is closed after ${pauseFor(pick)} ms`);
  await visitor.tab.click({ x: 1, y: 1 });
  return `${pauseFor(pick)} ms apart`;
}

function pauseFor(pick: number): number {
  return Math.round(CLOSEST_MS + ((FARTHEST_MS - CLOSEST_MS) * pick) / (PICKS - 1));
}

function isStopped({ messages }: Sight, question: string): boolean {
  const index = messages.findLastIndex(({ role, text }) => role === 'user' && text === question);
  return messages[index + 1]?.around.includes(strings.stopped) ?? false;
}

/** Goes to another page: by a link, Back, Forward, or there and back again at once. */
async function leaveSomehow(visitor: Visitor, pick: number): Promise<string> {
  const way = pick % 4 === 1 ? -1 : 1;
  const travelled = pick % 4 === 0 || pick % 4 === 3 ? undefined : await travel(visitor, way);
  if (travelled !== undefined) return `${way < 0 ? 'Back' : 'Forward'} ${travelled}`.trim();
  const followed = `a link ${await followLink(visitor)}`.trim();
  return pick % 4 === 3 ? `${followed}, Back ${await travel(visitor, -1)}`.trim() : followed;
}
