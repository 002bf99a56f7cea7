import { setTimeout as wait } from 'node:timers/promises';
import type { TabBrowser } from './browser/tab.ts';
import { COMPOSER } from './controls.ts';
import { followTurn, type InterruptedTurn } from './follow-turn.ts';
import { planInterruptions, type Interruption, type Kind } from './interruption-plan.ts';
import { Service } from './service.ts';
import { Visitor } from './visitor.ts';
import { addressOf } from './walk-page.ts';
import type { Site } from './walk-plan.ts';
import { followLink } from './world-acts.ts';

const VISITORS = 8;
/** A visitor goes on in a new tab after this many questions, so that no conversation becomes long. */
const TURNS_OF_TAB = 10;
/** The Worker is killed at the end of a round. Before that each visitor asks as early as the wait that is planned for it demands. */
const ROUND_MS = 1_200;
/** Short answers: most interruptions come before the first word, or soon after it. */
const SPEECH = { pieces: 25, pieceMs: 20 };

/** Whether a turn was asked, answered and charged once. Where the Worker was killed an answer that says so will do. */
export function isExactlyOnce({ kind, asked, end, charged }: InterruptedTurn): boolean {
  if (kind === 'Worker killed') return end === 'whole' ? asked === 1 : end === 'marked' && asked <= 1;
  return asked === 1 && end === 'whole' && charged === 1;
}

/**
 * Asks so many questions and interrupts each; the kinds one after the other, as often as each other. Yields the turns of
 * each kind.
 */
export async function* interruptTurns(
  browser: TabBrowser,
  { count, first }: { readonly count: number; readonly first: number },
): AsyncGenerator<readonly InterruptedTurn[], void> {
  const service = await Service.open(VISITORS);
  service.model.speechFor = (question) => ({ silentMs: question.length % 2 === 0 ? 0 : 250, ...SPEECH });
  try {
    const visitors = await openVisitors(service, browser);
    for (const [kind, plans] of planInterruptions(count, first)) {
      const run = kind === 'Worker killed' ? killInRounds : interruptSideBySide;
      yield await run(visitors, [...plans]);
    }
  } finally {
    await service.close();
  }
}

/** Each visitor has a window: a chat is loaded only in view, and a window shows one of its tabs. */
function openVisitors({ lanes }: Service, browser: TabBrowser): Promise<readonly Visitor[]> {
  return Promise.all(
    lanes.map(async (lane, number) => {
      const site: Site = number % 4 < 2 ? 'own' : 'allowed';
      lane.begin(site, number);
      const walk = { number, site, persist: 'session', prerenders: false, steps: [] } as const;
      const visitor = new Visitor(walk, lane, await browser.newProfile());
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

async function interrupt(visitor: Visitor, kind: Kind): Promise<void> {
  const { tab, lane } = visitor;
  if (kind.endsWith('other isolate')) lane.changeIsolate();
  if (kind.startsWith('reload')) await visitor.leave(() => tab.reload());
  else if (kind === 'reset') lane.front.reset();
  else if (kind === 'loss that the page sees') lane.front.silence({ isNoticed: true });
  else if (kind.startsWith('silent loss')) lane.front.silence();
  else await followLink(visitor);
}

/** Goes on in a new tab, whose conversation is empty. */
async function beginAnew(visitor: Visitor): Promise<void> {
  const { tab, lane, walk } = visitor;
  await visitor.openTab(addressOf(walk, lane.front));
  visitor.tabs.splice(visitor.tabs.indexOf(tab), 1);
  await tab.close();
  await visitor.show(visitor.tab);
  // The old tab is closed: what it has asked is not waited for.
  await visitor.reach(COMPOSER);
}
