import { expect } from 'chai';
import { ChatHarness, type HarnessSettings } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';
import { storeChat } from '../../../support/stored-chat.ts';
import { idle } from '../../../support/idle.ts';

/** Each test has an instance of its own, since chats of other tests may still be shutting down. */
let instance = '';
let key = '';

describe('a chat on a page that the browser prerenders', () => {
  let transport: ScriptedTransport;
  /** The storage accesses and lock requests of the chat, which other pages could notice. */
  let touched: string[];
  const natives = new Map<[object, string], PropertyDescriptor>();

  function spy(owner: object, name: string): void {
    const native = Object.getOwnPropertyDescriptor(owner, name);
    if (!native) throw new Error(`no ${name}`);
    natives.set([owner, name], native);
    const value = function (this: unknown, ...args: unknown[]): unknown {
      if (String(args[0]).startsWith(key)) touched.push(`${name} ${args[0]}`);
      return Reflect.apply(native.value as () => unknown, this, args);
    };
    Object.defineProperty(owner, name, { ...native, value });
  }

  beforeEach(() => {
    transport = new ScriptedTransport();
    touched = [];
    instance = crypto.randomUUID();
    key = `cf-ai-chat:${instance}`;
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
    for (const name of ['getItem', 'setItem', 'removeItem']) spy(Storage.prototype, name);
    spy(LockManager.prototype, 'request');
  });
  afterEach(() => {
    for (const [[owner, name], native] of natives) Object.defineProperty(owner, name, native);
    natives.clear();
    Reflect.deleteProperty(document, 'prerendering');
    ChatHarness.cleanUp();
  });

  /** Waits for work that waits for a frame or for an idle page. */
  async function rest(chat: ChatHarness): Promise<void> {
    for (let frame = 0; frame < 3; frame++) await chat.drawn();
    await idle();
  }

  function visit(): void {
    Reflect.deleteProperty(document, 'prerendering');
    document.dispatchEvent(new Event('prerenderingchange'));
  }

  const settings: Readonly<Record<string, HarnessSettings>> = {
    closed: { teaser: 'Hello!', teaserDelay: 0, avatar: '/logo.svg' },
    open: { open: true, persist: 'local' },
    eager: { loading: 'eager', consent: 'before-first-message' },
    inline: { mode: 'inline' },
  };
  for (const [name, setting] of Object.entries(settings))
    it(`touches no storage, no lock and no other tab before the page is visited: ${name}`, async () => {
      const chat = ChatHarness.mount({ instance, transport, ...setting });
      await rest(chat);
      expect(touched).to.deep.equal([]);
      expect(chat.panel.childElementCount).to.equal(0);
      expect(chat.part(name === 'inline' ? 'panel' : 'launcher').checkVisibility()).to.equal(true);
      visit();
      if (name === 'closed') await chat.until('a bubble', () => chat.root.querySelector('[part=teaser]'));
      else await chat.ready();
      expect(touched).not.to.have.length(0);
    });

  it('sends a question once the page is visited, and not before', async () => {
    const chat = ChatHarness.mount({ instance, transport, persist: 'none' });
    void chat.element.send('How?');
    await rest(chat);
    expect(transport.turns).to.have.length(0);
    visit();
    await transport.answer('So.');
    await chat.until('an answer', () => chat.element.status === 'ready');
    expect(chat.element.messages).to.have.length(2);
  });

  it("opens as the tab's storage says at the time of the visit", async () => {
    const chat = ChatHarness.mount({ instance, transport });
    await rest(chat);
    sessionStorage.setItem(`${key}:open`, '1');
    expect(chat.element.open).to.equal(false);
    visit();
    expect(chat.element.open).to.equal(true);
    await chat.ready();
  });

  it('stays as the page has opened it', async () => {
    sessionStorage.setItem(`${key}:open`, '0');
    const chat = ChatHarness.mount({ instance, transport });
    chat.element.show();
    await rest(chat);
    expect(chat.panel.childElementCount).to.equal(0);
    visit();
    expect(chat.element.open).to.equal(true);
    await chat.ready();
  });

  it('clears its storage once the page is visited', async () => {
    const parts = [{ type: 'text', text: 'Boots?' }] as const;
    const question = { id: 'q', role: 'user', parts, status: 'complete', createdAt: 1 } as const;
    storeChat(sessionStorage, [question], { instance });
    touched = [];
    const chat = ChatHarness.mount({ instance, transport });
    chat.element.clear();
    await rest(chat);
    expect(touched).to.deep.equal([]);
    expect(JSON.stringify(sessionStorage)).to.include('Boots?');
    visit();
    expect(JSON.stringify(sessionStorage)).not.to.include('Boots?');
  });
});
