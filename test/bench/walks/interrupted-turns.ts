import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { strings } from '../../../widget/ui/words/en.ts';
import { planInterruptions, type Interruption, type Kind } from './interruption-plan.ts';
import { isMarked, isQuiet, type SeenMessage } from './sight.ts';
import { RESUME_SECONDS, Service } from './service.ts';
import { Visitor } from './visitor.ts';
import { addressOf } from './walk-page.ts';
import type { Site } from './walk-plan.ts';

const VISITORS = 8;
const CONTEXTS = 2;
/** After so many questions a visitor goes on in a new tab: long conversations are another benchmark's. */
const TURNS_OF_TAB = 10;
const LOOKS_MS = 100;
/** A page looks for the rest of an answer for a minute. */
const QUIET_MS = 70_000;
const BOOKS_MS = RESUME_SECONDS * 1_000 + 3_000;
/** The Worker is killed when the last visitor of a round has been waiting as long as planned. */
const ROUND_MS = 1_200;
/** Short answers: most interruptions come before the first word, or soon after it. */
const SPEECH = { pieces: 25, pieceMs: 20 };

/** What became of one interrupted turn. */
export interface InterruptedTurn extends Interruption {
  /** How often the model was asked, without calls whose Worker was killed. */
  readonly asked: number;
  readonly end: 'whole' | 'marked' | 'wrong';
  /** Unknown where the Worker was killed: the row of such a turn is ended by its lease, later. */
  readonly charged: number | undefined;
  /** Milliseconds from Enter to the end of all that happens by itself. */
  readonly took: number;
  /** All that the page shows of the question. */
  readonly shown: string;
}

/** Whether a turn was asked, answered and charged once. Where the Worker was killed an answer that says so will do. */
export function isExactlyOnce({ kind, asked, end, charged }: InterruptedTurn): boolean {
  if (kind === 'Worker killed') return end === 'whole' ? asked === 1 : end === 'marked' && asked <= 1;
  return asked === 1 && end === 'whole' && charged === 1;
}

/** Asks so many questions and interrupts each; the kinds one after the other, as often as each other. */
export async function interruptTurns(
  browser: Browser,
  { count, first }: { readonly count: number; readonly first: number },
): Promise<readonly InterruptedTurn[]> {
  const service = await Service.open(VISITORS);
  service.model.speechFor = (question) => ({ silentMs: question.length % 2 === 0 ? 0 : 250, ...SPEECH });
  try {
    const visitors = await openVisitors(service, browser);
    const turns: InterruptedTurn[] = [];
    for (const [kind, plans] of planInterruptions(count, first)) {
      const run = kind === 'Worker killed' ? killInRounds : interruptSideBySide;
      turns.push(...(await run(visitors, [...plans])));
    }
    return turns;
  } finally {
    await service.close();
  }
}

async function openVisitors({ lanes }: Service, browser: Browser): Promise<readonly Visitor[]> {
  const contexts = await Promise.all(
    Array.from({ length: CONTEXTS }, () => browser.newContext({ reducedMotion: 'reduce' })),
  );
  return Promise.all(
    lanes.map(async (lane, number) => {
      const context = contexts[number % CONTEXTS];
      if (!context) throw new Error('no context');
      const site: Site = number % 4 < 2 ? 'own' : 'allowed';
      lane.begin(site, number);
      const visitor = new Visitor({ number, site, persist: 'session', steps: [] }, lane, context);
      visitor.becomeThorough();
      await visitor.openTab(addressOf(visitor.walk, lane.front));
      return visitor;
    }),
  );
}

async function interruptSideBySide(
  visitors: readonly Visitor[],
  plans: Interruption[],
): Promise<readonly InterruptedTurn[]> {
  const turns: InterruptedTurn[] = [];
  await Promise.all(
    visitors.map(async (visitor) => {
      for (let plan = plans.shift(), asked = 1; plan; plan = plans.shift(), asked += 1) {
        const { kind, atMs, againMs } = plan;
        const turn = await followTurn(visitor, plan, async () => {
          await wait(atMs);
          await interrupt(visitor, kind);
          if (againMs === undefined) return;
          await wait(againMs);
          await interrupt(visitor, kind);
        });
        turns.push(turn);
        if (!isExactlyOnce(turn) || asked % TURNS_OF_TAB === 0) await beginAnew(visitor);
      }
    }),
  );
  return turns;
}

