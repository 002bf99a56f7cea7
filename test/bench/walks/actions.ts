import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { strings } from '../../../widget/ui/words/en.ts';
import { isAnswering, look, type Sight } from './sight.ts';
import type { Visitor } from './visitor.ts';
import type { Action, Step } from './walk-plan.ts';

const READING_MS = 3_000;
const MAX_TABS = 3;
const DELAY_MS = 400;

/** Does one thing; tells the details of it, or undefined where it cannot be done now. */
type Act = (visitor: Visitor, pick: number, sight: Sight) => Promise<string | undefined>;

/** Things that need no chat on the page. */
const WORLD: Partial<Readonly<Record<Action, Act>>> = {
  reload: async ({ page, isOffline }) => {
    if (isOffline) return undefined;
    await page.reload({ waitUntil: 'commit' });
    return '';
  },
  'follow a link': async ({ page, isOffline }) => {
    if (isOffline) return undefined;
    const isFirst = new URL(page.url()).pathname === '/a';
    const arrived = page.waitForURL(isFirst ? '**/b?*' : '**/a?*', { waitUntil: 'commit' });
    await page.getByRole('link', { name: isFirst ? 'Second page' : 'First page' }).click();
    await arrived;
    return '';
  },
  back: async ({ page, isOffline }) => {
    const canGoBack = await page.evaluate(() => navigation.canGoBack);
    if (isOffline || !canGoBack) return undefined;
    await page.goBack({ waitUntil: 'commit' });
    return '';
  },
  'new tab': async (visitor) => {
    if (visitor.isOffline || visitor.tabs.length === MAX_TABS) return undefined;
    await visitor.openTab(visitor.page.url());
    return `now ${visitor.tabs.length}`;
  },
  'duplicate the tab': async (visitor) => {
    if (visitor.isOffline || visitor.tabs.length === MAX_TABS) return undefined;
    // A window begins with a copy of its opener's storage, as a duplicated tab does.
    const [copy] = await Promise.all([
      visitor.context.waitForEvent('page'),
      visitor.page.evaluate(() => void window.open(location.href)),
    ]);
    await visitor.show(copy);
    return `now ${visitor.tabs.length}`;
  },
  'switch tabs': async (visitor, pick) => {
    const index = pick % visitor.tabs.length;
    const page = visitor.tabs[index];
    if (!page || page === visitor.page) return undefined;
    await visitor.show(page);
    return `to tab ${index + 1}`;
  },
  'close the tab': async (visitor) => {
    // A tab with a conversation of its own takes that with it.
    if (visitor.tabs.length === 1 || visitor.walk.persist === 'session') return undefined;
    await visitor.closeTab();
    return '';
  },
  'go offline': async (visitor) => {
    if (visitor.isOffline) return undefined;
    visitor.isOffline = true;
    await visitor.context.setOffline(true);
    visitor.lane.front.silence({ isNoticed: true });
    return '';
  },
  'go online': async (visitor) => {
    if (!visitor.isOffline) return undefined;
    visitor.isOffline = false;
    await visitor.context.setOffline(false);
    return '';
  },
  'lose bytes silently': ({ lane }) => happen(lane.front.pending, () => lane.front.silence()),
  'reset connections': ({ lane }) => happen(lane.front.pending, () => lane.front.reset()),
  'restart the Worker': async ({ lane, walk }) => {
    if (walk.site === 'openai') return undefined;
    await lane.service.restart();
    return '';
  },
  'kill the isolate': async ({ lane, walk }) => {
    if (walk.site === 'openai') return undefined;
    // Its objects go with it; the books come back from their storage.
    await lane.service.worker.restartQuota();
    lane.changeIsolate();
    return '';
  },
  'fill the storage': async ({ page }) => {
    await page.evaluate(fillStorage);
    return '';
  },
  'free the storage': async ({ page }) => ((await page.evaluate(freeStorage)) ? '' : undefined),
  'delay files': async ({ lane }) => {
    lane.front.delayMs = DELAY_MS;
    return `by ${DELAY_MS} ms`;
  },
  'miss a file': async ({ lane }) => {
    lane.front.missing = 1;
    return '';
  },
};

