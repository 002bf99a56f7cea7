import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

describe('animations', () => {
  afterEach(() => ChatHarness.cleanUp());

  /** The properties that are being animated on an element. */
  const moving = (element: Element): readonly string[] => {
    const properties = element
      .getAnimations()
      .flatMap(({ effect }) =>
        effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap((frame) => Object.keys(frame)) : [],
      );
    const timing = new Set(['offset', 'computedOffset', 'easing', 'composite']);
    return [...new Set(properties)].filter((property) => !timing.has(property)).toSorted();
  };

  it('open the panel only by transform and opacity, from the corner of its launcher', async () => {
    for (const settings of [{}, { position: 'bottom-start' }] as const) {
      const chat = ChatHarness.mount({ transport: new ScriptedTransport(), ...settings });
      await chat.framed();
      chat.element.show();
      // The panel's code may load after the animation has ended.
      await chat.element.updateComplete;
      expect(moving(chat.panel)).to.deep.equal(['opacity', 'transform']);
      const [x] = getComputedStyle(chat.panel).transformOrigin.split(' ').map(parseFloat);
      expect(x).to.equal('position' in settings ? 0 : chat.panel.offsetWidth);
      chat.element.remove();
    }
  });

  it('do not delay the closing of the panel', async () => {
    const chat = await ChatHarness.open(new ScriptedTransport());
    await chat.animated();
    chat.element.hide();
    await chat.element.updateComplete;
    expect(chat.panel.checkVisibility()).to.equal(false);
  });

  it('move a new message by its transform only, so that it is readable from the first frame', async () => {
    const transport = new ScriptedTransport();
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(moving(chat.part('message--user'))).to.deep.equal(['transform']);
  });

  it('do not move messages when the panel is opened again, since their position is measured meanwhile', async () => {
    const transport = new ScriptedTransport();
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    await transport.answer('So.');
    await chat.animated();
    chat.element.hide();
    await chat.element.updateComplete;
    chat.element.show();
    await chat.element.updateComplete;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const messages = [...chat.root.querySelectorAll('.message')];
    expect(messages.map(moving)).to.deep.equal([[], []]);
  });

  it('do not move the button when Send becomes Stop', async () => {
    const chat = await ChatHarness.open(new ScriptedTransport());
    await chat.animated();
    const before = chat.sendButton.getBoundingClientRect().toJSON();
    await chat.ask('How?');
    expect(chat.sendButton.ariaLabel).to.equal('Stop answering');
    expect(chat.sendButton.getBoundingClientRect().toJSON()).to.deep.equal(before);
  });
});
