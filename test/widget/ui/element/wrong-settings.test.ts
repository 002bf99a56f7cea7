import { expect } from 'chai';
import { applySettings } from '../../../../widget/ui/element/apply-settings.ts';
import type { CfAiChatElement } from '../../../../widget/index.ts';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

/** Settings that cannot be read, by the name of the property. */
const UNREADABLE: readonly (readonly [string, unknown])[] = [
  ['suggestions', { first: 'Prices?' }],
  ['imageSources', { cdn: 'https://cdn.example' }],
  ['pageContext', { url: true }],
  ['historyLimit', 'twenty'],
  ['historyLimit', -1],
  ['stallTimeout', { seconds: 30 }],
  ['teaserDelay', ['8000', '9000']],
  ['heading', { en: 'Help' }],
  ['greeting', ['Hello', 'there']],
  ['accent', { color: 'red' }],
  ['avatar', ['a.png']],
  ['theme', ['dark']],
  ['headers', ['x-a: 1']],
  ['body', 'metadata'],
  ['strings', [{ newChat: 'Anew' }]],
];

/** Settings of a wrong type that can be read, and the value that they are read as. */
const READABLE: readonly (readonly [string, unknown, unknown])[] = [
  ['suggestions', null, ''],
  ['suggestions', ['Prices?', 5, null, {}], ['Prices?', '5']],
  ['suggestions', 5, '5'],
  ['historyLimit', '8', 8],
  ['historyLimit', null, 20],
  ['teaserDelay', ' 900 ', 900],
  ['heading', 5, '5'],
  ['heading', undefined, ''],
  ['requestFormat', 'claude', 'claude'],
  ['mode', true, 'true'],
  ['persist', true, 'true'],
  ['teaserDelay', '2000ms', 2000],
  ['endpoint', new URL('https://chat.example/'), 'https://chat.example/'],
  ['persist', null, 'session'],
  ['disabled', 1, true],
  ['strings', null, undefined],
];

describe('settings of a wrong type', () => {
  const { warn } = console;
  let lines: string[] = [];

  beforeEach(() => {
    lines = [];
    console.warn = (line: unknown) => lines.push(String(line));
  });
  afterEach(() => {
    console.warn = warn;
    ChatHarness.cleanUp();
  });

  for (const [name, value, read] of READABLE) {
    it(`are read: ${name} = ${JSON.stringify(value) ?? 'undefined'}`, () => {
      const element = document.createElement('cf-ai-chat');
      Reflect.set(element, name, value);
      expect(Reflect.get(element, name)).to.deep.equal(read);
      expect(lines).to.deep.equal([]);
    });
  }

  it('never make two chats share one default object', () => {
    Object.assign(document.createElement('cf-ai-chat'), { strings: { newChat: 'Anew' }, headers: {} });
    const { strings, headers } = document.createElement('cf-ai-chat');
    expect([strings, headers]).to.deep.equal([undefined, undefined]);
  });

  it('are ignored and named in the console where they cannot be read', () => {
    for (const [name, value] of UNREADABLE) {
      const element = document.createElement('cf-ai-chat');
      const initial: unknown = Reflect.get(element, name);
      Reflect.set(element, name, value);
      expect(Reflect.get(element, name), name).to.equal(initial);
    }
    const names = [...new Set(UNREADABLE.map(([name]) => name))];
    expect(lines).to.deep.equal(names.map((name) => `<cf-ai-chat>: ${name} is ignored:`));
  });

  const sources: Readonly<Record<string, (element: CfAiChatElement, name: string, value: unknown) => void>> =
    {
      'a property': (element, name, value) => void Reflect.set(element, name, value),
      'the page’s settings': (element, name, value) => applySettings(element, { [name]: value }),
      'a JSON child': (element, name, value) => {
        const child = document.createElement('script');
        child.type = 'application/json';
        child.text = JSON.stringify({ [name]: value });
        element.append(child);
      },
      'an attribute': (element, name, value) =>
        element.setAttribute(
          name.replace(/[A-Z]/g, '-$&').toLowerCase(),
          typeof value === 'string' ? value : JSON.stringify(value),
        ),
    };
  for (const [source, set] of Object.entries(sources)) {
    it(`in ${source} do not keep the chat from opening and answering`, async () => {
      const transport = new ScriptedTransport();
      const element = document.createElement('cf-ai-chat');
      const typos = { mode: 'popup', theme: 'night', position: 'bottom-right', loading: 'now' };
      Object.assign(element, { ...typos, transport, open: true });
      // A `mode` that does not exist makes the chat fill its box.
      element.style.height = '400px';
      for (const [name, value] of UNREADABLE) set(element, name, value);
      document.body.append(element);
      const chat = new ChatHarness(element);
      await chat.ready();
      await chat.ask('Hi');
      await transport.answer('Hello.');
      await chat.drawn();
      expect(chat.bodies).to.deep.equal(['Hi', 'Hello.']);
    });
  }

  it('in `strings` leave the chat working, with the strings that can be read', async () => {
    const strings = { newChat: 'Anew', send: 5, errors: null, humanPhrases: 'human' };
    const chat = ChatHarness.mount({ transport: new ScriptedTransport(), open: true });
    Reflect.set(chat.element, 'strings', strings);
    await chat.ready();
    expect(chat.sendButton.ariaLabel).to.equal('Send');
    await chat.openMenu();
    expect(chat.menuItems).to.include('Anew');
  });

  for (const json of ['null', '["Ask us"]', '"Ask us"', '{"heading": "Ask us",}']) {
    it(`in a JSON child that holds ${json} leave the chat working`, async () => {
      const element = document.createElement('cf-ai-chat');
      element.innerHTML = `<script type="application/json">${json}</script>`;
      document.body.append(Object.assign(element, { transport: new ScriptedTransport(), open: true }));
      await new ChatHarness(element).ready();
    });
  }
});
