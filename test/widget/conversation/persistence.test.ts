import { expect } from 'chai';
import { textOf, type ChatMessage } from '../../../widget/protocol/chat-message.ts';
import { Conversation } from '../../../widget/conversation/conversation.ts';
import { Drafts } from '../../../widget/conversation/drafts.ts';
import { openTranscriptStore, type TranscriptStore } from '../../../widget/conversation/persistence.ts';
import {
  type StorageLike,
  type StorageMemory,
  StorageWithMemory,
} from '../../../widget/conversation/storage-with-memory.ts';
import type { ResumePoint } from '../../../widget/protocol/resume-point.ts';
import { ScriptedTransport } from '../../support/scripted-transport.ts';
import { REQUEST } from '../../support/streams.ts';

/** Storage with a limit, that counts. */
class CountedStorage implements StorageLike {
  readonly entries = new Map<string, string>();
  readonly length = 0;
  writes = 0;
  limit = Infinity;

  key(): string | null {
    return null;
  }

  getItem(key: string): string | null {
    return this.entries.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (value.length > this.limit) throw new DOMException('full', 'QuotaExceededError');
    this.writes++;
    this.entries.set(key, value);
  }

  removeItem(key: string): void {
    this.entries.delete(key);
  }
}

const POINT: ResumePoint = {
  url: 'https://chat.example/api/chat/q_1?key=k',
  stopUrl: 'https://chat.example/api/chat/q_1/stop?key=k',
  queryId: 'q_1',
  after: 2,
  at: 1_000_000,
};

function messageOf(text: string, index = 0): ChatMessage {
  return {
    id: `m-${index}`,
    role: 'user',
    parts: [{ type: 'text', text }],
    status: 'complete',
    createdAt: 1,
  };
}

function refuseAccess(): StorageLike {
  throw new DOMException('sandboxed', 'SecurityError');
}

class Page {
  readonly transport = new ScriptedTransport();
  readonly conversation: Conversation;
  now = 1_000_000;

  constructor(area: () => StorageLike, instance: string) {
    const storage = new StorageWithMemory(area);
    this.conversation = new Conversation({
      transport: () => this.transport,
      buildRequest: (messages) => ({ ...REQUEST, messages }),
      address: () => Promise.resolve(REQUEST),
      historyLimit: () => 20,
      store: openTranscriptStore(storage, instance),
      drafts: new Drafts({ tab: storage, instance }),
      now: () => this.now,
    });
  }

  get transcript(): readonly string[] {
    return this.conversation.state.messages.map(
      (message) => `${message.role} ${message.status} ${textOf(message)}`,
    );
  }
}

