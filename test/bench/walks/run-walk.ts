import { setTimeout as wait } from 'node:timers/promises';
import type { TabBrowser } from './browser/tab.ts';
import { heal, takeStep } from './take-step.ts';
import { faultsOfAsking, faultsOfSight, faultsOfTabs } from './judge-sights.ts';
import { faultsOfBooks, faultsOfLife, findTyped, settle } from './judge-visit.ts';
import type { Fault } from './fault.ts';
import type { Lane } from './lane.ts';
import { addressOf } from './walk-page.ts';
import { isQuiet } from './sight.ts';
import { Visitor } from './visitor.ts';
import type { Walk } from './walk-plan.ts';

/** A walk that was gone to its end. */
export interface WalkedWalk {
  readonly walk: Walk;
  /** A line for each step, without those that were passed over; in brackets what stands in the text box then. */
  readonly lines: readonly string[];
  readonly faults: readonly Fault[];
  /** Pages that the browser had kept, and pages that it had prerendered. */
  readonly restored: number;
  readonly activated: number;
  readonly took: number;
}

/** Walks in a browser of its own, and looks whether all promises were kept. */
export async function runWalk(walk: Walk, lane: Lane, browser: TabBrowser): Promise<WalkedWalk> {
  const began = performance.now();
  lane.begin(walk.site, walk.number);
  lane.model.forget();
  const profile = await browser.newProfile();
  const visitor = new Visitor(walk, lane, profile);
  const lines: string[] = [];
  const faults: Fault[] = [];
  try {
    await visitor.openTab(addressOf(walk, lane.front));
    for (const step of walk.steps) {
      await wait(step.pauseMs);
      const line = await takeStep(visitor, step);
      const sight = await visitor.look();
      if (line !== undefined) lines.push(sight.composer === '' ? line : `${line} [${sight.composer}]`);
      faults.push(...faultsOfSight(visitor, sight, true));
    }
    faults.push(...visitor.faults);
    await heal(visitor);
    faults.push(...(await judge(visitor)));
  } catch (error) {
    faults.push({ invariant: 'the walk comes to its end', details: String(error) });
  } finally {
    await profile.close();
  }
  const { restored, activated } = visitor;
  return { walk, lines, faults, restored, activated, took: performance.now() - began };
}

async function judge(visitor: Visitor): Promise<readonly Fault[]> {
  const settled = await settle(visitor);
  const { sights, faults } = await findTyped(visitor, settled.sights);
  return [
    ...settled.faults,
    // A tab of a session has a conversation of its own; and what the storage of one page has refused, no other one knows.
    ...(visitor.walk.persist === 'local' && !visitor.wasWarned ? faultsOfTabs(settled.sights) : []),
    // A page that is opened again gets the rest of an answer that it had not been able to store.
    ...sights.flatMap((sight) => faultsOfSight(visitor, sight, !isQuiet(sight))),
    ...faults,
    ...(await faultsOfLife(visitor)),
    ...faultsOfAsking(visitor, sights),
    ...(await faultsOfBooks(visitor, sights)),
  ];
}
