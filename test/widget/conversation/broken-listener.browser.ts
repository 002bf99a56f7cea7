import { expect } from 'chai';
import { ConversationHarness } from '../../support/conversation-harness.ts';
import { Gate } from '../../support/gate.ts';

// This test runs in a browser, since Node has no `reportError`.
describe('Conversation', () => {
  it('goes on after a listener threw, and reports the error to the page', async () => {
    const harness = new ConversationHarness();
    const heard = new Gate();
    const handleError = window.onerror;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- takes the place of the test runner's own
    window.onerror = () => {
      heard.open();
      return true;
    };
    harness.conversation.subscribe(({ type }) => {
      if (type === 'response-end') throw new Error('a broken listener');
    });
    await harness.exchange('Hi', 'Hello');
    await heard.opened;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- gives it back
    window.onerror = handleError;
    expect(harness.transcript.at(-1)).to.equal('assistant complete Hello');
  });
});
