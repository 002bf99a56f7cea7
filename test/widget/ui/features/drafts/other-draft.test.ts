import { expect } from 'chai';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const OFFER = 'Typed in another tab:';

describe('a draft that was typed in another tab', () => {
  afterEach(() => ChatHarness.cleanUp());

  /** Types a text and closes the tab: the tab's storage is gone, and that of the browser stays. */
  async function typeElsewhere(text: string): Promise<void> {
    const other = await open();
    await other.type(text);
    other.element.remove();
    await Promise.resolve();
    sessionStorage.clear();
  }

  function open(): Promise<ChatHarness> {
    return ChatHarness.open(new ScriptedTransport(), { persist: 'local', instance: 'drafts' });
  }

  const lineOf = (chat: ChatHarness): HTMLElement | null => chat.root.querySelector('[part=other-draft]');

  it('is offered above the composer, and not put into the text box', async () => {
    await typeElsewhere('Where is my order?');
    const chat = await open();
    const line = await chat.until('the line', () => lineOf(chat));
    expect(line.textContent).to.include(OFFER).and.include('Where is my order?');
    expect(chat.input.value).to.equal('');
    expect(await violations(chat)).to.deep.equal([]);
  });

  it('is appended to the text in the text box when the visitor accepts it', async () => {
    await typeElsewhere('Where is my order?');
    const chat = await open();
    await chat.until('the line', () => lineOf(chat));
    await chat.type('Hello.');
    await chat.pressButton('Use it here');
    await chat.drawn();
    expect(chat.input.value).to.equal('Hello.\n\nWhere is my order?');
    expect(lineOf(chat)).to.equal(null);
    expect(chat.root.activeElement).to.equal(chat.input);
  });

  it('is deleted when the visitor refuses it', async () => {
    await typeElsewhere('Where is my order?');
    const chat = await open();
    await chat.until('the line', () => lineOf(chat));
    await chat.pressButton('Dismiss');
    await chat.drawn();
    expect(lineOf(chat)).to.equal(null);
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).to.deep.equal([]);
  });
});
