import { expect } from 'chai';
import { textOf } from '../../../widget/protocol/chat-message.ts';
import { TabWorld, type WorldPage } from '../../support/tab-world.ts';
import { answerTo } from '../../support/world-backend.ts';

/** Two tabs, of which the first has asked something and shows the first word of the answer. */
async function startAnswer(world: TabWorld): Promise<readonly [WorldPage, WorldPage]> {
  const [first, second] = [world.open(), world.open()];
  void first.conversation.send('hi');
  await hear(world);
  await world.say();
  await hear(world);
  return [first, second];
}

/** A page that has asked something, and is left when it shows the first word of the answer. */
async function leaveAnAnswer(world: TabWorld): Promise<WorldPage> {
  const page = world.open();
  void page.conversation.send('hi');
  await hear(world);
  await world.say();
  page.close();
  return page;
}

/** What pages have written arrives, a second later. */
async function hear(world: TabWorld): Promise<void> {
  await world.pass(1_000);
}

function whole(...questions: readonly string[]): readonly string[] {
  return questions.flatMap((text) => [`user complete ${text}`, `assistant complete ${answerTo(text)}`]);
}

const WHOLE = whole('hi');

describe('the pages of a conversation', () => {
  it('show the answer of another one while it grows', async () => {
    const [, second] = await startAnswer(new TabWorld());
    expect(second.transcript).to.eql(['user complete hi', 'assistant streaming hi.one ']);
    expect(second.conversation.state.status).to.equal('streaming');
  });

  it('tell of the words that were added, for whoever draws them', async () => {
    const world = new TabWorld();
    const [, second] = await startAnswer(world);
    const deltas: string[] = [];
    second.conversation.subscribe((change) => change.type === 'delta' && deltas.push(change.text));
    await world.say();
    await hear(world);
    expect(deltas).to.eql(['hi.two ']);
  });

  it('show the whole answer, opened in the middle of it', async () => {
    const world = new TabWorld();
    await startAnswer(world);
    const third = world.open();
    expect(third.transcript).to.eql(['user complete hi', 'assistant streaming hi.one ']);
    await world.rest();
    expect(third.transcript).to.eql(WHOLE);
    expect(world.backend.answers.size).to.equal(1);
  });

  it('go on with the answer of one that is closed, to the letter', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    first.close();
    await world.rest();
    expect(second.transcript).to.eql(WHOLE);
    expect(second.conversation.state.status).to.equal('ready');
  });

  it('end the answer of one that is gone before the question of another one', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    const third = world.open();
    first.crash();
    second.conversation.queue('and');
    await world.rest();
    expect(third.transcript).to.eql(whole('hi', 'and'));
    expect(second.transcript).to.eql(third.transcript);
  });

  it('say that a question has no answer whose page is gone before the first word', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    void first.conversation.send('hi');
    await hear(world);
    world.backend.answers.clear();
    first.close();
    await world.rest();
    expect(second.transcript).to.eql(['user failed hi']);
  });

  for (const [reader, open] of [
    ['the next page', (page: WorldPage) => (page.close(), page.tab.open())],
    ['another tab', (page: WorldPage, other: WorldPage) => (page.close(), other)],
  ] as const) {
    it(`ask a question again whose page was left in the moment of Enter, in ${reader}`, async () => {
      const world = new TabWorld({ knowsKeys: true });
      const [page, other] = [world.open(), world.open()];
      void page.conversation.send('hi');
      const next = open(page, other);
      await world.rest();
      expect(next.transcript).to.eql(WHOLE);
      expect(other.transcript).to.eql(WHOLE);
      expect(world.backend.answers.size).to.equal(1);
    });

    it(`say that such a question was not delivered where the backend knows no keys, in ${reader}`, async () => {
      const world = new TabWorld();
      const [page, other] = [world.open(), world.open()];
      void page.conversation.send('hi');
      const next = open(page, other);
      await world.rest();
      expect(next.transcript).to.eql(['user failed hi']);
      expect(other.transcript).to.eql(['user failed hi']);
    });
  }

  it('keep the whole answer of another one when one wakes that had the first words', async () => {
    const world = new TabWorld({ hasLocks: false });
    const [first, second] = await startAnswer(world);
    await world.say();
    await world.say();
    first.freeze();
    await world.pass(30_000);
    for (let word = 0; word < 4; word++) {
      await world.say();
      await hear(world);
    }
    expect(second.transcript).to.eql(WHOLE);
    await world.rest();
    expect(first.transcript).to.eql(WHOLE);
    expect(second.transcript).to.eql(WHOLE);
  });

  it('do not take over the answer of one that says a word every few seconds, where there are no locks', async () => {
    const world = new TabWorld({ hasLocks: false });
    const [, second] = await startAnswer(world);
    for (let word = 0; word < 4; word++) {
      await world.pass(6_000);
      await world.say();
      await world.pass(20);
      expect(second.conversation.state.turn).to.equal(undefined);
    }
    await world.rest();
    expect(second.transcript).to.eql(WHOLE);
  });

  it('show each word once where one wakes in the middle of its answer, which another one has taken over', async () => {
    const world = new TabWorld({ hasLocks: false });
    const [first, second] = await startAnswer(world);
    first.freeze();
    await world.pass(30_000);
    await world.say();
    await hear(world);
    expect(second.conversation.state.turn).to.be.a('string');
    first.thaw();
    expect(first.conversation.state.turn).to.equal(undefined);
    await world.rest();
    expect(first.transcript).to.eql(WHOLE);
    expect(second.transcript).to.eql(WHOLE);
  });

  it('keep the words of one that wakes where no other one got the rest', async () => {
    const world = new TabWorld({ hasLocks: false });
    const [first, second] = await startAnswer(world);
    await world.say();
    await world.say();
    world.backend.hasRest = false;
    first.freeze();
    await world.pass(30_000);
    expect(second.transcript.at(-1)).to.equal('assistant truncated hi.one hi.two hi.three ');
    await world.rest();
    for (const { transcript } of [first, second])
      expect(transcript.at(-1)).to.match(/^assistant \w+ hi.one hi.two hi.three /);
  });

  for (const [title, knowsKeys] of [
    ['that two pages have heard from its start', false],
    ['for which two pages have asked under one key', true],
  ] as const)
    it(`show an answer once ${title}`, async () => {
      const world = new TabWorld({ hasLocks: false, knowsKeys });
      const [first, second] = [world.open(), world.open()];
      void first.conversation.send('hi');
      await hear(world);
      first.freeze();
      await world.pass(30_000);
      first.thaw();
      await world.say();
      await world.rest();
      expect(first.transcript).to.eql(WHOLE);
      expect(second.transcript).to.eql(WHOLE);
      expect(world.backend.answers.size).to.equal(1);
    });

  it('leave a question alone that its page asks right behind an answer', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    const third = world.open();
    first.conversation.subscribe(
      (change) =>
        change.type === 'response-end' &&
        world.backend.answers.size < 3 &&
        void first.conversation.send('and'),
    );
    await world.rest();
    expect(first.transcript).to.eql(whole('hi', 'and', 'and'));
    expect(second.transcript).to.eql(first.transcript);
    expect(third.transcript).to.eql(first.transcript);
    expect(world.backend.answers.size).to.equal(3);
  });

  it('go on with the answer of the page before', async () => {
    const world = new TabWorld({ persist: 'session' });
    const page = await leaveAnAnswer(world);
    const next = page.tab.open();
    await hear(world);
    await world.say();
    expect(next.transcript).to.eql(['user complete hi', 'assistant streaming hi.one hi.two ']);
  });

  it('stop the answer of another one', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    second.conversation.stop();
    await hear(world);
    expect(first.transcript.at(-1)).to.equal('assistant stopped hi.one ');
    expect(second.transcript).to.eql(first.transcript);
    expect(second.conversation.state.status).to.equal('ready');
    expect(world.backend.answers.get('q0')?.isStopped).to.equal(true);
  });

  it('stop no later turn of a question whose answer was complete before another page heard of it', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    for (let word = 0; word < 5; word++) await world.say();
    expect(first.transcript).to.eql(WHOLE);
    second.conversation.stop();
    await hear(world);
    void first.conversation.regenerate();
    await world.rest();
    expect(first.transcript).to.eql(WHOLE);
    expect(world.backend.answers.size).to.equal(2);
  });

  it('stop the answer of another one before they ask, and send what that has said', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    void second.conversation.send('and');
    await hear(world);
    await world.rest();
    expect(first.transcript).to.eql(['user complete hi', 'assistant stopped hi.one ', ...whole('and')]);
    expect(second.transcript).to.eql(first.transcript);
  });

  it('let an answer go on that was stopped, while another one writes', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    second.conversation.stop();
    await hear(world);
    void first.conversation.continue('Go on: {question}');
    second.conversation.queue('and');
    await hear(world);
    await world.rest();
    expect(first.transcript.map((line) => line.split(' ')[1])).to.eql(Array(4).fill('complete'));
    expect(second.transcript).to.eql(first.transcript);
  });

  it('leave a question alone that its page asks again right after a stop', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    void first.conversation.send('hi');
    await world.pass(50);
    first.conversation.stop();
    void first.conversation.regenerate();
    await world.rest();
    expect(first.transcript).to.eql(WHOLE);
    expect(second.transcript).to.eql(WHOLE);
    expect(world.backend.timesAsked('hi')).to.equal(2);
  });

  it('ask one after the other when two ask in the same moment', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    void first.conversation.send('a');
    void second.conversation.send('b');
    await world.rest();
    expect(first.transcript).to.eql(whole('a', 'b'));
    expect(second.transcript).to.eql(first.transcript);
  });

  it('keep the order in which questions of one moment were answered', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    void second.conversation.send('b');
    void first.conversation.send('a');
    await world.rest();
    expect(first.transcript).to.eql(whole('b', 'a'));
    expect(world.open().transcript).to.eql(whole('b', 'a'));
  });

  it('ask a question behind what another one has edited in the same moment', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    await world.rest();
    const question = first.conversation.state.messages[0]?.id ?? '';
    void first.conversation.edit(question, 'other');
    void second.conversation.send('and');
    await world.rest();
    expect(first.transcript).to.eql(whole('other', 'and'));
    expect(second.transcript).to.eql(first.transcript);
    expect(world.backend.timesAsked('and')).to.equal(1);
  });

  it('have a question in the text box that was asked in the moment in which another one removed all', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    await world.rest();
    second.conversation.clear();
    void first.conversation.send('and');
    await world.rest();
    expect([first.conversation.state.draft, second.conversation.state.draft]).to.eql(['and', '']);
    expect(first.transcript).to.eql([]);
    void first.conversation.send('and');
    await world.rest();
    await world.pass(2_000);
    second.conversation.clear();
    await world.rest();
    expect(first.conversation.state.draft).to.equal('');
  });

  it('have the words of an edit in the text box where another one has begun a new conversation', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    await world.rest();
    const question = first.conversation.state.messages[0]?.id ?? '';
    first.conversation.type('half a');
    second.conversation.leave();
    void second.conversation.send('and');
    world.area.deliverAll();
    await first.conversation.edit(question, 'other');
    expect(first.conversation.state.draft).to.equal('other\n\nhalf a');
    expect(first.transcript).to.eql(second.transcript);
    await first.conversation.edit('unknown', 'nothing');
    expect(first.conversation.state.draft).to.equal('other\n\nhalf a');
  });

  it('answer a question under the earlier version where another one has edited a message before it', async () => {
    const world = new TabWorld({ hasLocks: false });
    const [first, second] = await startAnswer(world);
    await world.rest();
    void second.conversation.send('and');
    await world.settle();
    void first.conversation.edit(first.conversation.state.messages[0]?.id ?? '', 'other');
    await world.pass(20);
    await world.say();
    expect(second.transcript.join()).not.to.include('and');
    await world.rest();
    expect(first.transcript).to.eql(whole('other'));
    expect(second.transcript).to.eql(first.transcript);
    const all = [...first.conversation.state.records.values()].map(({ message }) => textOf(message));
    expect(all).to.include(answerTo('and'));
  });

  it('ask one of two edits of a question in the same moment, and keep the other one as a version', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    await world.rest();
    const question = first.conversation.state.messages[0]?.id ?? '';
    void first.conversation.edit(question, 'mine');
    void second.conversation.edit(question, 'yours');
    await world.rest();
    expect(second.transcript).to.eql(first.transcript);
    expect(first.transcript.length).to.equal(2);
    expect(world.backend.answers.size).to.equal(2);
    expect([...first.conversation.state.versions.values()][0]).to.have.length(3);
  });

  it('take a question back that another one has asked and not begun', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    void first.conversation.send('hi');
    void second.conversation.send('mine');
    await hear(world);
    const waits = first.conversation.state.waiting[0]?.id ?? '';
    first.conversation.takeBack(waits);
    await hear(world);
    expect(second.transcript).to.eql(['user complete hi']);
    await world.rest();
    expect(first.conversation.state.draft).to.equal('mine');
    expect(second.transcript).to.eql(WHOLE);
    expect(world.backend.timesAsked('mine')).to.equal(0);
  });

  it('end the answer of one whose conversation is emptied in another one', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    second.conversation.clear();
    await hear(world);
    expect(first.transcript).to.eql([]);
    expect(first.conversation.state.status).to.equal('ready');
    expect([...world.backend.answers.values()].map(({ isStopped }) => isStopped)).to.eql([true]);
    expect([...world.area.entries.values()].join('')).not.to.include('hi');
  });

  it('store no message of a conversation that another one has removed in the same moment', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    await world.rest();
    first.conversation.clear();
    void second.conversation.send('late');
    await world.rest();
    expect(first.transcript).to.eql([]);
    expect(second.transcript).to.eql([]);
    const stored = [...world.area.entries].filter(([key]) => !key.includes(':draft'));
    expect(stored.join('')).not.to.include('late');
  });

  it('no longer say that they reconnect where another one has begun a new conversation', async () => {
    const world = new TabWorld();
    await leaveAnAnswer(world);
    const [next, other] = [world.open(), world.open()];
    await world.pass(100);
    expect(next.conversation.state.isReconnecting).to.equal(true);
    other.conversation.leave();
    await hear(world);
    expect(next.transcript).to.eql([]);
    expect(next.conversation.state.isReconnecting ?? false).to.equal(false);
  });

  it('let an answer go on whose conversation is left in another one, for whoever comes back to it', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    const left = second.conversation.leave();
    await hear(world);
    expect(first.transcript).to.eql([]);
    expect([...world.backend.answers.values()].map(({ isStopped }) => isStopped)).to.eql([false]);
    if (left) second.conversation.open(left);
    await world.rest();
    expect(second.transcript).to.eql(WHOLE);
    expect(first.transcript).to.eql(WHOLE);
    expect(world.backend.answers.size).to.equal(1);
  });

  it('show the same conversation where two have begun a new one in the same moment', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    await world.rest();
    first.conversation.leave();
    second.conversation.leave();
    void first.conversation.send('a');
    void second.conversation.send('b');
    await world.rest();
    expect(first.conversation.state.id).to.equal(second.conversation.state.id);
    expect(first.transcript).to.eql(second.transcript);
    const stored = [...world.area.entries.values()].join('');
    for (const text of ['hi', 'a', 'b']) expect(stored).to.include(`"text":"${text}"`);
  });

  it('let an answer go on where the page of another tab sets messages of its own', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    second.conversation.setMessages([{ role: 'assistant', content: 'Welcome' }]);
    await world.rest();
    expect(first.transcript).to.eql(WHOLE);
  });

  it('give a question up that another one has put into an earlier version', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    void second.conversation.send('waits');
    await world.settle();
    const question = first.conversation.state.messages[0]?.id ?? '';
    second.freeze();
    await hear(world);
    first.conversation.stop();
    void first.conversation.edit(question, 'other');
    await world.rest();
    expect(first.transcript.at(-1)).to.equal(`assistant complete ${answerTo('other')}`);
    expect(second.transcript).to.eql(first.transcript);
    expect(world.backend.answers.size).to.be.at.most(3);
  });

  it('do not bring back what was removed while they slept', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    await world.rest();
    second.freeze();
    first.conversation.clear();
    first.close();
    await hear(world);
    const third = world.open();
    void third.conversation.send('new');
    await world.pass(3_000);
    second.thaw();
    await world.rest();
    expect(second.transcript).to.eql(whole('new'));
    expect(second.transcript).to.eql(third.transcript);
  });

  it('show a rating of another one', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    await world.rest();
    first.conversation.rate(first.conversation.state.messages[1]?.id ?? '', -1);
    await hear(world);
    expect(second.conversation.state.messages[1]?.feedback).to.equal(-1);
  });

  it('put a message back that another one has written over in the same moment, as it had been before', async () => {
    const world = new TabWorld({ hasRest: false });
    const [first, second] = await startAnswer(world);
    for (let word = 0; word < 5; word++) await world.say();
    expect(first.transcript).to.eql(WHOLE);
    second.conversation.rate(second.conversation.state.messages[1]?.id ?? '', 1);
    while (first.tab.view.hasSent) first.tab.view.send();
    await hear(world);
    await world.rest();
    for (const page of [first, second, world.open()]) expect(page.transcript).to.eql(WHOLE);
  });

  it('show the new conversation of another one, though words of the old one come meanwhile', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    second.conversation.leave();
    const { id } = second.conversation.state;
    world.area.deliverAll();
    world.now += 1_000;
    await world.say();
    await hear(world);
    expect([first.conversation.state.id, second.conversation.state.id]).to.eql([id, id]);
    expect(world.open().transcript).to.eql([]);
  });

  it('show that the turn of another one failed, and may ask again', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    void first.conversation.send('fail');
    await hear(world);
    expect(first.conversation.state.error?.code).to.equal('model-busy');
    expect(second.transcript).to.eql(['user failed fail']);
    void second.conversation.retry();
    await hear(world);
    expect(world.backend.timesAsked('fail')).to.equal(2);
  });

  it('leave alone what is typed in another tab', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    second.conversation.type('mine');
    await hear(world);
    expect(first.conversation.state.draft).to.equal('');
    void first.conversation.send('hi');
    second.conversation.type('mine, too');
    await world.rest();
    expect(second.conversation.state.draft).to.equal('mine, too');
  });

  it('wait with what the site has put into one until its visitor acts', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    second.conversation.setMessages([{ role: 'assistant', content: 'Welcome' }]);
    void first.conversation.send('hi');
    await world.rest();
    expect(first.transcript).to.eql(WHOLE);
    expect(second.transcript).to.eql(['assistant complete Welcome', ...WHOLE]);
  });

  it('ask no question of a page that is gone again, where the visitor has asked others meanwhile', async () => {
    const world = new TabWorld({ hasRest: false });
    const [first, second] = [world.open(), world.open()];
    void first.conversation.send('a');
    first.crash();
    void second.conversation.send('b');
    await world.pass(50);
    second.leave();
    const third = second.tab.open();
    void third.conversation.send('c');
    void third.conversation.send('d');
    await world.rest();
    expect(['a', 'b', 'c', 'd'].map((text) => world.backend.timesAsked(text))).to.eql([0, 1, 0, 1]);
    const statuses = third.conversation.state.messages.map(({ status }) => status);
    for (const status of ['streaming', 'waiting']) expect(statuses).not.to.include(status);
  });

  it('ask a question once that failed offline on one of them', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    await world.setOffline(true);
    void first.conversation.send('hi');
    await hear(world);
    expect(second.transcript).to.eql(['user waiting hi']);
    await world.rest();
    expect(world.backend.answers.size).to.equal(1);
    expect(first.transcript).to.eql(WHOLE);
    expect(second.transcript).to.eql(WHOLE);
  });
});

