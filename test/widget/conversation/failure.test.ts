import { expect } from 'chai';
import { ChatError } from '../../../widget/protocol/chat-error.ts';
import { ConversationScene } from '../../support/conversation-scene.ts';

describe('Conversation', () => {
  describe('when a turn fails', () => {
    it('keeps the words of an answer that was cut', async () => {
      const scene = new ConversationScene();
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
        const scene = new ConversationScene();
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
      const scene = new ConversationScene();
      const sent = scene.conversation.send('Hi');
      await (await scene.transport.asked()).refuse('rate-limited', 60);
      await sent;
      expect(scene.transcript).to.deep.equal(['user failed Hi']);
      expect([scene.state.status, scene.state.error?.code]).to.deep.equal(['error', 'rate-limited']);
      expect(scene.state.error?.retryAfter).to.equal(60);
    });

    it('calls done without a word an empty answer', async () => {
      const scene = new ConversationScene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.emit({ type: 'reasoning', text: 'Hm' });
      await turn.finish({ finishReason: 'length' });
      await sent;
      expect(scene.transcript).to.deep.equal(['user failed Hi']);
      expect(scene.state.error?.code).to.equal('empty-answer');
    });

    it('says so when the filter took the answer', async () => {
      const scene = new ConversationScene();
      const sent = scene.conversation.send('Hi');
      await (await scene.transport.asked()).finish({ finishReason: 'content-filter' });
      await sent;
      expect(scene.state.error?.code).to.equal('content-filtered');
    });

    it('turns whatever is thrown into an internal error with its cause', async () => {
      const cause = new TypeError('headers() broke');
      const scene = new ConversationScene({ buildRequest: () => Promise.reject(cause) });
      await scene.conversation.send('Hi');
      expect([scene.state.error?.code, scene.state.error?.cause]).to.deep.equal(['internal', cause]);
      expect(scene.transcript).to.deep.equal(['user failed Hi']);
    });

    it('is ready again without an error when the page cancels the request', async () => {
      const scene = new ConversationScene({ buildRequest: () => null });
      await scene.conversation.send('Hi');
      expect(scene.transcript).to.deep.equal(['user failed Hi']);
      expect([scene.state.status, scene.state.error]).to.deep.equal(['ready', null]);
      expect(scene.told).to.deep.equal([]);
    });

    it('never lets error text into the transcript', async () => {
      const scene = new ConversationScene();
      const sent = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.say('Par');
      await turn.emit({ type: 'error', code: 'internal', message: 'SECRET' });
      await sent;
      expect(JSON.stringify(scene.state.messages)).not.to.include('SECRET');
    });
  });

  describe('retry', () => {
    it('keeps the partial answer when the next try fails before its first word', async () => {
      const scene = new ConversationScene();
      const asked = scene.conversation.send('Hi');
      const turn = await scene.transport.asked();
      await turn.say('Half an answer');
      await turn.cut();
      await asked;
      const retried = scene.conversation.retry();
      const next = await scene.transport.asked();
      expect(next.request.messages).to.deep.equal([{ role: 'user', content: 'Hi' }]);
      await next.throw(new ChatError('blocked', 'for the test'));
      await retried;
      expect(scene.transcript).to.deep.equal(['user complete Hi', 'assistant truncated Half an answer']);
      expect(scene.state.status).to.equal('error');
    });

    for (const [name, end] of [
      ['cut', (scene: ConversationScene) => scene.transport.turns[0]?.cut()],
      ['stopped', (scene: ConversationScene) => scene.conversation.stop()],
      ['failed', (scene: ConversationScene) => scene.transport.turns[0]?.refuse('model-failed')],
    ] as const) {
      it(`asks again in place of an answer that was ${name}`, async () => {
        const scene = new ConversationScene();
        const sent = scene.conversation.send('Hi');
        const turn = await scene.transport.asked();
        await turn.say('Par');
        await end(scene);
        await sent;
        const questionId = scene.state.messages[0]?.id;
        const retried = scene.conversation.retry();
        expect(scene.transcript[0]).to.equal('user complete Hi');
        expect([scene.state.status, scene.state.error]).to.deep.equal(['submitted', null]);
        const again = await scene.transport.answer('Whole');
        await retried;
        expect(again.request.messages).to.deep.equal([{ role: 'user', content: 'Hi' }]);
        expect(scene.transcript).to.deep.equal(['user complete Hi', 'assistant complete Whole']);
        expect(scene.state.messages[0]?.id).to.equal(questionId);
      });
    }

    it('asks a failed question again', async () => {
      const scene = new ConversationScene();
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
      const scene = new ConversationScene();
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
});
