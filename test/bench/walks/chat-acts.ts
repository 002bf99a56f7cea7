import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { strings } from '../../../widget/ui/words/en.ts';
import type { Act, Acts } from './act.ts';
import { isAnswering, look, type Sight } from './sight.ts';
import type { Visitor } from './visitor.ts';

const READING_MS = 3_000;

/** What a visitor does in the chat. */
export const CHAT_ACTS: Acts = {
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
    const pressed = await pressOne([strings.stop])(visitor, pick, sight);
    // The next question may have begun before the press.
    for (const { messages } of pressed === undefined ? [] : [sight, await visitor.look()]) {
      const question = messages.findLast(({ role }) => role === 'user')?.text;
      if (question !== undefined) visitor.stopped.add(question);
    }
    return pressed;
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
    // This very button: a locator would press that of the next answer, where it has come meanwhile.
    const button = await visitor
      .buttons(name)
      .nth(pick % count)
      .elementHandle();
    const question = (await button?.evaluate(questionAt)) ?? '';
    // It stands in a text box, to be changed: who wants an answer to it cannot be seen.
    if (question === '') return undefined;
    visitor.wish(question);
    await button?.click();
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