describe('openTranscriptStore', () => {
  it('writes a versioned record under the name of the instance', () => {
    const storage = new CountedStorage();
    const messages = [messageOf('Hi')];
    openTranscriptStore(new StorageWithMemory(() => storage), 'shop').save({ messages });
    expect([...storage.entries.keys()]).to.deep.equal(['cf-ai-chat:shop']);
    expect(JSON.parse(storage.getItem('cf-ai-chat:shop') ?? '')).to.deep.equal({
      version: 1,
      messages,
    });
  });

  it('loads what it saved', () => {
    const storage = new CountedStorage();
    const messages = [messageOf('Hi')];
    openTranscriptStore(new StorageWithMemory(() => storage), 'shop').save({ messages });
    expect(openTranscriptStore(new StorageWithMemory(() => storage), 'shop').load()).to.deep.equal({
      messages,
    });
    expect(openTranscriptStore(new StorageWithMemory(() => storage), 'blog').load()).to.equal(undefined);
  });

  it('loads the point from which an answer can be continued', () => {
    const storage = new CountedStorage();
    openTranscriptStore(new StorageWithMemory(() => storage), 'shop').save(
      { messages: [messageOf('Hi')] },
      {
        resumePoint: POINT,
      },
    );
    expect(
      openTranscriptStore(new StorageWithMemory(() => storage), 'shop').load()?.resumePoint,
    ).to.deep.equal(POINT);
  });

  for (const resumePoint of [null, 'x', {}, { url: 'https://chat.example/rest' }, { url: 1, at: 1 }])
    it(`loads a conversation without the broken point ${JSON.stringify(resumePoint)}`, () => {
      const storage = new CountedStorage();
      const messages = [messageOf('Hi')];
      storage.setItem('cf-ai-chat:shop', JSON.stringify({ version: 1, messages, resumePoint }));
      const loaded = openTranscriptStore(new StorageWithMemory(() => storage), 'shop').load();
      expect(loaded).to.deep.equal({ messages });
    });

  it('removes the record of an empty conversation', () => {
    const storage = new CountedStorage();
    const store = openTranscriptStore(new StorageWithMemory(() => storage), 'shop');
    store.save({ messages: [messageOf('Hi')] });
    store.save({ messages: [] });
    expect(storage.entries.size).to.equal(0);
  });

  for (const record of ['', '{', 'null', '[]', '"x"', '{"version":2,"messages":[]}', '{"messages":[]}']) {
    it(`ignores the record ${JSON.stringify(record)}`, () => {
      const storage = new CountedStorage();
      storage.setItem('cf-ai-chat:shop', record);
      expect(openTranscriptStore(new StorageWithMemory(() => storage), 'shop').load()).to.equal(undefined);
    });
  }

  it('keeps the conversation in memory where storage is forbidden', () => {
    const messages = [messageOf('Hi')];
    const memory: StorageMemory = new Map();
    const open = (): TranscriptStore =>
      openTranscriptStore(new StorageWithMemory(refuseAccess, memory), 'shop');
    open().save({ messages });
    expect(open().load()).to.deep.equal({ messages });
    open().save({ messages: [] });
    expect(open().load()).to.equal(undefined);
  });

  it('drops the oldest messages until the rest fits', () => {
    const storage = new CountedStorage();
    const messages = Array.from({ length: 40 }, (_, index) => messageOf('x'.repeat(100), index));
    storage.limit = 2_000;
    openTranscriptStore(new StorageWithMemory(() => storage), 'shop').save({ messages });
    const kept = openTranscriptStore(new StorageWithMemory(() => storage), 'shop').load();
    expect(kept?.messages).to.deep.equal(messages.slice(-5));
  });

  it('tells the next page that the oldest messages are gone, until a page has stored all that it has', () => {
    const storage = new CountedStorage();
    let told = 0;
    const open = (): TranscriptStore =>
      openTranscriptStore(new StorageWithMemory(() => storage), 'shop', {
        makeRoom: () => false,
        handleUnstored: () => undefined,
        handleShortened: () => (told += 1),
      });
    storage.limit = 1_000;
    open().save({ messages: Array.from({ length: 40 }, (_, index) => messageOf('x'.repeat(100), index)) });
    const next = open();
    next.load();
    next.load();
    expect(told, 'the next page').to.equal(1);
    next.save({ messages: [messageOf('Hi', 40)] });
    open().load();
    expect(told, 'the page after it').to.equal(1);
  });

  it('keeps everything in memory when not even the last message fits', () => {
    const storage = new CountedStorage();
    const store = openTranscriptStore(new StorageWithMemory(() => storage), 'shop');
    store.save({ messages: [messageOf('Hi')] });
    storage.limit = 10;
    store.save({ messages: [messageOf('Hi'), messageOf('Ho', 1)] });
    expect(store.load()?.messages).to.have.length(2);
    storage.limit = Infinity;
    store.save({ messages: [messageOf('Hey')] });
    expect(store.load()?.messages).to.deep.equal([messageOf('Hey')]);
  });

  it('keeps a stored question where not even its answer fits', () => {
    const storage = new CountedStorage();
    const memory: StorageMemory = new Map();
    const open = (): TranscriptStore =>
      openTranscriptStore(new StorageWithMemory(() => storage, memory), 'shop');
    const [question, answer] = [messageOf('Hi'), messageOf('Ho', 1)];
    const store = open();
    store.save({ messages: [question] });
    storage.limit = 10;
    store.save({ messages: [question, answer] });
    expect(store.isOverwritten()).to.equal(false);
    expect(open().load()?.messages, 'a panel that is made anew').to.deep.equal([question, answer]);
    const nextPage = openTranscriptStore(new StorageWithMemory(() => storage), 'shop');
    expect(nextPage.load()?.messages, 'the next page').to.deep.equal([question]);
  });

  it('removes a stored conversation that was replaced by one that does not fit', () => {
    const storage = new CountedStorage();
    const store = openTranscriptStore(new StorageWithMemory(() => storage), 'shop');
    store.save({ messages: [messageOf('Hi')] });
    storage.limit = 10;
    store.save({ messages: [messageOf('Ho', 1)] });
    expect(storage.entries.size).to.equal(0);
  });
});

