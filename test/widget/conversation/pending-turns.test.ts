import { expect } from 'chai';
import type { ConversationOptions } from '../../../widget/conversation/conversation-options.ts';
import { MAX_WAITING } from '../../../widget/conversation/questions.ts';
import type { TurnLock } from '../../../widget/conversation/turn-lock.ts';
import { ChatError } from '../../../widget/protocol/chat-error.ts';
import { textOf } from '../../../widget/protocol/chat-message.ts';
import { ConversationHarness, storeIn } from '../../support/conversation-harness.ts';
import { FakeNetwork } from '../../support/fake-network.ts';
import { MapStorage } from '../../support/map-storage.ts';
import { REQUEST } from '../../support/streams.ts';

/** A page whose questions may wait; `reload` opens the next page of its tab. */
class Page extends ConversationHarness {
  readonly network: FakeNetwork;
  readonly storage: MapStorage;

  constructor(options: Partial<ConversationOptions> = {}, before?: Page) {
    const storage = before?.storage ?? new MapStorage();
    const network = before?.network ?? new FakeNetwork();
    super({ store: storeIn(storage), network, after: network.after, address: () => REQUEST, ...options });
    this.storage = storage;
    this.network = network;
  }

  get questions(): readonly string[] {
    return this.transcript.filter((line) => line.startsWith('user'));
  }

  /** The texts of the questions that wait. */
  get waiting(): readonly string[] {
    return this.state.waiting.map(textOf);
  }

  reload(options: Partial<ConversationOptions> = {}): Page {
    this.conversation.dispose();
    const page = new Page({ createId: () => `next-${Math.random()}`, ...options }, this);
    page.now = this.now;
    return page;
  }

  /** Sends a question without a network. */
  async sendOffline(text: string): Promise<void> {
    this.network.isConnected = false;
    const sent = this.conversation.send(text);
    await (await this.transport.asked()).throw(new ChatError('offline', 'no network'));
    await sent;
    await settled();
  }

  /** Brings the network back, and lets the page hear of it. */
  connect(): void {
    this.network.isConnected = true;
    this.conversation.wake();
  }
}

