import { expect } from 'chai';
import { textOf } from '../../../widget/protocol/chat-message.ts';
import { TabWorld, type WorldPage } from '../../support/tab-world.ts';
import { answerTo } from '../../support/world-backend.ts';

/** Two tabs; the first has asked a question, and shows the first word of the answer. */
async function startAnswer(world: TabWorld): Promise<readonly [WorldPage, WorldPage]> {
  const [first, second] = [world.open(), world.open()];
  void first.conversation.send('hi');
  await hear(world);
  await world.say();
  await hear(world);
  return [first, second];
}

/** A page that asked a question, and is left when it shows the first word of the answer. */
async function leaveAnAnswer(world: TabWorld): Promise<WorldPage> {
  const page = world.open();
  void page.conversation.send('hi');
  await hear(world);
  await world.say();
  page.close();
  return page;
}

/** Waits a second, in which pages hear of each other's changes. */
async function hear(world: TabWorld): Promise<void> {
  await world.pass(1_000);
}

function whole(...questions: readonly string[]): readonly string[] {
  return questions.flatMap((text) => [`user complete ${text}`, `assistant complete ${answerTo(text)}`]);
}

const WHOLE = whole('hi');

describe('pages that share a conversation', () => {
  it('a second page shows the answer of the first page while it grows', async () => {
    const [, second] = await startAnswer(new TabWorld());
    expect(second.transcript).to.eql(['user complete hi', 'assistant streaming hi.one ']);
    expect(second.conversation.state.status).to.equal('streaming');
  });

  it('a second page emits the added words as deltas for the renderer', async () => {
    const world = new TabWorld();
    const [, second] = await startAnswer(world);
    const deltas: string[] = [];
    second.conversation.subscribe((change) => change.type === 'delta' && deltas.push(change.text));
    await world.say();
    await hear(world);
    expect(deltas).to.eql(['hi.two ']);
  });

  it('a page opened in the middle of an answer shows the whole answer in the end', async () => {
    const world = new TabWorld();
    await startAnswer(world);
    const third = world.open();
    expect(third.transcript).to.eql(['user complete hi', 'assistant streaming hi.one ']);
    await world.rest();
    expect(third.transcript).to.eql(WHOLE);
    expect(world.backend.answers.size).to.equal(1);
  });

  it('a second page goes on with the answer of a closed page, without losing a letter', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    first.close();
    await world.rest();
    expect(second.transcript).to.eql(WHOLE);
    expect(second.conversation.state.status).to.equal('ready');
  });

  it('the answer of a crashed page is finished before the question of another page is asked', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    const third = world.open();
    first.crash();
    second.conversation.queue('and');
    await world.rest();
    expect(third.transcript).to.eql(whole('hi', 'and'));
    expect(second.transcript).to.eql(third.transcript);
  });

  it('a question is marked failed when its page is gone before the first word', async () => {
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
    it(`${reader} asks a question again that was sent in the moment its page was left`, async () => {
      const world = new TabWorld({ knowsKeys: true });
      const [page, other] = [world.open(), world.open()];
      void page.conversation.send('hi');
      const next = open(page, other);
      await world.rest();
      expect(next.transcript).to.eql(WHOLE);
      expect(other.transcript).to.eql(WHOLE);
      expect(world.backend.answers.size).to.equal(1);
    });

    it(`${reader} marks a question failed that was sent in the moment its page was left, if the backend knows no keys`, async () => {
      const world = new TabWorld();
      const [page, other] = [world.open(), world.open()];
      void page.conversation.send('hi');
      const next = open(page, other);
      await world.rest();
      expect(next.transcript).to.eql(['user failed hi']);
      expect(other.transcript).to.eql(['user failed hi']);
    });
  }

  it('a page that wakes with half an answer shows the whole answer that another page stored', async () => {
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

  it('without locks, no page takes over an answer that brings a word every few seconds', async () => {
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

  it('a page that wakes during its answer, taken over by another page, shows each word once', async () => {
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

  it("the words of a frozen page's answer are kept when no other page gets the rest", async () => {
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
    it(`an answer ${title} is shown once`, async () => {
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

  it('other pages do not ask a question that its own page asks right after an answer', async () => {
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

  it('the next page of a tab goes on with the answer of the page before', async () => {
    const world = new TabWorld({ persist: 'session' });
    const page = await leaveAnAnswer(world);
    const next = page.tab.open();
    await hear(world);
    await world.say();
    expect(next.transcript).to.eql(['user complete hi', 'assistant streaming hi.one hi.two ']);
  });

  it('a second page can stop the answer of the first page', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    second.conversation.stop();
    await hear(world);
    expect(first.transcript.at(-1)).to.equal('assistant stopped hi.one ');
    expect(second.transcript).to.eql(first.transcript);
    expect(second.conversation.state.status).to.equal('ready');
    expect(world.backend.answers.get('q0')?.isStopped).to.equal(true);
  });

  it('a late stop for an answer that is already complete does not stop the next turn of that question', async () => {
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

  it('a question sent on a second page first stops the answer of the first page, and keeps its words', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    void second.conversation.send('and');
    await hear(world);
    await world.rest();
    expect(first.transcript).to.eql(['user complete hi', 'assistant stopped hi.one ', ...whole('and')]);
    expect(second.transcript).to.eql(first.transcript);
  });

  it('a stopped answer can be continued while another page asks a question', async () => {
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

  it('other pages leave a question alone that its page asks again right after a stop', async () => {
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

  it('two questions sent on two pages in the same moment are asked one after the other', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    void first.conversation.send('a');
    void second.conversation.send('b');
    await world.rest();
    expect(first.transcript).to.eql(whole('a', 'b'));
    expect(second.transcript).to.eql(first.transcript);
  });

  it('questions sent in the same moment stay in the order in which they were answered', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    void second.conversation.send('b');
    void first.conversation.send('a');
    await world.rest();
    expect(first.transcript).to.eql(whole('b', 'a'));
    expect(world.open().transcript).to.eql(whole('b', 'a'));
  });

  it('a question follows the edited message when another page edits in the same moment', async () => {
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

  it('a question goes to the text box when another page empties the conversation in the same moment', async () => {
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

  it('an edited text goes to the text box when another page has begun a new conversation', async () => {
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

  it('a question stays under the earlier version when another page edits a message before the question', async () => {
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

  it('of two edits in the same moment one is asked, and the other is kept as a version', async () => {
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

  it('a page can take back a question that another page sent and that still waits', async () => {
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

  it('an answer ends when another page empties the conversation', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    second.conversation.clear();
    await hear(world);
    expect(first.transcript).to.eql([]);
    expect(first.conversation.state.status).to.equal('ready');
    expect([...world.backend.answers.values()].map(({ isStopped }) => isStopped)).to.eql([true]);
    expect([...world.area.entries.values()].join('')).not.to.include('hi');
  });

  it('no message is stored in a conversation that another page removes in the same moment', async () => {
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

  it('a page stops saying that it reconnects when another page begins a new conversation', async () => {
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

  it('an answer goes on when another page leaves its conversation, and is there on return', async () => {
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

  it('two pages that begin a new conversation in the same moment show the same one', async () => {
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

  it('an answer goes on when the site sets messages in another tab', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    second.conversation.setMessages([{ role: 'assistant', content: 'Welcome' }]);
    await world.rest();
    expect(first.transcript).to.eql(WHOLE);
  });

  it('a page gives up its waiting question when another page moved it into an earlier version', async () => {
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

  it('a page that wakes does not bring back removed messages', async () => {
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

  it('a rating given on one page is shown on the other', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    await world.rest();
    first.conversation.rate(first.conversation.state.messages[1]?.id ?? '', -1);
    await hear(world);
    expect(second.conversation.state.messages[1]?.feedback).to.equal(-1);
  });

  it('a complete answer is restored after another page has overwritten it with an older state', async () => {
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

  it('all pages show the new conversation of one page, although words of the old one still arrive', async () => {
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

  it('a second page shows that the turn of the first page failed, and can ask again', async () => {
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

  it('what is typed in one tab stays out of the other', async () => {
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

  it('messages that the site sets on one page appear there and are not shared before its visitor acts', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    second.conversation.setMessages([{ role: 'assistant', content: 'Welcome' }]);
    void first.conversation.send('hi');
    await world.rest();
    expect(first.transcript).to.eql(WHOLE);
    expect(second.transcript).to.eql(['assistant complete Welcome', ...WHOLE]);
  });

  it('the question of a crashed page is not asked once the visitor has asked other questions', async () => {
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

  it('a question that failed offline is asked once by all pages together', async () => {
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

describe('a page that was left and is shown again by Back', () => {
  /** The page is left for another page of its tab. */
  async function follow(page: WorldPage): Promise<WorldPage> {
    page.leave();
    const next = page.tab.open();
    await page.tab.world.settle();
    return next;
  }

  /** Goes back as Chromium does: the old page is shown before the other page hears that it is left. */
  async function goBack(from: WorldPage, to: WorldPage): Promise<WorldPage> {
    // A page that the browser has discarded is opened anew.
    const page = to.isAlive ? to : to.tab.open();
    page.show();
    await page.tab.world.settle();
    from.leave();
    await page.tab.world.pass(200);
    return page;
  }

  for (const persist of ['session', 'local'] as const) {
    it(`shows the question that was asked on the page after it (${persist})`, async () => {
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

    it(`shows the draft that was typed on the page after it (${persist})`, async () => {
      const world = new TabWorld({ persist });
      const page = world.open();
      page.conversation.type('first');
      const next = await follow(page);
      next.conversation.type('first second');
      const back = await goBack(next, page);
      expect(back.conversation.state.draft).to.equal('first second');
    });

    for (const knowsKeys of [true, false])
      it(`asks a waiting question once (${persist}, ${knowsKeys ? 'keys' : 'no keys'})`, async () => {
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
    it(`does not go on with an answer that was stopped on the page after it, after ${words} words`, async () => {
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

  it('sends nothing while it is away', async () => {
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
