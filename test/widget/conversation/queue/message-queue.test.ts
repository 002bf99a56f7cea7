import { expect } from 'chai';
import type { ConversationOptions } from '../../../../widget/conversation/conversation.ts';
import { Drafts } from '../../../../widget/conversation/drafts.ts';
import { openTranscriptStore } from '../../../../widget/conversation/persistence.ts';
import { StorageWithMemory } from '../../../../widget/conversation/storage-with-memory.ts';
import { MapStorage } from '../../../support/map-storage.ts';
import { MAX_QUEUED, MessageQueue } from '../../../../widget/conversation/queue/message-queue.ts';
import { openQueueStore, type QueueStore } from '../../../../widget/conversation/queue/queue-store.ts';
import { ChatError } from '../../../../widget/protocol/chat-error.ts';
import { ConversationHarness } from '../../../support/conversation-harness.ts';
import { FakeNetwork } from '../../../support/fake-network.ts';
import { TabWorld, type WorldTab } from '../../../support/tab-world.ts';

/** A conversation with a queue; `reload` is the same in the next page. */
class QueuedChat extends ConversationHarness {
  readonly network: FakeNetwork;
  readonly queue: MessageQueue;
  readonly storage: MapStorage;
  /** What would happen later, and when. */
  readonly timers: { readonly milliseconds: number; readonly callback: () => void }[] = [];

  constructor(options: Partial<ConversationOptions> = {}, page?: QueuedChat) {
    const storage = page?.storage ?? new MapStorage();
    super({ store: openTranscriptStore(new StorageWithMemory(() => storage), 'shop'), ...options });
    this.storage = storage;
    this.network = page?.network ?? new FakeNetwork();
    this.queue = new MessageQueue({
      conversation: this.conversation,
      network: this.network,
      store: openQueueStore({ storage: new StorageWithMemory(() => storage), instance: 'shop' }),
      send: (text) => void this.conversation.send(text),
      retry: () => void this.conversation.retry(),
      after: (milliseconds, callback) => {
        const timer = { milliseconds, callback };
        this.timers.push(timer);
        return () => void this.timers.splice(this.timers.indexOf(timer), 1);
      },
      drawn: () => Promise.resolve(),
      handleChange: () => undefined,
    });
  }

  get questions(): readonly string[] {
    return this.transcript.filter((line) => line.startsWith('user'));
  }

  reload(): QueuedChat {
    this.queue.dispose();
    this.conversation.dispose();
    const address = () =>
      ({ url: 'https://chat.example/api/chat', headers: {}, credentials: 'omit' }) as const;
    return new QueuedChat({ createId: () => `next-${Math.random()}`, address }, this);
  }

  /** Sends a question without a network. */
  async sendOffline(text: string): Promise<void> {
    this.network.set(false);
    const sent = this.conversation.send(text);
    await (await this.transport.asked()).throw(new ChatError('offline', 'no network'));
    await sent;
    await settled();
  }
}

