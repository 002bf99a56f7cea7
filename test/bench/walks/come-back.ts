import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { strings } from '../../../widget/ui/strings/en.ts';
import type { TabBrowser } from './browser/tab.ts';
import { EDIT_BOX } from './controls.ts';
import { faultsOfAsking, isWhole } from './judge-sights.ts';
import { settle } from './judge-visit.ts';
import type { Lane } from './lane.ts';
import { readEverything } from './read-everything.ts';
import { runSideBySide } from './side-by-side.ts';
import { isAnswering, isQuiet, type Sight } from './sight.ts';
import { Visitor } from './visitor.ts';
import { addressOf } from './walk-page.ts';
import type { Site, Walk } from './walk-plan.ts';
import { followLink, travel } from './world-acts.ts';

/** The ways in which a page is left and comes back, right after the last word of its visitor: the columns of the table. */
export const WAYS = [
  'Back',
  'there and Back',
  'Forward',
  'prerendered page',
  'discarded tab',
  'duplicated tab',
] as const;
export type Way = (typeof WAYS)[number];

/** What the visitor had begun when the page was left, and not finished: the rows of the table. */
export const MATTERS = [
  'draft',
  'edit box',
  'waiting question',
  'answer in the middle',
  'question just sent',
  'New chat just pressed',
] as const;
export type Matter = (typeof MATTERS)[number];

/** One visitor of one cell. */
export interface Case {
  readonly way: Way;
  readonly matter: Matter;
  readonly persist: Walk['persist'];
  readonly site: Site;
  /** Milliseconds between the last word and leaving. */
  readonly delayMs: number;
}

/** What became of the words of one visitor. */
export interface CameBack extends Case {
  /** Words that the page that came back does not show. */
  readonly unseen: readonly string[];
  /** Words that are nowhere on a page that is loaded after another question was asked. */
  readonly lost: readonly string[];
  /** Questions that were asked more often than the visitor wanted. */
  readonly askedTwice: readonly string[];
  /** Questions without a whole answer in the end. */
  readonly unanswered: readonly string[];
  /** Descriptions of all other faults. */
  readonly wrong: readonly string[];
  /** Whether the browser did keep the page, or prerender it, where the way needs that. */
  readonly isAsPlanned: boolean;
  /** Of the page that came back. */
  readonly shown: string;
}

const LANES = 4;
const DELAYS_MS = [0, 0, 10, 30, 60, 100, 150, 250, 400, 700] as const;
const SITES: readonly Site[] = ['own', 'allowed'];
/** After this time a prerendered page has read the storage. */
const PRERENDERED_MS = 400;
const SLOW = { silentMs: 100, pieces: 40, pieceMs: 20 };
const QUICK = { silentMs: 0, pieces: 3, pieceMs: 1 };

/** With `persist="none"` a conversation comes back only with a page that the browser has kept. */
const WAYS_OF_MEMORY: ReadonlySet<Way> = new Set(['there and Back']);

/** All cells of the table. */
export function listCells(): readonly Pick<Case, 'way' | 'matter' | 'persist'>[] {
  return WAYS.flatMap((way) =>
    MATTERS.flatMap((matter) =>
      (['session', 'local', 'none'] as const)
        .filter((persist) => persist !== 'none' || WAYS_OF_MEMORY.has(way))
        .map((persist) => ({ way, matter, persist })),
    ),
  );
}

/** Walks each cell so many times, four side by side. */
export async function comeBack(
  browser: TabBrowser,
  cells: readonly Pick<Case, 'way' | 'matter' | 'persist'>[],
  times: number,
  tell: (visit: CameBack) => void,
): Promise<readonly CameBack[]> {
  const cases = cells.flatMap((cell) =>
    Array.from({ length: times }, (_, index): Case => ({
      ...cell,
      site: SITES[index % SITES.length] ?? 'own',
      delayMs: DELAYS_MS[index % DELAYS_MS.length] ?? 0,
    })),
  );
  let number = 0;
  return runSideBySide(cases, {
    laneCount: LANES,
    run: (one, lane) => visitOnce(browser, lane, one, ++number),
    tell,
  });
}

async function visitOnce(browser: TabBrowser, lane: Lane, one: Case, number: number): Promise<CameBack> {
  const { site, persist, way } = one;
  const plan: Walk = { number, site, persist, prerenders: way === 'prerendered page', steps: [] };
  lane.begin(site, number);
  lane.model.forget();
  lane.model.speechFor = () => QUICK;
  const profile = await browser.newProfile();
  const visitor = new Visitor(plan, lane, profile);
  visitor.becomeThorough();
  try {
    return { ...one, ...(await walk(visitor, one)) };
  } catch (error) {
    const { words } = await visitor.look();
    const wrong = [`the visit broke off: ${String(error).split('\n')[0]}`];
    return { ...one, ...NOTHING_SEEN, wrong, shown: words };
  } finally {
    await profile.close();
  }
}

/**
 * One visitor asks a first question, begins something, leaves and comes back. Looks at the page then, and at a page that is loaded
 * later.
 */