/** Resolves when everything that follows from a change has happened. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve();
}

describe('questions that are sent while an answer streams', () => {
  it('are asked one after the other, each when the answer before it is complete', async () => {
    const page = new Page();
    void page.conversation.send('One');
    const first = await page.transport.asked();
    await first.say('1');
    page.conversation.queue('Two');
    page.conversation.queue('Three');
    await settled();
    expect([page.questions, page.waiting]).to.deep.equal([['user complete One'], ['Two', 'Three']]);
    await first.finish();
    const second = await page.transport.asked();
    expect(second.request.messages.map(({ content }) => content)).to.deep.equal(['One', '1', 'Two']);
    expect(page.waiting).to.deep.equal(['Three']);
    await second.say('2');
    await second.finish();
    await page.transport.answer('3');
    expect(page.transcript).to.deep.equal([
      'user complete One',
      'assistant complete 1',
      'user complete Two',
      'assistant complete 2',
      'user complete Three',
      'assistant complete 3',
    ]);
    expect(page.waiting).to.deep.equal([]);
  });

  it('are asked under their own ids, so that a backend that knows keys answers each of them once', async () => {
    const page = new Page();
    void page.conversation.send('One');
    const first = await page.transport.asked();
    page.conversation.queue('Two');
    const [waiting] = page.state.waiting;
    await first.say('1');
    await first.finish();
    expect((await page.transport.asked()).request.key).to.equal(waiting?.id);
  });

  it('are limited in number, and a text of white space is not queued', async () => {
    const page = new Page();
    void page.conversation.send('One');
    const texts = Array.from({ length: MAX_WAITING }, (_, index) => `Q${index}`);
    expect(page.conversation.queue(' \n')).to.equal(false);
    for (const text of texts) expect(page.conversation.queue(text)).to.equal(true);
    page.conversation.type('More');
    expect(page.conversation.queue('More')).to.equal(false);
    expect([page.waiting, page.state.draft]).to.deep.equal([texts, 'More']);
  });

  it('empty the text box when its text is what was queued', () => {
    const page = new Page();
    void page.conversation.send('One');
    for (const draft of [' Two\n', 'Something else']) {
      page.conversation.type(draft);
      page.conversation.queue('Two');
    }
    expect(page.state.draft).to.equal('Something else');
  });

  it('are asked at once when no answer is being streamed', async () => {
    const page = new Page();
    page.conversation.queue('One');
    await page.transport.answer('1');
    expect(page.transcript).to.deep.equal(['user complete One', 'assistant complete 1']);
  });

  it('wait until the answer before is drawn', async () => {
    const told: string[] = [];
    const page = new Page({
      drawn: async () => void told.push(`drawn ${page.transcript.at(-1)}`),
      handleNext: () => told.push('next'),
    });
    const sent = page.conversation.send('One');
    page.conversation.queue('Two');
    await page.transport.answer('1');
    await sent;
    await page.transport.asked();
    expect(told.slice(-2)).to.deep.equal(['drawn assistant complete 1', 'next']);
  });

  it('go back to the text box, before its text, when the visitor takes them back', () => {
    const page = new Page();
    void page.conversation.send('One');
    page.conversation.queue('Two');
    page.conversation.queue('Three');
    page.conversation.type('Four');
    page.conversation.takeBack(page.state.waiting[0]?.id ?? '');
    expect([page.state.draft, page.waiting]).to.deep.equal(['Two\n\nFour', ['Three']]);
  });

  it('can be changed while they wait', async () => {
    const page = new Page();
    const first = page.conversation.send('One');
    const turn = await page.transport.asked();
    await turn.say('1');
    for (const text of ['Two', 'Three']) {
      page.now += 100;
      page.conversation.queue(text);
    }
    await page.conversation.edit(page.state.waiting[0]?.id ?? '', 'Two and a half');
    expect(page.waiting).to.deep.equal(['Two and a half', 'Three']);
    await turn.finish();
    await first;
    const next = await page.transport.asked();
    expect(next.request.messages.at(-1)?.content).to.equal('Two and a half');
  });

  for (let moments = 0; moments < 12; moments++)
    it(`go back to the text box when the visitor stops the answer, ${moments} microtasks after another page stored something`, async () => {
      const page = new Page();
      const first = page.conversation.send('One');
      const turn = await page.transport.asked();
      await turn.say('1');
      page.conversation.queue('Two');
      await settled();
      page.conversation.refresh();
      for (let moment = 0; moment < moments; moment++) await Promise.resolve();
      page.conversation.stop();
      await first;
      await settled();
      expect(page.waiting).to.deep.equal([]);
      expect(page.state.draft).to.equal('Two');
    });

  it('can be removed without going back to the text box', () => {
    const page = new Page();
    void page.conversation.send('One');
    page.conversation.queue('Two');
    page.conversation.remove(page.state.waiting[0]?.id ?? '');
    expect([page.state.draft, page.waiting]).to.deep.equal(['', []]);
  });

  for (const [why, end] of [
    ['the visitor stops the answer', (page: Page) => page.conversation.stop()],
    ['the answer fails', async (page: Page) => (await page.transport.asked()).refuse('model-failed')],
    ['the conversation is cleared', (page: Page) => page.conversation.clear()],
  ] as const)
    it(`go back to the text box when ${why}`, async () => {
      const page = new Page();
      const sent = page.conversation.send('One');
      page.conversation.queue('Two');
      page.conversation.queue('Three');
      page.conversation.type('Four');
      await end(page);
      await sent;
      await settled();
      expect([page.state.draft, page.waiting]).to.deep.equal(['Two\n\nThree\n\nFour', []]);
      expect(page.transport.turns.length).to.be.at.most(1);
    });

  it('go back to the text box when the answer ran into its token limit', async () => {
    const page = new Page();
    const sent = page.conversation.send('One');
    page.conversation.queue('Two');
    await page.transport.answer('1', { finishReason: 'length' });
    await sent;
    await settled();
    expect([page.state.draft, page.waiting]).to.deep.equal(['Two', []]);
  });

  it('stay in their conversation when another one is opened, and are asked when theirs is opened again', async () => {
    const page = new Page();
    void page.conversation.send('One');
    await page.transport.asked();
    page.conversation.queue('Two');
    const left = page.conversation.leave();
    await settled();
    expect([page.transcript, page.waiting, page.state.draft]).to.deep.equal([[], [], '']);
    if (!left) throw new Error('expected a conversation');
    const { id } = page.state;
    page.conversation.open(left);
    expect(page.waiting).to.deep.equal(['Two']);
    await settled();
    // The answer to the first question has nobody who continues it.
    expect([page.questions, page.state.draft]).to.deep.equal([['user failed One'], 'Two']);
    page.conversation.open({ id });
    expect([page.transcript, page.state.draft]).to.deep.equal([[], 'Two']);
  });

  it('survive a reload, and are asked when the continued answer is complete', async () => {
    const page = new Page();
    void page.conversation.send('One');
    const resumePoint = { url: 'https://chat.example/api/chat/q', after: 1, at: page.now };
    const turn = await page.transport.asked();
    await turn.emit({ type: 'start', resumePoint }, { type: 'token', token: 'Ha', resumePoint });
    page.conversation.queue('Two');
    const next = page.reload();
    void next.conversation.resume();
    expect(next.waiting).to.deep.equal(['Two']);
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

  it('go back to the text box after a reload where the rest of the answer is gone', async () => {
    const page = new Page();
    void page.conversation.send('One');
    await (await page.transport.asked()).say('Half');
    page.conversation.queue('Two');
    const next = page.reload();
    void next.conversation.resume();
    await settled();
    expect([next.state.draft, next.waiting]).to.deep.equal(['Two', []]);
  });

  it('wait for the network when the answer was cut because the network was lost', async () => {
    const page = new Page();
    const sent = page.conversation.send('One');
    const turn = await page.transport.asked();
    await turn.say('Half');
    page.conversation.queue('Two');
    page.network.isConnected = false;
    await turn.throw(new ChatError('offline', 'no network'));
    await sent;
    await settled();
    expect([page.waiting, page.state.draft]).to.deep.equal([['Two'], '']);
    page.connect();
    await page.transport.answer('2');
    expect(page.questions).to.deep.equal(['user complete One', 'user complete Two']);
  });

  it('wait for the network when it was lost after the answer was complete', async () => {
    const page = new Page();
    const sent = page.conversation.send('One');
    page.conversation.queue('Two');
    page.network.isConnected = false;
    await page.transport.answer('1');
    await sent;
    await settled();
    expect([page.waiting, page.transport.turns.length]).to.deep.equal([['Two'], 1]);
    page.connect();
    await page.transport.answer('2');
    expect(page.transcript.at(-1)).to.equal('assistant complete 2');
  });
});

describe('a question that failed because the device is offline', () => {
  it('waits in its place, and is asked once when the device is online again', async () => {
    const page = new Page();
    await page.sendOffline('One');
    expect([page.transcript, page.waiting]).to.deep.equal([['user waiting One'], []]);
    page.connect();
    page.connect();
    await page.transport.answer('1');
    page.connect();
    await settled();
    expect(page.transport.turns.length).to.equal(2);
    expect(page.transcript).to.deep.equal(['user complete One', 'assistant complete 1']);
  });

  it('is asked once when the page was reloaded in between', async () => {
    const page = new Page();
    await page.sendOffline('One');
    const next = page.reload();
    await next.conversation.resume();
    expect(next.transcript).to.deep.equal(['user waiting One']);
    next.connect();
    await next.transport.answer('1');
    expect(next.transcript).to.deep.equal(['user complete One', 'assistant complete 1']);
    const last = next.reload();
    await last.conversation.resume();
    expect(last.transport.turns.length).to.equal(0);
  });

  it('is asked under the same key again', async () => {
    const page = new Page({ knowsKeys: () => true });
    await page.sendOffline('One');
    page.connect();
    await page.transport.answer('1');
    const [first, second] = page.transport.turns.map(({ request }) => request.key);
    expect(first).to.be.a('string').and.equal(second);
  });

  it('is asked before the questions that were typed after it', async () => {
    const page = new Page();
    await page.sendOffline('One');
    page.conversation.queue('Two');
    await settled();
    expect(page.transport.turns.length).to.equal(1);
    page.connect();
    await page.transport.answer('1');
    await page.transport.answer('2');
    expect(page.transcript).to.deep.equal([
      'user complete One',
      'assistant complete 1',
      'user complete Two',
      'assistant complete 2',
    ]);
  });

  it('is given up when the visitor asks another question', async () => {
    const page = new Page();
    await page.sendOffline('One');
    await page.sendOffline('Two');
    expect(page.questions).to.deep.equal(['user failed One', 'user waiting Two']);
    page.connect();
    await page.transport.answer('2');
    await settled();
    expect(page.questions).to.deep.equal(['user failed One', 'user complete Two']);
  });

  it('is tried again after pauses that double, when the failure is found while the device is online', async () => {
    const page = new Page();
    const sent = page.conversation.send('One');
    const pauses: number[] = [];
    for (let tries = 0; tries < 9; tries++) {
      await (await page.transport.asked()).throw(new ChatError('offline', 'no network'));
      await settled();
      const [timer, ...others] = page.network.timers.splice(0);
      expect(others).to.deep.equal([]);
      pauses.push(timer?.milliseconds ?? 0);
      timer?.callback();
    }
    await sent;
    expect(pauses).to.deep.equal([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    await page.transport.answer('1');
    await page.sendOffline('Two');
    expect(page.network.timers.map(({ milliseconds }) => milliseconds)).to.deep.equal([1_000]);
  });

  it('is not tried before its pause is over, whatever changes meanwhile', async () => {
    const page = new Page();
    await page.sendOffline('One');
    page.network.isConnected = true;
    page.conversation.type('Two');
    page.conversation.refresh();
    await settled();
    expect(page.transport.turns.length).to.equal(1);
    page.conversation.wake();
    await settled();
    expect(page.transport.turns.length).to.equal(2);
  });

  it('goes back to the text box when the visitor takes it back, and is not sent', async () => {
    const page = new Page();
    await page.sendOffline('One');
    page.conversation.takeBack(page.state.messages[0]?.id ?? '');
    expect([page.state.draft, page.transcript, page.state.status]).to.deep.equal(['One', [], 'ready']);
    page.connect();
    await settled();
    expect(page.transport.turns.length).to.equal(1);
  });

  it('can be edited like a failed question', async () => {
    const page = new Page();
    await page.sendOffline('One');
    page.network.isConnected = true;
    void page.conversation.edit(page.state.messages[0]?.id ?? '', 'Other');
    await page.transport.answer('1');
    page.connect();
    await settled();
    expect(page.transcript).to.deep.equal(['user complete Other', 'assistant complete 1']);
    expect(page.transport.turns.length).to.equal(2);
  });

  for (const code of ['challenge-required', 'internal'] as const)
    it(`waits when the bot check or the page failed first with ${code}, but only while offline`, async () => {
      for (const isConnected of [true, false]) {
        const page = new Page();
        page.network.isConnected = isConnected;
        const sent = page.conversation.send('One');
        await (await page.transport.asked()).throw(new ChatError(code, 'scripted'));
        await sent;
        expect(page.questions).to.deep.equal([`user ${isConnected ? 'failed' : 'waiting'} One`]);
      }
    });

  it('does not wait when the backend has refused it', async () => {
    const page = new Page();
    page.network.isConnected = false;
    const sent = page.conversation.send('One');
    await (await page.transport.asked()).refuse('rate-limited');
    await sent;
    expect(page.questions).to.deep.equal(['user failed One']);
  });

  it('fails at once where the page cannot tell whether it is offline', async () => {
    const page = new ConversationHarness();
    const sent = page.conversation.send('One');
    await (await page.transport.asked()).throw(new ChatError('offline', 'no network'));
    await sent;
    expect(page.transcript).to.deep.equal(['user failed One']);
  });

  it('is asked once when the visitor presses Try again instead of waiting', async () => {
    const page = new Page();
    await page.sendOffline('One');
    const again = page.conversation.retry();
    await page.transport.answer('1');
    await again;
    page.connect();
    await settled();
    expect(page.transport.turns.length).to.equal(2);
    expect(page.transcript).to.deep.equal(['user complete One', 'assistant complete 1']);
  });
});

describe('questions that wait on a page that was left', () => {
  /** A lock that another page holds until the test opens it. */
  class HeldLock implements TurnLock {
    waiting = 0;
    release: () => void = () => undefined;

    acquire(signal: AbortSignal): Promise<() => void> {
      this.waiting++;
      return new Promise((resolve, reject) => {
        this.release = () => resolve(() => undefined);
        signal.addEventListener('abort', () => (this.waiting--, reject(signal.reason)), { once: true });
      });
    }
  }

  it('are not sent by the hidden page until it is shown again', async () => {
    const page = new Page();
    await page.sendOffline('One');
    page.conversation.handleLeft();
    expect(page.network.timers, 'no timer is left').to.deep.equal([]);
    page.network.isConnected = true;
    await settled();
    expect(page.transport.turns.length).to.equal(1);
    page.conversation.wake();
    await page.transport.answer('1');
    expect(page.transcript).to.deep.equal(['user complete One', 'assistant complete 1']);
  });

  it('release the turn lock while their page is hidden, and request it again when it is shown', async () => {
    const lock = new HeldLock();
    const page = new Page({ lock });
    page.conversation.queue('One');
    await settled();
    expect(lock.waiting).to.equal(1);
    page.conversation.handleLeft();
    await settled();
    expect(lock.waiting).to.equal(0);
    page.conversation.wake();
    await settled();
    expect(lock.waiting).to.equal(1);
    lock.release();
    await page.transport.answer('1');
    expect(page.transcript.at(-1)).to.equal('assistant complete 1');
  });

  it('no longer wait where a later page has sent them', async () => {
    const page = new Page();
    await page.sendOffline('One');
    page.conversation.queue('Two');
    page.conversation.handleLeft();
    const next = new Page({ createId: () => `next-${Math.random()}` }, page);
    next.network.isConnected = true;
    void next.conversation.resume();
    await next.transport.answer('1');
    await next.transport.answer('2');
    await settled();
    page.conversation.wake();
    await settled();
    expect([page.transcript, page.waiting]).to.deep.equal([next.transcript, []]);
    expect(page.transport.turns.length).to.equal(1);
  });
});

it('asks one question at a time, whatever methods are called', async () => {
  const page = new Page();
  void page.conversation.send('One');
  await page.transport.asked();
  page.conversation.queue('Two');
  void page.conversation.resume();
  void page.conversation.retry();
  void page.conversation.regenerate();
  void page.conversation.continue('{question}');
  page.conversation.refresh();
  page.conversation.wake();
  await settled();
  expect(page.transport.turns.length).to.equal(1);
});
