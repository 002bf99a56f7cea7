import { strings } from '../../../widget/ui/strings/en.ts';
import type { Tab, TabBrowser } from './browser/tab.ts';
import { faultsOfAsking } from './judge-sights.ts';
import { settle } from './judge-visit.ts';
import type { Lane } from './lane.ts';
import { readEverything } from './read-everything.ts';
import { runSideBySide } from './side-by-side.ts';
import type { Sight } from './sight.ts';
import { Visitor } from './visitor.ts';
import { addressOf } from './walk-page.ts';

const LANES = 3;
const ACTS = 40;
/** Two acts of two tabs that are closer than this, in milliseconds, may have happened in either order. */
const MOMENT_MS = 150;
const START_MS = 300;

/** One act of a tab. */
interface Deed {
  readonly kind: 'say' | 'remove';
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The word that was said. */
  readonly word: string;
  /** The question, with words that it had before. */
  readonly text: string;
  /** All that the tab showed of that conversation: the words of its questions, and of a question that was edited. */
  readonly shown: readonly string[];
}

/** What became of the words of two tabs that did all at once. */
export interface TwoTabs {
  readonly number: number;
  readonly persist: 'session' | 'local';
  readonly said: number;
  /** Words that nobody removed, and that are nowhere. */
  readonly lost: readonly string[];
  /** Words that were removed, and are there. */
  readonly back: readonly string[];
  /** What both tabs, and a page that is loaded later, do not all show. */
  readonly differences: readonly string[];
  readonly askedTwice: readonly string[];
  readonly wrong: readonly string[];
}

/** Runs so many stresses of two tabs, of both kinds of storage in turn; the numbers begin with `first`. */
export async function stressTabs(
  browser: TabBrowser,
  {
    count,
    first,
    kinds,
  }: { readonly count: number; readonly first: number; readonly kinds: readonly ('session' | 'local')[] },
  tell: (result: TwoTabs) => void,
): Promise<readonly TwoTabs[]> {
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  return runSideBySide(numbers, {
    laneCount: LANES,
    run: (number, lane) =>
      stress(browser, lane, { number, persist: kinds[number % kinds.length] ?? 'local' }),
    tell,
  });
}

async function stress(
  browser: TabBrowser,
  lane: Lane,
  { number, persist }: Pick<TwoTabs, 'number' | 'persist'>,
): Promise<TwoTabs> {
  const walk = { number, site: 'own', persist, prerenders: false, steps: [] } as const;
  lane.begin('own', number);
  lane.model.forget();
  lane.model.speechFor = (question) => ({ silentMs: question.length % 4, pieces: 5, pieceMs: 2 });
  const profile = await browser.newProfile();
  const visitor = new Visitor(walk, lane, profile);
  visitor.becomeThorough();
  const result = { number, persist, said: 0, lost: [], back: [], differences: [], askedTwice: [], wrong: [] };
  try {
    await visitor.openTab(addressOf(walk, lane.front));
    await visitor.arrive();
    await visitor.type();
    await visitor.send();
    await settle(visitor);
    await (persist === 'local'
      ? visitor.openTab(addressOf(walk, lane.front))
      : visitor.show(await visitor.tab.duplicate()));
    await visitor.arrive();
    const start = Date.now() + START_MS;
    const logs = await Promise.all(
      visitor.tabs.map((tab, index) =>
        tab.evaluate(act, {
          seed: number * 2 + index,
          prefix: `t${number}${'ab'[index]}`,
          acts: ACTS,
          start,
          names: NAMES,
        }),
      ),
    );
    return { ...result, ...(await judge(visitor, logs)) };
  } catch (error) {
    return { ...result, wrong: [`broke off: ${String(error).split('\n')[0]}`] };
  } finally {
    await profile.close();
  }
}

