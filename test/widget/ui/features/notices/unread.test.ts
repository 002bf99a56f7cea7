import { expect } from 'chai';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { ScriptedTransport, type ScriptedTurn } from '../../../../support/scripted-transport.ts';

describe('unread answers', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  const badge = (chat: ChatHarness) => chat.root.querySelector<HTMLElement>('[part=launcher__badge]');
  const shown = (chat: ChatHarness, text: string) =>
    chat.until(`badge ${text}`, () => badge(chat)?.dataset['count'] === text);

  /** A chat that was closed while an answer streams. */
  async function left(settings: HarnessSettings = {}): Promise<[ChatHarness, ScriptedTurn]> {
    const chat = await ChatHarness.open(transport, settings);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.say('So.');
    chat.element.hide();
    await chat.element.updateComplete;
    return [chat, turn];
  }

  async function leftUnread(settings: HarnessSettings = {}): Promise<ChatHarness> {
    const [chat, turn] = await left(settings);
    await turn.finish();
    await shown(chat, '1');
    return chat;
  }

  it('are counted on the launcher and in its accessible name, once they have ended', async () => {
    const [chat, turn] = await left();
    expect(badge(chat)).to.equal(null);
    expect(chat.launcher.ariaLabel).to.equal('Open chat');
    await turn.finish();
    await shown(chat, '1');
    expect(chat.launcher.ariaLabel).to.equal('Open chat, 1 new answer');
    expect(badge(chat)?.ariaHidden).to.equal('true');
    void chat.element.send('And?');
    await transport.answer('Well.');
    await shown(chat, '2');
    expect(chat.launcher.ariaLabel).to.equal('Open chat, 2 new answers');
  });

  it('are announced politely', async () => {
    const chat = await leftUnread();
    const region = await chat.until('words', () => {
      const found = chat.root.querySelector('.spoken');
      return found?.textContent ? found : undefined;
    });
    expect(region.textContent).to.equal('1 new answer');
    expect(region.role).to.equal('status');
  });

  it('count as read when the chat opens', async () => {
    const chat = await leftUnread();
    chat.element.show();
    await chat.until('no badge', () => !badge(chat));
    chat.element.hide();
    await chat.element.updateComplete;
    expect(badge(chat)).to.equal(null);
    expect(chat.launcher.ariaLabel).to.equal('Open chat');
  });

  it('do not include an answer that ended in the open chat', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    await transport.answer('So.');
    chat.element.hide();
    await chat.drawn();
    expect(badge(chat)).to.equal(null);
  });

  for (const persist of ['session', 'local'] as const) {
    it(`are counted on the next page with persist="${persist}", before anybody opens the chat`, async () => {
      const chat = await leftUnread({ persist });
      chat.element.remove();
      const next = ChatHarness.mount({ transport, persist });
      await shown(next, '1');
      expect(next.launcher.ariaLabel).to.equal('Open chat, 1 new answer');
      next.element.show();
      await next.until('no badge', () => !badge(next));
      next.element.remove();
      expect(
        [sessionStorage, localStorage].map((area) => area.getItem('cf-ai-chat:default:unread')),
      ).to.deep.equal([null, null]);
    });
  }

  it('include an answer that was streaming to a closed chat when the page was left', async () => {
    const settings = { persist: 'session', endpoint: '/api/chat' } as const;
    const chat = await ChatHarness.open(transport, settings);
    await chat.ask('How?');
    const turn = await transport.asked();
    const resumePoint = { url: '/api/chat/q_1', queryId: 'q_1', after: 1, at: Date.now() };
    await turn.emit({ type: 'start', queryId: 'q_1', resumePoint });
    await turn.emit({ type: 'token', token: 'Par', resumePoint: { ...resumePoint, after: 2 } });
    chat.element.hide();
    await chat.element.updateComplete;
    dispatchEvent(new Event('pagehide'));
    chat.element.remove();
    const next = ChatHarness.mount({ transport, ...settings });
    const rest = await transport.asked();
    expect(badge(next)).to.equal(null);
    await rest.say('tial');
    await rest.finish();
    await shown(next, '1');
    await next.until('the answer', () => next.bodies.length === 2);
    expect(next.bodies).to.deep.equal(['How?', 'Partial']);
  });

  it('do not make a page load the panel when no answer is streaming', async () => {
    const chat = await leftUnread({ persist: 'session' });
    chat.element.remove();
    const next = ChatHarness.mount({ transport, persist: 'session' });
    await shown(next, '1');
    await next.drawn();
    expect(next.panel.childElementCount).to.equal(0);
  });

  describe('when Back shows a page from the cache', () => {
    const KEYS = { unread: 'cf-ai-chat:default:unread', open: 'cf-ai-chat:default:open' };
    const goBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

    it('are no longer counted when they were read on the later page', async () => {
      const chat = await leftUnread({ persist: 'session' });
      sessionStorage.removeItem(KEYS.unread);
      goBack();
      await chat.until('no badge', () => !badge(chat));
      expect(chat.launcher.ariaLabel).to.equal('Open chat');
    });

    it('are counted when they came on the later page', async () => {
      const chat = await leftUnread({ persist: 'session' });
      sessionStorage.setItem(KEYS.unread, '2');
      goBack();
      await shown(chat, '2');
    });

    it('are counted, also where the page had none before', async () => {
      const settings = { transport, persist: 'session' } as const;
      const chat = await leftUnread(settings);
      const stored = sessionStorage.getItem(KEYS.unread) ?? '';
      sessionStorage.removeItem(KEYS.unread);
      chat.element.remove();
      const next = ChatHarness.mount(settings);
      await next.framed();
      sessionStorage.setItem(KEYS.unread, stored);
      goBack();
      await shown(next, '1');
    });

    it('stay counted where nothing is stored', async () => {
      const chat = await leftUnread({ persist: 'none' });
      goBack();
      await chat.drawn();
      expect(badge(chat)?.dataset['count']).to.equal('1');
    });

    for (const [state, isOpen] of [
      ['1', true],
      ['0', false],
    ] as const)
      it(`the chat is ${isOpen ? 'open' : 'closed'} as the visitor left it on the later page`, async () => {
        const chat = ChatHarness.mount({ transport, persist: 'session', open: !isOpen });
        await chat.framed();
        sessionStorage.setItem(KEYS.open, state);
        goBack();
        expect(chat.element.open).to.equal(isOpen);
        await chat.element.updateComplete;
      });

    it('the chat is unchanged where nobody has opened or closed it', async () => {
      const chat = ChatHarness.mount({ transport, open: true });
      await chat.framed();
      goBack();
      expect(chat.element.open).to.equal(true);
    });
  });

  it('are not counted any more in a tab that is looked at after another tab has shown them', async () => {
    const chat = await leftUnread({ persist: 'local' });
    localStorage.removeItem('cf-ai-chat:default:unread');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await chat.until('no badge', () => !badge(chat));
  });

  it('are not stored with persist="none"', async () => {
    await leftUnread({ persist: 'none' });
    expect(Object.keys({ ...sessionStorage, ...localStorage })).to.deep.equal([]);
  });

  it('are not counted any more when their conversation is cleared, also on the next page', async () => {
    const chat = await leftUnread({ persist: 'session' });
    chat.element.clear();
    await chat.until('no badge', () => !badge(chat));
    void chat.element.send('More?');
    await transport.answer('Yes.');
    await shown(chat, '1');
    chat.element.remove();
    const next = ChatHarness.mount({ transport, persist: 'session' });
    await shown(next, '1');
    next.element.clear();
    await next.until('no badge', () => !badge(next));
    expect(next.launcher.ariaLabel).to.equal('Open chat');
    expect(sessionStorage.getItem('cf-ai-chat:default:unread')).to.equal(null);
  });

  it('are not counted where the page has removed the conversation before they are shown', async () => {
    const chat = await leftUnread({ persist: 'session' });
    chat.element.remove();
    const next = ChatHarness.mount({ transport, persist: 'session' });
    next.element.clear();
    await next.until('nothing stored', () => !sessionStorage.getItem('cf-ai-chat:default:unread'));
    expect(badge(next)).to.equal(null);
  });

  it('take no space in the layout, in either writing direction', async () => {
    const before = ChatHarness.mount({ transport });
    await before.element.updateComplete;
    const { left: x, top: y } = before.launcher.getBoundingClientRect();
    before.element.remove();
    const chat = await leftUnread();
    const place = chat.launcher.getBoundingClientRect();
    expect([place.left, place.top]).to.deep.equal([x, y]);
    const number = badge(chat)!.getBoundingClientRect();
    expect(number.right).to.be.greaterThan(place.right);
    chat.element.style.direction = 'rtl';
    chat.launcher.style.direction = 'rtl';
    expect(badge(chat)!.getBoundingClientRect().left).to.be.lessThan(
      chat.launcher.getBoundingClientRect().left,
    );
  });

  it('are announced with strings of the page', async () => {
    const strings = { newAnswers: { other: '{count} unread' } };
    const chat = await leftUnread({ strings });
    expect(chat.launcher.ariaLabel).to.equal('Open chat, 1 unread');
  });
});
