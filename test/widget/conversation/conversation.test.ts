import { expect } from 'chai';
import { MAX_MESSAGE_CHARACTERS } from '../../../widget/protocol/limits.ts';
import type { ConversationChange } from '../../../widget/conversation/state.ts';
import { changeOf, ConversationHarness, storeIn } from '../../support/conversation-harness.ts';
import { MapStorage } from '../../support/map-storage.ts';
import { ScriptedTransport } from '../../support/scripted-transport.ts';

describe('Conversation', () => {
  it('begins with the status ready and no messages', () => {
    expect(new ConversationHarness().state).to.deep.include({
      messages: [],
      waiting: [],
      status: 'ready',
      error: null,
      draft: '',
    });
  });

  describe('send', () => {
    it('goes through the statuses submitted, streaming and ready', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      expect(harness.state.status).to.equal('submitted');
      expect(harness.transcript).to.deep.equal(['user complete Hi']);
      const turn = await harness.transport.asked();
      await turn.say('Hel');
      expect(harness.state.status).to.equal('streaming');
      expect(harness.transcript).to.deep.equal(['user complete Hi', 'assistant streaming Hel']);
      await turn.say('lo');
      await turn.finish();
      await sent;
      expect(harness.state.status).to.equal('ready');
      expect(harness.transcript).to.deep.equal(['user complete Hi', 'assistant complete Hello']);
    });

    it('keeps unchanged messages the same objects', async () => {
      const harness = new ConversationHarness();
      await harness.exchange('One', 'Two');
      const before = harness.state.messages;
      await harness.exchange('Three', 'Four');
      expect(harness.state.messages[0]).to.equal(before[0]);
      expect(harness.state.messages[1]).to.equal(before[1]);
    });

    it('emits each piece of text as a delta of its answer, after the state has the text', async () => {
      const harness = new ConversationHarness();
      const deltas: string[] = [];
      harness.conversation.subscribe((change) => {
        if (change.type !== 'delta') return;
        deltas.push(change.text);
        expect(harness.transcript.at(-1)).to.equal(`assistant streaming ${deltas.join('')}`);
        expect(change.id).to.equal(harness.state.messages.at(-1)?.id);
      });
      const sent = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      await turn.emit({ type: 'reasoning', text: 'Hm' });
      await turn.say('Hel', 'lo');
      await turn.finish();
      await sent;
      expect(deltas).to.deep.equal(['Hel', 'lo']);
    });

    it('emits the start and the end of the answer with their times', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      harness.now += 30;
      await turn.emit({ type: 'start', queryId: 'q_1' });
      await turn.emit({ type: 'sources', sources: [{ id: 's', title: 'A', url: '', snippet: '' }] });
      harness.now += 70;
      await turn.say('Hello');
      harness.now += 400;
      await turn.finish({ usage: { outputTokens: 1 }, finishReason: 'length' });
      await sent;
      expect(harness.changeTypes).to.deep.equal(['response-start', 'response-end']);
      expect(changeOf(harness, 'response-start')?.message).to.include({
        status: 'streaming',
        queryId: 'q_1',
      });
      expect(changeOf(harness, 'response-end')).to.deep.include({
        message: harness.state.messages[1],
        sources: [{ type: 'source', id: 's', title: 'A', url: '', snippet: '' }],
        usage: { outputTokens: 1 },
        finishReason: 'length',
        millisecondsToFirstToken: 100,
        milliseconds: 500,
      });
    });

    it('does nothing for a text of white space', async () => {
      const harness = new ConversationHarness();
      await harness.conversation.send(' \n ');
      expect(harness.changes).to.deep.equal([]);
      expect(harness.transport.turns).to.have.length(0);
    });

    it('clears the draft when the draft is the text that was sent', async () => {
      const harness = new ConversationHarness();
      harness.conversation.type(' Hi\n');
      const sent = harness.conversation.send('Hi');
      expect(harness.state.draft).to.equal('');
      await harness.transport.answer('Hello');
      await sent;
    });

    it('keeps a draft that differs from the text that was sent', async () => {
      const harness = new ConversationHarness();
      harness.conversation.type('Half a thou');
      await harness.exchange('Hi', 'Hello');
      expect(harness.state.draft).to.equal('Half a thou');
    });

    it('refuses a text that is too long, and keeps that text in the draft', async () => {
      const harness = new ConversationHarness();
      const text = 'x'.repeat(MAX_MESSAGE_CHARACTERS + 1);
      harness.conversation.type(text);
      await harness.conversation.send(text);
      expect([harness.state.status, harness.state.error?.code]).to.deep.equal(['error', 'too-large']);
      expect(harness.state.draft).to.equal(text);
      expect(harness.state.messages).to.deep.equal([]);
      expect(harness.changeTypes).to.deep.equal(['error']);
      expect(harness.transport.turns).to.have.length(0);
    });

    it('makes a refused text the draft when the draft is empty', async () => {
      const harness = new ConversationHarness();
      const text = 'x'.repeat(MAX_MESSAGE_CHARACTERS + 1);
      await harness.conversation.send(text);
      expect(harness.state.draft).to.equal(text);
    });

    it('does not disturb a running turn when the next text is refused', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      await turn.say('Hello');
      await harness.conversation.send('x'.repeat(MAX_MESSAGE_CHARACTERS + 1));
      expect([harness.state.status, harness.state.error?.code]).to.deep.equal(['streaming', 'too-large']);
      await turn.finish();
      await sent;
      expect([harness.state.status, harness.state.error]).to.deep.equal(['ready', null]);
    });

    it('puts sources behind the text, and replaces them by the sources of the done event', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      await turn.emit({ type: 'sources', sources: [{ id: 'old', title: 'Old', url: '', snippet: '' }] });
      expect(harness.transcript[1]).to.equal('assistant streaming ');
      await turn.emit({ type: 'reasoning', text: 'Hm' }, { type: 'reasoning', text: '.' });
      await turn.say('Hel', 'lo');
      await turn.finish({ sources: [{ id: 'new', title: 'New', url: '', snippet: '' }], queryId: 'q_2' });
      await sent;
      const answer = harness.state.messages[1];
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

    it('takes the quota from the start and done events', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      await turn.emit({ type: 'start', quota: { limit: 10, remaining: 5, resetsAt: 99 } });
      expect(harness.state.quota).to.deep.equal({ limit: 10, remaining: 5, resetsAt: 99 });
      await turn.say('Hello');
      await turn.finish({ quotaRemaining: 4 });
      await sent;
      expect(harness.state.quota).to.deep.equal({ limit: 10, remaining: 4, resetsAt: 99 });
    });

    it('knows the links of the newest turn, and keeps a link that a later turn does not name', async () => {
      const harness = new ConversationHarness();
      const quota = { limit: 10, remaining: 5, resetsAt: 99 };
      for (const start of [{ quota, links: { feedback: '/one' } }, { links: { feedback: '/two' } }, {}]) {
        const sent = harness.conversation.send('Hi');
        const turn = await harness.transport.asked();
        await turn.emit({ type: 'start', ...start });
        await turn.say('Hello');
        await turn.finish();
        await sent;
      }
      expect(harness.state.links).to.deep.equal({ feedback: '/two' });
      expect(harness.state.quota).to.deep.equal(quota);
    });

    it('stores a rating with its answer, also while another answer streams', async () => {
      const store = storeIn(new MapStorage());
      const harness = new ConversationHarness({ store });
      await harness.exchange('Hi', 'Hello');
      const sent = harness.conversation.send('More');
      const turn = await harness.transport.asked();
      await turn.say('Half');
      const rated = harness.state.messages[1]?.id ?? '';
      harness.conversation.rate(rated, -1);
      expect(harness.state.messages.map(({ feedback }) => feedback)).to.deep.equal([
        undefined,
        -1,
        undefined,
        undefined,
      ]);
      expect(store.load(harness.state.id).records.get(rated)?.message.feedback).to.equal(-1);
      expect(harness.state.status).to.equal('streaming');
      await turn.finish();
      await sent;
    });

    it('reads the setting `transport` at the start of each turn', async () => {
      const first = new ScriptedTransport();
      const second = new ScriptedTransport();
      const transports = [first, second];
      const harness = new ConversationHarness({ transport: () => transports.shift() ?? first });
      for (const transport of [first, second]) {
        const sent = harness.conversation.send('Hi');
        await transport.answer('Hello');
        await sent;
      }
      expect([first.turns.length, second.turns.length]).to.deep.equal([1, 1]);
    });
  });

  describe('the messages of a request', () => {
    it('leave out failed questions and failed answers, and include stopped answers', async () => {
      const harness = new ConversationHarness();
      await harness.exchange('One', 'First');
      const failed = harness.conversation.send('Lost');
      await (await harness.transport.asked()).refuse('model-busy');
      await failed;
      const stopped = harness.conversation.send('Two');
      const turn = await harness.transport.asked();
      await turn.emit({ type: 'reasoning', text: 'Hm' });
      await turn.say('Half');
      harness.conversation.stop();
      await stopped;
      const sent = harness.conversation.send('Three');
      const last = await harness.transport.answer('Third');
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
    it('clear removes all but the draft, and ends the turn', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      await turn.say('Par');
      harness.conversation.type('Next');
      harness.conversation.clear();
      await sent;
      expect(turn.signal.aborted).to.equal(true);
      expect(harness.state).to.deep.include({ messages: [], status: 'ready', error: null, draft: 'Next' });
      expect(harness.changeTypes.at(-1)).to.equal('clear');
    });

    it('setMessages shows the messages of the page', async () => {
      const harness = new ConversationHarness();
      harness.conversation.setMessages([
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Two' },
      ]);
      expect(harness.transcript).to.deep.equal(['user complete One', 'assistant complete Two']);
      const sent = harness.conversation.send('Three');
      const turn = await harness.transport.answer('Four');
      await sent;
      expect(turn.request.messages.map(({ content }) => content)).to.deep.equal(['One', 'Two', 'Three']);
    });

    it('emits nothing and sends nothing after dispose', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      await turn.say('Par');
      harness.conversation.dispose();
      await sent;
      const heard = harness.changes.length;
      expect(turn.signal.aborted).to.equal(true);
      harness.conversation.type('x');
      harness.conversation.clear();
      harness.conversation.setMessages([]);
      await harness.conversation.send('Again');
      await harness.conversation.retry();
      expect(harness.changes).to.have.length(heard);
      expect(harness.transport.turns).to.have.length(1);
    });

    it('emits nothing to a listener that has unsubscribed', () => {
      const harness = new ConversationHarness();
      const heard: ConversationChange[] = [];
      harness.conversation.subscribe((change) => heard.push(change))();
      harness.conversation.type('x');
      expect(heard).to.deep.equal([]);
    });
  });

  it('keeps a long answer in one text part', async () => {
    const harness = new ConversationHarness();
    const sent = harness.conversation.send('Hi');
    const turn = await harness.transport.asked();
    await turn.say(...Array.from({ length: 2_000 }, () => 'word '));
    await turn.finish();
    await sent;
    expect(harness.state.messages[1]?.parts).to.deep.equal([{ type: 'text', text: 'word '.repeat(2_000) }]);
  });
});
