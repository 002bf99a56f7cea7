import { expect } from 'chai';
import { violations } from '../../../../support/axe-violations.ts';
import { loadStrings } from '../../../../../widget/ui/strings/load-strings.ts';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { contrastOf, paint } from '../../../../support/contrast.ts';
import type { ChatMessage } from '../../../../../widget/protocol/chat-message.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const AGREE = 'Agree and send';
const WITHDRAW = 'Withdraw consent and delete everything';

/** The keys in both storages. */
function keys(): readonly string[] {
  return [...Object.keys(sessionStorage), ...Object.keys(localStorage)].toSorted();
}

describe('consent="before-first-message"', () => {
  let transport: ScriptedTransport;
  let chat: ChatHarness;

  async function open(settings: HarnessSettings = {}): Promise<ChatHarness> {
    return ChatHarness.open(transport, {
      consent: 'before-first-message',
      persist: 'session',
      privacyUrl: 'https://example.com/privacy',
      ...settings,
    });
  }

  /** The box that asks for consent, once it is drawn. */
  function box(of = chat): Promise<Element> {
    return of.until('the box', () => of.root.querySelector('[part=consent]'));
  }

  /** Asks a question and agrees. */
  async function agree(question = 'Hello?'): Promise<void> {
    await chat.ask(question);
    await box();
    await chat.pressButton(AGREE);
    await transport.answer('Hi');
    await chat.until('the answer', () => chat.element.status === 'ready');
  }

  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  it('asks before the first message, which stays in the composer', async () => {
    chat = await open();
    await chat.ask('Hello?');
    await box();
    expect(chat.root.activeElement).to.equal(await box());
    expect(chat.input.value).to.equal('Hello?');
    expect(chat.element.messages).to.eql([]);
    expect(transport.turns).to.eql([]);
  });

  it('puts a space between its sentences, except in Japanese and traditional Chinese', async () => {
    for (const [lang, gap] of [
      ['en', ' '],
      ['ja', ''],
      ['zh-tw', ''],
    ] as const) {
      chat = await open({ lang });
      await chat.ask('Hello?');
      const { consent, consentStored } = await loadStrings(lang);
      expect((await box()).textContent).to.include(consent + gap + consentStored);
      ChatHarness.cleanUp();
    }
  });

  it('sends the typed question upon agreement, and does not ask again', async () => {
    chat = await open();
    await agree();
    expect(chat.bodies).to.eql(['Hello?', 'Hi']);
    await chat.ask('Again?');
    await transport.answer('Yes');
    expect(chat.root.querySelector('[part=consent]')).to.equal(null);
  });

  for (const [theme, accent] of [
    ['light', '#fff'],
    ['dark', '#000'],
  ] as const) {
    it(`has a button to agree with a visible edge for an accent of ${accent} (${theme})`, async () => {
      chat = await open({ theme, accent });
      await chat.ask('Hello?');
      const agreeing = (await box()).querySelector('.agree')!;
      for (const transition of chat.root.getAnimations()) transition.finish();
      const surface = getComputedStyle(chat.panel).backgroundColor;
      const edge = paint(surface, getComputedStyle(agreeing).borderTopColor);
      expect(contrastOf(edge, paint(surface))).to.be.at.least(3);
    });
  }

  it('keeps the typed text where the visitor does not agree', async () => {
    chat = await open();
    await chat.ask('Hello?');
    await box();
    await chat.pressButton('Cancel');
    expect(chat.root.querySelector('[part=consent]')).to.equal(null);
    expect(chat.input.value).to.equal('Hello?');
    expect(transport.turns).to.eql([]);
  });

  it('keeps typed text apart from a question that the page sends', async () => {
    chat = await open();
    await chat.type('Half a thou');
    void chat.element.send('From the page?');
    await box();
    expect(chat.input.value).to.equal('Half a thou');
    await chat.pressButton(AGREE);
    await transport.answer('Hi');
    await chat.until('the answer', () => chat.element.status === 'ready');
    expect(chat.bodies).to.eql(['From the page?', 'Hi']);
    expect(chat.input.value).to.equal('Half a thou');
  });

  it('puts a question of the page behind the typed text where the visitor does not agree', async () => {
    chat = await open();
    await chat.type('Half a thou');
    void chat.element.send('From the page?');
    await box();
    await chat.pressButton('Cancel');
    await chat.drawn();
    expect(chat.input.value).to.equal('Half a thou\n\nFrom the page?');
    expect(chat.element.messages).to.eql([]);
  });

  it('does not take a second press of Enter for an agreement', async () => {
    chat = await open();
    await chat.ask('Hello?');
    await box();
    chat.press('Enter');
    await chat.drawn();
    expect(transport.turns).to.eql([]);
  });

  for (const persist of ['session', 'local'] as const) {
    it(`stores nothing before the agreement, and remembers it for the next page (${persist})`, async () => {
      chat = await open({ persist });
      await chat.type('Hello?');
      chat.element.hide();
      await chat.drawn();
      chat.element.show();
      await chat.drawn();
      dispatchEvent(new PageTransitionEvent('pagehide'));
      expect(keys()).to.eql([]);
      await agree();
      expect(keys()).to.include('cf-ai-chat:default:consent');
      chat.element.remove();
      chat = await open({ persist });
      await chat.ask('Again?');
      await transport.answer('Yes');
      expect(chat.bodies).to.eql(['Hello?', 'Hi', 'Again?', 'Yes']);
    });
  }

  it('asks again on the next page where nothing is stored', async () => {
    chat = await open({ persist: 'none' });
    await agree();
    expect(keys()).to.eql([]);
    chat.element.remove();
    chat = await open({ persist: 'none' });
    await chat.ask('Again?');
    await box();
  });

  it('sends no request for a question that the page sends', async () => {
    chat = await open();
    await chat.element.send('From the page');
    await box();
    expect(chat.element.draft).to.equal('From the page');
    await chat.element.regenerate();
    expect(transport.turns).to.eql([]);
  });

  it('sends no question and no rating about messages that the page has set', async () => {
    chat = await open({ endpoint: '/api/chat', feedbackUrl: '/api/feedback' });
    const answer = { role: 'assistant', parts: [{ type: 'text', text: 'Hi' }], queryId: 'q_1' } as const;
    chat.element.messages = [{ role: 'user', content: 'Hello?' }, answer as unknown as ChatMessage];
    await chat.until('the row', () => chat.root.querySelector('[part=actions]'));
    expect(chat.root.querySelector('[part=rating]')).to.equal(null);
    await chat.element.regenerate();
    await box();
    expect(chat.element.messages.map(({ status }) => status)).to.eql(['complete', 'complete']);
    expect(transport.turns).to.eql([]);
  });

  it('loads no picture from another origin before the agreement', async () => {
    const picture = 'https://pictures.example/a.png';
    const settings = {
      avatar: picture,
      imageSources: 'https://pictures.example',
      greeting: `![a](${picture})`,
    };
    chat = await open(settings);
    expect(chat.root.querySelector('img[src]')).to.equal(null);
    await agree();
    await chat.until('the picture', () => chat.root.querySelector(`img[src="${picture}"]`));
  });

  it('links the privacy notice, and says what is stored only where something is stored', async () => {
    chat = await open();
    await chat.ask('Hello?');
    expect((await box()).querySelector('a')?.href).to.equal('https://example.com/privacy');
    expect((await box()).textContent).to.include('kept in this browser');
    ChatHarness.cleanUp();
    chat = await open({ persist: 'none' });
    await chat.ask('Hello?');
    expect((await box()).textContent).not.to.include('kept in this browser');
  });

  it('uses strings of the page', async () => {
    chat = await open({ strings: { consent: 'May we?', agree: 'Yes' } });
    await chat.ask('Hello?');
    expect((await box()).textContent).to.include('May we?');
    expect((await box()).querySelector('button')?.textContent).to.equal('Yes');
  });

  it('deletes everything when the visitor withdraws the consent in the menu', async () => {
    sessionStorage.setItem('other', '1');
    chat = await open();
    await agree();
    await chat.choose('New chat');
    await agree2('Second?');
    await chat.type('draft');
    await chat.choose(WITHDRAW);
    await chat.until(
      'an empty chat',
      () => chat.element.messages.length === 0 && chat.root.querySelector('.hint'),
    );
    await chat.until('the composer', () => chat.root.activeElement === chat.input);
    expect(chat.input.value).to.equal('');
    expect(keys()).to.eql(['other']);
    expect(chat.announcement).to.equal('Everything was deleted.');
    await chat.choose('Earlier chats');
    await chat.until('the history', () => chat.root.querySelector('.history-empty'));
  });

  /** Asks a question after the visitor has agreed once. */
  async function agree2(question: string): Promise<void> {
    await chat.ask(question);
    await transport.answer('Hi');
    await chat.until('the answer', () => chat.element.status === 'ready');
  }

  it('is withdrawn in every tab', async () => {
    chat = await open({ persist: 'local', mode: 'inline' });
    const other = await open({ persist: 'local', mode: 'inline' });
    await agree();
    // A browser notifies another tab with this event.
    dispatchEvent(new StorageEvent('storage', { key: null }));
    await other.until('the words', () => other.bodies.length === 2);
    await chat.choose(WITHDRAW);
    await other.until(
      'an empty chat',
      () => other.element.messages.length === 0 && other.element.draft === '',
    );
    expect(other.element.storage.isAllowed).to.equal(false);
    expect(keys()).to.eql([]);
  });

  it('is withdrawn, also by another tab, on a page that keeps it in memory only', async () => {
    chat = await open({ persist: 'none', mode: 'inline' });
    const other = await open({ persist: 'none', mode: 'inline' });
    await agree();
    await chat.choose('New chat');
    await chat.until('a new chat', () => chat.bodies.length === 0);
    other.element.storage.withdraw();
    await chat.until('the note', () => chat.root.querySelector('.hint'));
    await chat.choose('Earlier chats');
    await chat.until('an empty history', () => chat.root.querySelector('.history-empty'));
  });

  it('offers no withdrawal before the agreement, and where consent is not required', async () => {
    chat = await open();
    await chat.openMenu();
    expect(chat.menuItems).not.to.include(WITHDRAW);
    ChatHarness.cleanUp();
    chat = await open({ consent: 'none' });
    await chat.openMenu();
    expect(chat.menuItems).not.to.include(WITHDRAW);
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`has no axe violations (${theme})`, async () => {
      chat = await open({ theme });
      await chat.ask('Hello?');
      await box();
      expect(await violations(chat)).to.eql([]);
    });
  }
});
