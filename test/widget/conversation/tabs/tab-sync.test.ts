import { expect } from 'chai';
import { TabWorld, type WorldTab } from '../../../support/tab-world.ts';

/** Two tabs, of which the first has asked something and shows the first word of the answer. */
async function startAnswer(world: TabWorld): Promise<readonly [WorldTab, WorldTab]> {
  const [first, second] = [world.open(), world.open()];
  void first.conversation.send('hi');
  await world.settle();
  await world.say();
  await hear(world);
  return [first, second];
}

/** A page that has asked something, and is left when it shows the first word of the answer. */
async function leaveAnAnswer(world: TabWorld): Promise<void> {
  const page = world.open();
  void page.conversation.send('hi');
  await world.settle();
  await world.say();
  page.close();
}

/** What tabs have said arrives, a second later. */
async function hear(world: TabWorld): Promise<void> {
  await world.pass(1_000);
}

const WHOLE = ['user complete hi', 'assistant complete hi.one hi.two hi.three hi.four hi.five '];

describe('TabSync', () => {
  it('shows the answer of another tab while it grows', async () => {
    const [, second] = await startAnswer(new TabWorld());
    expect(second.transcript).to.eql(['user complete hi', 'assistant streaming hi.one ']);
    expect(second.conversation.state.status).to.equal('streaming');
  });

  it('tells of the words that were added, for whoever draws them', async () => {
    const world = new TabWorld();
    const [, second] = await startAnswer(world);
    const deltas: string[] = [];
    second.conversation.subscribe((change) => change.type === 'delta' && deltas.push(change.text));
    await world.say();
    await hear(world);
    expect(deltas).to.eql(['hi.two ']);
  });

  it('shows the whole answer in a tab that is opened in the middle of it', async () => {
    const world = new TabWorld();
    await startAnswer(world);
    const third = world.open();
    await hear(world);
    expect(third.transcript).to.eql(['user complete hi', 'assistant streaming hi.one ']);
    await world.rest();
    expect(third.transcript).to.eql(WHOLE);
  });

  for (const [kept, shorten] of [
    ['a part', (text: string) => text.replace(/"messages":\[.*?\},(?=\{"role":"assistant")/, '"messages":[')],
    ['nothing', () => undefined],
  ] as const)
    it(`shows all of a conversation of which a full storage has kept ${kept}`, async () => {
      const world = new TabWorld();
      await startAnswer(world);
      await world.rest();
      for (const [key, text] of [...world.entries]) {
        const short = shorten(text);
        expect(short).to.not.equal(text);
        if (short === undefined) world.entries.delete(key);
        else world.entries.set(key, short);
      }
      const third = world.open();
      expect(third.transcript).to.not.eql(WHOLE);
      await hear(world);
      expect(third.transcript).to.eql(WHOLE);
    });

  it('goes on with the answer of a tab that is closed, to the letter', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    first.close();
    await world.rest();
    expect(second.transcript).to.eql(WHOLE);
    expect(second.conversation.state.status).to.equal('ready');
  });

  it('goes on with the answer of a tab that is gone under its own question, where another tab has asked the next', async () => {
    const world = new TabWorld({ hasChannel: false });
    const [first, second] = await startAnswer(world);
    const third = world.open();
    await hear(world);
    first.close();
    void second.conversation.send('and');
    await world.rest();
    expect(third.transcript).to.eql([
      ...WHOLE,
      'user complete and',
      'assistant complete and.one and.two and.three and.four and.five ',
    ]);
    expect(second.transcript).to.eql(third.transcript);
  });

  it('says that a question has no answer whose tab is gone before the first word', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    void first.conversation.send('hi');
    await hear(world);
    world.answers.clear();
    first.close();
    await world.rest();
    expect(second.transcript).to.eql(['user failed hi']);
  });

  for (const [reader, open] of [
    ['the next page', (world: TabWorld, page: WorldTab) => (page.close(), world.open())],
    ['another tab', (world: TabWorld, page: WorldTab, other = world.tabs[1]) => (page.close(), other)],
  ] as const) {
    it(`asks a question again whose page was left in the moment of Enter, in ${reader}`, async () => {
      const world = new TabWorld();
      world.knowsKeys = true;
      const [page] = [world.open(), world.open()];
      void page.conversation.send('hi');
      const next = open(world, page);
      await world.rest();
      expect(next?.transcript).to.eql(WHOLE);
      expect(world.tabs[1]?.transcript).to.eql(WHOLE);
      expect(world.answers.size).to.equal(1);
    });

    it(`says that such a question was not delivered where the backend knows no keys, in ${reader}`, async () => {
      const world = new TabWorld();
      const [page] = [world.open(), world.open()];
      void page.conversation.send('hi');
      const next = open(world, page);
      await world.rest();
      expect(next?.transcript).to.eql(['user failed hi']);
      expect(world.tabs[1]?.transcript).to.eql(['user failed hi']);
    });
  }

  it('keeps the whole answer of another tab when one wakes up that had the first words', async () => {
    const world = new TabWorld({ hasLocks: false });
    const [first, second] = await startAnswer(world);
    // Nobody hears of the second of these words.
    await world.say();
    await world.say();
    first.isFrozen = true;
    await world.pass(30_000);
    for (let word = 0; word < 3; word++) {
      await world.say();
      await hear(world);
    }
    expect(second.transcript).to.eql(WHOLE);
    await world.rest();
    expect(first.transcript).to.eql(WHOLE);
    expect(second.transcript).to.eql(WHOLE);
  });

  it('keeps the words of a tab that wakes up where no other tab got the rest', async () => {
    const world = new TabWorld({ hasLocks: false });
    const [first, second] = await startAnswer(world);
    await world.say();
    await world.say();
    world.hasRest = false;
    first.isFrozen = true;
    await world.pass(30_000);
    expect(second.transcript.at(-1)).to.match(/^assistant truncated hi.one hi.two $/);
    await world.rest();
    for (const { transcript } of [first, second])
      expect(transcript.at(-1)).to.match(/^assistant \w+ hi.one hi.two hi.three /);
  });

  for (const [title, hasChannel, knowsKeys] of [
    ['that two tabs have heard from its start', true, false],
    ['that two tabs have heard from its start, without a channel', false, false],
    ['for which two tabs have asked under one key', true, true],
  ] as const)
    it(`shows an answer once ${title}`, async () => {
      const world = new TabWorld({ hasChannel, hasLocks: false });
      world.knowsKeys = knowsKeys;
      const [first, second] = [world.open(), world.open()];
      void first.conversation.send('hi');
      await hear(world);
      first.isFrozen = true;
      await world.pass(30_000);
      first.isFrozen = false;
      await world.say();
      await world.rest();
      expect(first.transcript).to.eql(WHOLE);
      expect(second.transcript).to.eql(WHOLE);
      expect(world.answers.size).to.equal(1);
    });

  for (const hasChannel of [true, false])
    it(`leaves a question alone that its tab asks right behind an answer, ${hasChannel ? 'with' : 'without'} a channel`, async () => {
      const world = new TabWorld({ hasChannel });
      const [first, second] = await startAnswer(world);
      const third = world.open();
      first.conversation.subscribe(
        (change) =>
          change.type === 'response-end' && world.answers.size < 3 && void first.conversation.send('and'),
      );
      await world.rest();
      const again = 'assistant complete and.one and.two and.three and.four and.five ';
      expect(first.transcript).to.eql([...WHOLE, 'user complete and', again, 'user complete and', again]);
      expect(second.transcript).to.eql(first.transcript);
      expect(third.transcript).to.eql(first.transcript);
      expect(world.answers.size).to.equal(3);
    });

  it('goes on at once with the answer of the page before', async () => {
    const world = new TabWorld();
    await leaveAnAnswer(world);
    const next = world.open();
    await world.settle();
    await world.say();
    expect(next.transcript).to.eql(['user complete hi', 'assistant streaming hi.one hi.two ']);
  });

  it('stops the answer of another tab', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    second.conversation.stop();
    await hear(world);
    expect(first.transcript.at(-1)).to.equal('assistant stopped hi.one ');
    expect(second.transcript).to.eql(first.transcript);
    expect(second.conversation.state.status).to.equal('ready');
  });

  it('stops the answer of another tab before it asks, and sends what that has said', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    void second.conversation.send('and');
    await world.rest();
    expect(first.transcript.map((line) => line.slice(0, 24))).to.eql([
      'user complete hi',
      'assistant stopped hi.one',
      'user complete and',
      'assistant complete and.o',
    ]);
    expect(second.transcript).to.eql(first.transcript);
  });

  it('asks one after the other when two tabs ask in the same moment', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    void first.conversation.send('a');
    void second.conversation.send('b');
    await world.rest();
    expect(first.transcript.map((line) => line.slice(0, 25))).to.eql([
      'user complete a',
      'assistant complete a.one ',
      'user complete b',
      'assistant complete b.one ',
    ]);
  });

  it('ends the answer of a tab whose conversation is emptied in another one', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    second.conversation.clear();
    await hear(world);
    expect(first.transcript).to.eql([]);
    expect(first.conversation.state.status).to.equal('ready');
    expect([...world.answers.values()].map(({ isStopped }) => isStopped)).to.eql([true]);
    expect([...world.entries.values()].join('')).not.to.include('hi');
  });

  it('no longer says that it reconnects where another tab has begun a new conversation', async () => {
    const world = new TabWorld();
    await leaveAnAnswer(world);
    const [next, other] = [world.open(), world.open()];
    await world.settle();
    expect(next.conversation.state.isReconnecting).to.equal(true);
    other.conversation.leave();
    await hear(world);
    expect(next.transcript).to.eql([]);
    expect(next.conversation.state.isReconnecting).to.equal(false);
  });

  it('lets an answer go on whose conversation is left in another tab, for whoever comes back to it', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    const thread = second.conversation.leave();
    await hear(world);
    expect(first.transcript).to.eql([]);
    expect([...world.answers.values()].map(({ isStopped }) => isStopped)).to.eql([false]);
    if (thread) second.conversation.open(thread);
    await world.rest();
    expect(second.transcript).to.eql(WHOLE);
    expect(first.transcript).to.eql(WHOLE);
    expect(world.answers.size).to.equal(1);
  });

  it('lets an answer go on where the page of another tab sets messages of its own', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    second.conversation.setMessages([{ role: 'assistant', content: 'Welcome' }]);
    await world.rest();
    expect(first.transcript).to.eql(WHOLE);
  });

  it('gives a question up that another tab has put into an earlier version', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    void second.conversation.send('waits');
    await world.settle();
    const question = first.conversation.state.messages[0]?.id ?? '';
    second.isFrozen = true;
    await hear(world);
    first.conversation.stop();
    void first.conversation.edit(question, 'other');
    await world.rest();
    expect(first.transcript.at(-1)).to.equal(
      'assistant complete other.one other.two other.three other.four other.five ',
    );
    expect(second.transcript).to.eql(first.transcript);
    expect(world.answers.size).to.be.at.most(3);
  });

  it('does not bring back what was removed while a tab slept', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    await world.rest();
    second.isFrozen = true;
    first.conversation.clear();
    first.close();
    const third = world.open();
    void third.conversation.send('new');
    await world.pass(3_000);
    second.thaw();
    await world.rest();
    expect(second.transcript[0]).to.equal('user complete new');
    expect(second.transcript).to.eql(third.transcript);
  });

  it('shows a rating of another tab', async () => {
    const world = new TabWorld();
    const [first, second] = await startAnswer(world);
    await world.rest();
    first.conversation.rate(first.conversation.state.messages[1]?.id ?? '', -1);
    await hear(world);
    expect(second.conversation.state.messages[1]?.feedback).to.equal(-1);
  });

  it('shows why the turn of another tab failed', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    void first.conversation.send('fail');
    await hear(world);
    expect(second.conversation.state.error?.code).to.equal('model-busy');
    expect(second.transcript).to.eql(['user failed fail']);
    await second.conversation.retry();
    expect(first.conversation.state.status).to.equal('error');
  });

  it('leaves what is typed in another tab alone', async () => {
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

  it('waits with what a page has put into a tab until its visitor acts', async () => {
    const world = new TabWorld();
    const [first, second] = [world.open(), world.open()];
    second.conversation.setMessages([{ role: 'assistant', content: 'Welcome' }]);
    void first.conversation.send('hi');
    await world.rest();
    expect(first.transcript).to.eql(WHOLE);
    expect(second.transcript).to.eql(['assistant complete Welcome']);
  });

  it('reads a conversation that a page without the code for tabs has stored', async () => {
    const world = new TabWorld();
    const message = { id: 'm', role: 'user', parts: [{ type: 'text', text: 'old' }], createdAt: 1 };
    world.entries.set('cf-ai-chat:world', JSON.stringify({ version: 1, messages: [message] }));
    const [first, second] = [world.open(), world.open()];
    void first.conversation.send('hi');
    await world.rest();
    expect(second.transcript).to.eql(['user complete old', ...WHOLE]);
  });
});
