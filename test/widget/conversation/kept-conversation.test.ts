import { expect } from 'chai';
import { Drafts } from '../../../widget/conversation/drafts.ts';
import { recordText } from '../../../widget/conversation/message-record.ts';
import { recordKey } from '../../../widget/conversation/storage-key.ts';
import { type StorageLike, StorageWithMemory } from '../../../widget/conversation/storage-with-memory.ts';
import { hasUnfinishedTurn } from '../../../widget/conversation/stored-turn.ts';
import type { ResumePoint } from '../../../widget/protocol/resume-point.ts';
import { STOPPED } from '../../../widget/protocol/transport.ts';
import { ConversationHarness, storeIn } from '../../support/conversation-harness.ts';
import { MapStorage } from '../../support/map-storage.ts';
import type { ScriptedTurn } from '../../support/scripted-transport.ts';
import { REQUEST } from '../../support/streams.ts';

const POINT: ResumePoint = {
  url: 'https://chat.example/api/chat/q_1?key=k',
  stopUrl: 'https://chat.example/api/chat/q_1/stop?key=k',
  queryId: 'q_1',
  after: 1,
  at: 1_000,
};

/** A storage that counts writes. */
class CountingStorage extends MapStorage {
  readonly written: string[] = [];

  /** How many of the writes were of messages. */
  get messages(): number {
    return this.written.filter((key) => key.includes(':m:')).length;
  }

  override setItem(key: string, text: string): void {
    super.setItem(key, text);
    this.written.push(key);
  }
}

/** A page of a tab. */
class Page extends ConversationHarness {
  constructor(storage: StorageLike = new MapStorage()) {
    super({
      store: storeIn(storage),
      drafts: new Drafts({ tab: new StorageWithMemory(() => storage), instance: 'shop' }),
      address: () => Promise.resolve(REQUEST),
      createId: () => Math.random().toString(16).slice(2),
    });
  }

  /** Asks a question whose answer arrives in these pieces, one second apart. */
  async begin(question: string, words: readonly string[]): Promise<ScriptedTurn> {
    void this.conversation.send(question);
    const turn = await this.transport.asked();
    await turn.emit({ type: 'start', queryId: 'q_1', resumePoint: POINT });
    for (const [index, token] of words.entries()) {
      this.now += 1_000;
      await turn.emit({ type: 'token', token, resumePoint: { ...POINT, after: index + 2, at: this.now } });
    }
    return turn;
  }
}

function refuseAccess(): never {
  throw new DOMException('sandboxed', 'SecurityError');
}

