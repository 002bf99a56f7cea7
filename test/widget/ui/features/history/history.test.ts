import { expect } from 'chai';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

describe('the history', () => {
  let transport: ScriptedTransport;
  const { setItem } = Storage.prototype;

  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(async () => {
    Storage.prototype.setItem = setItem;
    await ChatHarness.cleanUp();
  });

  /** Until the end of the test, storages refuse writes while `isFull` returns true. */
  function fillStorage(isFull: (storage: Storage) => boolean = () => true): void {
    Storage.prototype.setItem = function (this: Storage, key: string, value: string) {
      if (isFull(this)) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  }

  async function converse(chat: ChatHarness, question: string): Promise<void> {
    await chat.ask(question);
    await transport.answer(`Answer to ${question}`);
    await chat.drawn();
  }

  /**
   * A chat in which each of these questions was asked in a conversation of its own; the last conversation is
   * shown.
   */
  async function withConversations(
    questions: readonly string[],
    settings: HarnessSettings = {},
  ): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport, settings);
    for (const [index, question] of questions.entries()) {
      if (index > 0) await startNewChat(chat);
      await converse(chat, question);
    }
    return chat;
  }

  async function startNewChat(chat: ChatHarness): Promise<void> {
    await chat.choose('New chat');
    await chat.until('a line that takes it back', () => chat.root.querySelector('.undo'));
  }

  async function openHistory(chat: ChatHarness): Promise<void> {
    await chat.choose('Earlier chats');
    await chat.until('the list', () => chat.root.activeElement?.matches('.history-back'));
  }

  const titles = (chat: ChatHarness): string[] =>
    [...chat.root.querySelectorAll('[part=thread]')].map((row) => row.textContent.trim());

  it('can undo "New chat"', async () => {
    const chat = await withConversations(['Boots?']);
    await startNewChat(chat);
    expect(chat.bodies).to.deep.equal([]);
    expect(chat.announcement).to.equal('New chat started.');
    await chat.pressButton('Undo');
    await chat.drawn();
    expect(chat.bodies).to.deep.equal(['Boots?', 'Answer to Boots?']);
    expect(chat.root.querySelector('.undo')).to.equal(null);
  });

  it('says that the oldest chat was deleted because the storage was full', async () => {
    const settings = { persist: 'session', instance: 'given up' } as const;
    const chat = await withConversations(['Boots?', 'Shoes?'], settings);
    const shown = sessionStorage.getItem('cf-ai-chat:given up:v1:now');
    fillStorage((storage) =>
      Object.keys(storage).some((key) => key.includes(':m:') && !key.includes(`:m:${shown}:`)),
    );
    await chat.ask('Laces?');
    await chat.until('a line', () => chat.root.querySelector('.undo'));
    expect(chat.announcement).to.include('the oldest chat was removed');
    await transport.answer('Answer to Laces?');
    await openHistory(chat);
    expect(titles(chat)).to.deep.equal([]);
  });

  it('says that the storage is full, also where nobody has opened the menu', async () => {
    const chat = await ChatHarness.open(transport, { persist: 'session', instance: 'full at once' });
    fillStorage();
    await chat.ask('Boots?');
    const line = await chat.until('a line', () => chat.root.querySelector('.undo'));
    expect(line.textContent).to.include('Storage is full');
    await transport.answer('So.');
  });

  it('opens an earlier conversation, and keeps the one that was shown', async () => {
    const chat = await withConversations(['Boots?', 'Shoes?']);
    await openHistory(chat);
    expect(titles(chat)).to.deep.equal(['Boots?']);
    await chat.pressButton('Boots?');
    await chat.drawn();
    expect(chat.bodies).to.deep.equal(['Boots?', 'Answer to Boots?']);
    expect(chat.root.querySelector('.history')).to.equal(null);
    await openHistory(chat);
    expect(titles(chat)).to.deep.equal(['Shoes?']);
  });

  it('continues an earlier conversation at its end', async () => {
    const chat = await withConversations(['Boots?', 'Shoes?']);
    await openHistory(chat);
    await chat.pressButton('Boots?');
    await converse(chat, 'Laces?');
    expect(transport.turns.at(-1)?.request.messages.map(({ content }) => content)).to.deep.equal([
      'Boots?',
      'Answer to Boots?',
      'Laces?',
    ]);
  });

  it('renames a conversation with Enter, and not with Escape', async () => {
    const chat = await withConversations(['Boots?', 'Shoes?']);
    await openHistory(chat);
    for (const [key, name, expected] of [
      ['Enter', 'My boots', 'My boots'],
      ['Escape', 'Other', 'My boots'],
      ['Enter', '', 'Boots?'],
    ] as const) {
      await chat.pressButton(`Rename: ${titles(chat)[0]}`);
      const box = await chat.until('a box', () => chat.root.querySelector<HTMLInputElement>('.history-name'));
      box.value = name;
      box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
      await chat.element.updateComplete;
      await chat.until('focus on the row', () => chat.root.activeElement?.matches('.history-open'));
      expect(titles(chat), key).to.deep.equal([expected]);
    }
    expect(chat.element.open).to.equal(true);
  });

  it('pins and deletes a conversation, and can undo the deletion', async () => {
    const chat = await withConversations(['One?', 'Two?', 'Three?', 'Four?']);
    await openHistory(chat);
    expect(titles(chat)).to.deep.equal(['Three?', 'Two?', 'One?']);
    await chat.pressButton('Pin: One?');
    expect(titles(chat)).to.deep.equal(['One?', 'Three?', 'Two?']);
    await chat.pressButton('Delete: Three?');
    expect(titles(chat)).to.deep.equal(['One?', 'Two?']);
    expect(chat.announcement).to.equal('1 chat deleted.');
    await chat.pressButton('Undo');
    expect(titles(chat)).to.deep.equal(['One?', 'Three?', 'Two?']);
    await chat.pressButton('Delete all');
    expect(titles(chat)).to.deep.equal([]);
    expect(chat.announcement).to.equal('3 chats deleted.');
    expect(chat.part('history').textContent).to.include('There are no earlier chats yet.');
  });

  it('shows the day of each chat, and offers no undo any more once another question is asked', async () => {
    const chat = await withConversations(['One?', 'Two?']);
    await openHistory(chat);
    expect(chat.root.querySelector('.history time')?.textContent).to.match(/\d/);
    await chat.pressButton('Delete: One?');
    expect(chat.root.querySelector('.undo')).not.to.equal(null);
    void chat.element.send('Three?');
    await chat.until('no way back', () => chat.root.querySelector('.undo') === null);
  });

  it('shows its whole heading in a language with long words, and titles over the whole width', async () => {
    const strings = { history: 'Conversations précédentes', deleteAll: 'Tout supprimer' };
    const chat = await withConversations(['Boots?', 'Shoes?']);
    await openHistory(chat);
    chat.element.strings = strings;
    chat.element.style.setProperty('--cf-ai-chat-width', '330px');
    await chat.element.updateComplete;
    const heading = chat.root.querySelector('.history h2')!;
    expect(heading.textContent).to.equal(strings.history);
    expect(heading.scrollWidth).to.be.at.most(heading.clientWidth);
    const [row, title] = ['.history li', '[part=thread]'].map((part) => chat.root.querySelector(part)!);
    expect(title?.clientWidth).to.equal(row?.clientWidth);
    const list = chat.root.querySelector('.history-list')!;
    expect(list.scrollWidth).to.equal(list.clientWidth);
  });

  it('closes with Escape and returns focus, and the panel stays open', async () => {
    const chat = await withConversations(['Boots?']);
    await openHistory(chat);
    expect(chat.root.querySelector<HTMLElement>('.composer')?.inert).to.equal(true);
    chat.root.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }),
    );
    await chat.element.updateComplete;
    expect(chat.root.querySelector('.history')).to.equal(null);
    expect(chat.root.activeElement).to.equal(chat.part('menu-button'));
    expect(chat.root.querySelector<HTMLElement>('.composer')?.inert).to.equal(false);
    expect(chat.element.open).to.equal(true);
  });

  it('has no axe violations in both writing directions', async () => {
    for (const lang of ['en', 'ar']) {
      const chat = await withConversations(['One?']);
      await startNewChat(chat);
      await converse(chat, 'Two?');
      await openHistory(chat);
      chat.element.lang = lang;
      await chat.animated();
      expect(await violations(chat)).to.deep.equal([]);
      ChatHarness.cleanUp();
    }
  });

  it('is not offered where the page turns it off; "New chat" can still be undone', async () => {
    const chat = await withConversations(['Boots?'], { history: 'off', persist: 'session', instance: 'off' });
    await startNewChat(chat);
    expect(JSON.stringify({ ...sessionStorage })).not.to.include('Boots?');
    await chat.pressButton('Undo');
    await chat.drawn();
    expect(chat.bodies).to.have.length(2);
    await chat.openMenu();
    expect(chat.menuItems).to.not.include('Earlier chats');
  });

  for (const persist of ['session', 'local'] as const) {
    it(`is there on the next page with persist="${persist}"`, async () => {
      const settings = { persist, instance: `history-${persist}` } as const;
      const first = await withConversations(['Boots?', 'Shoes?'], settings);
      first.element.remove();
      const second = await ChatHarness.open(transport, settings);
      await openHistory(second);
      await second.until('a conversation', () => titles(second).length > 0);
      expect(titles(second)).to.deep.equal(['Boots?']);
      await second.pressButton('Delete all');
    });
  }

  it('keeps nothing of a chat that the page clears', async () => {
    const chat = await withConversations(['Boots?']);
    chat.element.clear();
    await chat.element.updateComplete;
    await openHistory(chat);
    expect(titles(chat)).to.deep.equal([]);
  });
});
