import { expect } from 'chai';
import { ChatError } from '../../../widget/protocol/chat-error.ts';
import type { ChatErrorCode } from '../../../widget/protocol/chat-error.ts';
import { ConversationHarness, storeIn } from '../../support/conversation-harness.ts';
import { MapStorage } from '../../support/map-storage.ts';
import { REQUEST } from '../../support/streams.ts';

/** A page of a tab, whose backend answers a question once, however often it comes. */
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

describe('the key of a turn', () => {
  it('is the id of its question, and a new one for a new answer', async () => {
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
    it(`stays when the question is tried again after ${code}`, async () => {
      expect(await keysOfRetryAfter(code)).to.have.length(1);
    });

  for (const code of ['model-failed', 'rate-limited', 'internal'] as const)
    it(`is another one when the backend has told of ${code}`, async () => {
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

  it('is another one where words of the answer had come', async () => {
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
  /** Asks, and opens the next page of the tab after these milliseconds. */
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

  it('is followed by one that asks the same again by itself', async () => {
    const [page, next] = await leave(1_000);
    const resumed = next.conversation.resume();
    expect(next.state.status).to.equal('submitted');
    await next.transport.answer('Hello');
    await resumed;
    expect(next.transcript).to.deep.equal(['user complete Hi', 'assistant complete Hello']);
    expect(next.keys).to.deep.equal(page.keys);
  });

  it('leaves the question to the visitor after a minute and a half, and with a backend that knows no keys', async () => {
    for (const [, next] of [await leave(90_001), await leave(1_000, false)]) {
      await next.conversation.resume();
      expect(next.transport.turns).to.deep.equal([]);
      expect(next.transcript).to.deep.equal(['user failed Hi']);
    }
  });

  it('asks again where the backend has no rest of an answer without words', async () => {
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

  it('asks again where the backend has no rest of an answer with words, which come from the start', async () => {
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

  it('does not ask again what the visitor has stopped', async () => {
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

  it('says so at the question, also when the next one is asked', async () => {
    const storage = new MapStorage();
    void new Page(storage, false).conversation.send('Hi');
    const page = new Page(storage, false);
    await page.conversation.resume();
    expect(page.state.messages.map(({ status }) => status)).to.eql(['failed']);
    await page.exchange('Are you there?', 'Yes');
    expect(page.state.messages.map(({ status }) => status)).to.eql(['failed', 'complete', 'complete']);
    expect(new Page(storage, false).state.messages[0]?.status).to.equal('failed');
  });

  it('leaves a question as it is that the page has put there', async () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    await page.exchange('Hi', 'Hello');
    page.conversation.setMessages([{ role: 'user', content: 'Where is my order?' }]);
    const next = new Page(storage);
    await next.conversation.resume();
    expect(next.transcript).to.deep.equal(['user complete Where is my order?']);
  });
});

describe('a conversation that is left before its question has an answer', () => {
  /** Asks, begins a new conversation, and comes back. */
  async function comeBack(knowsKeys: boolean): Promise<Page> {
    const storage = new MapStorage();
    const page = new Page(storage, knowsKeys);
    void page.conversation.send('Hi');
    await page.transport.asked();
    const left = page.conversation.leave();
    if (left) page.conversation.open(left);
    return page;
  }

  it('has the same question asked again when it is opened', async () => {
    const page = await comeBack(true);
    await page.transport.answer('Hello');
    expect(page.transcript).to.deep.equal(['user complete Hi', 'assistant complete Hello']);
    expect(new Set(page.keys)).to.have.length(1);
  });

  it('says at the question that nobody has answered it, where the backend knows no keys', async () => {
    const page = await comeBack(false);
    await Promise.resolve();
    expect(page.transcript).to.deep.equal(['user failed Hi']);
    expect(page.transport.turns).to.have.length(1);
  });
});
