import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { ModelTurn } from './fake-model-server.ts';
import { piecesOf, type ResumeSite, type Visit } from './resume-site.ts';

const PIECES = 40;
const PIECE_MS = 20;
const TURN_MS = PIECES * PIECE_MS;

/** Ways in which the reader of an answer goes away and comes back. */
const INTERRUPTIONS: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  reload: (visit) => visit.reload(),
  navigation: (visit) => visit.navigate(),
  'socket cut': (visit) => Promise.resolve(visit.proxy.cut()),
  'tab asleep': (visit) => visit.sleep(300),
};

/** What became of one question. */
export interface SoakedTurn {
  /** How it was interrupted, such as `reload, socket cut`. */
  readonly interruption: string;
  /** Milliseconds after the question at which that began. */
  readonly at: number;
  /** Milliseconds from the last interruption to the end of the answer. */
  readonly took: number;
  readonly outcome: Outcome;
  /** The answer is not as it should be in this way. */
  readonly fault?: string;
}

/**
 * `whole`: the answer is there to the character. `not begun`: the visitor was gone before the first event, so there is
 * nothing to go on with; the question stands there to be asked again.
 */
export type Outcome = 'whole' | 'not begun' | 'wrong';

/** What a soak found. */
export interface SoakResult {
  readonly turns: readonly SoakedTurn[];
  /** States of the turns in the books, and how often. */
  readonly states: Readonly<Record<string, number>>;
  /** Characters that the Worker still keeps a minute after the last answer. */
  readonly parked: number;
}

/**
 * Asks so many questions, from several visitors at a time, and interrupts each answer at a random moment: half of them
 * twice in a row.
 */
export async function soak(
  site: ResumeSite,
  browser: Browser,
  { count, visitors }: { readonly count: number; readonly visitors: number },
): Promise<SoakResult> {
  const answers = new Map<string, readonly string[]>();
  site.model.reply((turn) => sayAll(turn, answers));
  const kinds = Object.keys(INTERRUPTIONS);
  const plans = Array.from({ length: count }, (_, index) => [
    kinds[index % kinds.length] ?? '',
    ...(index % 2 === 0 ? [] : [pick(kinds)]),
  ]);
  const turns: SoakedTurn[] = [];
  await Promise.all(
    Array.from({ length: visitors }, async () => {
      const visit = await site.visit(browser);
      for (let plan = plans.shift(); plan; plan = plans.shift()) {
        const question = `Question ${count - plans.length}`;
        answers.set(question, piecesOf(question, PIECES));
        // oxlint-disable-next-line no-await-in-loop -- a visitor asks one thing after the other
        turns.push(await interrupt(visit, question, plan, answers.get(question)?.join('') ?? ''));
      }
      await visit.close();
    }),
  );
  await within(60_000, async () => (await site.worker.turns()).every(({ state }) => state !== 'reserved'));
  const states: Record<string, number> = {};
  for (const { state } of await site.worker.turns()) states[state] = (states[state] ?? 0) + 1;
  await within(60_000, async () => (await site.worker.parked()) === 0);
  return { turns, states, parked: await site.worker.parked() };
}

async function interrupt(
  visit: Visit,
  question: string,
  plan: readonly string[],
  expected: string,
): Promise<SoakedTurn> {
  await visit.ask(question);
  const at = Math.round(Math.random() * TURN_MS * 1.2);
  await wait(at);
  for (const [index, kind] of plan.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one interruption after the other
    if (index > 0) await wait(Math.random() * 600);
    // oxlint-disable-next-line no-await-in-loop
    await INTERRUPTIONS[kind]?.(visit);
  }
  const interrupted = performance.now();
  const { answers } = await visit.lastTurn(question);
  const took = Math.round(performance.now() - interrupted);
  return { interruption: plan.join(', '), at, took, ...judge(answers, expected) };
}

function judge(
  answers: readonly { readonly text: string; readonly status: string }[],
  expected: string,
): Pick<SoakedTurn, 'outcome' | 'fault'> {
  const [answer] = answers;
  if (!answer) return { outcome: 'not begun' };
  const isWhole = answers.length === 1 && answer.text === expected && answer.status === 'complete';
  if (isWhole) return { outcome: 'whole' };
  const fault = `${answers.length} answers, ${answer.status}, ${answer.text.length} of ${expected.length} characters`;
  return { outcome: 'wrong', fault };
}

async function sayAll(turn: ModelTurn, answers: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const question = turn.call.body.messages.at(-1)?.content ?? '';
  for (const piece of answers.get(question) ?? []) {
    if (turn.isClosed) return;
    // oxlint-disable-next-line no-await-in-loop -- a model speaks piece by piece
    await turn.say(piece);
    // oxlint-disable-next-line no-await-in-loop
    await wait(PIECE_MS);
  }
  if (!turn.isClosed) await turn.finish();
}

/** Waits until that holds, or the time is over. */
async function within(milliseconds: number, holds: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + milliseconds;
  // oxlint-disable-next-line no-await-in-loop -- until it holds
  while (!(await holds()) && Date.now() < until) await wait(200);
}

function pick(names: readonly string[]): string {
  return names[Math.floor(Math.random() * names.length)] ?? '';
}
