import { setTimeout as wait } from 'node:timers/promises';
import type { Interruption } from './interruption-plan.ts';
import { isWhole } from './judge-sights.ts';
import { RESUME_SECONDS } from './service.ts';
import { isMarked, isQuiet, type SeenMessage } from './sight.ts';
import type { Visitor } from './visitor.ts';

const LOOKS_MS = 100;
/** Longer than the minute for which a page asks for the rest of an answer. */
const QUIET_MS = 70_000;
const BOOKS_MS = RESUME_SECONDS * 1_000 + 3_000;

/** What became of one interrupted turn. */
export interface InterruptedTurn extends Interruption {
  /** How often the model was asked, without calls whose Worker was killed. */
  readonly asked: number;
  readonly end: 'whole' | 'marked' | 'wrong';
  /** How often the turn was charged. Unknown where the Worker was killed: the reservation of such a turn ends later, by its lease. */
  readonly charged: number | undefined;
  /** Milliseconds from Enter to the end of all that happens by itself. */
  readonly took: number;
  /** All that the page shows of the question. */
  readonly shown: string;
}

/** Asks, lets something happen, and waits for the end of all that follows. */
export async function followTurn(
  visitor: Visitor,
  plan: Interruption,
  happen: () => Promise<void> | undefined,
): Promise<InterruptedTurn> {
  const { lane } = visitor;
  await visitor.arrive();
  // The Worker may still be starting after the interruption before.
  const usedBefore = plan.kind === 'Worker killed' ? undefined : await lane.used();
  await visitor.type();
  const began = performance.now();
  const question = await visitor.send();
  await happen();
  const messages = await messagesAtRest(visitor);
  const took = performance.now() - began;
  const calls = lane.model.calls.filter((call) => call.question.endsWith(question));
  const asked = calls.filter(({ isCutOff }) => !isCutOff).length;
  const from = messages.findIndex(({ text }) => text === question);
  const own = from === -1 ? [] : messages.slice(from);
  const end = endOf(visitor, own);
  const expected = end === 'whole' ? 1 : 0;
  const charged = usedBefore === undefined ? undefined : await chargedAtLast(visitor, usedBefore, expected);
  const shown = own.map(({ text, around }) => `${text} (${around})`);
  return { ...plan, asked, end, charged, took, shown: shown.join(' / ') };
}

/** The messages once nothing moves any more, or after the longest wait. */
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

/** How a question and all that follows it look. */
function endOf(visitor: Visitor, messages: readonly SeenMessage[]): InterruptedTurn['end'] {
  const [, answer, another] = messages;
  if (answer && !another && isWhole(visitor, answer)) return 'whole';
  const last = messages.at(-1);
  return last && isMarked(last) ? 'marked' : 'wrong';
}

async function chargedAtLast({ lane }: Visitor, before: number, expected: number): Promise<number> {
  const end = performance.now() + BOOKS_MS;
  for (;;) {
    const charged = (await lane.used()) - before;
    if (charged === expected || performance.now() > end) return charged;
    await wait(LOOKS_MS);
  }
}
