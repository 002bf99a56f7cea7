import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { isWhole } from './judge-sights.ts';
import { readEverything } from './read-everything.ts';
import { RESUME_SECONDS } from './service.ts';
import { isAnswering, isQuiet, look, type Sight } from './sight.ts';
import type { Visitor } from './visitor.ts';

/** Longer than the minute for which a page asks for the rest of an answer. */
const QUIET_MS = 70_000;
const LOOKS_MS = 150;
const ANSWER_MS = 15_000;
/** How long to wait for the offer of another tab's draft, whose code is loaded lazily. */
const OFFER_MS = 3_000;
const BOOKS_MS = RESUME_SECONDS * 1_000 + 3_000;

/** Waits until nothing more happens by itself; the sight of every tab, and what is wrong with that. */
export async function settle(visitor: Visitor) {
  const end = performance.now() + QUIET_MS;
  let before = '';
  for (;;) {
    const sights: Sight[] = [];
    for (const tab of visitor.tabs) {
      await visitor.show(tab);
      sights.push(await visitor.arrive());
    }
    const isIdle = visitor.lane.front.pending === 0 && sights.every(isQuiet);
    const now = JSON.stringify(sights);
    if (isIdle && now === before) return { sights, faults: [] };
    if (performance.now() > end) return { sights, faults: [unquiet(visitor, sights)] };
    before = now;
    await wait(LOOKS_MS);
  }
}

function unquiet({ lane }: Visitor, sights: readonly Sight[]): Fault {
  const words = sights.map((sight) => (isQuiet(sight) ? 'quiet' : sight.words.slice(-300)));
  const details = `${lane.front.pending} requests are open; ${words.join(' | ')}`;
  return { invariant: 'every answer comes to an end', details };
}

/** Every word is somewhere: in sight, or in versions and conversations that can be opened. The sights of all that was read. */
export async function findTyped(visitor: Visitor, atOnce: readonly Sight[]) {
  const sights = [...atOnce];
  const faults: Fault[] = [];
  const missing = (): readonly string[] =>
    [...visitor.typed].filter((word) => !sights.some(({ words }) => words.includes(word)));
  for (const tab of visitor.tabs) {
    await visitor.show(tab);
    const search = async (): Promise<void> => {
      for await (const sight of readEverything(visitor))
        if (sights.push(sight) && missing().length === 0) return;
    };
    if (missing().length > 0)
      await search().catch(async (error: unknown) => {
        if (!String(error).includes('Timeout')) throw error;
        faults.push({ invariant: 'nothing is dead', details: `${error}` });
        await visitor.leave(() => tab.reload());
        await search();
      });
    if (missing().length === 0) break;
    // A page that is opened offers what was typed in a tab that was closed.
    await visitor.leave(() => tab.reload());
    const end = performance.now() + OFFER_MS;
    while (missing().length > 0 && performance.now() < end) sights.push(await visitor.arrive());
  }
  const lost = visitor.wasWarned ? [] : missing().filter((word) => !visitor.unstored.has(word));
  faults.push(
    ...lost.map((word): Fault => ({ invariant: 'nothing typed is lost', details: `${word} is nowhere` })),
  );
  return { sights, faults };
}

/** The chat of every tab answers one more question. */
export async function faultsOfLife(visitor: Visitor): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const tab of visitor.tabs) {
    await visitor.show(tab);
    await visitor.arrive();
    const word = await visitor.type();
    await visitor.send();
    if (await isAnsweredInTime(visitor, word)) continue;
    const { words } = await visitor.look();
    faults.push({ invariant: 'nothing is dead', details: `no answer to "${word}": ${words.slice(-300)}` });
  }
  return faults;
}

async function isAnsweredInTime(visitor: Visitor, word: string): Promise<boolean> {
  const end = performance.now() + ANSWER_MS;
  while (performance.now() < end) {
    if (await isAnswered(visitor, word)) return true;
    await wait(20);
  }
  return false;
}

/** By its last word: text that waited in the box for the network may have been sent before it, alone. */
async function isAnswered(visitor: Visitor, word: string): Promise<boolean> {
  const sight = await look(visitor.tab);
  const index = sight.messages.findIndex(({ role, text }) => role === 'user' && text.endsWith(word));
  const answer = sight.messages[index + 1];
  return answer !== undefined && !isAnswering(sight) && isWhole(visitor, answer);
}

/** Each answer that was read is charged, and nothing that the model has not said. */
export async function faultsOfBooks(visitor: Visitor, sights: readonly Sight[]): Promise<readonly Fault[]> {
  const { lane, walk } = visitor;
  if (walk.site === 'openai') return [];
  const answers = sights.flatMap(({ messages }) => messages.filter((message) => isWhole(visitor, message)));
  const read = new Set(answers.map(({ text }) => text)).size;
  const made = lane.model.calls.filter(({ isSaid, isCutOff }) => isSaid || isCutOff).length;
  // The row of a turn whose Worker was killed is ended by its lease, later, whether or not the model was asked.
  const most = made + lane.unended;
  const end = performance.now() + BOOKS_MS;
  for (;;) {
    const used = await lane.used();
    if (used >= read && used <= most) return [];
    if (performance.now() > end) {
      const details = `${used} charged, ${read} answers read, ${most} answers made`;
      return [{ invariant: 'the books balance', details }];
    }
    await wait(LOOKS_MS);
  }
}
