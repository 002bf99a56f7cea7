import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';
import { setViewport } from '@web/test-runner-commands';

describe('the size of text in the panel', () => {
  afterEach(() => ChatHarness.cleanUp());

  const sizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);

  async function sizes(text: string): Promise<Record<'greeting' | 'input', number>> {
    const chat = await ChatHarness.open(new ScriptedTransport());
    chat.element.style.setProperty('--cf-ai-chat-font-size', text);
    return { greeting: sizeOf(chat.root.querySelector('.greeting')!), input: sizeOf(chat.input) };
  }

  it('is the same in text box and messages, and large enough that phones do not zoom in', async () => {
    expect((await sizes('15px')).input).to.equal(16);
    expect((await sizes('20px')).input).to.equal(20);
  });

  it('does not make a suggestion of one long word wider than the panel', async () => {
    const suggestions = 'How?\nDonaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen';
    const chat = await ChatHarness.open(new ScriptedTransport(), { suggestions });
    const { scrollWidth, clientWidth } = chat.part('transcript');
    expect(scrollWidth).to.equal(clientWidth);
  });

  it('is larger in the greeting, where lines still hold several words', async () => {
    expect((await sizes('15px')).greeting).to.equal(24);
    expect((await sizes('30px')).greeting).to.be.within(30, 33);
  });
});

describe('a chat that fills the page, before its first message', () => {
  // WebKit's driver cannot resize its window, which is high enough.
  const isLow = innerHeight < 700;
  beforeEach(async () => {
    if (isLow) await setViewport({ width: 900, height: 800 });
  });
  afterEach(async () => {
    ChatHarness.cleanUp();
    if (isLow) await setViewport({ width: 800, height: 600 });
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

  it('has its composer at the end when it floats', async () => {
    const chat = await ChatHarness.open(new ScriptedTransport());
    const panel = chat.panel.getBoundingClientRect();
    expect(panel.bottom - chat.part('composer').getBoundingClientRect().bottom).to.be.below(60);
  });
});
