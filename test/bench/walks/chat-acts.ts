import { setTimeout as wait } from 'node:timers/promises';
import { strings } from '../../../widget/ui/strings/en.ts';
import type { Act, Acts } from './act.ts';
import type { Point } from './browser/tab.ts';
import { button, EDIT_BOX, HISTORY_LIST, THREAD } from './controls.ts';
import { isAnswering, look, type Sight } from './sight.ts';
import type { Visitor } from './visitor.ts';

const READING_MS = 3_000;

/** What a visitor does in the chat. */
export const CHAT_ACTS: Acts = {
  type: (visitor) => visitor.type(),
  send: async (visitor) => {
    await visitor.type();
    return `"${await visitor.send()}"`;
  },
  read: async (visitor) => {
    const end = performance.now() + READING_MS;
    while (isAnswering(await look(visitor.tab)) && performance.now() < end) await wait(20);
    return '';
  },
  stop: async (visitor, pick, sight) => {
    const pressed = await pressOne([strings.stop])(visitor, pick, sight);
    // The answer may have ended before the press: then Stop ends the answer to the question that waited.
    for (const { messages } of pressed === undefined ? [] : [sight, await visitor.look()]) {
      const question = messages.findLast(({ role }) => role === 'user')?.text;
      if (question === undefined) continue;
      visitor.stopped.add(question);
      // A page that is loaded next may find the question under way, and go on with it; so may the other tab of a session that was
      // copied, where nobody has pressed Stop.
      const isCopied = visitor.walk.persist === 'session' && visitor.tabs.length > 1;
      if (visitor.isStorageFull || isCopied) visitor.wish(question);
    }
    return pressed;
  },
  undo: pressOne([strings.undo]),
  version: pressOne([strings.earlierVersion, strings.laterVersion]),
  regenerate: pressForAnswer(strings.regenerate),
  'try again': pressForAnswer(strings.retry),
  edit: async (visitor, pick, sight) => {
    if (!(await openEditBox(visitor, pick, sight))) return undefined;
    await visitor.type(EDIT_BOX);
    return `"${await visitor.send(EDIT_BOX)}"`;
  },
  'edit in part': async (visitor, pick, sight) => {
    if (!(await openEditBox(visitor, pick, sight))) return undefined;
    const word = await visitor.type(EDIT_BOX);
    visitor.unsentEdits.set(word, visitor.tab);
    return word;
  },
  'new chat': async (visitor, _pick, { messages }) => {
    if (messages.length === 0) return undefined;
    await visitor.choose(strings.newChat);
    return '';
  },
  'open a thread': async (visitor, pick) => {
    await visitor.choose(strings.history);
    await visitor.await(HISTORY_LIST);
    const { count } = await visitor.find(THREAD);
    if (count === 0) return undefined;
    const thread = { ...THREAD, index: pick % count };
    const { text } = await visitor.find(thread);
    await visitor.click(thread);
    return `"${text}"`;
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

/** Presses a button such as Try again, which has a question answered once more. */
function pressForAnswer(name: string): Act {
  return async (visitor, pick, { buttons }) => {
    const count = buttons.filter((other) => other === name).length;
    if (count === 0) return undefined;
    const { point } = await visitor.reach(button(name, pick % count));
    // Read and pressed in one call: the next answer has a button of the same name.
    const question = await visitor.tab.evaluate(questionAt, point);
    // The question is being edited: the text that would be asked again cannot be read.
    if (question === '') return undefined;
    visitor.wish(question);
    await visitor.tab.click(point);
    return `"${question}"`;
  };
}

async function openEditBox(visitor: Visitor, pick: number, { buttons }: Sight): Promise<boolean> {
  const count = buttons.filter((name) => name === strings.edit).length;
  if (count === 0) return false;
  await visitor.press(strings.edit, pick % count);
  // Only one question is edited at a time: opening another edit box drops the words in the first one.
  for (const word of visitor.unsentEdits.keys()) visitor.typed.delete(word);
  await visitor.await(EDIT_BOX);
  return true;
}

/** Runs in the page: the question to which the button at a place belongs, at it or at its answer. */
function questionAt({ x, y }: Point): string {
  const root = document.querySelector('cf-ai-chat')?.shadowRoot;
  const pressed = root?.elementFromPoint(x, y) ?? null;
  const messages = [...(root?.querySelectorAll('[part~=message]') ?? [])];
  const own = messages.findIndex((message) => message.contains(pressed));
  const question = messages.slice(0, own + 1).findLast((message) => message.matches('[part~=message--user]'));
  const bodies = [...(question?.querySelectorAll('[part~=message__body]') ?? [])];
  return (bodies.at(-1)?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}
