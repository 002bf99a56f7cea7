import { expect } from 'chai';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

/** The test's own clipboard, since a test page has no focus. */
function replaceClipboard(writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
}

describe('the menu item that copies the conversation', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => {
    ChatHarness.cleanUp();
    Reflect.deleteProperty(navigator, 'clipboard');
  });

  async function openAnswered(): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport);
    await chat.ask('Boots?');
    await transport.answer('**Yes.**');
    await chat.drawn();
    return chat;
  }

  it('copies the conversation as Markdown, and says so', async () => {
    const copied: string[] = [];
    replaceClipboard(async (text) => void copied.push(text));
    const chat = await openAnswered();
    await chat.choose('Copy conversation');
    await chat.until('the outcome', () => chat.root.querySelector('.hint')?.textContent === 'Copied');
    expect(copied).to.deep.equal(['**You said:**\n\nBoots?\n\n**Answer:**\n\n**Yes.**\n']);
    expect(chat.root.querySelector('[role=status]')?.textContent).to.equal('Copied');
  });

  it('says so where copying fails', async () => {
    replaceClipboard(() => Promise.reject(new Error('refused')));
    const { execCommand } = document;
    document.execCommand = () => false;
    try {
      const chat = await openAnswered();
      await chat.choose('Copy conversation');
      await chat.until('the outcome', () => chat.root.querySelector('.hint') !== null);
      expect(chat.root.querySelector('.hint')?.textContent).to.equal('Not copied: please select the text');
    } finally {
      document.execCommand = execCommand;
    }
  });

  it('is disabled before the first message', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.openMenu();
    const lines = [...chat.root.querySelectorAll('.menu-item')];
    const line = lines.find(({ textContent }) => textContent.trim() === 'Copy conversation');
    expect(line?.ariaDisabled).to.equal('true');
  });
});