describe('a conversation that is kept', () => {
  it('is there again after a reload', async () => {
    const storage = new CountedStorage();
    const page = new Page(() => storage, 'shop');
    const sent = page.conversation.send('Hi');
    await page.transport.answer('Hello');
    await sent;
    page.conversation.type('Next');
    page.conversation.save();
    const reloaded = new Page(() => storage, 'shop');
    expect(reloaded.conversation.state).to.deep.equal(page.conversation.state);
  });

  it('writes nothing before the visitor acts', () => {
    const storage = new CountedStorage();
    const page = new Page(() => storage, 'shop');
    page.conversation.setMessages([{ role: 'assistant', content: 'Welcome' }]);
    page.conversation.save();
    page.conversation.dispose();
    expect(storage.writes).to.equal(0);
  });

  it('is written on send and at the end of the turn', async () => {
    const storage = new CountedStorage();
    const page = new Page(() => storage, 'shop');
    const sent = page.conversation.send('Hi');
    expect(storage.writes).to.equal(1);
    await page.transport.answer('Hello');
    await sent;
    expect(storage.writes).to.equal(2);
    page.conversation.save();
    expect(storage.writes).to.equal(2);
  });

  it('is written about once a second while the answer streams', async () => {
    const storage = new CountedStorage();
    const page = new Page(() => storage, 'shop');
    const sent = page.conversation.send('Hi');
    const turn = await page.transport.asked();
    for (let tokens = 0; tokens < 50; tokens++) {
      page.now += 100;
      await turn.say('x');
    }
    expect(storage.writes).to.equal(6);
    await turn.finish();
    await sent;
  });

  it('comes back truncated, with its words, when the page went away in mid-answer', async () => {
    const storage = new CountedStorage();
    const page = new Page(() => storage, 'shop');
    void page.conversation.send('Hi');
    const turn = await page.transport.asked();
    await turn.say('Par');
    page.conversation.save();
    const reloaded = new Page(() => storage, 'shop');
    expect(reloaded.transcript).to.deep.equal(['user complete Hi', 'assistant truncated Par']);
    expect(reloaded.conversation.state.status).to.equal('ready');
    const retried = reloaded.conversation.retry();
    await reloaded.transport.answer('Whole');
    await retried;
    expect(reloaded.transcript).to.deep.equal(['user complete Hi', 'assistant complete Whole']);
    page.conversation.dispose();
  });

  it('keeps the words of a draft that is typed faster than it is written', () => {
    const storage = new CountedStorage();
    const page = new Page(() => storage, 'shop');
    for (const draft of ['N', 'Ne', 'Nex', 'Next']) page.conversation.type(draft);
    expect(storage.writes).to.equal(1);
    page.conversation.dispose();
    expect(new Page(() => storage, 'shop').conversation.state.draft).to.equal('Next');
  });

  it('is gone after clear', async () => {
    const storage = new CountedStorage();
    const page = new Page(() => storage, 'shop');
    const sent = page.conversation.send('Hi');
    await page.transport.answer('Hello');
    await sent;
    page.conversation.clear();
    expect(storage.entries.size).to.equal(0);
  });

  it('goes on where storage throws at every access', async () => {
    const page = new Page(refuseAccess, 'shop');
    const sent = page.conversation.send('Hi');
    await page.transport.answer('Hello');
    await sent;
    expect(page.transcript).to.deep.equal(['user complete Hi', 'assistant complete Hello']);
  });
});

describe('a page that is shown again after later pages of its tab, as by Back', () => {
  async function exchange(page: Page, question: string, answer: string): Promise<void> {
    const sent = page.conversation.send(question);
    await page.transport.answer(answer);
    await sent;
  }

  it('shows what was said meanwhile, and loses none of it with its next question', async () => {
    const storage = new CountedStorage();
    const open = (): Page => new Page(() => storage, 'shop');
    const first = open();
    await exchange(first, 'One', '1');
    const second = open();
    await exchange(second, 'Two', '2');
    second.conversation.type('Draft');
    second.conversation.save();
    first.conversation.catchUp();
    expect(first.transcript).to.deep.equal(second.transcript);
    expect(first.conversation.state.draft).to.equal('Draft');
    await exchange(first, 'Three', '3');
    expect(open().transcript.filter((line) => line.startsWith('user'))).to.deep.equal([
      'user complete One',
      'user complete Two',
      'user complete Three',
    ]);
  });

  it('shows the whole of an answer that it was left in the middle of', async () => {
    const storage = new CountedStorage();
    const first = new Page(() => storage, 'shop');
    void first.conversation.send('Hi');
    const turn = await first.transport.asked();
    await turn.emit({ type: 'start', queryId: 'q_1', resumePoint: { ...POINT, after: 1 } });
    await turn.emit({ type: 'token', token: 'Par', resumePoint: POINT });
    first.conversation.save();
    const second = new Page(() => storage, 'shop');
    const resumed = second.conversation.resume();
    await second.transport.answer('tial');
    await resumed;
    const deltas: string[] = [];
    first.conversation.subscribe((change) => change.type === 'delta' && deltas.push(change.text));
    first.conversation.catchUp();
    expect(first.transcript).to.deep.equal(['user complete Hi', 'assistant complete Partial']);
    expect(first.conversation.state.status).to.equal('ready');
    expect(deltas).to.deep.equal(['tial']);
    expect(turn.signal.aborted).to.equal(true);
  });

  it('goes on with an answer that the later page was left in the middle of', async () => {
    const storage = new CountedStorage();
    const first = new Page(() => storage, 'shop');
    await exchange(first, 'One', '1');
    openTranscriptStore(new StorageWithMemory(() => storage), 'shop').save(
      { messages: [messageOf('Two')] },
      {
        resumePoint: POINT,
      },
    );
    first.conversation.catchUp();
    await first.transport.answer('2');
    expect(first.transcript).to.deep.equal(['user complete Two', 'assistant complete 2']);
  });

  it('is empty where the later page has begun a new conversation', async () => {
    const storage = new CountedStorage();
    const first = new Page(() => storage, 'shop');
    await exchange(first, 'One', '1');
    new Page(() => storage, 'shop').conversation.clear();
    first.conversation.catchUp();
    expect(first.transcript).to.deep.equal([]);
  });

  it('goes on with its own answer where nothing was said meanwhile', async () => {
    const storage = new CountedStorage();
    const first = new Page(() => storage, 'shop');
    const sent = first.conversation.send('Hi');
    const turn = await first.transport.asked();
    await turn.say('Par');
    first.conversation.save();
    first.conversation.catchUp();
    await turn.say('tial');
    await turn.finish();
    await sent;
    expect(first.transcript).to.deep.equal(['user complete Hi', 'assistant complete Partial']);
  });
});

