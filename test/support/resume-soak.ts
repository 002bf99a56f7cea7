import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { ModelTurn } from './fake-model-server.ts';
import { endedTurns, type SoakedTurn, type SoakResult } from './resume-books.ts';
import { piecesOf, type LastTurn, type ResumeSite, type Visit } from './resume-site.ts';

const PIECES = 25;
const PIECE_MS = 20;
const TURN_MS = PIECES * PIECE_MS;
const SLEEP_MS = 200;
const MAX_PAUSE_MS = 400;

/** Ways in which the reader of an answer disconnects and comes back. */
const INTERRUPTIONS: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  reload: (visit) => visit.reload(),
  navigation: (visit) => visit.navigate(),
  'socket cut': (visit) => Promise.resolve(visit.proxy.cut()),
  'tab asleep': (visit) => visit.sleep(SLEEP_MS),
};

/**
 * Asks so many questions, from several visitors at a time, and interrupts each answer at a random moment: half of them
 * twice in a row.
 */
export async function soak(
  site: ResumeSite,
  browser: Browser,
  { count, visitors }: { readonly count: number; readonly visitors: number },
): Promise<SoakResult> {
  const earlier = new Set((await site.worker.turns()).map(({ queryId }) => queryId));
  const asked = site.model.turns.length;
  const answers = new Map<string, readonly string[]>();
  site.model.reply((turn) => sayAll(turn, answers));
  const plans = plansOf(count);
  const turns: SoakedTurn[] = [];
  const delivered = new Set<string>();
  await Promise.all(
    Array.from({ length: visitors }, async () => {
      const visit = await site.visit(browser);
      for (let plan = plans.shift(); plan; plan = plans.shift()) {
        const question = `Question ${count - plans.length}`;
        const pieces = piecesOf(question, PIECES);
        answers.set(question, pieces);
        // oxlint-disable-next-line no-await-in-loop -- a visitor asks one thing after the other
        turns.push(await interrupt(visit, { question, plan, expected: pieces.join('') }));
      }
      for (const id of visit.proxy.delivered) delivered.add(id);
      await visit.close();
    }),
  );
  await within(60_000, async () => (await openTurns(site)) === 0);
  const rows = (await site.worker.turns()).filter(({ queryId }) => !earlier.has(queryId));
  const ended = endedTurns(await site.worker.logged(/./)).filter(({ queryId }) => !earlier.has(queryId));
  return {
    turns,
    rows,
    ended,
    delivered,
    asked: site.model.turns.length - asked,
  };
}

async function openTurns(site: ResumeSite): Promise<number> {
  return (await site.worker.turns()).filter(({ state }) => state === 'reserved').length;
}

/** The interruptions of a run: every kind equally often, and two for every second answer. */
function plansOf(count: number): string[][] {
  const kinds = Object.keys(INTERRUPTIONS);
  return Array.from({ length: count }, (_, index) => [
    kinds[index % kinds.length] ?? '',
    ...(Math.floor(index / kinds.length) % 2 === 0 ? [] : [pick(kinds)]),
  ]);
}

interface Task {
  readonly question: string;
  readonly plan: readonly string[];
  readonly expected: string;
}

async function interrupt(visit: Visit, { question, plan, expected }: Task): Promise<SoakedTurn> {
  const before = visit.questions;
  await visit.ask(question);
  const at = Math.round(Math.random() * TURN_MS * 1.2);
  await wait(at);
  for (const [index, kind] of plan.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one interruption after the other
    if (index > 0) await wait(Math.random() * MAX_PAUSE_MS);
    // oxlint-disable-next-line no-await-in-loop
    await INTERRUPTIONS[kind]?.(visit);
  }
  const interrupted = performance.now();
  const { answers, queryId } = await visit.lastTurn(question);
  const took = Math.round(performance.now() - interrupted);
  return {
    interruption: plan.join(', '),
    at,
    took,
    queryId,
    sent: visit.questions - before,
    ...judge(answers, expected),
  };
}

function judge(answers: LastTurn['answers'], expected: string): Pick<SoakedTurn, 'outcome' | 'fault'> {
  const [answer] = answers;
  if (!answer) return { outcome: 'not begun' };
  const isWhole = answers.length === 1 && answer.text === expected && answer.status === 'complete';
  if (isWhole) return { outcome: 'whole' };
  const fault = `${answers.length} answers, ${answer.status}, ${answer.text.length} of ${expected.length} characters`;
  return { outcome: 'wrong', fault };
}

async function sayAll(turn: ModelTurn, answers: ReadonlyMap<string, readonly string[]>): Promise<void> {
  // The Worker joins questions that follow each other without an answer.
  const question = turn.call.body.messages.at(-1)?.content.split('\n\n').at(-1) ?? '';
  for (const piece of answers.get(question) ?? []) {
    if (turn.isClosed) return;
    // oxlint-disable-next-line no-await-in-loop -- a model speaks piece by piece
    await turn.say(piece);
    // oxlint-disable-next-line no-await-in-loop
    await wait(PIECE_MS);
  }
  if (!turn.isClosed) await turn.finish();
}

/** Waits until a condition holds, or until the time is over. */
async function within(milliseconds: number, holds: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + milliseconds;
  // oxlint-disable-next-line no-await-in-loop -- until it holds
  while (!(await holds()) && Date.now() < until) await wait(200);
}

function pick(names: readonly string[]): string {
  return names[Math.floor(Math.random() * names.length)] ?? '';
}