/** Everything that follows from a change has happened. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

describe('messages typed while an answer streams', () => {
  it('are offered to other tabs where their tab is closed before', async () => {
    const lasting = new MapStorage();
    const open = (): Drafts =>
      new Drafts({
        tab: new StorageWithMemory(() => new MapStorage()),
        lasting: new StorageWithMemory(() => lasting),
        instance: 'shop',
      });
    const offered = (): string | undefined => {
      const drafts = open();
      drafts.load();
      return drafts.offered?.text;
    };
    const chat = new QueuedChat({ drafts: open() });
    void chat.conversation.send('One');
    const first = await chat.transport.asked();
    await first.say('1');
    chat.queue.add('Two');
    expect(offered()).to.equal('Two');
    await first.finish();
    await chat.transport.asked();
    expect(offered()).to.equal(undefined);
  });

  it('are sent one after the other, each when the answer before is complete', async () => {
    const chat = new QueuedChat();
    void chat.conversation.send('One');
    const first = await chat.transport.asked();
    await first.say('1');
    chat.queue.add('Two');
    chat.queue.add('Three');
    await settled();
    expect(chat.questions).to.deep.equal(['user complete One']);
    await first.finish();
    const second = await chat.transport.asked();
    expect(chat.queue.texts).to.deep.equal(['Three']);
    await second.say('2');
    await second.finish();
    await chat.transport.answer('3');
    expect(chat.questions).to.deep.equal(['user complete One', 'user complete Two', 'user complete Three']);
    expect(chat.queue.texts).to.deep.equal([]);
  });

  it('are a few at most', async () => {
    const chat = new QueuedChat();
    void chat.conversation.send('One');
    const texts = Array.from({ length: MAX_QUEUED }, (_, index) => `Q${index}`);
    for (const text of texts) expect(chat.queue.add(text)).to.equal(true);
    expect(chat.queue.add('More')).to.equal(false);
    expect(chat.queue.texts).to.deep.equal(texts);
  });

  it('go back to the text box when they are taken back, before what is there', async () => {
    const chat = new QueuedChat();
    void chat.conversation.send('One');
    chat.queue.add('Two');
    chat.queue.add('Three');
    chat.conversation.type('Four');
    chat.queue.takeBack(0);
    expect(chat.state.draft).to.equal('Two\n\nFour');
    expect(chat.queue.texts).to.deep.equal(['Three']);
  });

  for (const [why, end] of [
    ['the visitor stops the answer', (chat: QueuedChat) => chat.conversation.stop()],
    ['the answer fails', async (chat: QueuedChat) => (await chat.transport.asked()).refuse('model-failed')],
    ['the conversation is cleared', (chat: QueuedChat) => chat.conversation.clear()],
    [
      'another conversation is opened',
      (chat: QueuedChat) =>
        chat.conversation.open({ ...sample(), id: 'x', title: '', isPinned: false, updatedAt: 0 }),
    ],
  ] as const)
    it(`go back to the text box when ${why}`, async () => {
      const chat = new QueuedChat();
      const sent = chat.conversation.send('One');
      chat.queue.add('Two');
      await end(chat);
      await sent;
      await settled();
      expect(chat.state.draft).to.equal('Two');
      expect(chat.queue.texts).to.deep.equal([]);
      expect(chat.transport.turns.length).to.be.at.most(1);
    });

  it('survive a reload, and are sent when the answer that goes on is complete', async () => {
    const chat = new QueuedChat();
    void chat.conversation.send('One');
    const resumePoint = { url: 'https://chat.example/api/chat/q', after: 1, at: chat.now };
    await (
      await chat.transport.asked()
    ).emit({ type: 'start', resumePoint }, { type: 'token', token: 'Ha', resumePoint });
    chat.queue.add('Two');
    const next = chat.reload();
    void next.conversation.resume();
    expect(next.queue.texts).to.deep.equal(['Two']);
    const rest = await next.transport.asked();
    await rest.say('lf');
    await rest.finish();
    await next.transport.answer('2');
    expect(next.transcript).to.deep.equal([
      'user complete One',
      'assistant complete Half',
      'user complete Two',
      'assistant complete 2',
    ]);
  });

  it('go back to the text box after a reload where the answer has no rest', async () => {
    const chat = new QueuedChat();
    void chat.conversation.send('One');
    await (await chat.transport.asked()).say('Half');
    chat.queue.add('Two');
    const next = chat.reload();
    await settled();
    expect(next.state.draft).to.equal('Two');
  });

  it('wait for the network where the answer was cut by its loss', async () => {
    const chat = new QueuedChat();
    const sent = chat.conversation.send('One');
    const turn = await chat.transport.asked();
    await turn.say('Half');
    chat.queue.add('Two');
    chat.network.set(false);
    await turn.throw(new ChatError('offline', 'no network'));
    await sent;
    await settled();
    expect(chat.queue.texts).to.deep.equal(['Two']);
    chat.network.set(true);
    await chat.transport.answer('2');
    expect(chat.questions).to.deep.equal(['user complete One', 'user complete Two']);
  });
});

describe('a question that the network did not take', () => {
  it('is sent once when the device is online again', async () => {
    const chat = new QueuedChat();
    await chat.sendOffline('One');
    expect(chat.queue.hasWaitingQuestion).to.equal(true);
    chat.network.set(true);
    chat.network.set(true);
    await chat.transport.answer('1');
    chat.network.set(true);
    await settled();
    expect(chat.transport.turns.length).to.equal(2);
    expect(chat.transcript).to.deep.equal(['user complete One', 'assistant complete 1']);
  });

  it('is sent once after a reload, too', async () => {
    const chat = new QueuedChat();
    await chat.sendOffline('One');
    const next = chat.reload();
    await settled();
    expect(next.queue.hasWaitingQuestion).to.equal(true);
    next.network.set(true);
    await next.transport.answer('1');
    expect(next.transcript).to.deep.equal(['user complete One', 'assistant complete 1']);
    const last = next.reload();
    await settled();
    expect(last.transport.turns.length).to.equal(0);
  });

  it('comes before the messages that were sent after it', async () => {
    const chat = new QueuedChat();
    await chat.sendOffline('One');
    chat.queue.add('Two');
    await settled();
    expect(chat.transport.turns.length).to.equal(1);
    chat.network.set(true);
    await chat.transport.answer('1');
    await chat.transport.answer('2');
    expect(chat.transcript).to.deep.equal([
      'user complete One',
      'assistant complete 1',
      'user complete Two',
      'assistant complete 2',
    ]);
  });

  it('is tried again where the device was online before the failure was known', async () => {
    const chat = new QueuedChat();
    const sent = chat.conversation.send('One');
    await (await chat.transport.asked()).throw(new ChatError('offline', 'no network'));
    await sent;
    await settled();
    const [timer] = chat.timers;
    timer?.callback();
    await (await chat.transport.asked()).throw(new ChatError('offline', 'no network'));
    await settled();
    expect(chat.timers.map(({ milliseconds }) => milliseconds)).to.deep.equal([
      2 * (timer?.milliseconds ?? 0),
    ]);
  });

  it('goes back to the text box when it is taken back, and is not sent', async () => {
    const chat = new QueuedChat();
    await chat.sendOffline('One');
    chat.queue.takeBackWaiting();
    expect(chat.state.draft).to.equal('One');
    expect(chat.transcript).to.deep.equal([]);
    chat.network.set(true);
    await settled();
    expect(chat.transport.turns.length).to.equal(1);
  });

  it('is sent once where another tab shows it, too', async () => {
    const world = new TabWorld();
    const network = new FakeNetwork();
    const [first, second] = [world.open(), world.open()];
    const queues = [queueOf(first, network), queueOf(second, network)];
    world.isOffline = true;
    network.set(false);
    void first.conversation.send('hi');
    await world.pass(1_000);
    expect(second.transcript).to.deep.equal(['user failed hi']);
    expect(queues.map(({ hasWaitingQuestion }) => hasWaitingQuestion)).to.deep.equal([true, false]);
    world.isOffline = false;
    network.set(true);
    await world.rest();
    expect(world.answers.size).to.equal(1);
    expect(second.transcript.map((line) => line.slice(0, 16))).to.deep.equal([
      'user complete hi',
      'assistant comple',
    ]);
  });

  it('does not wait where the backend has refused it', async () => {
    const chat = new QueuedChat();
    chat.network.set(false);
    const sent = chat.conversation.send('One');
    await (await chat.transport.asked()).refuse('rate-limited');
    await sent;
    await settled();
    expect(chat.queue.hasWaitingQuestion).to.equal(false);
  });

  it('is asked once where the visitor does not wait', async () => {
    const chat = new QueuedChat();
    await chat.sendOffline('One');
    const again = chat.conversation.retry();
    await chat.transport.answer('1');
    await again;
    chat.network.set(true);
    await settled();
    expect(chat.transport.turns.length).to.equal(2);
  });
});

describe('messages that are a copy of what waits in another tab', () => {
  /** A queue that has loaded a text and a question, of which another tab has the original. */
  function copyOf(chat: QueuedChat): MessageQueue {
    return new MessageQueue({
      conversation: chat.conversation,
      network: chat.network,
      store: { ...NO_STORE, load: () => ({ record: { texts: [] }, copied: ['Two'] }) },
      send: (text) => void chat.conversation.send(text),
      retry: () => void chat.conversation.retry(),
      after: () => () => undefined,
      drawn: () => Promise.resolve(),
      handleChange: () => undefined,
    });
  }

  it('are not sent: the question keeps its next steps, the rest is in the text box', async () => {
    const chat = new QueuedChat();
    await chat.sendOffline('One');
    const copy = chat.reload();
    copy.queue.dispose();
    const queue = copyOf(copy);
    await settled();
    expect(queue.hasWaitingQuestion).to.equal(false);
    expect(copy.transcript).to.deep.equal(['user failed One']);
    expect(copy.state.draft).to.equal('Two');
    copy.network.set(true);
    await settled();
    expect(copy.transport.turns.length).to.equal(0);
  });
});

