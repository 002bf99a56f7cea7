import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { strings } from '../../widget/ui/strings/en.ts';
import { openChromium } from '../bench/walks/browser/chromium-tabs.ts';
import type { TabBrowser } from '../bench/walks/browser/tab.ts';
import { button, menuItem, SEND, type Wanted } from '../bench/walks/controls.ts';
import { isWhole } from '../bench/walks/judge-sights.ts';
import { settle } from '../bench/walks/judge-visit.ts';
import type { Lane } from '../bench/walks/lane.ts';
import { Service } from '../bench/walks/service.ts';
import { isAnswering, type Sight } from '../bench/walks/sight.ts';
import { Visitor } from '../bench/walks/visitor.ts';
import { addressOf } from '../bench/walks/walk-page.ts';
import type { Site } from '../bench/walks/walk-plan.ts';
import { followLink, travel } from '../bench/walks/world-acts.ts';
import { IS_FULL_RUN } from '../support/full-run.ts';
import { until } from '../support/until.ts';

const SLOW = { silentMs: 100, pieces: 40, pieceMs: 20 };
/** Milliseconds between two presses of a double click. */
const QUICK_AND_SLOW = [80, 400];
const QUICK = { silentMs: 0, pieces: 3, pieceMs: 1 };

describe('a page to which the visitor returns', { timeout: 300_000 }, () => {
  let browser: TabBrowser;
  let service: Service;
  let lane: Lane;
  let visitor: Visitor;
  let count = 0;

  before(async () => {
    [browser, service] = await Promise.all([openChromium(), Service.open(1)]);
    const [only] = service.lanes;
    assert.ok(only);
    lane = only;
  });

  after(async () => {
    await browser.close();
    await service.close();
  });

  /** Opens a page as a visitor does. */
  async function open({
    site = 'own',
    prerenders = false,
    search = '',
  }: { readonly site?: Site; readonly prerenders?: boolean; readonly search?: string } = {}): Promise<void> {
    count += 1;
    const walk = { number: count, site, persist: 'session', prerenders, steps: [] } as const;
    lane.begin(site, count);
    lane.model.forget();
    lane.model.speechFor = () => QUICK;
    visitor = new Visitor(walk, lane, await browser.newProfile());
    visitor.becomeThorough();
    await visitor.openTab(`${addressOf(walk, lane.front)}${search}`);
  }

  /** Asks a question, and reads the answer. */
  async function ask(): Promise<string> {
    await visitor.arrive();
    await visitor.type();
    const question = await visitor.send();
    await until(
      () => visitor.look(),
      (sight) => isAnswered(sight, question),
    );
    return question;
  }

  function isAnswered({ messages }: Sight, question: string): boolean {
    const index = messages.findIndex(({ role, text }) => role === 'user' && text === question);
    const answer = messages[index + 1];
    return index !== -1 && answer !== undefined && isWhole(visitor, answer);
  }

  function timesAsked(question: string): number {
    return lane.model.calls.filter((call) => call.question.endsWith(question)).length;
  }

  async function sightAtRest(): Promise<Sight> {
    const { sights, faults } = await settle(visitor);
    assert.deepEqual(faults, []);
    const [sight] = sights;
    assert.ok(sight);
    return sight;
  }

  async function assertAskedAndAnswered(questions: readonly string[]): Promise<void> {
    const sight = await sightAtRest();
    for (const question of questions) {
      assert.ok(isAnswered(sight, question), `no answer to ${question}: ${sight.words}`);
      assert.equal(timesAsked(question), 1, question);
    }
  }

  it('asks a question that waited when the page was left by a link, after Back', async () => {
    await open();
    await ask();
    lane.model.speechFor = () => SLOW;
    await visitor.type();
    const first = await visitor.send();
    await until(() => visitor.look(), isAnswering);
    await visitor.type();
    const second = await visitor.send();
    await followLink(visitor);
    await visitor.arrive();
    await travel(visitor, -1);
    await assertAskedAndAnswered([first, second]);
  });

  it('shows the draft that was typed on the later page', async () => {
    await open();
    await ask();
    await followLink(visitor);
    await visitor.arrive();
    const draft = await visitor.type();
    await travel(visitor, -1);
    await until(
      () => visitor.look(),
      ({ composer }) => composer.includes(draft),
    );
    const more = await visitor.type();
    await visitor.leave(() => visitor.tab.reload());
    await until(
      () => visitor.look(),
      ({ composer }) => composer === `${draft} ${more}`,
    );
  });

  for (const ms of IS_FULL_RUN ? [0, 20, 40, 60] : [0, 40])
    it(`shows the answer to a question that was sent on the later page ${ms} ms before Back`, async () => {
      await open();
      await ask();
      await followLink(visitor);
      await visitor.arrive();
      await visitor.type();
      const question = await visitor.send();
      await pause(ms);
      await travel(visitor, -1);
      await assertAskedAndAnswered([question]);
    });

  it('shows, when it was prerendered before the second question, that question, and the third erases nothing', async () => {
    await open({ prerenders: true });
    const first = await ask();
    await visitor.leave(() => visitor.tab.reload());
    await until(
      () => lane.front.prerendered,
      (pages) => pages > 1,
    );
    // The prerendered page has read the first turn by then.
    await pause(400);
    const second = await ask();
    await followLink(visitor);
    assert.equal(visitor.activated, 1);
    const third = await ask();
    await assertAskedAndAnswered([first, second, third]);
    await visitor.leave(() => visitor.tab.reload());
    await assertAskedAndAnswered([first, second, third]);
  });

  it('asks its first question once though the connection breaks, with a script from a CDN', async () => {
    await open({ site: 'cdn' });
    await visitor.arrive();
    lane.front.breaksNext = true;
    await visitor.type();
    const question = await visitor.send();
    await assertAskedAndAnswered([question]);
  });

  for (const ms of QUICK_AND_SLOW)
    it(`takes two presses on Send ${ms} ms apart for one`, async () => {
      await open();
      await ask();
      lane.model.speechFor = () => SLOW;
      const question = await visitor.type();
      // A press right after the end of an answer may have been meant for Stop.
      await pause(700);
      await visitor.clickTwice(SEND, ms);
      await assertAskedAndAnswered([question]);
    });

  for (const ms of IS_FULL_RUN ? QUICK_AND_SLOW : [400])
    it(`opens its menu by two presses ${ms} ms apart`, async () => {
      await open();
      await ask();
      await assertOpensOnce(button(strings.menu), menuItem(strings.history), ms);
    });

  for (const ms of IS_FULL_RUN ? QUICK_AND_SLOW : [80])
    it(`opens the chat by two presses on its launcher ${ms} ms apart`, async () => {
      await open({ search: '&floating' });
      await visitor.await(button(strings.openChat));
      await assertOpensOnce(button(strings.openChat), { selector: '[part~=input]' }, ms);
    });

  async function assertOpensOnce(opener: Wanted, opened: Wanted, ms: number): Promise<void> {
    await visitor.clickTwice(opener, ms);
    await visitor.await(opened);
    // Whatever the second press does has happened by then.
    await pause(300);
    assert.equal((await visitor.find(opened)).count > 0, true);
  }

  it('sends text that a tool has written into the text box without an input event', async () => {
    await open();
    await visitor.arrive();
    await visitor.tab.evaluate(write, 'dictated');
    await visitor.click(SEND);
    await assertAskedAndAnswered(['dictated']);
    await visitor.type();
    await visitor.tab.evaluate(write, 'corrected');
    await visitor.tab.press('Enter');
    await assertAskedAndAnswered(['corrected']);
  });

  it('keeps such text when the page is left', async () => {
    await open();
    await visitor.arrive();
    await visitor.tab.evaluate(write, 'dictated');
    await followLink(visitor);
    await until(
      () => visitor.look(),
      ({ composer }) => composer === 'dictated',
    );
  });
});

/** Runs in the page: writes as dictation and spelling tools do. */
function write(text: string): void {
  const box = document.querySelector('cf-ai-chat')?.shadowRoot?.querySelector('textarea');
  if (!box) throw new Error('no text box');
  box.focus();
  box.value = text;
}