async function judge(visitor: Visitor, logs: readonly (readonly Deed[])[]): Promise<Partial<TwoTabs>> {
  const { faults } = await settle(visitor);
  const isLocal = visitor.walk.persist === 'local';
  const said = logs.flat().filter(({ kind }) => kind === 'say');
  for (const { text } of said) visitor.wish(text);
  const places: { readonly name: string; readonly words: ReadonlySet<string> }[] = [];
  const sights: Sight[] = [];
  const read = async (name: string, tab: Tab): Promise<void> => {
    // The arrows between versions come after the rest of a page.
    await settle(visitor);
    await visitor.show(tab);
    const own: Sight[] = [];
    for await (const sight of readEverything(visitor)) own.push(sight);
    sights.push(...own);
    const texts = own.flatMap(({ messages }) => messages.map(({ text }) => text));
    places.push({ name, words: wordsIn(texts) });
  };
  const [first, second] = visitor.tabs;
  if (!first || !second) throw new Error('not two tabs');
  await read('first tab', first);
  await read('second tab', second);
  if (isLocal) {
    await visitor.openTab(addressOf(visitor.walk, visitor.lane.front));
    await visitor.arrive();
    await read('fresh page', visitor.tab);
  } else
    for (const [name, tab] of [
      ['first tab, loaded anew', first],
      ['second tab, loaded anew', second],
    ] as const) {
      await visitor.show(tab);
      await visitor.leave(() => tab.reload());
      await visitor.arrive();
      await read(name, tab);
    }
  // Questions that waited where a chat was removed go back to the text box of their tab.
  const seen = wordsIn(sights.map(({ words }) => words));
  const fates = said.map((deed) => fateOf(deed, logs, isLocal));
  // Tabs of a session have a conversation each.
  const owned = (word: string): typeof places =>
    isLocal ? places : places.filter(({ name }) => name.startsWith(/a\d+w$/.test(word) ? 'first' : 'second'));
  const missing = fates
    .filter(({ word, fate }) => fate === 'kept' && !seen.has(word))
    .map(({ word }) => word);
  const back = fates
    .filter(({ fate }) => fate === 'removed')
    .flatMap(({ word }) =>
      owned(word)
        .filter(({ words }) => words.has(word))
        .map(({ name }) => `${word} in the ${name}`),
    );
  return {
    said: said.length,
    lost: missing,
    back,
    differences: isLocal
      ? differencesOf(places)
      : [
          ...differencesOf(places.filter(({ name }) => name.startsWith('first'))),
          ...differencesOf(places.filter(({ name }) => name.startsWith('second'))),
        ],
    askedTwice: faultsOfAsking(visitor, sights).map(({ details }) => details),
    wrong: faults.map(({ details }) => details),
  };
}

function wordsIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.join(' ').match(/[tw]\d+[abn]\d+w/g));
}

/** Whether a word has to be there, may be, or must not. */
function fateOf({ word, at }: Deed, logs: readonly (readonly Deed[])[], isShared: boolean) {
  const own = logs.find((log) => log.some((deed) => deed.word === word)) ?? [];
  const others = isShared ? logs.filter((log) => log !== own).flat() : [];
  const conversation = conversationOf(word, [...own, ...others]);
  const removals = [...own, ...others].filter(
    ({ kind, shown }) => kind === 'remove' && shown.some((other) => conversation.has(other)),
  );
  const isGone = removals.some(
    (deed) => deed.shown.includes(word) && (own.includes(deed) || deed.at > at + MOMENT_MS),
  );
  if (isGone) return { word, fate: 'removed' } as const;
  // Said while another tab removed the conversation; or hidden behind another version when it was removed.
  const isTouched = others.some((deed) => deed.kind === 'remove' && Math.abs(deed.at - at) < MOMENT_MS);
  return { word, fate: isTouched || removals.length > 0 ? 'either' : 'kept' } as const;
}

