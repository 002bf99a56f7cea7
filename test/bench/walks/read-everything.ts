import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { strings } from '../../../widget/ui/strings/en.ts';
import { button, HISTORY_LIST, THREAD } from './controls.ts';
import { isQuiet, look, type Sight } from './sight.ts';
import type { Visitor } from './visitor.ts';

const REST_MS = 15_000;

/** Enough to load the parts that a conversation is the first to need, such as the switch between versions. */
const PARTS_MS = 500;

/** Reads the conversation of the tab in front in all its versions, and every earlier one. */
export async function* readEverything(visitor: Visitor): AsyncGenerator<Sight, void> {
  yield await visitor.arrive();
  // A question that is being edited shows no versions: cancel that first. Its text box is drawn after the rest of the page.
  if ((await visitor.find(button(strings.cancel))).count > 0) {
    yield await visitor.look();
    await visitor.press(strings.cancel);
  }
  yield* readVersions(visitor);
  const read = new Set<string>();
  for (;;) {
    const thread = await openThread(visitor, read);
    if (thread === undefined) return;
    read.add(thread);
    yield* readVersions(visitor);
  }
}

/** Shows every version of the `index`-th switch between versions; for each of them, every version of the switches below it. */
async function* readVersions(visitor: Visitor, index = 0): AsyncGenerator<Sight, void> {
  if (index === 0) await wait(PARTS_MS);
  // No other version can be shown while an answer streams, as it may when its conversation was opened.
  const sight = await lookAtRest(visitor);
  if ((await visitor.tab.evaluate(readSwitch, { index, arrow: '' })) === undefined) {
    yield sight;
    return;
  }
  while (await step(visitor, index, strings.earlierVersion));
  do yield* readVersions(visitor, index + 1);
  while (await step(visitor, index, strings.laterVersion));
}

/** An answer may go on when its conversation is opened. */
async function lookAtRest(visitor: Visitor): Promise<Sight> {
  const end = performance.now() + REST_MS;
  for (;;) {
    const sight = await look(visitor.tab);
    if (isQuiet(sight) || performance.now() > end) return sight;
    await wait(20);
  }
}

/** Presses an arrow of a switch; false at its end. */
async function step({ tab }: Visitor, index: number, arrow: string): Promise<boolean> {
  const before = await tab.evaluate(readSwitch, { index, arrow: '' });
  const [number, count] = before?.match(/\d+/g) ?? [];
  if (number === (arrow === strings.earlierVersion ? '1' : count)) return false;
  // The answer of an opened conversation may go on after the last look. The arrows are disabled until its end.
  await until(
    () => tab.evaluate(readSwitch, { index, arrow }),
    (pressed) => pressed !== undefined,
  );
  await until(
    () => tab.evaluate(readSwitch, { index, arrow: '' }),
    (label) => label !== before,
  );
  return true;
}

/**
 * Runs in the page: the label of a switch between versions, or undefined where there is none. With the name of an arrow it
 * presses that, and says the name; undefined where it cannot be pressed.
 */
function readSwitch({
  index,
  arrow,
}: {
  readonly index: number;
  readonly arrow: string;
}): string | undefined {
  const root = document.querySelector('cf-ai-chat')?.shadowRoot;
  // "2 messages were not delivered" has the questions in it, with their switches.
  for (const fold of root?.querySelectorAll<HTMLDetailsElement>('[part~=message--user] details') ?? [])
    fold.open = true;
  const group = root?.querySelectorAll('[part~=versions]')[index];
  if (arrow === '') return group?.ariaLabel ?? undefined;
  const arrowButton = [...(group?.querySelectorAll('button') ?? [])].find(
    ({ ariaLabel }) => ariaLabel === arrow,
  );
  if (!arrowButton || arrowButton.disabled || arrowButton.ariaDisabled === 'true') return undefined;
  arrowButton.click();
  return arrow;
}

/** Opens an earlier conversation that was not read yet; its id, or undefined where there is none. */
async function openThread(visitor: Visitor, read: ReadonlySet<string>): Promise<string | undefined> {
  await visitor.choose(strings.history);
  await visitor.await(HISTORY_LIST);
  const { count } = await visitor.find(THREAD);
  for (let index = 0; index < count; index += 1) {
    const { id } = await visitor.find({ ...THREAD, index });
    if (read.has(id)) continue;
    await visitor.click({ ...THREAD, index });
    await visitor.await(HISTORY_LIST, false);
    return id;
  }
  await visitor.press(strings.back);
  return undefined;
}
