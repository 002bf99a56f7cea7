import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 768, height: 1024 };

describe('a chat that fills the page', () => {
  let transport: ScriptedTransport;
  const { getItem } = Storage.prototype;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => {
    Storage.prototype.getItem = getItem;
    document.documentElement.dir = '';
    ChatHarness.cleanUp();
  });
  const resize = (size: typeof WIDE): Promise<unknown> => setViewport(size).catch(() => undefined);
  // The driver of WebKit cannot change the size of a page.
  before(async function () {
    await resize(WIDE);
    if (innerWidth !== WIDE.width) this.skip();
  });
  after(() => resize({ width: 800, height: 600 }));

  async function open(size: typeof WIDE, settings: HarnessSettings = {}): Promise<ChatHarness> {
    await setViewport(size);
    const chat = await ChatHarness.open(transport, { mode: 'page', ...settings });
    await chat.until('its button', () => chat.root.querySelector('.new-chat'));
    return chat;
  }

  async function converse(chat: ChatHarness, question: string): Promise<void> {
    await chat.ask(question);
    await transport.answer(`Answer to ${question}`);
    await chat.drawn();
  }

  const isShown = (chat: ChatHarness, selector: string): boolean =>
    chat.root.querySelector(selector)?.checkVisibility() ?? false;
  const rows = (chat: ChatHarness): HTMLButtonElement[] => [
    ...chat.root.querySelectorAll<HTMLButtonElement>('.beside [part=thread]'),
  ];
  const titles = (chat: ChatHarness): string[] => rows(chat).map((row) => row.textContent.trim());
  const current = (chat: ChatHarness): string | undefined =>
    rows(chat)
      .find((row) => row.ariaCurrent === 'true')
      ?.textContent.trim();

  it('has the list of chats at its side where it is wide, with the shown chat marked', async () => {
    const chat = await open(WIDE);
    expect(isShown(chat, '.beside')).to.equal(true);
    expect(isShown(chat, '.header .new-chat')).to.equal(false);
    await converse(chat, 'Boots?');
    await chat.pressButton('New chat');
    await chat.drawn();
    expect(chat.bodies).to.deep.equal([]);
    expect(chat.root.activeElement).to.equal(chat.input);
    await converse(chat, 'Shoes?');
    expect(titles(chat)).to.have.members(['Boots?', 'Shoes?']);
    expect(current(chat)).to.equal('Shoes?');
    rows(chat)
      .find((row) => row.textContent.includes('Boots?'))
      ?.click();
    await chat.drawn();
    expect(chat.bodies).to.deep.equal(['Boots?', 'Answer to Boots?']);
    expect(current(chat)).to.equal('Boots?');
    expect(isShown(chat, '.beside')).to.equal(true);
    expect(await violations(chat)).to.deep.equal([]);
  });

  for (const dir of ['ltr', 'rtl'])
    it(`keeps the list beside the transcript, not over it (${dir})`, async () => {
      document.documentElement.dir = dir;
      const chat = await open(WIDE, { lang: dir === 'rtl' ? 'ar' : 'en' });
      const list = chat.root.querySelector('.beside')!.getBoundingClientRect();
      const header = chat.part('header').getBoundingClientRect();
      expect([list.left, list.width]).to.deep.equal([dir === 'rtl' ? WIDE.width - 280 : 0, 280]);
      expect([header.left, header.width]).to.deep.equal([dir === 'rtl' ? 0 : 280, WIDE.width - 280]);
      expect(list.height).to.equal(WIDE.height);
    });

  it('has a button for a new chat where it is narrow, and the list in the menu', async () => {
    const chat = await open(NARROW);
    expect(isShown(chat, '.beside')).to.equal(false);
    await converse(chat, 'Boots?');
    chat.root.querySelector<HTMLElement>('.header .new-chat')!.click();
    await chat.drawn();
    expect(chat.bodies).to.deep.equal([]);
    await chat.openMenu();
    expect(chat.menuItems).to.include('Earlier chats').and.not.include('New chat');
    await chat.pressButton('Earlier chats');
    await chat.until('the list', () => chat.root.activeElement?.matches('.history-back'));
    expect(chat.root.querySelector('[part=thread]')?.textContent.trim()).to.equal('Boots?');
  });

  it('has only that button where the history is turned off', async () => {
    const chat = await open(WIDE, { history: 'off' });
    expect(isShown(chat, '.header .new-chat')).to.equal(true);
    expect(chat.root.querySelector('.beside')).to.equal(null);
    expect(chat.part('header').getBoundingClientRect().left).to.equal(0);
  });

  it('can delete the shown conversation, and undo the deletion', async () => {
    const chat = await open(WIDE);
    await converse(chat, 'Boots?');
    chat.root.querySelector<HTMLElement>('li .history-more summary')!.click();
    await chat.pressButton('Delete: Boots?');
    await chat.drawn();
    expect(chat.bodies).to.deep.equal([]);
    expect(titles(chat)).to.deep.equal([]);
    expect(chat.root.activeElement?.matches('.history-new')).to.equal(true);
    await chat.pressButton('Undo');
    await chat.drawn();
    expect(titles(chat)).to.deep.equal(['Boots?']);
  });

  it('reads no other conversation when a token of an answer arrives', async () => {
    const chat = await open(WIDE, { persist: 'session', instance: 'beside' });
    await converse(chat, 'Boots?');
    await chat.pressButton('New chat');
    await chat.ask('Shoes?');
    const turn = await transport.asked();
    await turn.say('The first');
    await chat.drawn();
    const shown = getItem.call(sessionStorage, 'cf-ai-chat:beside:v1:now');
    const read: string[] = [];
    Storage.prototype.getItem = function (this: Storage, key: string) {
      if (key.includes(':m:') && !key.includes(`:m:${shown}`)) read.push(key);
      return getItem.call(this, key);
    };
    await turn.say(' and the second');
    await chat.drawn();
    expect(read).to.deep.equal([]);
    await turn.finish();
    await chat.drawn();
    expect(titles(chat)).to.have.members(['Boots?', 'Shoes?']);
  });

  it('lets Escape stop the answer while the list is at the side', async () => {
    const chat = await open(WIDE);
    await chat.ask('Boots?');
    const turn = await transport.asked();
    await turn.say('Words');
    await chat.drawn();
    rows(chat)[0]?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }),
    );
    await chat.drawn();
    expect(isShown(chat, '.beside')).to.equal(true);
    expect(chat.element.status).to.equal('ready');
  });
});
