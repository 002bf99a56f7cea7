import { expect } from 'chai';
import { ChatHarness, type HarnessSettings } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

/** Replaces a property until the test ends. */
type Replace = (target: object, name: string, descriptor: PropertyDescriptor) => void;

function refuse(name: string): () => never {
  return () => {
    throw new DOMException('refused', name);
  };
}

/** What a browser may lack: the name, and how a page without it is simulated. */
const LACKS: Readonly<Record<string, (replace: Replace) => void>> = {
  nothing: () => undefined,
  'access to its storage, as in a private or sandboxed frame': (replace) => {
    for (const name of ['sessionStorage', 'localStorage'])
      replace(globalThis, name, { get: refuse('SecurityError') });
  },
  'room in its storage': (replace) =>
    replace(Storage.prototype, 'setItem', { value: refuse('QuotaExceededError') }),
  'a storage that works': (replace) => {
    for (const name of ['getItem', 'setItem', 'removeItem'])
      replace(Storage.prototype, name, { value: refuse('UnknownError') });
  },
  BroadcastChannel: (replace) => replace(globalThis, 'BroadcastChannel', { value: undefined }),
  'leave to use BroadcastChannel': (replace) =>
    replace(globalThis, 'BroadcastChannel', { value: refuse('SecurityError') }),
  'Web Locks, as a page without TLS': (replace) => replace(navigator, 'locks', { value: undefined }),
  'leave to use Web Locks': (replace) =>
    replace(navigator, 'locks', {
      value: { request: () => Promise.reject(new DOMException('refused', 'SecurityError')) },
    }),
};

/** Matches names in `LACKS`: in a browser without these, earlier conversations are gone when the page is left. */
const FORGETFUL = /storage/;

describe('a chat in a browser that lacks a feature', () => {
  const restore: (() => void)[] = [];
  let errors: string[] = [];
  let chat: ChatHarness;
  const noteError = (event: ErrorEvent | PromiseRejectionEvent): void => {
    errors.push(String('reason' in event ? event.reason : event.message));
  };

  const replace: Replace = (target, name, descriptor) => {
    const own = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { ...descriptor, configurable: true });
    restore.push(() => {
      if (own) Object.defineProperty(target, name, own);
      else Reflect.deleteProperty(target, name);
    });
  };

  beforeEach(() => {
    errors = [];
    addEventListener('error', noteError);
    addEventListener('unhandledrejection', noteError);
  });
  afterEach(() => {
    for (const undo of restore.splice(0)) undo();
    removeEventListener('error', noteError);
    removeEventListener('unhandledrejection', noteError);
    ChatHarness.cleanUp();
  });

  /** Asks a question whose answer repeats the question. */
  async function ask(transport: ScriptedTransport, question: string): Promise<void> {
    await chat.ask(question);
    await transport.answer(question);
    await chat.until('the answer', () => chat.element.status === 'ready');
  }

  async function startNewChat(): Promise<void> {
    await chat.choose('New chat');
    await chat.until('a new chat', () => chat.bodies.length === 0);
  }

  async function openHistory(): Promise<readonly string[]> {
    await chat.choose('Earlier chats');
    await chat.until('the history', () => chat.root.querySelector('.history-back'));
    return [...chat.root.querySelectorAll('.history-open')].map((title) => title.textContent.trim());
  }

  /** Uses every part of the chat that stores something. */
  async function useAll(transport: ScriptedTransport): Promise<void> {
    await ask(transport, 'First?');
    await startNewChat();
    await chat.until('the way back', () => chat.root.querySelector('.undo'));
    await chat.pressButton('Undo');
    expect(chat.bodies).to.eql(['First?', 'First?']);
    await startNewChat();
    await ask(transport, 'Second?');
    expect(await openHistory()).to.eql(['First?']);
    await chat.pressButton('First?');
    await chat.until('the first chat', () => chat.bodies.join(' ') === 'First? First?');
    await chat.type('a draft');
    chat.element.hide();
    chat.element.show();
    await chat.drawn();
    dispatchEvent(new PageTransitionEvent('pagehide'));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }

  let instances = 0;
  for (const persist of ['session', 'local'] as const) {
    for (const [lack, make] of Object.entries(LACKS)) {
      it(`${lack}: a chat without it loses no text while the page lives (${persist})`, async () => {
        make(replace);
        const transport = new ScriptedTransport();
        const settings: HarnessSettings = { persist, instance: `lacking-${++instances}` };
        chat = await ChatHarness.open(transport, settings);
        await useAll(transport);
        expect(await openHistory()).to.eql(['Second?']);
        const isForgetful = FORGETFUL.test(lack);
        await chat.until(
          'its notice',
          () => Boolean(chat.root.querySelector('.history-notice')) === isForgetful,
        );
        chat.element.remove();
        chat = await ChatHarness.open(transport, settings);
        expect(chat.bodies).to.eql(['First?', 'First?']);
        expect(chat.input.value).to.equal('a draft');
        await ask(transport, 'Third?');
        expect(chat.bodies.slice(2)).to.eql(['Third?', 'Third?']);
        expect(errors).to.eql([]);
      });
    }
  }

  for (const [lack, make] of Object.entries(LACKS)) {
    it(`${lack}: a chat without it asks for consent, and forgets the consent when it is withdrawn`, async () => {
      make(replace);
      const transport = new ScriptedTransport();
      const instance = `lacking-${++instances}`;
      chat = await ChatHarness.open(transport, {
        consent: 'before-first-message',
        persist: 'local',
        instance,
      });
      await chat.ask('Hello?');
      await chat.until('the box', () => chat.root.querySelector('[part=consent]'));
      await chat.pressButton('Agree and send');
      await transport.answer('Hi');
      await chat.until('the answer', () => chat.bodies.length === 2);
      await chat.choose('Withdraw consent and delete everything');
      await chat.until('an empty chat', () => chat.root.querySelector('.hint') && chat.bodies.length === 0);
      await chat.ask('Hello?');
      await chat.until('the box', () => chat.root.querySelector('[part=consent]'));
      expect(errors).to.eql([]);
    });
  }
});