/** All words that were ever shown in one conversation with a word, in any of its versions. */
function conversationOf(word: string, deeds: readonly Deed[]): ReadonlySet<string> {
  const words = new Set([word]);
  for (let before = 0; words.size > before;) {
    before = words.size;
    for (const deed of deeds)
      if (words.has(deed.word) || deed.shown.some((other) => words.has(other)))
        for (const other of [...deed.shown, ...(deed.word === '' ? [] : [deed.word])]) words.add(other);
  }
  return words;
}

function differencesOf(
  places: readonly { readonly name: string; readonly words: ReadonlySet<string> }[],
): readonly string[] {
  const all = new Set(places.flatMap(({ words }) => [...words]));
  return [...all].flatMap((word) => {
    const without = places.filter(({ words }) => !words.has(word));
    return without.length > 0 && without.length < places.length
      ? [`${word} is missing in the ${without.map(({ name }) => name).join(' and the ')}`]
      : [];
  });
}

const NAMES = {
  menu: strings.menu,
  newChat: strings.newChat,
  history: strings.history,
  delete: strings.delete,
  back: strings.back,
};

interface Orders {
  readonly seed: number;
  readonly prefix: string;
  readonly acts: number;
  readonly start: number;
  readonly names: typeof NAMES;
}

/** Runs in the page: one tab, which does one thing after the other, 0 to 5 ms apart. */
async function act({ seed, prefix, acts, start, names }: Orders): Promise<readonly Deed[]> {
  const chat = document.querySelector('cf-ai-chat');
  const root = chat?.shadowRoot;
  if (!chat || !root) throw new Error('no chat');
  let state = seed * 2_654_435_761;
  const random = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state / 2 ** 32;
  };
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const deeds: Deed[] = [];
  const textOf = ({ parts }: (typeof chat.messages)[number]): string =>
    parts.map((part) => ('text' in part ? part.text : '')).join('');
  const questions = (): (typeof chat)['messages'] => chat.messages.filter(({ role }) => role === 'user');
  const shown = (): readonly string[] => questions().flatMap((question) => textOf(question).split(' '));
  const press = (selector: string, name: string): boolean => {
    const all = [...root.querySelectorAll<HTMLElement>(selector)];
    const found = all.find((element) => (element.ariaLabel ?? element.textContent).trim().startsWith(name));
    found?.click();
    return found !== undefined;
  };
  const openMenu = async (line: string): Promise<boolean> => {
    if (!root.querySelector('[role=menuitem]')) press('button', names.menu);
    for (let tries = 0; tries < 20; tries += 1) {
      if (press('[role=menuitem]', line)) return true;
      await pause(5);
    }
    return false;
  };
  let words = 0;
  const say = async (edited?: (typeof chat.messages)[number]): Promise<void> => {
    words += 1;
    const word = `${prefix}${words}w`;
    const at = Date.now();
    // The edit keeps the old words, as in an edit box: a question without an answer does not stay as an earlier version.
    const text = edited ? `${textOf(edited)} ${word}` : word;
    void (edited ? chat.edit(edited.id, text) : chat.send(text));
    await pause(0);
    deeds.push({ kind: 'say', at, word, text, shown: [...text.split(' '), ...shown()] });
  };
  await pause(start - Date.now());
  for (let count = 0; count < acts; count += 1) {
    await pause(Math.floor(random() * 6));
    const choice = random();
    const all = questions();
    if (choice < 0.6) await say();
    else if (choice < 0.75) await say(all[Math.floor(random() * all.length)]);
    else if (choice < 0.83) await openMenu(names.newChat);
    else if (choice < 0.87) {
      const removed = shown();
      deeds.push({ kind: 'remove', at: Date.now(), word: '', text: '', shown: removed });
      chat.clear();
    } else {
      await openMenu(names.history);
      await pause(10);
      const threads = [...root.querySelectorAll<HTMLElement>('[part=thread]')];
      threads[Math.floor(random() * threads.length)]?.click();
      if (threads.length === 0) press('button', names.back);
    }
  }
  return deeds;
}
