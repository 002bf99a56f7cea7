import { expect } from 'chai';
import type { Transport } from '../../../widget/protocol/transport.ts';
import { changeOf, ConversationHarness } from '../../support/conversation-harness.ts';
import { Gate } from '../../support/gate.ts';
import { REQUEST } from '../../support/streams.ts';

describe('Conversation', () => {
  describe('while an answer streams', () => {
    it('stops the answer when the next question is sent, and drops text that still arrives for the stopped answer', async () => {
      const harness = new ConversationHarness();
      const first = harness.conversation.send('One');
      const turn = await harness.transport.asked();
      await turn.say('Par');
      const second = harness.conversation.send('Two');
      expect(turn.signal.aborted).to.equal(true);
      await first;
      await turn.say('tial');
      await harness.transport.answer('Whole');
      await second;
      expect(harness.transcript).to.deep.equal([
        'user complete One',
        'assistant stopped Par',
        'user complete Two',
        'assistant complete Whole',
      ]);
    });

    it('drops late text of a transport that ignores the abort signal', async () => {
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
      const harness = new ConversationHarness({ transport: () => deaf });
      const sent = harness.conversation.send('Hi');
      await started.opened;
      harness.conversation.stop();
      await sent;
      const before = harness.state;
      released.open();
      await left.opened;
      expect(harness.state).to.equal(before);
    });

    it('keeps the partial answer when the visitor stops it', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      await turn.say('Par');
      harness.conversation.stop();
      await sent;
      expect(turn.signal.aborted).to.equal(true);
      expect(harness.state.status).to.equal('ready');
      expect(harness.transcript).to.deep.equal(['user complete Hi', 'assistant stopped Par']);
      expect(harness.changeTypes).to.deep.equal(['response-start', 'stop']);
      expect(changeOf(harness, 'stop')?.message).to.equal(harness.state.messages[1]);
    });

    it('removes an answer without text when the visitor stops it', async () => {
      const harness = new ConversationHarness();
      const sent = harness.conversation.send('Hi');
      const turn = await harness.transport.asked();
      await turn.emit({ type: 'sources', sources: [{ id: 's', title: 'A', url: '', snippet: '' }] });
      harness.conversation.stop();
      await sent;
      expect(harness.transcript).to.deep.equal(['user complete Hi']);
      expect(changeOf(harness, 'stop')?.message).to.equal(null);
    });

    it('sends no request when the turn is stopped before the request is built', async () => {
      const asked = new Gate();
      const built = new Gate();
      const harness = new ConversationHarness({
        async buildRequest(messages) {
          asked.open();
          await built.opened;
          return { ...REQUEST, messages };
        },
      });
      const stopped = harness.conversation.send('One');
      await asked.opened;
      harness.conversation.stop();
      await stopped;
      expect(harness.state.status).to.equal('ready');
      built.open();
      await harness.exchange('Two', 'Second');
      expect(harness.transport.turns).to.have.length(1);
    });

    it('lets a listener send the next question when it hears the end of a turn', async () => {
      const harness = new ConversationHarness();
      let second: Promise<void> | undefined;
      harness.conversation.subscribe(({ type }) => {
        if (type === 'response-end') second ??= harness.conversation.send('Two');
      });
      await harness.exchange('One', 'First');
      await harness.transport.answer('Second');
      await second;
      expect(harness.transcript.at(-1)).to.equal('assistant complete Second');
    });
  });
});