describe('a stored conversation', () => {
  it('is shown again after a reload', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    await page.exchange('Hi', 'Hello');
    page.conversation.type('Next');
    const { id, messages, draft, records } = new Page(storage).state;
    expect({ id, messages, draft }).to.deep.equal({
      id: page.state.id,
      messages: page.state.messages,
      draft: 'Next',
    });
    expect([...records.values()].map(recordText)).to.deep.equal(
      [...page.state.records.values()].map(recordText),
    );
  });

  it("is not written before the visitor acts; then the site's own messages are written, too", () => {
    const storage = new CountingStorage();
    const page = new Page(storage);
    page.conversation.setMessages([{ role: 'assistant', content: 'Welcome' }]);
    page.conversation.setDraft('Where is');
    page.conversation.save();
    page.conversation.handleLeft();
    expect(storage.written).to.deep.equal([]);
    expect(page.conversation.isStored).to.equal(false);
    page.conversation.type('Where is my');
    expect(page.conversation.isStored).to.equal(true);
    expect(new Page(storage).transcript).to.deep.equal(['assistant complete Welcome']);
  });

  it('is written when the page is left if a storage that was full has room by then', async () => {
    const storage = new MapStorage();
    storage.limit = 0;
    const page = new Page(storage);
    await page.exchange('Hi', 'Hello');
    page.conversation.handleLeft();
    expect(new Page(storage).transcript, 'still full').to.deep.equal([]);
    storage.limit = Infinity;
    page.conversation.handleLeft();
    expect(new Page(storage).transcript).to.deep.equal(page.transcript);
  });

  it('writes the question when it is sent, and each message once more at the end of the turn', async () => {
    const storage = new CountingStorage();
    const page = new Page(storage);
    const sent = page.conversation.send('Hi');
    expect(storage.messages).to.equal(1);
    await page.transport.answer('Hello');
    await sent;
    expect(storage.messages).to.equal(3);
    page.conversation.save();
    expect(storage.messages).to.equal(3);
  });

  it('writes a growing answer about four times a second, without rewriting earlier messages', async () => {
    const storage = new CountingStorage();
    const page = new Page(storage);
    await page.exchange('One', 'long '.repeat(100_000));
    const turn = await page.begin('Two', ['word ']);
    const before = [storage.written.length, storage.messages] as const;
    for (let tokens = 0; tokens < 50; tokens++) {
      page.now += 100;
      await turn.say('x');
    }
    expect(storage.messages - before[1]).to.be.within(16, 20);
    expect(new Set(storage.written.slice(before[0])).size).to.equal(1);
  });

  it('has the answer from its first word on, also when the browser kills the page without an event', async () => {
    const storage = new MapStorage();
    await new Page(storage).begin('Hi', ['one ', 'two ', 'three ']);
    const next = new Page(storage);
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant streaming one two three ']);
    const resumed = next.conversation.resume();
    await next.transport.answer('four');
    await resumed;
    expect(next.transport.points.map(({ after }) => after)).to.deep.equal([4]);
    expect(next.transcript.at(-1)).to.equal('assistant complete one two three four');
  });

  it('has the last words of an unfinished answer when the page is left', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    const turn = await page.begin('Hi', ['one ']);
    await turn.say('two ');
    expect(new Page(storage).transcript.at(-1)).to.equal('assistant streaming one ');
    page.conversation.handleLeft();
    expect(new Page(storage).transcript.at(-1)).to.equal('assistant streaming one two ');
  });

  it('stores the draft with each key press', () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    for (const draft of ['N', 'Ne', 'Nex', 'Next']) page.conversation.type(draft);
    expect(new Page(storage).state.draft).to.equal('Next');
  });

  it('stores no word of a message after clear', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    await page.exchange('Hi', 'Hello');
    page.conversation.clear();
    expect([...storage.entries.values()].join('')).not.to.match(/Hi|Hello/);
    expect([new Page(storage).transcript, page.transcript]).to.deep.equal([[], []]);
    await page.exchange('Again', 'Yes');
    expect(new Page(storage).transcript).to.deep.equal(page.transcript);
  });

  it("is empty after the visitor cleared the site's data, and a later question brings no old message back", async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    await page.exchange('Hi', 'Hello');
    storage.entries.clear();
    page.conversation.refresh();
    expect(page.transcript).to.deep.equal([]);
    await page.exchange('Two', 'Yes');
    expect(new Page(storage).transcript).to.deep.equal(['user complete Two', 'assistant complete Yes']);
  });

  it('shows a message again that the visitor had removed, when the site sets that message', async () => {
    const page = new Page();
    const sent = page.conversation.send('Hi');
    await (await page.transport.asked()).refuse('model-failed');
    await sent;
    const { messages } = page.state;
    page.conversation.remove(messages[0]?.id ?? '');
    expect(page.transcript).to.deep.equal([]);
    page.conversation.setMessages(messages);
    expect(page.transcript).to.deep.equal(['user failed Hi']);
  });

  it('goes on in memory where storage throws at every access', async () => {
    const page = new Page({
      get length() {
        return refuseAccess();
      },
      key: refuseAccess,
      getItem: refuseAccess,
      setItem: refuseAccess,
      removeItem: refuseAccess,
    });
    await page.exchange('Hi', 'Hello');
    page.conversation.type('Next');
    page.conversation.leave();
    await page.exchange('Two', 'Yes');
    expect(page.transcript).to.deep.equal(['user complete Two', 'assistant complete Yes']);
    expect(page.state.draft).to.equal('Next');
  });

  it('hasUnfinishedTurn tells from storage whether a question waits or an answer is unfinished', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    const isUnfinished = (): boolean => hasUnfinishedTurn(storage, 'shop');
    expect(isUnfinished()).to.equal(false);
    const sent = page.conversation.send('Hi');
    expect(isUnfinished(), 'asked').to.equal(true);
    const turn = await page.transport.asked();
    page.now += 1_000;
    await turn.say('Hello');
    expect(isUnfinished(), 'streaming').to.equal(true);
    await turn.finish();
    await sent;
    expect(isUnfinished(), 'answered').to.equal(false);
    storage.setItem(recordKey('shop', 'm:other:x'), '{"status":"waiting"}');
    expect(isUnfinished(), 'another conversation').to.equal(false);
    page.conversation.queue('Next');
    expect(isUnfinished(), 'waiting').to.equal(true);
    expect(hasUnfinishedTurn(storage, 'blog')).to.equal(false);
  });
});

