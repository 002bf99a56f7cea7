import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { strings } from '../../../widget/ui/words/en.ts';
import { isQuiet, look, type Sight } from './sight.ts';
import type { Visitor } from './visitor.ts';

const REST_MS = 15_000;

/** Reads the conversation of the tab in front in all its versions, and every earlier one. */
export async function* readEverything(visitor: Visitor): AsyncGenerator<Sight, void> {
  yield await visitor.arrive();
  // A text box over a question stands in the place of its versions.
  const cancel = visitor.buttons(strings.cancel);
  if ((await cancel.count()) > 0) await cancel.first().click();
  yield* readVersions(visitor);
  const read = new Set<string>();
  for (;;) {
    const thread = await openThread(visitor, read);
    if (thread === undefined) return;
    read.add(thread);
    yield* readVersions(visitor);
  }
}

/** Shows every version from the `index`-th switch on, the ones below each of them too. */
async function* readVersions(visitor: Visitor, index = 0): AsyncGenerator<Sight, void> {
  // No other version can be shown while an answer streams, as it may when its conversation was opened.
  const sight = await lookAtRest(visitor);
  const group = visitor.chat.locator('[part~=versions]').nth(index);
  if ((await group.count()) === 0) {
    yield sight;
    return;
  }
  while (await step(group, strings.earlierVersion));
  do yield* readVersions(visitor, index + 1);
  while (await step(group, strings.laterVersion));
}

/** An answer may go on when its conversation is opened. */
async function lookAtRest(visitor: Visitor): Promise<Sight> {
  const end = performance.now() + REST_MS;
  for (;;) {
    const sight = await look(visitor.page);
    if (isQuiet(sight) || performance.now() > end) return sight;
    await wait(20);
  }
}

/** Presses an arrow of a switch; false at its end. */
async function step(group: Locator, name: string): Promise<boolean> {
  await openFolds(group.page());
  const arrow = group.getByRole('button', { name }).and(group.page().locator('[aria-disabled=false]'));
  if ((await arrow.count()) === 0) return false;
  const before = await group.getAttribute('aria-label');
  await arrow.click();
  await group.and(group.page().locator(`:not([aria-label="${before}"])`)).waitFor({ state: 'attached' });
  return true;
}

/** "2 messages were not delivered" has the questions in it, with their switches. */
async function openFolds(page: Page): Promise<void> {
  const folds = page.locator('cf-ai-chat [part~=message--user] details:not([open]) > summary');
  while ((await folds.count()) > 0) await folds.first().click();
}

/** Opens an earlier conversation that was not read yet; its title, or undefined where there is none. */
async function openThread(visitor: Visitor, read: ReadonlySet<string>): Promise<string | undefined> {
  await visitor.choose(strings.history);
  const { chat } = visitor;
  await chat.locator('[part=history]').waitFor();
  const threads = chat.locator('[part=thread]');
  const titles = await threads.allTextContents();
  const index = titles.findIndex((title) => !read.has(title.trim()));
  if (index === -1) {
    await visitor.press(strings.back);
    return undefined;
  }
  await threads.nth(index).click();
  await chat.locator('[part=history]').waitFor({ state: 'detached' });
  return titles[index]?.trim();
}