async function walk(
  visitor: Visitor,
  { way, matter, persist, delayMs }: Case,
): Promise<Omit<CameBack, keyof Case>> {
  const { lane, tabs } = visitor;
  await visitor.openTab(addressOf(visitor.walk, lane.front));
  await askInFull(visitor);
  if (way === 'prerendered page') await prerenderAnew(visitor);
  await WAY_ACTS[way](visitor, async () => {
    lane.model.speechFor = () => SLOW;
    await ACTS_BEFORE_LEAVING[matter](visitor);
    await wait(delayMs);
  });
  const isAsPlanned = way in PLANNED ? visitor[PLANNED[way as keyof typeof PLANNED]] > 0 : true;
  // Nothing can come back from the memory of a page that was not kept.
  if (persist === 'none' && !isAsPlanned) return { ...NOTHING_SEEN, wrong: [], shown: '' };
  const { sights, faults } = await settle(visitor);
  lane.model.speechFor = () => QUICK;
  const wrong = faults.map(({ details }) => details);
  const unseen = matter === 'New chat just pressed' ? [] : missingIn(visitor, sights);
  if (matter === 'New chat just pressed' && sights.some(({ messages }) => messages.length > 0))
    wrong.push('the conversation that was left is shown again');
  const later: Sight[] = [];
  for (const tab of tabs) {
    await visitor.show(tab);
    if (persist !== 'none') {
      await askInFull(visitor);
      await visitor.leave(() => tab.reload());
      later.push(...(await settle(visitor)).sights);
      await visitor.show(tab);
    }
    for await (const sight of readEverything(visitor)) later.push(sight);
  }
  return {
    unseen,
    lost: missingIn(visitor, later),
    askedTwice: faultsOfAsking(visitor, later).map(({ details }) => details),
    unanswered: [...visitor.wishes.keys()].filter((text) => !isAnsweredIn(visitor, later, text)),
    wrong,
    isAsPlanned,
    shown: sights.map(({ words }) => words).join(' | '),
  };
}

/** What visitors do, each until the moment in which they leave. */
const ACTS_BEFORE_LEAVING: Readonly<Record<Matter, (visitor: Visitor) => Promise<unknown>>> = {
  // Types a few words, and does not send them.
  draft: (visitor) => visitor.type(),
  // Changes the first question, and does not send it.
  'edit box': async (visitor) => {
    await visitor.press(strings.edit);
    await visitor.await(EDIT_BOX);
    await visitor.type(EDIT_BOX);
  },
  // Asks, and asks again while the first answer streams.
  'waiting question': async (visitor) => {
    await ask(visitor);
    await until(
      () => visitor.look(),
      (sight) => isAnswering(sight),
    );
    await ask(visitor);
  },
  // Reads the first words of an answer.
  'answer in the middle': async (visitor) => {
    await ask(visitor);
    await until(
      () => visitor.look(),
      ({ messages }) => messages.at(-1)?.role === 'assistant' && messages.at(-1)?.text !== '',
    );
  },
  'question just sent': ask,
  'New chat just pressed': (visitor) => visitor.choose(strings.newChat),
};

/** How visitors leave, and what they look at then. */
const WAY_ACTS: Readonly<Record<Way, (visitor: Visitor, act: () => Promise<void>) => Promise<unknown>>> = {
  // Follows a link, is busy there, and goes Back: the first page shows what was done on the second.
  Back: async (visitor, act) => {
    await followLink(visitor);
    await visitor.arrive();
    await act();
    await travel(visitor, -1);
  },
  // Is busy, follows a link, and comes back: as soon as the other page has begun, or when its chat is there.
  'there and Back': async (visitor, act) => {
    await act();
    await followLink(visitor);
    if (visitor.walk.number % 2 === 0) await visitor.arrive();
    await travel(visitor, -1);
  },
  // Has been on the next page, is busy on the first one, and goes Forward.
  Forward: async (visitor, act) => {
    await followLink(visitor);
    await visitor.arrive();
    await travel(visitor, -1);
    await visitor.arrive();
    await act();
    await travel(visitor, 1);
  },
  // Follows a link to a page that was prerendered before anything was said.
  'prerendered page': async (visitor, act) => {
    await act();
    await followLink(visitor);
  },
  // Comes back to a tab that the browser has thrown away for want of memory.
  'discarded tab': async (visitor, act) => {
    await act();
    await visitor.leave(() => visitor.tab.discard());
  },
  // Goes on in a copy of the tab; both are there.
  'duplicated tab': async (visitor, act) => {
    await act();
    await visitor.show(await visitor.tab.duplicate());
  },
};

/** Judges one visitor, where the page came back in the way that was planned. */
const PLANNED = {
  Back: 'restored',
  'there and Back': 'restored',
  Forward: 'restored',
  'prerendered page': 'activated',
} as const;

const NOTHING_SEEN = { unseen: [], lost: [], askedTwice: [], unanswered: [], isAsPlanned: false };

/** Reloads the page, so that Chromium prerenders the next page anew. That page then finds the first question in the storage. */
async function prerenderAnew(visitor: Visitor): Promise<void> {
  const { front } = visitor.lane;
  const before = front.prerendered;
  await visitor.leave(() => visitor.tab.reload());
  await until(
    () => front.prerendered,
    (count) => count > before,
  );
  await visitor.arrive();
  await wait(PRERENDERED_MS);
}

async function ask(visitor: Visitor): Promise<string> {
  await visitor.type();
  return visitor.send();
}

/** Asks, and waits for the answer to the last word. */
async function askInFull(visitor: Visitor): Promise<void> {
  await visitor.arrive();
  const text = await ask(visitor);
  await until(
    () => visitor.look(),
    (sight) => isQuiet(sight) && isAnsweredIn(visitor, [sight], text),
  );
}

function missingIn({ typed }: Visitor, sights: readonly Sight[]): readonly string[] {
  return [...typed].filter((word) => !sights.some(({ words }) => words.includes(word)));
}

function isAnsweredIn(visitor: Visitor, sights: readonly Sight[], question: string): boolean {
  return sights.some(({ messages }) =>
    messages.some(({ role, text }, index) => {
      const answer = messages[index + 1];
      return role === 'user' && text === question && answer !== undefined && isWhole(visitor, answer);
    }),
  );
}
