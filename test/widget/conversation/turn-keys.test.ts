import { expect } from 'chai';
import { ChatError } from '../../../widget/protocol/chat-error.ts';
import type { ChatErrorCode } from '../../../widget/protocol/chat-error.ts';
import { ConversationHarness, storeIn } from '../../support/conversation-harness.ts';
import { MapStorage } from '../../support/map-storage.ts';
import { REQUEST } from '../../support/streams.ts';

/** A page of a tab, whose backend answers a question once, however often it is sent. */
class Page extends ConversationHarness {
  constructor(storage = new MapStorage(), knowsKeys = true) {
    super({
      store: storeIn(storage),
      knowsKeys: () => knowsKeys,
      address: () => REQUEST,
      createId: () => Math.random().toString(16).slice(2),
    });
  }

  get keys(): readonly (string | undefined)[] {
    return this.transport.turns.map(({ request }) => request.key);
  }
}

describe('the key of a turn, by which a backend knows a repeated question', () => {
  it('is the id of the question; a regenerated answer gets a new key', async () => {
    const page = new Page();
    await page.exchange('Hi', 'Hello');
    const again = page.conversation.regenerate();
    await page.transport.answer('Hello!');
    await again;
    const [first, second] = page.keys;
    expect(first).to.equal(page.state.messages[0]?.id);
    expect(second).to.be.a('string').and.not.equal(first);
  });

  for (const code of ['blocked', 'offline', 'stalled', 'truncated'] as const)
    it(`is sent again when the question is retried after ${code}`, async () => {
      expect(await keysOfRetryAfter(code)).to.have.length(1);
    });

  for (const code of ['model-failed', 'rate-limited', 'internal'] as const)
    it(`is replaced when the backend has reported ${code}`, async () => {
      expect(await keysOfRetryAfter(code)).to.have.length(2);
    });

  async function keysOfRetryAfter(code: ChatErrorCode): Promise<ReadonlySet<unknown>> {
    const page = new Page();
    const sent = page.conversation.send('Hi');
    await (await page.transport.asked()).throw(new ChatError(code, 'scripted'));
    await sent;
    const retried = page.conversation.retry();
    await page.transport.answer('Hello');
    await retried;
    expect(page.keys).to.have.length(2);
    return new Set(page.keys);
  }

  it('is replaced when a part of the answer had come', async () => {
    const page = new Page();
    const sent = page.conversation.send('Hi');
    const turn = await page.transport.asked();
    await turn.say('Hel');
    await turn.throw(new ChatError('truncated', 'scripted'));
    await sent;
    const retried = page.conversation.retry();
    await page.transport.answer('Hello');
    await retried;
    expect(new Set(page.keys)).to.have.length(2);
  });
});

describe('a page that was left before its question had an answer', () => {
  /** Asks a question, and opens the next page of the tab after these milliseconds. */
  async function leave(milliseconds: number, knowsKeys = true): Promise<readonly [Page, Page]> {
    const storage = new MapStorage();
    const page = new Page(storage, knowsKeys);
    void page.conversation.send('Hi');
    await page.transport.asked();
    page.conversation.dispose();
    const next = new Page(storage, knowsKeys);
    next.now += milliseconds;
    return [page, next];
  }

  it('is followed by a page that sends the question again by itself', async () => {
    const [page, next] = await leave(1_000);
    const resumed = next.conversation.resume();
    expect(next.state.status).to.equal('submitted');
    await next.transport.answer('Hello');
    await resumed;
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant complete Hello']);
    expect(next.keys).to.deep.equal(page.keys);
  });

  it('leaves the retry to the visitor after 90 s, and where the backend knows no keys', async () => {
    for (const [, next] of [await leave(90_001), await leave(1_000, false)]) {
      await next.conversation.resume();
      expect(next.transport.turns).to.deep.equal([]);
      expect(next.transcript).to.deep.equal(['user failed Hi']);
    }
  });

  it('has its question sent again where the backend cannot resume and no word had come', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    void page.conversation.send('Hi');
    const turn = await page.transport.asked();
    const resumePoint = { url: 'https://chat.example/rest', after: 1, at: 1_000 };
    await turn.emit({ type: 'start', queryId: 'q_1', resumePoint });
    page.conversation.dispose();
    const next = new Page(storage);
    const resumed = next.conversation.resume();
    await (await next.transport.asked()).cut();
    await next.transport.answer('Hello');
    await resumed;
    expect(next.transport.points).to.have.length(1);
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant complete Hello']);
    expect(next.keys.at(-1)).to.equal(page.keys[0]);
  });

  it('has its question sent again where the backend cannot resume, and the new answer replaces the words that had come', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    void page.conversation.send('Hi');
    const turn = await page.transport.asked();
    const resumePoint = { url: 'https://chat.example/rest', after: 2, at: 1_000 };
    await turn.emit({ type: 'token', token: 'Hel', resumePoint });
    page.conversation.dispose();
    const next = new Page(storage);
    const resumed = next.conversation.resume();
    await (await next.transport.asked()).cut();
    await next.transport.answer('Hello');
    await resumed;
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant complete Hello']);
    expect(new Page(storage).transcript).to.deep.equal(next.transcript);
    expect(next.keys.at(-1)).to.equal(page.keys[0]);
  });

  it('does not send a question again that the visitor stopped', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    void page.conversation.send('Hi');
    await page.transport.asked();
    page.conversation.stop();
    page.conversation.dispose();
    const next = new Page(storage);
    await next.conversation.resume();
    expect(next.transport.turns).to.deep.equal([]);
  });

  it('has its question marked failed when the backend knows no keys, also when the next question is asked', async () => {
    const storage = new MapStorage();
    void new Page(storage, false).conversation.send('Hi');
    const page = new Page(storage, false);
    await page.conversation.resume();
    expect(page.state.messages.map(({ status }) => status)).to.eql(['failed']);
    await page.exchange('Are you there?', 'Yes');
    expect(page.state.messages.map(({ status }) => status)).to.eql(['failed', 'complete', 'complete']);
    expect(new Page(storage, false).state.messages[0]?.status).to.equal('failed');
  });

  it('leaves a question unchanged that the site has set', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    await page.exchange('Hi', 'Hello');
    page.conversation.setMessages([{ role: 'user', content: 'Where is my order?' }]);
    const next = new Page(storage);
    await next.conversation.resume();
    expect(next.transcript).to.deep.equal(['user complete Where is my order?']);
  });
});

describe('a conversation that the visitor leaves before its question has an answer', () => {
  /** Asks a question, begins a new conversation, and returns to the first. */
  async function comeBack(knowsKeys: boolean): Promise<Page> {
    const storage = new MapStorage();
    const page = new Page(storage, knowsKeys);
    void page.conversation.send('Hi');
    await page.transport.asked();
    const left = page.conversation.leave();
    if (left) page.conversation.open(left);
    return page;
  }

  it('sends the same question again when it is opened', async () => {
    const page = await comeBack(true);
    await page.transport.answer('Hello');
    expect(page.transcript).to.deep.equal(['user complete Hi', 'assistant complete Hello']);
    expect(new Set(page.keys)).to.have.length(1);
  });

  it('marks the question failed when it is opened and the backend knows no keys', async () => {
    const page = await comeBack(false);
    await Promise.resolve();
    expect(page.transcript).to.deep.equal(['user failed Hi']);
    expect(page.transport.turns).to.have.length(1);
  });
});