describe('a page that was left, and is shown again', () => {
  /** A page that is left for another one of its tab. */
  async function follow(page: WorldPage): Promise<WorldPage> {
    page.leave();
    const next = page.tab.open();
    await page.tab.world.settle();
    return next;
  }

  /** The visitor goes back: Chromium shows the page before it tells the other one that it is left. */
  async function goBack(from: WorldPage, to: WorldPage): Promise<WorldPage> {
    // A page that stood in the way is loaded anew.
    const page = to.isAlive ? to : to.tab.open();
    page.show();
    await page.tab.world.settle();
    from.leave();
    await page.tab.world.pass(200);
    return page;
  }

  for (const persist of ['session', 'local'] as const) {
    it(`shows the question that was asked on the page behind it (${persist})`, async () => {
      const world = new TabWorld({ persist });
      const page = world.open();
      void page.conversation.send('one');
      await world.rest();
      const next = await follow(page);
      void next.conversation.send('two');
      await world.rest();
      const back = await goBack(next, page);
      void back.conversation.send('three');
      await world.rest();
      expect(back.transcript).to.eql(whole('one', 'two', 'three'));
    });

    it(`has what was typed on the page behind it (${persist})`, async () => {
      const world = new TabWorld({ persist });
      const page = world.open();
      page.conversation.type('first');
      const next = await follow(page);
      next.conversation.type('first second');
      const back = await goBack(next, page);
      expect(back.conversation.state.draft).to.equal('first second');
    });

    for (const knowsKeys of [true, false])
      it(`has the question answered once that waited (${persist}, ${knowsKeys ? 'keys' : 'no keys'})`, async () => {
        const world = new TabWorld({ persist, knowsKeys });
        const page = world.open();
        void page.conversation.send('one');
        await world.pass(100);
        await world.say();
        page.conversation.queue('two');
        const next = await follow(page);
        const back = await goBack(next, page);
        await world.rest();
        expect(back.transcript).to.eql(whole('one', 'two'));
        expect(world.backend.timesAsked('two')).to.equal(1);
      });
  }

  it('goes on with its own answer where no other page did', async () => {
    const world = new TabWorld({ persist: 'session', hasLocks: false });
    const page = world.open();
    void page.conversation.send('one');
    await world.pass(100);
    await world.say();
    page.leave();
    await world.say();
    page.show();
    await world.rest();
    expect(page.transcript).to.eql(whole('one'));
    expect(world.backend.answers.size).to.equal(1);
  });

  for (const words of [0, 1])
    it(`goes on with no answer that was stopped on the page behind it, after ${words} words`, async () => {
      const world = new TabWorld({ persist: 'session', hasLocks: false });
      const page = world.open();
      void page.conversation.send('one');
      await world.pass(100);
      if (words > 0) await world.say();
      const next = await follow(page);
      next.conversation.stop();
      await world.pass(100);
      expect(next.conversation.state.status).to.equal('ready');
      await goBack(next, page);
      await world.rest();
      expect(page.transcript).to.eql(['user complete one', 'assistant stopped one.one '].slice(0, words + 1));
    });

  it('does nothing as long as it is away', async () => {
    const world = new TabWorld({ persist: 'session' });
    const page = world.open();
    await world.setOffline(true);
    void page.conversation.send('one');
    await world.pass(100);
    page.leave();
    await world.setOffline(false);
    await world.pass(60_000);
    expect(world.backend.answers.size).to.equal(0);
    page.show();
    await world.rest();
    expect(page.transcript).to.eql(whole('one'));
  });
});
