import { expect } from 'chai';
import { isRetryable } from '../../../widget/conversation/transcript-end.ts';
import { ChatError } from '../../../widget/protocol/chat-error.ts';
import { ConversationHarness } from '../../support/conversation-harness.ts';

describe('Conversation', () => {
  describe('when a turn fails', () => {
    it('keeps the text of an answer that was cut', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      await turn.say('Par');
      await turn.cut();
      await sent;
      expect(harness.transcript).to.deep.equal(['user complete Hi', 'assistant truncated Par']);
      expect([harness.state.status, harness.state.error?.code]).to.deep.equal(['error', 'truncated']);
      expect(harness.changeTypes).to.deep.equal(['response-start', 'error']);
    });

    for (const [code, status] of [
      ['stalled', 'truncated'],
      ['truncated', 'truncated'],
      ['blocked', 'truncated'],
      ['model-failed', 'failed'],
      ['rate-limited', 'failed'],
    ] as const) {
      it(`marks a partial answer ${status} after the error ${code}`, async () => {
        const harness = new ConversationHarness();
        const sent = harness.conversation.send('Hi');
        const turn = await harness.transport.asked();
        await turn.say('Par');
        await turn.throw(new ChatError(code, 'scripted'));
        await sent;
        expect(harness.transcript).to.deep.equal(['user complete Hi', `assistant ${status} Par`]);
        expect(harness.state.error?.code).to.equal(code);
      });
    }

    it('keeps the question, marked failed, when no answer came', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      await (await harness.transport.asked()).refuse('rate-limited', 60);
      await sent;
      expect(harness.transcript).to.deep.equal(['user failed Hi']);
      expect([harness.state.status, harness.state.error?.code]).to.deep.equal(['error', 'rate-limited']);
      expect(harness.state.error?.retryAfter).to.equal(60);
    });

    it('reports a done event without any text as the error for an empty answer', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      await turn.emit({ type: 'reasoning', text: 'Hm' });
      await turn.finish({ finishReason: 'length' });
      await sent;
      expect(harness.transcript).to.deep.equal(['user failed Hi']);
      expect(harness.state.error?.code).to.equal('empty-answer');
    });

    it('takes a turn that ends with a question to the visitor for an answer, which retry does not repeat', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Cancel it');
      const turn = await harness.transport.asked();
      await turn.emit({ type: 'tool', id: 't', name: 'cancel_order', state: 'waiting' });
      await turn.finish({ finishReason: 'tool-calls' });
      await sent;
      expect(harness.transcript).to.deep.equal(['user complete Cancel it', 'assistant complete ']);
      expect([harness.state.status, harness.state.error]).to.deep.equal(['ready', null]);
      expect(isRetryable(harness.state.messages)).to.equal(false);
    });

    it('reports that a content filter removed the answer', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      await (await harness.transport.asked()).finish({ finishReason: 'content-filter' });
      await sent;
      expect(harness.state.error?.code).to.equal('content-filtered');
    });

    it('turns any other thrown value into an internal error with that value as its cause', async () => {
      const cause = new TypeError('headers() broke');
      const harness = new ConversationHarness({ buildRequest: () => Promise.reject(cause) });
      await harness.conversation.send('Hi');
      expect([harness.state.error?.code, harness.state.error?.cause]).to.deep.equal(['internal', cause]);
      expect(harness.transcript).to.deep.equal(['user failed Hi']);
    });

    it('becomes ready again without an error when the page cancels the request', async () => {
      const harness = new ConversationHarness({ buildRequest: () => null });
      await harness.conversation.send('Hi');
      expect(harness.transcript).to.deep.equal(['user failed Hi']);
      expect([harness.state.status, harness.state.error]).to.deep.equal(['ready', null]);
      expect(harness.changeTypes).to.deep.equal([]);
    });

    it('never puts the text of an error into the transcript', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      await turn.say('Par');
      await turn.emit({ type: 'error', code: 'internal', message: 'SECRET' });
      await sent;
      expect(JSON.stringify(harness.state.messages)).not.to.include('SECRET');
    });
  });

  describe('retry', () => {
    it('keeps the partial answer when the retry fails before its first word', async () => {
      const harness = new ConversationHarness();
      const asked = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      await turn.say('Half an answer');
      await turn.cut();
      await asked;
      const retried = harness.conversation.retry();
      const next = await harness.transport.asked();
      expect(next.request.messages).to.deep.equal([{ role: 'user', content: 'Hi' }]);
      await next.throw(new ChatError('blocked', 'for the test'));
      await retried;
      expect(harness.transcript).to.deep.equal(['user complete Hi', 'assistant truncated Half an answer']);
      expect(harness.state.status).to.equal('error');
    });

    for (const [name, end] of [
      ['cut', (harness: ConversationHarness) => harness.transport.turns[0]?.cut()],
      ['stopped', (harness: ConversationHarness) => harness.conversation.stop()],
      ['failed', (harness: ConversationHarness) => harness.transport.turns[0]?.refuse('model-failed')],
    ] as const) {
      it(`asks again in place of an answer that was ${name}`, async () => {
        const harness = new ConversationHarness();
        const sent = harness.conversation.send('Hi');
        const turn = await harness.transport.asked();
        await turn.say('Par');
        await end(harness);
        await sent;
        const questionId = harness.state.messages[0]?.id;
        const retried = harness.conversation.retry();
        expect(harness.transcript[0]).to.equal('user complete Hi');
        expect([harness.state.status, harness.state.error]).to.deep.equal(['submitted', null]);
        const again = await harness.transport.answer('Whole');
        await retried;
        expect(again.request.messages).to.deep.equal([{ role: 'user', content: 'Hi' }]);
        expect(harness.transcript).to.deep.equal(['user complete Hi', 'assistant complete Whole']);
        expect(harness.state.messages[0]?.id).to.equal(questionId);
      });
    }

    it('asks a failed question again', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      await (await harness.transport.asked()).refuse('model-busy');
      await sent;
      const retried = harness.conversation.retry();
      const again = await harness.transport.answer('Hello');
      await retried;
      expect(again.request.messages).to.deep.equal([{ role: 'user', content: 'Hi' }]);
      expect(harness.transcript).to.deep.equal(['user complete Hi', 'assistant complete Hello']);
    });

    it('does nothing after a complete answer, in an empty conversation, and while a turn runs', async () => {
      const harness = new ConversationHarness();
      await harness.conversation.retry();
      await harness.exchange('Hi', 'Hello');
      await harness.conversation.retry();
      expect(harness.transport.turns).to.have.length(1);
      const sent = harness.conversation.send('More');
      const turn = await harness.transport.asked();
      await turn.say('Par');
      await harness.conversation.retry();
      expect(harness.transport.turns).to.have.length(2);
      await turn.finish();
      await sent;
    });
  });
});
