import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Branches } from '../../../../widget/conversation/branches.ts';
import { allOf } from '../../../../widget/conversation/tabs/shared-transcript.ts';
import { type ChatMessage, textOf } from '../../../../widget/protocol/chat-message.ts';
import { showVersion, versionsOf } from '../../../../widget/conversation/versions.ts';
import { TabWorld, type WorldOptions, type WorldTab } from '../../../support/tab-world.ts';

/** What can happen: in one of the tabs, or to the world. */
const ACTIONS = [
  'send',
  'edit',
  'regenerate',
  'version',
  'stop',
  'clear',
  'undo',
  'rate',
  'type',
  'say',
  'deliver',
  'pass',
  'freeze',
  'thaw',
  'close',
  'crash',
  'open',
] as const;

type Step = readonly [(typeof ACTIONS)[number], number];

const STEPS: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('say' as const) },
      { weight: 4, arbitrary: fc.constant('deliver' as const) },
      { weight: 3, arbitrary: fc.constant('send' as const) },
      { weight: 16, arbitrary: fc.constantFrom(...ACTIONS) },
    ),
    fc.nat(5),
  ),
  { maxLength: 40 },
);

/** Runs steps, and notes what was asked and what a visitor has removed. */
class Story {
  readonly world: TabWorld;
  /** Texts of all questions that were asked. */
  readonly asked: string[] = [];
  /** Ids of messages that a visitor has removed, or had removed by asking anew. */
  readonly removed = new Set<string>();
  /** Every message that a tab has ever shown. */
  readonly seen = new Set<string>();
  /** What the last `clear` took, which `undo` brings back. */
  #cleared: Branches = { messages: [] };
  #clearedIn = '';
  /** The same, also of those that came back: an answer that nobody had heard of went with its question. */
  readonly everRemoved = new Set<string>();
  /** The question of every answer. */
  readonly questions = new Map<string, string>();

  constructor(options: WorldOptions) {
    this.world = new TabWorld(options);
    this.world.open();
    this.world.open();
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const [action, number] of steps) {
      const { living } = this.world;
      const tab = living[number % living.length];
      if (action === 'open' && living.length < 3) this.world.open();
      if (tab) await this.#act(action, tab, number);
      await this.world.settle();
      this.#look();
    }
    if (this.world.living.length === 0) this.world.open();
    await this.world.rest();
    this.#look();
  }

  async #act(action: Step[0], tab: WorldTab, number: number): Promise<void> {
    const { world } = this;
    if (action === 'say') return world.say();
    if (action === 'pass') return world.pass([50, 150, 400, 3_000, 12_000, 30_000][number] ?? 0);
    if (action === 'crash') return this.#crash(tab);
    if (action === 'thaw') return tab.thaw();
    if (!tab.isRunning) return;
    if (action === 'deliver') return world.deliver(tab);
    if (action === 'freeze') tab.isFrozen = true;
    if (action === 'close') tab.close();
    this.#converse(action, tab, number);
  }

  /** Words of an answer that only a tab which crashes has shown come again, in a message of its own. */
  #crash(tab: WorldTab): void {
    tab.crash();
    const stored = [...this.world.entries.values()].join('');
    for (const id of this.seen) if (!stored.includes(`"id":"${id}"`)) this.seen.delete(id);
  }

  #converse(action: Step[0], { conversation, name }: WorldTab, number: number): void {
    const { messages } = conversation.state;
    const text = `${name}q${this.asked.length}`;
    if (action === 'send') this.#ask(text, () => void conversation.send(text));
    if (action === 'stop') conversation.stop();
    if (action === 'type') conversation.type(`draft ${number}`);
    const answer = messages.findLast(({ role }) => role === 'assistant');
    if (action === 'rate' && answer) conversation.rate(answer.id, 1);
    if (action === 'clear') {
      this.#cleared = conversation.state;
      this.#clearedIn = name;
      this.#remove(allOf(conversation.state));
      conversation.clear();
    }
    if (action === 'undo' && this.#cleared.messages.length > 0 && this.#clearedIn === name) {
      const back = new Set(allOf(this.#cleared).map(({ id }) => id));
      this.#remove(allOf(conversation.state).filter(({ id }) => !back.has(id)));
      conversation.open({ id: '', title: '', isPinned: false, updatedAt: 0, ...this.#cleared });
      for (const id of back) this.removed.delete(id);
      this.#cleared = { messages: [] };
    }
    // Without locks two tabs may answer one question at the same moment, and both answers stay.
    if (action === 'regenerate' && this.world.locks) void conversation.regenerate();
    if (action === 'version' && answer) {
      const version = versionsOf(conversation.state, answer.id).find((id) => id !== answer.id);
      if (version) conversation.show(showVersion(conversation.state, version));
    }
    const question = messages[number];
    if (action === 'edit' && question?.role === 'user') {
      // The last question, without an answer, is replaced.
      if (number === messages.length - 1) this.#remove(messages.slice(number));
      this.#ask(text, () => void conversation.edit(question.id, text));
    }
  }

  #ask(text: string, ask: () => void): void {
    this.asked.push(text);
    ask();
  }

  #remove(messages: readonly ChatMessage[]): void {
    for (const { id } of messages) {
      this.removed.add(id);
      this.everRemoved.add(id);
    }
  }

  #look(): void {
    for (const { conversation } of this.world.living) {
      let question = '';
      for (const { id } of allOf(conversation.state)) this.seen.add(id);
      for (const { id, role } of conversation.state.messages) {
        if (role === 'user') question = id;
        else if (question) this.questions.set(id, question);
      }
    }
  }
}

