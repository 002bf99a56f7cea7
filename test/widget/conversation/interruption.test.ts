import { expect } from 'chai';
import type { Transport } from '../../../widget/protocol/transport.ts';
import { changeOf, ConversationScene } from '../../support/conversation-scene.ts';
import { Gate } from '../../support/gate.ts';
import { REQUEST } from '../../support/streams.ts';

describe('Conversation', () => {
  describe('while an answer streams', () => {
    it('stops it when the next question is sent, and drops what it still says', async () => {
      const scene = new ConversationScene();
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
      const scene = new ConversationScene({ transport: () => deaf });
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
      const scene = new ConversationScene();
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
      const scene = new ConversationScene();
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
      const scene = new ConversationScene({
        async buildRequest(messages) {
          asked.open();
          await built.opened;
          return { ...REQUEST, messages };
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
      const scene = new ConversationScene();
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
      const scene = new ConversationScene();
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
});
