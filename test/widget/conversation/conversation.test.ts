import { expect } from 'chai';
import type { ChatMessage } from '../../../widget/protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../../widget/protocol/limits.ts';
import type { ConversationChange } from '../../../widget/conversation/state.ts';
import { changeOf, ConversationScene } from '../../support/conversation-scene.ts';
import { ScriptedTransport } from '../../support/scripted-transport.ts';

describe('Conversation', () => {
  it('begins ready and empty', () => {
    expect(new ConversationScene().state).to.deep.equal({
      messages: [],
      status: 'ready',
      error: null,
      draft: '',
    });
  });

  describe('send', () => {
    it('is submitted, then streaming, then ready', async () => {
      const scene = new ConversationScene();
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
      const scene = new ConversationScene();
      await scene.exchange('One', 'Two');
      const before = scene.state.messages;
      await scene.exchange('Three', 'Four');
      expect(scene.state.messages[0]).to.equal(before[0]);
      expect(scene.state.messages[1]).to.equal(before[1]);
    });

    it('tells the start and the end of the answer, with times', async () => {
      const scene = new ConversationScene();
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
      const scene = new ConversationScene();
      await scene.conversation.send(' \n ');
      expect(scene.changes).to.deep.equal([]);
      expect(scene.transport.turns).to.have.length(0);
    });

    it('clears the draft when it is what was sent', async () => {
      const scene = new ConversationScene();
      scene.conversation.type(' Hi\n');
      const sent = scene.conversation.send('Hi');
      expect(scene.state.draft).to.equal('');
      await scene.transport.answer('Hello');
      await sent;
    });

    it('keeps a draft that is something else', async () => {
      const scene = new ConversationScene();
      scene.conversation.type('Half a thou');
      await scene.exchange('Hi', 'Hello');
      expect(scene.state.draft).to.equal('Half a thou');
    });

    it('refuses a text that is too long, and keeps its words in the draft', async () => {
      const scene = new ConversationScene();
      const text = 'x'.repeat(MAX_MESSAGE_CHARACTERS + 1);
      scene.conversation.type(text);
      await scene.conversation.send(text);
      expect([scene.state.status, scene.state.error?.code]).to.deep.equal(['error', 'too-large']);
      expect(scene.state.draft).to.equal(text);
      expect(scene.state.messages).to.deep.equal([]);
      expect(scene.told).to.deep.equal(['error']);
      expect(scene.transport.turns).to.have.length(0);
    });

    it('makes a refused text the draft when there is none', async () => {
      const scene = new ConversationScene();
      const text = 'x'.repeat(MAX_MESSAGE_CHARACTERS + 1);
      await scene.conversation.send(text);
      expect(scene.state.draft).to.equal(text);
    });

    it('lets a running turn be when the next text is refused', async () => {
      const scene = new ConversationScene();
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
      const scene = new ConversationScene();
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
      const scene = new ConversationScene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.emit({ type: 'start', quota: { limit: 10, remaining: 5, resetsAt: 99 } });
      expect(scene.state.quota).to.deep.equal({ limit: 10, remaining: 5, resetsAt: 99 });
      await turn.say('Hello');
      await turn.finish({ quotaRemaining: 4 });
      await sent;
      expect(scene.state.quota).to.deep.equal({ limit: 10, remaining: 4, resetsAt: 99 });
    });

    it('knows the links of the newest turn, and keeps what a later turn does not tell', async () => {
      const scene = new ConversationScene();
      const quota = { limit: 10, remaining: 5, resetsAt: 99 };
      for (const start of [{ quota, links: { feedback: '/one' } }, { links: { feedback: '/two' } }, {}]) {
        const sent = scene.conversation.send('Hi');
        const turn = await scene.transport.asked();
        await turn.emit({ type: 'start', ...start });
        await turn.say('Hello');
        await turn.finish();
        await sent;
      }
      expect(scene.state.links).to.deep.equal({ feedback: '/two' });
      expect(scene.state.quota).to.deep.equal(quota);
    });

    it('keeps a rating with its answer, in the store too, while another answer streams', async () => {
      const saved: (readonly ChatMessage[])[] = [];
      const scene = new ConversationScene({
        store: { load: () => undefined, save: (messages) => void saved.push(messages) },
      });
      await scene.exchange('Hi', 'Hello');
      const sent = scene.conversation.send('More');
      const turn = await scene.transport.asked();
      await turn.say('Half');
      scene.conversation.rate(scene.state.messages[1]?.id ?? '', -1);
      expect(scene.state.messages.map(({ feedback }) => feedback)).to.deep.equal([
        undefined,
        -1,
        undefined,
        undefined,
      ]);
      expect(saved.at(-1)?.[1]?.feedback).to.equal(-1);
      expect(scene.state.status).to.equal('streaming');
      await turn.finish();
      await sent;
    });

    it('reads the transport at the start of each turn', async () => {
      const first = new ScriptedTransport();
      const second = new ScriptedTransport();
      const transports = [first, second];
      const scene = new ConversationScene({ transport: () => transports.shift() ?? first });
      for (const transport of [first, second]) {
        const sent = scene.conversation.send('Hi');
        await transport.answer('Hello');
        await sent;
      }
      expect([first.turns.length, second.turns.length]).to.deep.equal([1, 1]);
    });
  });

  describe('what is sent', () => {
    it('has no failed question and no failed answer in it, but what was stopped', async () => {
      const scene = new ConversationScene();
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
      const scene = new ConversationScene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.say('Par');
      scene.conversation.type('Next');
      scene.conversation.clear();
      await sent;
      expect(turn.signal.aborted).to.equal(true);
      expect(scene.state).to.deep.include({ messages: [], status: 'ready', error: null, draft: 'Next' });
      expect(scene.told.at(-1)).to.equal('clear');
    });

    it('takes messages of a page', async () => {
      const scene = new ConversationScene();
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
      const scene = new ConversationScene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.say('Par');
      scene.conversation.dispose();
      await sent;
      const heard = scene.changes.length;
      expect(turn.signal.aborted).to.equal(true);
      scene.conversation.type('x');
      scene.conversation.clear();
      scene.conversation.setMessages([]);
      await scene.conversation.send('Again');
      await scene.conversation.retry();
      expect(scene.changes).to.have.length(heard);
      expect(scene.transport.turns).to.have.length(1);
    });

    it('stops telling a listener that has unsubscribed', () => {
      const scene = new ConversationScene();
      const heard: ConversationChange[] = [];
      scene.conversation.subscribe((change) => heard.push(change))();
      scene.conversation.type('x');
      expect(heard).to.deep.equal([]);
    });
  });

  it('holds a long answer in one part', async () => {
    const scene = new ConversationScene();
    const sent = scene.conversation.send('Hi');
    const turn = await scene.transport.asked();
    await turn.say(...Array.from({ length: 2_000 }, () => 'word '));
    await turn.finish();
    await sent;
    expect(scene.state.messages[1]?.parts).to.deep.equal([{ type: 'text', text: 'word '.repeat(2_000) }]);
  });
});
