import { expect } from 'chai';
import { ChatHarness, keydown } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

describe('a double click', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  it('on the menu button opens the menu', async () => {
    const chat = await ChatHarness.open(transport);
    const button = chat.part('menu-button');
    button.click();
    await chat.until('a menu', () => chat.menuItems.length > 0);
    const mousedown = new MouseEvent('mousedown', { bubbles: true, composed: true, cancelable: true });
    expect(button.dispatchEvent(mousedown), 'focus goes to the button').to.equal(false);
    button.click();
    await chat.drawn();
    expect(chat.menuItems).not.to.have.length(0);
    chat.pressAnew(button);
    await chat.until('no menu', () => chat.menuItems.length === 0);
  });

  it('is not seen where the visitor has pressed another control in between', async () => {
    const chat = await ChatHarness.open(transport);
    const button = chat.part('menu-button');
    button.click();
    await chat.until('a menu', () => chat.menuItems.length > 0);
    await chat.pressButton('Make larger');
    expect(chat.menuItems).to.have.length(0);
    button.click();
    await chat.until('a menu', () => chat.menuItems.length > 0);
  });

  it('is not seen where the visitor has pressed something on the page in between', async () => {
    const chat = await ChatHarness.open(transport);
    const button = chat.part('menu-button');
    button.click();
    await chat.until('a menu', () => chat.menuItems.length > 0);
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    document.body.click();
    await chat.until('no menu', () => chat.menuItems.length === 0);
    button.click();
    await chat.until('a menu', () => chat.menuItems.length > 0);
  });

  it('on a suggestion fires the event for the page once', async () => {
    const chat = await ChatHarness.open(transport, { suggestions: 'First?' });
    let count = 0;
    chat.element.addEventListener('cf-ai-chat-send', (event) => {
      count += 1;
      event.preventDefault();
    });
    const suggestion = chat.part('suggestion');
    suggestion.click();
    await chat.drawn();
    suggestion.click();
    expect(count).to.equal(1);
  });

  it('on the launcher opens the chat', async () => {
    const chat = ChatHarness.mount({ transport, persist: 'none' });
    await chat.element.updateComplete;
    chat.launcher.click();
    await chat.element.updateComplete;
    chat.launcher.click();
    expect(chat.element.open).to.equal(true);
    await chat.ready();
    chat.pressAnew(chat.launcher);
    expect(chat.element.open).to.equal(false);
  });

  it('is not seen when a key is held down', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.openMenu();
    const item = chat.part('menu-item');
    expect(item.dispatchEvent(keydown('Enter', { repeat: true }))).to.equal(false);
    expect(item.dispatchEvent(keydown('Enter'))).to.equal(true);
    // Shift+Enter, say, which adds lines to the text box.
    expect(chat.press('Enter', { repeat: true, shiftKey: true })).to.equal(true);
  });
});
