import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

const LONG = Array.from({ length: 20 }, (_, index) => `Line ${index} of my question`).join('\n');

describe('the text of a question', () => {
  afterEach(() => ChatHarness.cleanUp());

  async function asked(text: string): Promise<ChatHarness> {
    const transport = new ScriptedTransport();
    const chat = await ChatHarness.open(transport);
    await chat.ask(text);
    await transport.answer('An answer.\n\n'.repeat(40));
    await chat.drawn();
    return chat;
  }

  const bubbleOf = (chat: ChatHarness): HTMLElement => chat.root.querySelector<HTMLElement>('.bubble')!;
  const linesOf = (chat: ChatHarness): number => {
    const text = bubbleOf(chat).querySelector('.asked')!;
    return Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight));
  };
  const buttonOf = (chat: ChatHarness): HTMLButtonElement =>
    chat.root.querySelector<HTMLButtonElement>('.more')!;

  /** The label of the button that is displayed. */
  const saidBy = (chat: ChatHarness): string =>
    [...buttonOf(chat).children].find((words) => words.checkVisibility())?.textContent ?? '';

  it('shows eight lines when it is long, and a button shows the rest', async () => {
    const chat = await asked(LONG);
    expect(linesOf(chat)).to.equal(8);
    expect([saidBy(chat), buttonOf(chat).ariaExpanded]).to.deep.equal(['Show more', 'false']);
    const { top } = bubbleOf(chat).getBoundingClientRect();
    buttonOf(chat).click();
    await chat.drawn();
    expect(linesOf(chat)).to.equal(20);
    expect([saidBy(chat), buttonOf(chat).ariaExpanded]).to.deep.equal(['Show less', 'true']);
    expect(bubbleOf(chat).getBoundingClientRect().top).to.equal(top);
    buttonOf(chat).click();
    await chat.drawn();
    expect(linesOf(chat)).to.equal(8);
  });

  it('is complete for assistive technology and for copying', async () => {
    const chat = await asked(LONG);
    expect(chat.bodies[0]).to.equal(LONG);
  });

  it('has no button when all of it is shown', async () => {
    const chat = await asked('Line\n'.repeat(8).trim());
    expect(linesOf(chat)).to.equal(8);
    expect(buttonOf(chat).checkVisibility()).to.equal(false);
  });

  it('is folded when it is new and long, although the visitor had unfolded the question before in the same element', async () => {
    const chat = await asked(LONG);
    buttonOf(chat).click();
    chat.element.messages = [{ role: 'user', content: `Another\n${LONG}` }];
    await chat.drawn();
    expect([linesOf(chat), buttonOf(chat).ariaExpanded]).to.deep.equal([8, 'false']);
  });
});