describe('messages that wait on a page that was left', () => {
  it('are not sent by it until it is shown again', async () => {
    const chat = new QueuedChat();
    await chat.sendOffline('One');
    chat.queue.leave();
    chat.network.set(true);
    await settled();
    expect(chat.transport.turns.length).to.equal(1);
    chat.queue.wake();
    await chat.transport.answer('1');
    expect(chat.transcript).to.deep.equal(['user complete One', 'assistant complete 1']);
  });

  it('are gone from it where a later page has sent them', async () => {
    const chat = new QueuedChat();
    await chat.sendOffline('One');
    chat.queue.add('Two');
    chat.queue.leave();
    chat.storage.entries.clear();
    chat.network.set(true);
    chat.conversation.catchUp();
    chat.queue.wake();
    await settled();
    expect(chat.queue.texts).to.deep.equal([]);
    expect(chat.queue.hasWaitingQuestion).to.equal(false);
    expect(chat.transport.turns.length).to.equal(1);
  });
});

const NO_STORE: QueueStore = {
  load: () => ({ record: { texts: [] }, copied: [] }),
  save: () => undefined,
  leave: () => undefined,
  close: () => undefined,
};

/** The queue of a tab, which stores nothing. */
function queueOf({ conversation }: WorldTab, network: FakeNetwork): MessageQueue {
  return new MessageQueue({
    conversation,
    network,
    store: NO_STORE,
    send: (text) => void conversation.send(text),
    retry: () => void conversation.retry(),
    after: () => () => undefined,
    drawn: () => Promise.resolve(),
    handleChange: () => undefined,
  });
}

function sample() {
  return {
    messages: [
      { id: 'x', role: 'user', parts: [{ type: 'text', text: 'X' }], status: 'complete', createdAt: 1 },
      { id: 'y', role: 'assistant', parts: [{ type: 'text', text: 'Y' }], status: 'complete', createdAt: 1 },
    ],
  } as const;
}
