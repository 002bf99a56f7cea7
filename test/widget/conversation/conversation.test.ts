import { expect } from 'chai';
import { ChatError } from '../../../widget/protocol/chat-error.ts';
import { textOf, type WireMessage } from '../../../widget/protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../../widget/protocol/limits.ts';
import type { ChatRequest, Transport } from '../../../widget/protocol/transport.ts';
import { Conversation, type ConversationOptions } from '../../../widget/conversation/conversation.ts';
import type { ConversationChange } from '../../../widget/conversation/state.ts';
import { ScriptedTransport } from '../../support/scripted-transport.ts';
import { REQUEST } from '../../support/streams.ts';

function toRequest(messages: readonly WireMessage[]): ChatRequest {
  return { ...REQUEST, messages };
}

/** Something that a test waits for. */
class Gate {
  readonly opened: Promise<void>;
  #resolve: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  open(): void {
    this.#resolve();
  }
}

/** A conversation with its transport, its clock, and everything it has told. */
class Scene {
  readonly transport = new ScriptedTransport();
  readonly changes: ConversationChange[] = [];
  readonly conversation: Conversation;
  now = 1_000;
  #ids = 0;

  constructor(options: Partial<ConversationOptions> = {}) {
    this.conversation = new Conversation({
      transport: () => this.transport,
      buildRequest: toRequest,
      historyLimit: () => 20,
      now: () => this.now,
      createId: () => `id-${++this.#ids}`,
      ...options,
    });
    this.conversation.subscribe((change) => this.changes.push(change));
  }

  get state(): Conversation['state'] {
    return this.conversation.state;
  }

  /** `role status text` of every message. */
  get transcript(): readonly string[] {
    return this.state.messages.map((message) => `${message.role} ${message.status} ${textOf(message)}`);
  }

  /** What was told besides `state`. */
  get told(): readonly string[] {
    return this.changes.map(({ type }) => type).filter((type) => type !== 'state');
  }

  /** A question with its whole answer. */
  async exchange(question: string, answer: string): Promise<void> {
    const sent = this.conversation.send(question);
    await this.transport.answer(answer);
    await sent;
  }
}

function changeOf<T extends ConversationChange['type']>(
  scene: Scene,
  type: T,
): Extract<ConversationChange, { type: T }> | undefined {
  const isWanted = (change: ConversationChange): change is Extract<ConversationChange, { type: T }> =>
    change.type === type;
  return scene.changes.find(isWanted);
}