async function killInRounds(
  visitors: readonly Visitor[],
  plans: Interruption[],
): Promise<readonly InterruptedTurn[]> {
  const [{ lane } = { lane: undefined }] = visitors;
  const turns: InterruptedTurn[] = [];
  while (plans.length > 0) {
    const killed = wait(ROUND_MS).then(() => lane?.service.restart());
    const round = plans.splice(0, visitors.length).map(async (plan, index) => {
      const visitor = visitors[index];
      if (!visitor) throw new Error('more plans than visitors');
      await wait(ROUND_MS - plan.atMs);
      turns.push(await followTurn(visitor, plan, () => killed));
      await beginAnew(visitor);
    });
    await Promise.all(round);
  }
  return turns;
}

async function interrupt({ page, lane }: Visitor, kind: Kind): Promise<void> {
  if (kind.endsWith('other isolate')) lane.changeIsolate();
  if (kind.startsWith('reload')) await page.reload({ waitUntil: 'commit' });
  else if (kind === 'reset') lane.front.reset();
  else if (kind === 'loss that the page sees') lane.front.silence({ isNoticed: true });
  else if (kind.startsWith('silent loss')) lane.front.silence();
  else {
    const isFirst = new URL(page.url()).pathname === '/a';
    const arrived = page.waitForURL(isFirst ? '**/b?*' : '**/a?*', { waitUntil: 'commit' });
    await page.getByRole('link', { name: isFirst ? 'Second page' : 'First page' }).click();
    await arrived;
  }
}

/** Asks, lets something happen, and waits for the end of all that follows. */
async function followTurn(
  visitor: Visitor,
  plan: Interruption,
  happen: () => Promise<void> | undefined,
): Promise<InterruptedTurn> {
  const { lane } = visitor;
  await visitor.arrive();
  // Nobody can ask while the Worker is away.
  const usedBefore = plan.kind === 'Worker killed' ? undefined : await lane.used();
  await visitor.type(visitor.composer);
  const began = performance.now();
  const question = await visitor.send(visitor.composer);
  await happen();
  const messages = await messagesAtRest(visitor);
  const took = performance.now() - began;
  const calls = lane.model.calls.filter((call) => call.question.endsWith(question));
  const asked = calls.filter(({ isKilled }) => !isKilled).length;
  const from = messages.findIndex(({ text }) => text === question);
  const answers = from === -1 ? [] : messages.slice(from + 1);
  const isWhole = calls.some(({ answer }) => answer.trim() === answers[0]?.text) && !answers.some(isMarked);
  const end = isWhole && answers.length === 1 ? 'whole' : isSaid(messages.slice(from)) ? 'marked' : 'wrong';
  const expected = end === 'whole' ? 1 : 0;
  const charged = usedBefore === undefined ? undefined : await chargedAtLast(visitor, usedBefore, expected);
  const shown = messages.slice(from).map(({ text, around }) => `${text} (${around})`);
  return { ...plan, asked, end, charged, took, shown: shown.join(' / ') };
}

/** The messages once nothing moves any more, or after all patience. */
async function messagesAtRest(visitor: Visitor): Promise<readonly SeenMessage[]> {
  const end = performance.now() + QUIET_MS;
  for (let before = ''; ; await wait(LOOKS_MS)) {
    const sight = await visitor.arrive();
    const now = JSON.stringify(sight);
    const isAtRest = isQuiet(sight) && visitor.lane.front.pending === 0 && now === before;
    if (isAtRest || performance.now() > end) return sight.messages;
    before = now;
  }
}

/** The last message says that it has not come to a good end. */
function isSaid(messages: readonly SeenMessage[]): boolean {
  const last = messages.at(-1);
  return last !== undefined && isMarked(last);
}

async function chargedAtLast({ lane }: Visitor, before: number, expected: number): Promise<number> {
  const end = performance.now() + BOOKS_MS;
  for (;;) {
    const charged = (await lane.used()) - before;
    if (charged === expected || performance.now() > end) return charged;
    await wait(LOOKS_MS);
  }
}

/** Goes on in a new tab, whose conversation is empty. */
async function beginAnew(visitor: Visitor): Promise<void> {
  const { page, lane, walk } = visitor;
  await visitor.openTab(addressOf(walk, lane.front));
  visitor.tabs.splice(visitor.tabs.indexOf(page), 1);
  await page.close();
  await visitor.show(visitor.page);
  // Nobody waits for what the old tab has asked.
  await visitor.chat.getByRole('textbox', { name: strings.message }).waitFor();
}
