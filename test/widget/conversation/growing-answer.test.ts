import { expect } from 'chai';
import { Conversation } from '../../../widget/conversation/conversation.ts';
import { openTranscriptStore } from '../../../widget/conversation/persistence.ts';
import { StorageWithMemory } from '../../../widget/conversation/storage-with-memory.ts';
import { ThreadRecords } from '../../../widget/conversation/thread-records.ts';
import { textOf } from '../../../widget/protocol/chat-message.ts';
import { STOPPED } from '../../../widget/protocol/transport.ts';
import { MapStorage } from '../../support/map-storage.ts';
import { ScriptedTransport } from '../../support/scripted-transport.ts';
import { REQUEST } from '../../support/streams.ts';

const START = { url: 'https://chat.example/api/chat/q_1?key=k', queryId: 'q_1', after: 1, at: 1_000_000 };

/** A page of a tab, whose storage counts the characters that are written. */
class Page {
  readonly transport = new ScriptedTransport();
  readonly threads: ThreadRecords;
  readonly conversation: Conversation;
  now = 1_000_000;

  constructor(storage: MapStorage) {
    this.threads = new ThreadRecords(new StorageWithMemory(() => storage), 'shop');
    this.conversation = new Conversation({
      transport: () => this.transport,
      buildRequest: (messages) => ({ ...REQUEST, messages }),
      address: () => Promise.resolve(REQUEST),
      historyLimit: () => 20,
      store: openTranscriptStore(new StorageWithMemory(() => storage), 'shop', {
        makeRoom: () => this.threads.giveUpOldest(),
        handleUnstored: () => undefined,
        handleShortened: () => undefined,
      }),
      threads: this.threads,
      now: () => this.now,
    });
  }

  get transcript(): readonly string[] {
    return this.conversation.state.messages.map(
      (message) => `${message.role} ${message.status} ${textOf(message)}`,
    );
  }

  async exchange(question: string, answer: string): Promise<void> {
    const sent = this.conversation.send(question);
    await this.transport.answer(answer);
    await sent;
  }

  /** Asks, and receives these words a second apart. */
  async begin(question: string, words: readonly string[]) {
    void this.conversation.send(question);
    const turn = await this.transport.asked();
    await turn.emit({ type: 'start', queryId: 'q_1', resumePoint: START });
    for (const [index, word] of words.entries()) {
      this.now += 1_000;
      await turn.emit({
        type: 'token',
        token: word,
        resumePoint: { ...START, after: index + 2, at: this.now },
      });
    }
    return turn;
  }
}

class CountingStorage extends MapStorage {
  written = 0;

  override setItem(key: string, value: string): void {
    super.setItem(key, value);
    this.written += value.length;
  }
}

describe('an answer that grows', () => {
  it('is stored without the conversation before it', async () => {
    const storage = new CountingStorage();
    const page = new Page(storage);
    await page.exchange('One', 'long '.repeat(100_000));
    const before = storage.written;
    const words = Array.from({ length: 100 }, (_, index) => `w${index} `);
    const turn = await page.begin('Two', words);
    const asked = storage.written - before;
    await turn.finish();
    expect(asked).to.be.lessThan(3 * 510_000);
    expect(storage.written - before).to.be.lessThan(4 * 510_000);
    expect(new Page(storage).transcript).to.deep.equal(page.transcript);
    expect([...storage.entries.keys()]).to.deep.equal(['cf-ai-chat:shop']);
  });

  it('comes back with all its words when the page is killed, and goes on behind them', async () => {
    const storage = new MapStorage();
    await new Page(storage).begin('Hi', ['one ', 'two ', 'three ']);
    const next = new Page(storage);
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant truncated one two three ']);
    const resumed = next.conversation.resume();
    await next.transport.answer('four');
    await resumed;
    expect(next.transport.points.map(({ after }) => after)).to.deep.equal([4]);
    expect(next.transcript.at(-1)).to.equal('assistant complete one two three four');
  });

  it('is not read again once its end is stored, though its own record has stayed', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    const turn = await page.begin('Hi', ['one ', 'two ']);
    const stale = storage.getItem('cf-ai-chat:shop:growing') ?? '';
    expect(stale).to.include('two');
    await turn.finish();
    storage.setItem('cf-ai-chat:shop:growing', stale);
    expect(new Page(storage).transcript).to.deep.equal(['user complete Hi', 'assistant complete one two ']);
    await page.exchange('More', 'yes');
    expect(storage.getItem('cf-ai-chat:shop:growing')).to.equal(null);
  });

  it('takes the place of the oldest thread in a full storage, not of its question', async () => {
    const storage = new MapStorage(3_000);
    const page = new Page(storage);
    for (const name of ['a', 'b', 'c']) {
      await page.exchange(name, 'x'.repeat(400));
      page.conversation.leave();
    }
    await page.exchange('Last', 'y'.repeat(1_500));
    expect(page.threads.ids().length).to.be.lessThan(3);
    expect(new Page(storage).transcript).to.deep.equal(page.transcript);
  });
});

describe('a conversation that is left in the middle of an answer', () => {
  it('keeps the words it has, and goes on with them when it is opened again', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    const turn = await page.begin('Hi', ['one ', 'two ']);
    const left = page.conversation.leave();
    expect(page.transcript).to.deep.equal([]);
    expect(page.conversation.state.status).to.equal('ready');
    expect(turn.signal.aborted).to.equal(true);
    expect(turn.signal.reason).not.to.equal(STOPPED);
    if (!left) throw new Error('expected a thread');
    page.conversation.open(left);
    await page.transport.answer('three');
    expect(page.transcript).to.deep.equal(['user complete Hi', 'assistant complete one two three']);
    expect(page.conversation.state.status).to.equal('ready');
  });

  it('is whole for the page that comes in the same moment', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    await page.exchange('One', 'first');
    page.conversation.leave();
    const next = new Page(storage);
    expect(next.transcript).to.deep.equal([]);
    expect(next.threads.ids()).to.have.length(1);
  });

  it('keeps the new conversation when the visitor goes back', async () => {
    const page = new Page(new MapStorage());
    await page.exchange('One', 'first');
    const left = page.conversation.leave();
    await page.exchange('Two', 'second');
    if (!left) throw new Error('expected a thread');
    page.conversation.open(left);
    expect(page.transcript).to.deep.equal(['user complete One', 'assistant complete first']);
    expect(page.threads.ids()).to.have.length(2);
  });
});