/** Things that a visitor does in the chat. */
const CHAT: Partial<Readonly<Record<Action, Act>>> = {
  type: (visitor) => visitor.type(visitor.composer),
  send: async (visitor) => {
    await visitor.type(visitor.composer);
    return `"${await visitor.send(visitor.composer)}"`;
  },
  read: async (visitor) => {
    const end = performance.now() + READING_MS;
    while (isAnswering(await look(visitor.page)) && performance.now() < end) await wait(20);
    return '';
  },
  stop: async (visitor, pick, sight) => {
    const question = sight.messages.findLast(({ role }) => role === 'user')?.text;
    if (question !== undefined && isAnswering(sight)) visitor.stopped.add(question);
    return pressOne([strings.stop])(visitor, pick, sight);
  },
  undo: pressOne([strings.undo]),
  version: pressOne([strings.earlierVersion, strings.laterVersion]),
  regenerate: pressForAnswer(strings.regenerate),
  'try again': pressForAnswer(strings.retry),
  edit: async (visitor, pick, sight) => {
    const box = await openEditBox(visitor, pick, sight);
    if (!box) return undefined;
    await visitor.type(box);
    return `"${await visitor.send(box)}"`;
  },
  'edit in part': async (visitor, pick, sight) => {
    const box = await openEditBox(visitor, pick, sight);
    if (!box) return undefined;
    const word = await visitor.type(box);
    visitor.unsentEdits.add(word);
    return word;
  },
  'new chat': async (visitor, _pick, { messages }) => {
    if (messages.length === 0) return undefined;
    await visitor.choose(strings.newChat);
    return '';
  },
  'open a thread': async (visitor, pick) => {
    await visitor.choose(strings.history);
    await visitor.chat.locator('[part=history]').waitFor();
    const threads = visitor.chat.locator('[part=thread]');
    const count = await threads.count();
    if (count === 0) return undefined;
    const title = (await threads.nth(pick % count).textContent()) ?? '';
    await threads.nth(pick % count).click();
    return `"${title.trim()}"`;
  },
};

/** Lets the visitor do a step, or something happen; a line that tells it, or undefined where it was passed over. */
export async function act(visitor: Visitor, { action, pick }: Step): Promise<string | undefined> {
  try {
    const details = await (WORLD[action]?.(visitor, pick, await visitor.look()) ??
      CHAT[action]?.(visitor, pick, await visitor.arrive()));
    return details === undefined ? undefined : `${action} ${details}`.trim();
  } catch (error) {
    // The control went away before the hand was there, or its code did not come.
    if (!(error instanceof Error) || !/Timeout|detached|closed|no chat/.test(error.message)) throw error;
    await visitor.page.keyboard.press('Escape');
    return `${action}: in vain (${error.message.split('\n')[0]})`;
  }
}

/** Undoes all that makes the world worse than it was. */
export async function heal(visitor: Visitor): Promise<void> {
  const { lane, context, tabs } = visitor;
  Object.assign(lane.front, { delayMs: 0, missing: 0, blocked: undefined });
  for (const page of tabs) await page.evaluate(freeStorage);
  visitor.isOffline = false;
  await context.setOffline(false);
  visitor.becomeThorough();
}

async function happen(connections: number, event: () => void): Promise<string | undefined> {
  if (connections === 0) return undefined;
  event();
  return `(${connections})`;
}

/** Presses one of all buttons with one of these names. */
function pressOne(names: readonly string[]): Act {
  return async (visitor, pick, { buttons }) => {
    const there = buttons.filter((name) => names.includes(name));
    const name = there[pick % there.length];
    if (name === undefined) return undefined;
    const sameBefore = there.slice(0, pick % there.length).filter((other) => other === name);
    await visitor.press(name, sameBefore.length);
    return name;
  };
}

/** Presses a button that has a question answered once more. */
function pressForAnswer(name: string): Act {
  return async (visitor, pick, { buttons }) => {
    const count = buttons.filter((other) => other === name).length;
    if (count === 0) return undefined;
    const button = visitor.buttons(name).nth(pick % count);
    const question = await button.evaluate(questionAt);
    visitor.wish(question);
    await button.click();
    return `"${question}"`;
  };
}

async function openEditBox(visitor: Visitor, pick: number, { buttons }: Sight): Promise<Locator | undefined> {
  const count = buttons.filter((name) => name === strings.edit).length;
  if (count === 0) return undefined;
  await visitor.press(strings.edit, pick % count);
  // There is one such box at a time: whoever opens another one leaves the words in the first.
  for (const word of visitor.unsentEdits) visitor.typed.delete(word);
  const box = visitor.chat.locator('[part~=transcript]').getByRole('textbox').first();
  await box.waitFor();
  return box;
}

/** Runs in the page: the question to which a button belongs, at it or at its answer. */
function questionAt(button: Element): string {
  const root = button.getRootNode() as ShadowRoot;
  const messages = [...root.querySelectorAll('[part~=message]')];
  const own = messages.findIndex((message) => message.contains(button));
  const question = messages.slice(0, own + 1).findLast((message) => message.matches('[part~=message--user]'));
  const bodies = [...(question?.querySelectorAll('[part~=message__body]') ?? [])];
  return (bodies.at(-1)?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** Runs in the page: another script of the site takes all the room that is left. */
function fillStorage(): void {
  for (const area of [localStorage, sessionStorage]) {
    for (let size = 2_000_000, count = 0; size > 1; count += 1) {
      try {
        area.setItem(`filler ${count}`, '.'.repeat(size));
      } catch {
        // Too much: half of it.
        size = Math.floor(size / 2);
      }
    }
  }
}

/** Runs in the page: gives that room back; false where there was none. */
function freeStorage(): boolean {
  const all = [localStorage, sessionStorage].flatMap((area) =>
    Object.keys(area).map((key) => ({ area, key })),
  );
  const fillers = all.filter(({ key }) => key.startsWith('filler '));
  for (const { area, key } of fillers) area.removeItem(key);
  return fillers.length > 0;
}
