import { expect } from 'chai';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const LINKS = { privacyUrl: 'https://example.com/privacy', contactUrl: 'https://example.com/contact' };

describe('the menu', () => {
  let transport: ScriptedTransport;

  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  async function openMenu(settings: HarnessSettings = LINKS): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport, settings);
    await chat.openMenu();
    return chat;
  }

  /** Presses a key at the focused element. Returns whether the browser's default action was kept. */
  async function press(chat: ChatHarness, key: string): Promise<boolean> {
    const init = { key, bubbles: true, composed: true, cancelable: true };
    const isLeft = chat.root.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init)) ?? false;
    await chat.element.updateComplete;
    return isLeft;
  }

  const focused = (chat: ChatHarness): string | undefined => chat.root.activeElement?.textContent.trim();

  it('lists a new chat, its size, contact and privacy, and focuses the first item', async () => {
    const chat = await openMenu();
    expect(chat.menuItems).to.deep.equal([
      'New chat',
      'Earlier chats',
      'Make larger',
      'Save as a file',
      'Print',
      'Copy conversation',
      'Contact us',
      'Privacy',
    ]);
    expect(focused(chat)).to.equal('New chat');
    const button = chat.part('menu-button');
    expect(button.getAttribute('aria-haspopup')).to.equal('menu');
    expect(button.ariaExpanded).to.equal('true');
    expect(button.getAttribute('aria-controls')).to.equal(chat.part('menu').id);
  });

  it('keeps the element of its button when the code of the list comes, which draws before it', async () => {
    const chat = await ChatHarness.open(transport, LINKS);
    await chat.ask('Hello?');
    await transport.answer('Hello.');
    const button = chat.part('menu-button');
    await chat.choose('New chat');
    await chat.until('the code of the list', () => chat.root.querySelector('.undo'));
    expect(chat.part('menu-button')).to.equal(button);
  });

  it('leaves out contact and privacy where their address is missing or unsafe', async () => {
    const chat = await openMenu({ privacyUrl: 'javascript:alert(1)' });
    for (const label of ['Contact us', 'Privacy']) expect(chat.menuItems).to.not.include(label);
  });

  it('disables "New chat" before the first message', async () => {
    const chat = await openMenu();
    expect(chat.part('menu-item').ariaDisabled).to.equal('true');
    chat.part('menu-item').click();
    await chat.element.updateComplete;
    expect(chat.menuItems).to.include('New chat');
  });

  it('opens at the first item with ArrowDown and at the last with ArrowUp', async () => {
    const chat = await ChatHarness.open(transport, LINKS);
    for (const [key, label] of [
      ['ArrowUp', 'Privacy'],
      ['ArrowDown', 'New chat'],
    ] as const) {
      chat.part('menu-button').focus();
      expect(await press(chat, key)).to.equal(false);
      await chat.until('an open menu', () => focused(chat) === label);
      await press(chat, 'Escape');
    }
  });

  it('moves focus with arrows, Home, End and first letters', async () => {
    const chat = await openMenu();
    for (const [key, label] of [
      ['ArrowDown', 'Earlier chats'],
      ['m', 'Make larger'],
      ['End', 'Privacy'],
      ['ArrowDown', 'New chat'],
      ['p', 'Print'],
      ['p', 'Privacy'],
      ['Home', 'New chat'],
      ['ArrowUp', 'Privacy'],
    ] as const) {
      await press(chat, key);
      expect(focused(chat), key).to.equal(label);
    }
  });

  it('closes with Escape, returns focus, and leaves the panel open', async () => {
    const chat = await openMenu();
    await press(chat, 'Escape');
    expect(chat.menuItems).to.deep.equal([]);
    expect(chat.root.activeElement).to.equal(chat.part('menu-button'));
    expect(chat.element.open).to.equal(true);
  });

  it('closes with Tab, which goes on from the menu button', async () => {
    const chat = await openMenu();
    expect(await press(chat, 'Tab')).to.equal(true);
    expect(chat.menuItems).to.deep.equal([]);
    expect(chat.root.activeElement).to.equal(chat.part('menu-button'));
  });

  it('closes when another element is pressed or gets focus', async () => {
    const chat = await openMenu();
    chat.part('transcript').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
    await chat.element.updateComplete;
    expect(chat.menuItems).to.deep.equal([]);
    await chat.openMenu();
    chat.input.focus();
    await chat.element.updateComplete;
    expect(chat.menuItems).to.deep.equal([]);
  });

  it('saves the conversation as a file', async () => {
    const chat = await ChatHarness.open(transport, { ...LINKS, heading: 'Boots & co' });
    await chat.ask('Boots?');
    await transport.answer('Yes.');
    await chat.drawn();
    const files: { name: string; text: Promise<string> }[] = [];
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      files.push({ name: this.download, text: fetch(this.href).then((response) => response.text()) });
    };
    try {
      await chat.choose('Save as a file');
      await chat.until('a file', () => files.length > 0);
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
    expect(files.map(({ name }) => name)).to.deep.equal(['Boots & co.md']);
    expect(await files[0]?.text)
      .to.include('Boots?')
      .and.to.include('Yes.');
  });

  it('closes at a second press of its button', async () => {
    const chat = await openMenu();
    await chat.pressButton('Menu');
    await chat.until('no menu', () => chat.menuItems.length === 0);
  });

  it('lets the page cancel the opening of a link', async () => {
    const chat = await openMenu();
    const followed: string[] = [];
    chat.element.addEventListener('cf-ai-chat-link', (event) => {
      followed.push(event.url);
      event.preventDefault();
    });
    chat.root.querySelector<HTMLElement>('.menu-item[href*=contact]')?.click();
    await chat.until('a question to the page', () => followed.length > 0);
    expect(followed).to.deep.equal(['https://example.com/contact']);
    expect(chat.menuItems).to.deep.equal([]);
  });

  it('lies inside the panel in both writing directions', async () => {
    for (const lang of ['en', 'ar']) {
      const chat = await ChatHarness.open(transport, { ...LINKS, lang });
      await chat.openMenu();
      const menu = chat.part('menu').getBoundingClientRect();
      const panel = chat.panel.getBoundingClientRect();
      expect(menu.left, lang).to.be.at.least(panel.left);
      expect(menu.right, lang).to.be.at.most(panel.right);
      const isLeft = menu.left - panel.left < panel.right - menu.right;
      expect(isLeft, lang).to.equal(lang === 'ar');
      chat.element.remove();
    }
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`has no axe violations (${theme})`, async () => {
      const chat = await openMenu({ ...LINKS, theme });
      await Promise.all(
        chat
          .part('menu')
          .getAnimations()
          .map(({ finished }) => finished),
      );
      expect(await violations(chat)).to.deep.equal([]);
    });
  }
});