function checkEnd({ world, asked, removed, everRemoved, seen, questions: questionOf }: Story): void {
  const [first, ...others] = world.living;
  if (!first) throw new Error('no tab is left');
  for (const other of others) {
    expect(other.transcript).to.eql(first.transcript);
    expect(other.conversation.state.hidden ?? []).to.eql(first.conversation.state.hidden ?? []);
  }
  const { messages, status } = first.conversation.state;
  expect(status).to.be.oneOf(['ready', 'error']);
  const ids = allOf(first.conversation.state).map(({ id }) => id);
  expect(new Set(ids).size).to.equal(ids.length);
  const questions = allOf(first.conversation.state)
    .filter(({ role }) => role === 'user')
    .map(textOf);
  expect(new Set(questions).size, 'a question is doubled').to.equal(questions.length);
  expect(asked).to.include.members(questions);
  const isRemoved = (id: string): boolean => removed.has(id) || everRemoved.has(questionOf.get(id) ?? '');
  // Another tab went on with the answer of one that slept, before it had heard its first words.
  const isAnsweredElsewhere = (id: string): boolean =>
    messages[messages.findIndex((message) => message.id === questionOf.get(id)) + 1]?.role === 'assistant';
  const lost = [...seen].filter((id) => !ids.includes(id) && !isRemoved(id) && !isAnsweredElsewhere(id));
  expect(lost, 'lost').to.eql([]);
  for (const [index, message] of messages.entries()) {
    if (message.role === 'user') continue;
    const before = messages[index - 1];
    const question = before ? textOf(before) : '';
    const whole = ['one ', 'two ', 'three ', 'four ', 'five '].map((word) => `${question}.${word}`).join('');
    if (message.status === 'complete') expect(textOf(message)).to.equal(whole);
    else expect(whole.startsWith(textOf(message)), `${textOf(message)} of ${whole}`).to.equal(true);
  }
}

for (const [title, options] of [
  ['tabs with messages and locks', {}],
  ['tabs without locks', { hasLocks: false }],
  ['tabs without messages', { hasChannel: false }],
  ['tabs with their storage alone', { hasChannel: false, hasLocks: false }],
] as const) {
  describe(title, () => {
    it('come to the same transcript, with nothing lost and nothing doubled, whatever happens', async () => {
      await fc.assert(
        fc.asyncProperty(STEPS, fc.boolean(), async (steps, knowsKeys) => {
          const story = new Story(options);
          story.world.knowsKeys = knowsKeys;
          await story.run(steps);
          checkEnd(story);
        }),
        { numRuns: 40 },
      );
    });
  });
}
