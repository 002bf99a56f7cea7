import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';
import { setViewport } from '@web/test-runner-commands';

describe('a chat that fills the page, before its first message', () => {
  beforeEach(() => setViewport({ width: 900, height: 800 }));
  afterEach(async () => {
    ChatHarness.cleanUp();
    await setViewport({ width: 800, height: 600 });
  });

  const middleOf = (chat: ChatHarness): number => {
    const { top, height } = chat.part('composer').getBoundingClientRect();
    return (top + height / 2) / innerHeight;
  };

  it('has its composer in the middle, and at the end from the first message on', async () => {
    const transport = new ScriptedTransport();
    const chat = await ChatHarness.open(transport, {
      mode: 'page',
      suggestions: 'One?\nTwo?\nThree?\nFour?',
    });
    expect(middleOf(chat)).to.be.within(0.4, 0.7);
    await chat.ask('How?');
    expect(chat.part('composer').getAnimations()).to.have.length(1);
    for (const animation of chat.part('composer').getAnimations()) animation.finish();
    expect(middleOf(chat)).to.be.above(0.85);
    await transport.answer('So.');
    chat.element.clear();
    await chat.drawn();
    expect(middleOf(chat)).to.be.within(0.4, 0.7);
  });

  it('has it at the end in a floating panel', async () => {
    const chat = await ChatHarness.open(new ScriptedTransport());
    const panel = chat.panel.getBoundingClientRect();
    expect(panel.bottom - chat.part('composer').getBoundingClientRect().bottom).to.be.below(60);
  });
});