describe('an answer whose page was left before its end', () => {
  /** Leaves a page that has the first half of an answer, and opens the next page. */
  async function leave(): Promise<{ readonly storage: MapStorage; readonly next: Page }> {
    const storage = new MapStorage();
    const page = new Page(storage);
    await page.begin('Hi', ['Par']);
    page.conversation.dispose();
    const next = new Page(storage);
    next.now = page.now;
    return { storage, next };
  }

  it('goes on in the same message from the stored resume point, which is deleted at the end', async () => {
    const { storage, next } = await leave();
    const [, { id } = { id: '' }] = next.state.messages;
    const resumed = next.conversation.resume();
    expect(next.state.status).to.equal('streaming');
    const rest = await next.transport.asked();
    expect(next.state.isReconnecting).to.equal(true);
    expect(next.transport.points).to.deep.equal([{ ...POINT, after: 2, at: 2_000 }]);
    await rest.say('tial');
    expect(next.state.isReconnecting).to.equal(undefined);
    await rest.finish();
    await resumed;
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant complete Partial']);
    expect(next.state.messages[1]).to.include({ id, queryId: 'q_1' });
    expect([...storage.entries.values()].join('')).not.to.include(POINT.url);
  });

  it('goes on from the start when no word of it had come', async () => {
    const storage = new MapStorage();
    await new Page(storage).begin('Hi', []);
    const page = new Page(storage);
    const resumed = page.conversation.resume();
    expect(page.state.status).to.equal('submitted');
    await page.transport.answer('Whole');
    await resumed;
    expect(page.transport.points).to.deep.equal([POINT]);
    expect(page.transcript).to.deep.equal(['user complete Hi', 'assistant complete Whole']);
  });

  it('goes on from the resume point of its start when its words came without a newer point', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    const turn = await page.begin('Hi', []);
    page.now += 1_000;
    await turn.say('Par');
    page.conversation.dispose();
    const next = new Page(storage);
    void next.conversation.resume();
    await next.transport.asked();
    expect(next.transport.points).to.deep.equal([POINT]);
  });

  it('is marked truncated, without an error, when the backend has no rest', async () => {
    const { storage, next } = await leave();
    const resumed = next.conversation.resume();
    await (await next.transport.asked()).cut();
    await resumed;
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant truncated Par']);
    expect(next.state).to.include({ status: 'ready', error: null });
    expect(next.state.isReconnecting).to.equal(undefined);
    expect([...storage.entries.values()].join('')).not.to.include(POINT.url);
    await next.conversation.resume();
    expect(next.transport.points).to.have.length(1);
    const retried = next.conversation.retry();
    await next.transport.answer('Whole');
    await retried;
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant complete Whole']);
  });

  it('is marked truncated without a request after 90 s, when no backend keeps the rest', async () => {
    const { next } = await leave();
    next.now += 90_001;
    await next.conversation.resume();
    expect(next.transport.points).to.deep.equal([]);
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant truncated Par']);
  });

  it('is marked truncated when its continuation was interrupted by leaving the page', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    const sent = page.conversation.send('Hi');
    const turn = await page.transport.asked();
    await turn.say('one ');
    await turn.cut();
    await sent;
    void page.conversation.continue('{question}');
    const rest = await page.transport.asked();
    page.now += 1_000;
    await rest.say('two ');
    page.conversation.dispose();
    const next = new Page(storage);
    next.now = page.now;
    await next.conversation.resume();
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant truncated one two ']);
  });

  it('is requested up to 90 s later, as long as a backend may keep the rest', async () => {
    const { next } = await leave();
    next.now += 90_000;
    const resumed = next.conversation.resume();
    await next.transport.answer('tial');
    await resumed;
    expect(next.transcript.at(-1)).to.equal('assistant complete Partial');
  });

  it('is marked stopped, and not requested, after the visitor asked another question', async () => {
    const { next } = await leave();
    const sent = next.conversation.send('Else');
    await next.conversation.resume();
    await next.transport.answer('Whole');
    await sent;
    await next.conversation.resume();
    expect(next.transport.points).to.deep.equal([]);
    expect(next.transcript).to.deep.equal([
      'user complete Hi',
      'assistant stopped Par',
      'user complete Else',
      'assistant complete Whole',
    ]);
  });

  it('goes on in its own page when Back shows that page again and no other page continued it', async () => {
    const page = new Page();
    const turn = await page.begin('Hi', ['Par']);
    page.conversation.handleLeft();
    page.conversation.wake();
    await turn.say('tial');
    await turn.finish();
    expect(page.transcript).to.deep.equal(['user complete Hi', 'assistant complete Partial']);
  });
});

describe('a conversation that the visitor leaves for a new chat during an answer', () => {
  it('keeps the words that arrived, and fetches the rest when it is opened again', async () => {
    const page = new Page();
    const turn = await page.begin('Hi', ['one ']);
    await turn.say('two ');
    const left = page.conversation.leave();
    expect([page.transcript, page.state.status]).to.deep.equal([[], 'ready']);
    expect(turn.signal.aborted).to.equal(true);
    expect(turn.signal.reason).not.to.equal(STOPPED);
    if (!left) throw new Error('expected a conversation');
    page.conversation.open(left);
    await page.transport.answer('three');
    expect(page.transcript).to.deep.equal(['user complete Hi', 'assistant complete one two three']);
    expect(page.state.status).to.equal('ready');
  });

  it('is stored completely for a page that opens in the same moment', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    await page.exchange('One', 'first');
    page.conversation.leave();
    const next = new Page(storage);
    expect(next.transcript).to.deep.equal([]);
    expect(storeIn(storage).ids()).to.have.length(1);
  });

  it('does not lose the new conversation when the visitor goes back to the old one', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    await page.exchange('One', 'first');
    const left = page.conversation.leave();
    await page.exchange('Two', 'second');
    if (!left) throw new Error('expected a conversation');
    page.conversation.open(left);
    expect(page.transcript).to.deep.equal(['user complete One', 'assistant complete first']);
    expect(storeIn(storage).ids()).to.have.length(2);
    expect(new Page(storage).transcript).to.deep.equal(page.transcript);
  });

  it('is not offered to go back to when it has no messages', () => {
    expect(new Page().conversation.leave()).to.equal(undefined);
  });
});
