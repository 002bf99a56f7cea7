import { expect } from 'chai';
import * as fc from 'fast-check';
import { isUnderWay, type MessageRecord } from '../../../widget/conversation/message-record.ts';
import { textOf } from '../../../widget/protocol/chat-message.ts';
import { ACTS, PageStory, type Step } from '../../support/page-story.ts';
import type { WorldOptions, WorldPage } from '../../support/tab-world.ts';
import { answerTo } from '../../support/world-backend.ts';

const STEPS: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('say', 'flush', 'deliver', 'pass', 'send' as const) },
      { weight: 8, arbitrary: fc.constantFrom(...ACTS) },
    ),
    fc.nat(11),
  ),
  { maxLength: 40, size: 'max' },
);

/** What a page shows, as one string for comparison. */
function shownBy({ conversation, transcript }: WorldPage): string {
  const { id, versions, waiting } = conversation.state;
  return JSON.stringify({ id, transcript, versions: [...versions], waiting: waiting.map(textOf) }, null, 1);
}

/** Checks that all visible pages show the same, and that no work is left over. */
async function checkShown(story: PageStory): Promise<WorldPage> {
  await story.rest();
  const [first, ...others] = story.world.shown;
  if (!first) throw new Error('no page is left');
  for (const page of others) expect(shownBy(page), `${page.name} and ${first.name}`).to.equal(shownBy(first));
  for (const page of story.world.shown) expect(page.isAtRest, `${page.name} is at rest`).to.equal(true);
  return first;
}

/** Checks that visible, hidden and newly opened pages show the same. Returns the newly opened page. */
async function checkAgreement(story: PageStory): Promise<WorldPage> {
  const { world } = story;
  let page = await checkShown(story);
  for (const back of world.living.filter(({ isAway }) => isAway)) {
    if (world.persist === 'session') page.leave();
    if (!back.isAlive) continue;
    back.show();
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    page = await checkShown(story);
  }
  const before = shownBy(page);
  if (world.persist === 'session') page.close();
  const fresh = world.persist === 'session' ? page.tab.open() : world.open();
  await checkShown(story);
  expect(shownBy(fresh), 'a fresh page').to.equal(before);
  return fresh;
}

function checkMessages(story: PageStory, { store }: WorldPage): void {
  const { world, removedConversations, restoredConversations, removed } = story;
  const stored = new Map<string, MessageRecord>();
  for (const id of store.ids()) for (const [key, record] of store.load(id).records) stored.set(key, record);
  const drafts = draftsOf(story);
  const removedNow = [...removedConversations].filter((id) => !restoredConversations.has(id));
  expect(store.ids(), 'removed conversations').not.to.include.members(
    removedNow.length > 0 ? removedNow : ['-'],
  );
  for (const [id, { conversation, record }] of story.seen) {
    const now = stored.get(id);
    const text = textOf(record.message);
    const hasGone = !now || now.isGone === true;
    const wasRemoved =
      removed.has(id) || removed.has(record.parent ?? '') || removedConversations.has(conversation);
    if (hasGone && !wasRemoved && text !== '') expect(drafts, `${text} is lost`).to.include(text);
    const isBack = !hasGone && (removed.get(id) ?? -1) >= now.attempt;
    expect(isBack, `${text} has come back`).to.equal(false);
  }
  for (const word of story.typed) expect(drafts, 'a draft is lost').to.include(word);
  for (const record of stored.values()) checkRecord(story, record, stored);
  if (!world.locks) return;
  for (const [id, { record }] of story.seen) {
    if (record.message.role !== 'user') continue;
    const text = textOf(record.message);
    expect(world.backend.timesAsked(text), `times that ${text} was asked`).to.be.at.most(
      1 + (story.askedAgain.get(id) ?? 0),
    );
  }
}

function checkRecord(
  story: PageStory,
  record: MessageRecord,
  stored: ReadonlyMap<string, MessageRecord>,
): void {
  const { message, parent } = record;
  if (message.role === 'user' || message.status !== 'complete' || record.isGone) return;
  const question = stored.get(parent ?? '');
  if (!question || question.isGone) return;
  const whole = answerTo(textOf(question.message));
  expect(textOf(message).endsWith(whole), `${textOf(message)} is whole`).to.equal(true);
  if (!story.continued.has(parent ?? '')) expect(textOf(message)).to.equal(whole);
  expect(isUnderWay(question), 'an answered question is under way').to.equal(false);
}

/** All drafts that are shown or stored. */
function draftsOf({ world }: PageStory): string {
  const areas = [world.area.entries, ...world.pages.map(({ tab }) => tab.session.entries)];
  const stored = areas.flatMap((entries) => [...entries].filter(([key]) => key.includes(':draft')));
  return [...stored.flat(), ...world.living.map(({ conversation }) => conversation.state.draft)].join('\n');
}

/** Runs for each kind of page. */
const RUNS = 20;

for (const [title, options] of [
  ['tabs', { persist: 'local' }],
  ['tabs without locks', { persist: 'local', hasLocks: false }],
  ['pages of a tab', { persist: 'session' }],
  ['pages of a tab, whose connections end when they are left', { persist: 'session', keepsStreams: false }],
  ['pages of a tab without locks', { persist: 'session', hasLocks: false }],
] as const satisfies readonly (readonly [string, WorldOptions])[]) {
  describe(title, () => {
    for (const knowsKeys of [true, false])
      it(`show the same and lose, double or bring back nothing, in any order of events (${knowsKeys ? 'keys' : 'no keys'})`, async () => {
        await fc.assert(
          fc.asyncProperty(STEPS, fc.boolean(), async (steps, hasRest) => {
            const story = new PageStory({ ...options, knowsKeys, hasRest });
            await story.run(steps);
            checkMessages(story, await checkAgreement(story));
          }),
          { numRuns: RUNS },
        );
      });
  });
}
