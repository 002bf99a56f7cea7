import { expect } from 'chai';
import { EMPTY_STATE } from '../../../../widget/conversation/reducer.ts';
import type { ConversationState } from '../../../../widget/conversation/state.ts';
import { TabState } from '../../../../widget/conversation/tabs/tab-state.ts';
import type { ChatMessage } from '../../../../widget/protocol/chat-message.ts';

const QUESTION: ChatMessage = { id: 'q', role: 'user', parts: [], status: 'complete', createdAt: 1 };
const ASKED: ConversationState = { ...EMPTY_STATE, messages: [QUESTION], status: 'submitted' };

describe('the state of a tab', () => {
  /** Another tab runs the turn of a question, and this one shows it. */
  function hearOfTurn(): TabState {
    const runner = new TabState('runner');
    runner.share(ASKED);
    runner.shareTurn(ASKED);
    const tab = new TabState('tab');
    tab.merge(runner.shared);
    tab.markShown(ASKED);
    return tab;
  }

  it('says that another tab answers', () => {
    expect(hearOfTurn().isAnsweredElsewhere).to.equal(true);
  });

  it('waits for no answer to a question that was removed', () => {
    const tab = hearOfTurn();
    tab.share(EMPTY_STATE);
    expect(tab.isAnsweredElsewhere).to.equal(false);
  });

  it('waits for no answer to a question that is an earlier version now', () => {
    const tab = hearOfTurn();
    const other = { ...QUESTION, id: 'other' };
    tab.share({ ...EMPTY_STATE, messages: [other], hidden: [{ ...QUESTION, parentId: null }] });
    expect(tab.isAnsweredElsewhere).to.equal(false);
  });
});