describe('Conversation', () => {
  it('begins ready and empty', () => {
    expect(new Scene().state).to.deep.equal({ messages: [], status: 'ready', error: null, draft: '' });
  });

  describe('send', () => {
    it('is submitted, then streaming, then ready', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      expect(scene.state.status).to.equal('submitted');
      expect(scene.transcript).to.deep.equal(['user complete Hi']);
      const turn = await scene.transport.asked();
      await turn.say('Hel');
      expect(scene.state.status).to.equal('streaming');
      expect(scene.transcript).to.deep.equal(['user complete Hi', 'assistant streaming Hel']);
      await turn.say('lo');
      await turn.finish();
      await sent;
      expect(scene.state.status).to.equal('ready');
      expect(scene.transcript).to.deep.equal(['user complete Hi', 'assistant complete Hello']);
    });

    it('keeps the identity of messages that do not change', async () => {
      const scene = new Scene();
      await scene.exchange('One', 'Two');
      const before = scene.state.messages;
      await scene.exchange('Three', 'Four');
      expect(scene.state.messages[0]).to.equal(before[0]);
      expect(scene.state.messages[1]).to.equal(before[1]);
    });

    it('tells the start and the end of the answer, with times', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      scene.now += 30;
      await turn.emit({ type: 'start', queryId: 'q_1' });
      await turn.emit({ type: 'sources', sources: [{ id: 's', title: 'A', url: '', snippet: '' }] });
      scene.now += 70;
      await turn.say('Hello');
      scene.now += 400;
      await turn.finish({ usage: { outputTokens: 1 }, finishReason: 'length' });
      await sent;
      expect(scene.told).to.deep.equal(['response-start', 'response-end']);
      expect(changeOf(scene, 'response-start')?.message).to.include({ status: 'streaming', queryId: 'q_1' });
      expect(changeOf(scene, 'response-end')).to.deep.include({
        message: scene.state.messages[1],
        sources: [{ type: 'source', id: 's', title: 'A', url: '', snippet: '' }],
        usage: { outputTokens: 1 },
        finishReason: 'length',
        millisecondsToFirstToken: 100,
        milliseconds: 500,
      });
    });

    it('does nothing for white space', async () => {
      const scene = new Scene();
      await scene.conversation.send(' \n ');
      expect(scene.changes).to.deep.equal([]);
      expect(scene.transport.turns).to.have.length(0);
    });

    it('clears the draft when it is what was sent', async () => {
      const scene = new Scene();
      scene.conversation.setDraft(' Hi\n');
      const sent = scene.conversation.send('Hi');
      expect(scene.state.draft).to.equal('');
      await scene.transport.answer('Hello');
      await sent;
    });

    it('keeps a draft that is something else', async () => {
      const scene = new Scene();
      scene.conversation.setDraft('Half a thou');
      await scene.exchange('Hi', 'Hello');
      expect(scene.state.draft).to.equal('Half a thou');
    });

    it('refuses a text that is too long, and keeps its words in the draft', async () => {
      const scene = new Scene();
      const text = 'x'.repeat(MAX_MESSAGE_CHARACTERS + 1);
      scene.conversation.setDraft(text);
      await scene.conversation.send(text);
      expect([scene.state.status, scene.state.error?.code]).to.deep.equal(['error', 'too-large']);
      expect(scene.state.draft).to.equal(text);
      expect(scene.state.messages).to.deep.equal([]);
      expect(scene.told).to.deep.equal(['error']);
      expect(scene.transport.turns).to.have.length(0);
    });

    it('makes a refused text the draft when there is none', async () => {
      const scene = new Scene();
      const text = 'x'.repeat(MAX_MESSAGE_CHARACTERS + 1);
      await scene.conversation.send(text);
      expect(scene.state.draft).to.equal(text);
    });

    it('lets a running turn be when the next text is refused', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.say('Hello');
      await scene.conversation.send('x'.repeat(MAX_MESSAGE_CHARACTERS + 1));
      expect([scene.state.status, scene.state.error?.code]).to.deep.equal(['streaming', 'too-large']);
      await turn.finish();
      await sent;
      expect([scene.state.status, scene.state.error]).to.deep.equal(['ready', null]);
    });

    it('puts sources after the text, and done replaces them', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.emit({ type: 'sources', sources: [{ id: 'old', title: 'Old', url: '', snippet: '' }] });
      expect(scene.transcript[1]).to.equal('assistant streaming ');
      await turn.emit({ type: 'reasoning', text: 'Hm' }, { type: 'reasoning', text: '.' });
      await turn.say('Hel', 'lo');
      await turn.finish({ sources: [{ id: 'new', title: 'New', url: '', snippet: '' }], queryId: 'q_2' });
      await sent;
      const answer = scene.state.messages[1];
      expect(answer?.queryId).to.equal('q_2');
      expect(answer?.parts.filter(({ type }) => type === 'text')).to.deep.equal([
        { type: 'text', text: 'Hello' },
      ]);
      expect(answer?.parts.filter(({ type }) => type === 'reasoning')).to.deep.equal([
        { type: 'reasoning', text: 'Hm.' },
      ]);
      expect(answer?.parts.at(-1)).to.deep.equal({
        type: 'source',
        id: 'new',
        title: 'New',
        url: '',
        snippet: '',
      });
    });

    it('takes the quota from start and done', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.emit({ type: 'start', quota: { limit: 10, remaining: 5, resetsAt: 99 } });
      expect(scene.state.quota).to.deep.equal({ limit: 10, remaining: 5, resetsAt: 99 });
      await turn.say('Hello');
      await turn.finish({ quotaRemaining: 4 });
      await sent;
      expect(scene.state.quota).to.deep.equal({ limit: 10, remaining: 4, resetsAt: 99 });
    });

    it('reads the transport at the start of each turn', async () => {
      const first = new ScriptedTransport();
      const second = new ScriptedTransport();
      const transports = [first, second];
      const scene = new Scene({ transport: () => transports.shift() ?? first });
      for (const transport of [first, second]) {
        const sent = scene.conversation.send('Hi');
        await transport.answer('Hello');
        await sent;
      }
      expect([first.turns.length, second.turns.length]).to.deep.equal([1, 1]);
    });
  });

  describe('while an answer streams', () => {
    it('stops it when the next question is sent, and drops what it still says', async () => {
      const scene = new Scene();
      const first = scene.conversation.send('One');
      const turn = await scene.transport.asked();
      await turn.say('Par');
      const second = scene.conversation.send('Two');
      expect(turn.signal.aborted).to.equal(true);
      await first;
      await turn.say('tial');
      await scene.transport.answer('Whole');
      await second;
      expect(scene.transcript).to.deep.equal([
        'user complete One',
        'assistant stopped Par',
        'user complete Two',
        'assistant complete Whole',
      ]);
    });

    it('drops the late words of a transport that ignores the signal', async () => {
      const started = new Gate();
      const released = new Gate();
      const left = new Gate();
      const deaf: Transport = {
        async *send() {
          try {
            yield { type: 'token', token: 'Par' };
            started.open();
            await released.opened;
            yield { type: 'token', token: 'tial' };
          } finally {
            left.open();
          }
        },
      };
      const scene = new Scene({ transport: () => deaf });
      const sent = scene.conversation.send('Hi');
      await started.opened;
      scene.conversation.stop();
      await sent;
      const before = scene.state;
      released.open();
      await left.opened;
      expect(scene.state).to.equal(before);
    });

    it('keeps the partial answer when it is stopped', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.say('Par');
      scene.conversation.stop();
      await sent;
      expect(turn.signal.aborted).to.equal(true);
      expect(scene.state.status).to.equal('ready');
      expect(scene.transcript).to.deep.equal(['user complete Hi', 'assistant stopped Par']);
      expect(scene.told).to.deep.equal(['response-start', 'stop']);
      expect(changeOf(scene, 'stop')?.message).to.equal(scene.state.messages[1]);
    });

    it('takes out an answer without a word when it is stopped', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.emit({ type: 'sources', sources: [{ id: 's', title: 'A', url: '', snippet: '' }] });
      scene.conversation.stop();
      await sent;
      expect(scene.transcript).to.deep.equal(['user complete Hi']);
      expect(changeOf(scene, 'stop')?.message).to.equal(null);
    });

    it('sends nothing when it is stopped before the request is built', async () => {
      const asked = new Gate();
      const built = new Gate();
      const scene = new Scene({
        async buildRequest(messages) {
          asked.open();
          await built.opened;
          return toRequest(messages);
        },
      });
      const stopped = scene.conversation.send('One');
      await asked.opened;
      scene.conversation.stop();
      await stopped;
      expect(scene.state.status).to.equal('ready');
      built.open();
      await scene.exchange('Two', 'Second');
      expect(scene.transport.turns).to.have.length(1);
    });

    it('lets a listener send the next question at the end of a turn', async () => {
      const scene = new Scene();
      let second: Promise<void> | undefined;
      scene.conversation.subscribe(({ type }) => {
        if (type === 'response-end') second ??= scene.conversation.send('Two');
      });
      await scene.exchange('One', 'First');
      await scene.transport.answer('Second');
      await second;
      expect(scene.transcript.at(-1)).to.equal('assistant complete Second');
    });

    it('survives a listener that throws, and lets the page hear of it', async () => {
      const scene = new Scene();
      const heard = new Gate();
      const handleError = window.onerror;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- takes the place of the test runner's own
      window.onerror = () => {
        heard.open();
        return true;
      };
      scene.conversation.subscribe(({ type }) => {
        if (type === 'response-end') throw new Error('a broken listener');
      });
      await scene.exchange('Hi', 'Hello');
      await heard.opened;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- gives it back
      window.onerror = handleError;
      expect(scene.transcript.at(-1)).to.equal('assistant complete Hello');
    });
  });

  describe('when a turn fails', () => {
    it('keeps the words of an answer that was cut', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.say('Par');
      await turn.cut();
      await sent;
      expect(scene.transcript).to.deep.equal(['user complete Hi', 'assistant truncated Par']);
      expect([scene.state.status, scene.state.error?.code]).to.deep.equal(['error', 'truncated']);
      expect(scene.told).to.deep.equal(['response-start', 'error']);
    });

    for (const [code, status] of [
      ['stalled', 'truncated'],
      ['truncated', 'truncated'],
      ['blocked', 'truncated'],
      ['model-failed', 'failed'],
      ['rate-limited', 'failed'],
    ] as const) {
      it(`marks a partial answer ${status} after ${code}`, async () => {
        const scene = new Scene();
        const sent = scene.conversation.send('Hi');
        const turn = await scene.transport.asked();
        await turn.say('Par');
        await turn.throw(new ChatError(code, 'scripted'));
        await sent;
        expect(scene.transcript).to.deep.equal(['user complete Hi', `assistant ${status} Par`]);
        expect(scene.state.error?.code).to.equal(code);
      });
    }

    it('keeps the question, marked failed, when there is no answer', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      await (await scene.transport.asked()).refuse('rate-limited', 60);
      await sent;
      expect(scene.transcript).to.deep.equal(['user failed Hi']);
      expect([scene.state.status, scene.state.error?.code]).to.deep.equal(['error', 'rate-limited']);
      expect(scene.state.error?.retryAfter).to.equal(60);
    });

    it('calls done without a word an empty answer', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.emit({ type: 'reasoning', text: 'Hm' });
      await turn.finish({ finishReason: 'length' });
      await sent;
      expect(scene.transcript).to.deep.equal(['user failed Hi']);
      expect(scene.state.error?.code).to.equal('empty-answer');
    });

    it('says so when the filter took the answer', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      await (await scene.transport.asked()).finish({ finishReason: 'content-filter' });
      await sent;
      expect(scene.state.error?.code).to.equal('content-filtered');
    });

    it('turns whatever is thrown into an internal error with its cause', async () => {
      const cause = new TypeError('headers() broke');
      const scene = new Scene({ buildRequest: () => Promise.reject(cause) });
      await scene.conversation.send('Hi');
      expect([scene.state.error?.code, scene.state.error?.cause]).to.deep.equal(['internal', cause]);
      expect(scene.transcript).to.deep.equal(['user failed Hi']);
    });

    it('is ready again without an error when the page cancels the request', async () => {
      const scene = new Scene({ buildRequest: () => null });
      await scene.conversation.send('Hi');
      expect(scene.transcript).to.deep.equal(['user failed Hi']);
      expect([scene.state.status, scene.state.error]).to.deep.equal(['ready', null]);
      expect(scene.told).to.deep.equal([]);
    });

    it('never lets error text into the transcript', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.say('Par');
      await turn.emit({ type: 'error', code: 'internal', message: 'SECRET' });
      await sent;
      expect(JSON.stringify(scene.state.messages)).not.to.include('SECRET');
    });
  });

  describe('retry', () => {
    for (const [name, end] of [
      ['cut', (scene: Scene) => scene.transport.turns[0]?.cut()],
      ['stopped', (scene: Scene) => scene.conversation.stop()],
      ['failed', (scene: Scene) => scene.transport.turns[0]?.refuse('model-failed')],
    ] as const) {
      it(`asks again in place of an answer that was ${name}`, async () => {
        const scene = new Scene();
        const sent = scene.conversation.send('Hi');
        const turn = await scene.transport.asked();
        await turn.say('Par');
        await end(scene);
        await sent;
        const questionId = scene.state.messages[0]?.id;
        const retried = scene.conversation.retry();
        expect(scene.transcript).to.deep.equal(['user complete Hi']);
        expect([scene.state.status, scene.state.error]).to.deep.equal(['submitted', null]);
        const again = await scene.transport.answer('Whole');
        await retried;
        expect(again.request.messages).to.deep.equal([{ role: 'user', content: 'Hi' }]);
        expect(scene.transcript).to.deep.equal(['user complete Hi', 'assistant complete Whole']);
        expect(scene.state.messages[0]?.id).to.equal(questionId);
      });
    }

    it('asks a failed question again', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      await (await scene.transport.asked()).refuse('model-busy');
      await sent;
      const retried = scene.conversation.retry();
      const again = await scene.transport.answer('Hello');
      await retried;
      expect(again.request.messages).to.deep.equal([{ role: 'user', content: 'Hi' }]);
      expect(scene.transcript).to.deep.equal(['user complete Hi', 'assistant complete Hello']);
    });

    it('does nothing after a complete answer, in an empty conversation, and while a turn runs', async () => {
      const scene = new Scene();
      await scene.conversation.retry();
      await scene.exchange('Hi', 'Hello');
      await scene.conversation.retry();
      expect(scene.transport.turns).to.have.length(1);
      const sent = scene.conversation.send('More');
      const turn = await scene.transport.asked();
      await turn.say('Par');
      await scene.conversation.retry();
      expect(scene.transport.turns).to.have.length(2);
      await turn.finish();
      await sent;
    });
  });

  describe('what is sent', () => {
    it('has no failed question and no failed answer in it, but what was stopped', async () => {
      const scene = new Scene();
      await scene.exchange('One', 'First');
      const failed = scene.conversation.send('Lost');
      await (await scene.transport.asked()).refuse('model-busy');
      await failed;
      const stopped = scene.conversation.send('Two');
      const turn = await scene.transport.asked();
      await turn.emit({ type: 'reasoning', text: 'Hm' });
      await turn.say('Half');
      scene.conversation.stop();
      await stopped;
      const sent = scene.conversation.send('Three');
      const last = await scene.transport.answer('Third');
      await sent;
      expect(last.request.messages).to.deep.equal([
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'First' },
        { role: 'user', content: 'Two' },
        { role: 'assistant', content: 'Half' },
        { role: 'user', content: 'Three' },
      ]);
    });
  });

  describe('clear, setMessages, dispose', () => {
    it('clears everything but the draft, and ends the turn', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.say('Par');
      scene.conversation.setDraft('Next');
      scene.conversation.clear();
      await sent;
      expect(turn.signal.aborted).to.equal(true);
      expect(scene.state).to.deep.include({ messages: [], status: 'ready', error: null, draft: 'Next' });
      expect(scene.told.at(-1)).to.equal('clear');
    });

    it('takes messages of a page', async () => {
      const scene = new Scene();
      scene.conversation.setMessages([
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Two' },
      ]);
      expect(scene.transcript).to.deep.equal(['user complete One', 'assistant complete Two']);
      const sent = scene.conversation.send('Three');
      const turn = await scene.transport.answer('Four');
      await sent;
      expect(turn.request.messages.map(({ content }) => content)).to.deep.equal(['One', 'Two', 'Three']);
    });

    it('says and does nothing after dispose', async () => {
      const scene = new Scene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.say('Par');
      scene.conversation.dispose();
      await sent;
      const heard = scene.changes.length;
      expect(turn.signal.aborted).to.equal(true);
      scene.conversation.setDraft('x');
      scene.conversation.clear();
      scene.conversation.setMessages([]);
      await scene.conversation.send('Again');
      await scene.conversation.retry();
      expect(scene.changes).to.have.length(heard);
      expect(scene.transport.turns).to.have.length(1);
    });

    it('stops telling a listener that has unsubscribed', () => {
      const scene = new Scene();
      const heard: ConversationChange[] = [];
      scene.conversation.subscribe((change) => heard.push(change))();
      scene.conversation.setDraft('x');
      expect(heard).to.deep.equal([]);
    });
  });

  it('holds a long answer in one part', async () => {
    const scene = new Scene();
    const sent = scene.conversation.send('Hi');
    const turn = await scene.transport.asked();
    await turn.say(...Array.from({ length: 2_000 }, () => 'word '));
    await turn.finish();
    await sent;
    expect(scene.state.messages[1]?.parts).to.deep.equal([{ type: 'text', text: 'word '.repeat(2_000) }]);
  });
});