describe('an answer whose page was left in the middle', () => {
  /** Leaves a page that has the first half of an answer, and opens the next one. */
  async function leave(): Promise<{ readonly storage: CountedStorage; readonly next: Page }> {
    const storage = new CountedStorage();
    const page = new Page(() => storage, 'shop');
    void page.conversation.send('Hi');
    const turn = await page.transport.asked();
    await turn.emit({ type: 'start', queryId: 'q_1', resumePoint: { ...POINT, after: 1 } });
    await turn.emit({ type: 'token', token: 'Par', resumePoint: POINT });
    page.conversation.dispose();
    return { storage, next: new Page(() => storage, 'shop') };
  }

  it('goes on in the same message from the stored point, and forgets it at the end', async () => {
    const { storage, next } = await leave();
    const [, { id } = { id: '' }] = next.conversation.state.messages;
    const resumed = next.conversation.resume();
    expect(next.conversation.state.status).to.equal('streaming');
    expect(next.conversation.state.isReconnecting).to.equal(true);
    const rest = await next.transport.asked();
    expect(next.transport.points).to.deep.equal([POINT]);
    await rest.say('tial');
    expect(next.conversation.state.isReconnecting).to.equal(undefined);
    await rest.finish();
    await resumed;
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant complete Partial']);
    expect(next.conversation.state.messages[1]).to.include({ id, queryId: 'q_1' });
    expect(openTranscriptStore(new StorageWithMemory(() => storage), 'shop').load()?.resumePoint).to.equal(
      undefined,
    );
  });

  it('goes on where not a word of it had come', async () => {
    const storage = new CountedStorage();
    openTranscriptStore(new StorageWithMemory(() => storage), 'shop').save(
      { messages: [messageOf('Hi')] },
      {
        resumePoint: POINT,
      },
    );
    const page = new Page(() => storage, 'shop');
    const resumed = page.conversation.resume();
    expect(page.conversation.state.status).to.equal('submitted');
    await page.transport.answer('Whole');
    await resumed;
    expect(page.transcript).to.deep.equal(['user complete Hi', 'assistant complete Whole']);
  });

  it('is said to be incomplete, without an error, when there is no rest', async () => {
    const { storage, next } = await leave();
    const resumed = next.conversation.resume();
    await (await next.transport.asked()).cut();
    await resumed;
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant truncated Par']);
    expect(next.conversation.state).to.include({ status: 'ready', error: null });
    expect(next.conversation.state.isReconnecting).to.equal(undefined);
    expect(openTranscriptStore(new StorageWithMemory(() => storage), 'shop').load()?.resumePoint).to.equal(
      undefined,
    );
    await next.conversation.resume();
    expect(next.transport.points).to.have.length(1);
  });

  it('is not asked for once no backend has it any more', async () => {
    const { next } = await leave();
    next.now = POINT.at + 90_001;
    await next.conversation.resume();
    expect(next.transport.points).to.deep.equal([]);
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant truncated Par']);
  });

  it('is not asked for after another question', async () => {
    const { next } = await leave();
    const sent = next.conversation.send('Else');
    await next.conversation.resume();
    await next.transport.answer('Whole');
    await sent;
    await next.conversation.resume();
    expect(next.transport.points).to.deep.equal([]);
    expect(next.transcript.at(-1)).to.equal('assistant complete Whole');
  });
});
