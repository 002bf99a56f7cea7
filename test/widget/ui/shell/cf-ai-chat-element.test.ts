import { expect } from 'chai';
import { STOPPED } from '../../../../widget/protocol/transport.ts';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { storeChat } from '../../../support/stored-chat.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';
import { CfAiChatElement } from '../../../../widget/index.ts';

describe('CfAiChatElement', () => {
  afterEach(() => ChatHarness.cleanUp());

  it('reads properties that were set before the element was defined', async () => {
    const early = document.createElement('cf-ai-chat-early');
    Object.assign(early, { heading: 'Set early', endpoint: '/api/chat' });
    document.body.append(early);
    customElements.define('cf-ai-chat-early', class extends CfAiChatElement {});
    await (early as CfAiChatElement).updateComplete;
    expect((early as CfAiChatElement).heading).to.equal('Set early');
    early.remove();
  });

  it('reads settings from attributes', async () => {
    const holder = document.createElement('div');
    const element = document.createElement('cf-ai-chat');
    element.setAttribute('endpoint', '/somewhere');
    element.setAttribute('launcher-label', 'Talk to us');
    element.setAttribute('history-limit', '4');
    holder.append(element);
    document.body.append(holder);
    await element.updateComplete;
    expect(element.historyLimit).to.equal(4);
    expect(new ChatHarness(element).launcher.ariaLabel).to.equal('Talk to us');
    holder.remove();
  });

  it('reads the attributes that React writes on a server with the names of properties', async () => {
    const holder = document.createElement('div');
    // The output of `renderToString(<cf-ai-chat historyLimit={3} contactUrl="/help" launcherLabel="Talk" />)`.
    for (const [name, value] of [
      ['historyLimit', '3'],
      ['contactUrl', '/help'],
      ['launcherLabel', 'Ignored'],
      ['launcher-label', 'Talk'],
    ] as const) {
      const chat = holder.querySelector('cf-ai-chat') ?? document.createElement('cf-ai-chat');
      chat.setAttribute(name, value);
      holder.append(chat);
    }
    document.body.append(holder);
    const element = holder.querySelector('cf-ai-chat');
    expect([element?.historyLimit, element?.contactUrl, element?.launcherLabel]).to.deep.equal([
      3,
      '/help',
      'Talk',
    ]);
    holder.remove();
  });

  it('goes back to the initial value when an attribute is removed', async () => {
    class PresetElement extends CfAiChatElement {
      static override environment = {
        ...CfAiChatElement.environment,
        defaults: { heading: 'Ask us', historyLimit: '5', open: '', endpoint: '/api/chat' },
      };
    }
    customElements.define('cf-ai-chat-preset', PresetElement);
    const element = document.createElement('cf-ai-chat-preset') as CfAiChatElement;
    const attributes = { heading: 'Help', 'history-limit': '7', persist: 'none', endpoint: '/else' };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
    await element.updateComplete;
    const read = () => [element.heading, element.historyLimit, element.persist, element.endpoint];
    expect(read()).to.deep.equal(['Help', 7, 'none', '/else']);
    for (const name of Object.keys(attributes)) element.removeAttribute(name);
    expect(read()).to.deep.equal(['Ask us', 5, 'session', '/api/chat']);
    expect(element.open).to.equal(true);
    element.hide();
    await element.updateComplete;
    expect(element.open, 'a reflected attribute has gone').to.equal(false);
    element.remove();
  });

  it('reflects only the attributes that are documented as reflected', async () => {
    const { element } = ChatHarness.mount({ endpoint: '/api/chat' });
    await element.updateComplete;
    expect(element.getAttributeNames()).to.deep.equal([]);
    element.show();
    await element.updateComplete;
    expect(element.getAttributeNames()).to.deep.equal(['open']);
  });

  it('shows nothing and names the missing setting once when there is no endpoint', async () => {
    const lines: unknown[] = [];
    const original = console.error;
    console.error = (line: unknown) => lines.push(line);
    const harness = ChatHarness.mount();
    await harness.element.updateComplete;
    harness.element.requestUpdate();
    await harness.element.updateComplete;
    await new Promise((resolve) => setTimeout(resolve));
    console.error = original;
    expect(lines).to.have.length(1);
    expect(lines[0]).to.contain('endpoint=');
    expect(harness.launcher.checkVisibility()).to.equal(false);
  });

  it('stores nothing and loads no panel before the visitor opens it', async () => {
    const harness = ChatHarness.mount({ endpoint: '/api/chat' });
    await harness.element.updateComplete;
    expect(harness.launcher.checkVisibility()).to.equal(true);
    expect(harness.panel.childElementCount).to.equal(0);
    expect(sessionStorage.length + localStorage.length).to.equal(0);
  });

  it('opens and closes by the launcher, and fires events', async () => {
    const harness = ChatHarness.mount({ transport: new ScriptedTransport() });
    await harness.element.updateComplete;
    const types: string[] = [];
    for (const type of ['show', 'after-show', 'hide', 'after-hide', 'ready']) {
      harness.element.addEventListener(`cf-ai-chat-${type}`, () => types.push(type));
    }
    const opened = harness.next('cf-ai-chat-after-show');
    harness.launcher.click();
    await opened;
    expect(harness.launcher.ariaExpanded).to.equal('true');
    const closed = harness.next('cf-ai-chat-after-hide');
    harness.pressAnew(harness.launcher);
    await closed;
    expect(harness.panel.checkVisibility()).to.equal(false);
    expect(types).to.deep.equal(['show', 'ready', 'after-show', 'hide', 'after-hide']);
  });

  it('stays closed when the page cancels the opening', async () => {
    const harness = ChatHarness.mount({ transport: new ScriptedTransport() });
    harness.element.addEventListener('cf-ai-chat-show', (event) => event.preventDefault());
    harness.element.show();
    expect(harness.element.open).to.equal(false);
  });

  it('sends a question that the page has sent before the panel was loaded', async () => {
    const transport = new ScriptedTransport();
    const { element } = ChatHarness.mount({ transport, persist: 'none' });
    const ended = element.send('Hello');
    await transport.answer('Hi there.');
    await ended;
    expect(element.messages.map(({ role }) => role)).to.deep.equal(['user', 'assistant']);
  });

  it('drops a question that the page has sent and stopped before the panel was loaded', async () => {
    const transport = new ScriptedTransport();
    const { element } = ChatHarness.mount({ transport, persist: 'none' });
    const ended = element.send('Never mind');
    element.stop();
    await ended;
    expect(transport.turns).to.have.length(0);
    expect(element.draft).to.equal('Never mind');
  });

  it('keeps messages that the page sets after clear(), both before the panel was loaded', async () => {
    const harness = ChatHarness.mount({ transport: new ScriptedTransport(), persist: 'none' });
    harness.element.clear();
    harness.element.messages = [{ role: 'user', content: 'Kept' }];
    harness.element.show();
    await harness.ready();
    expect(harness.bodies).to.deep.equal(['Kept']);
  });

  it('clears the stored transcript without loading the panel', async () => {
    storeChat(sessionStorage, [
      { id: 'q', role: 'user', parts: [{ type: 'text', text: 'Boots?' }], status: 'complete', createdAt: 1 },
    ]);
    const harness = ChatHarness.mount({ transport: new ScriptedTransport() });
    await harness.element.updateComplete;
    harness.element.clear();
    expect(JSON.stringify({ ...sessionStorage })).not.to.include('Boots?');
    expect(harness.panel.childElementCount).to.equal(0);
  });

  it('keeps a question as its draft when it is sent while the element is removed or has no endpoint', async () => {
    const harness = await ChatHarness.open(new ScriptedTransport());
    harness.element.remove();
    await Promise.resolve();
    await harness.element.send('While away');
    expect(harness.element.draft).to.equal('While away');
    const { element } = ChatHarness.mount();
    await element.send('Nowhere to go');
    expect(element.draft).to.equal('Nowhere to go');
  });

  it('puts a text into the composer without sending it, with the option `draft`', async () => {
    const transport = new ScriptedTransport();
    const harness = await ChatHarness.open(transport);
    await harness.element.send('Almost ready', { draft: true });
    await harness.element.updateComplete;
    expect(harness.input.value).to.equal('Almost ready');
    expect(transport.turns).to.have.length(0);
  });

  it('continues its turn when it is moved in the document', async () => {
    const transport = new ScriptedTransport();
    const harness = await ChatHarness.open(transport);
    const ended = harness.element.send('Hello');
    const turn = await transport.asked();
    await turn.say('Part one, ');
    const elsewhere = document.createElement('section');
    document.body.append(elsewhere);
    elsewhere.append(harness.element);
    await turn.say('part two.');
    await turn.finish();
    await ended;
    await harness.drawn();
    expect(harness.lastReply?.textContent.trim()).to.equal('Part one, part two.');
    expect(harness.launcher.checkVisibility()).to.equal(true);
    elsewhere.remove();
  });

  it('ends its turn when it is removed during an answer, and keeps the text for its return', async () => {
    const transport = new ScriptedTransport();
    const harness = await ChatHarness.open(transport);
    void harness.element.send('Hello');
    const turn = await transport.asked();
    await turn.say('Half an');
    harness.element.remove();
    await Promise.resolve();
    expect(turn.signal.aborted).to.equal(true);
    expect(harness.element.messages.map(({ status }) => status)).to.deep.equal(['complete', 'truncated']);
    document.body.append(harness.element);
    await harness.ready();
    await harness.until('the end', () => harness.element.messages.at(-1)?.status === 'truncated');
    expect(harness.bodies).to.deep.equal(['Hello', 'Half an']);
  });

  for (const persist of ['none', 'session', 'local'] as const)
    it(`continues the answer when it is removed and put back, with persist="${persist}"`, async () => {
      const transport = new ScriptedTransport();
      const harness = await ChatHarness.open(transport, { persist, endpoint: '/chat' });
      void harness.element.send('Hello');
      const turn = await transport.asked();
      const resumePoint = { url: 'https://chat.example/rest', after: 2, at: Date.now() };
      await turn.emit({ type: 'token', token: 'Half an', resumePoint });
      harness.element.remove();
      await Promise.resolve();
      expect(turn.signal.reason).not.to.equal(STOPPED);
      document.body.append(harness.element);
      await harness.ready();
      const rest = await transport.asked();
      await rest.say(' hour.');
      await rest.finish();
      await harness.drawn();
      expect(transport.points).to.deep.equal([resumePoint]);
      expect(harness.bodies).to.deep.equal(['Hello', 'Half an hour.']);
    });

  it('removes its listeners from the page when it is removed, ten times over', async () => {
    const added = new Map<string, number>();
    const { addEventListener: original } = window;
    const open = new Set<AbortSignal>();
    window.addEventListener = function (this: Window, type: string, ...rest: unknown[]): void {
      const { signal } = (rest[1] ?? {}) as AddEventListenerOptions;
      added.set(type, (added.get(type) ?? 0) + 1);
      // Code that still loads for an earlier test's chat gets an aborted signal, and adds no listener.
      if (signal && !signal.aborted) {
        open.add(signal);
        signal.addEventListener('abort', () => open.delete(signal));
      }
      Reflect.apply(original, window, [type, ...rest]);
    } as typeof window.addEventListener;
    for (let round = 0; round < 10; round++) {
      const harness = await ChatHarness.open(new ScriptedTransport());
      harness.element.remove();
      await Promise.resolve();
    }
    window.addEventListener = original;
    // Listeners of the text box and of the storage.
    expect(added.get('pagehide')).to.equal(20);
    expect(open.size).to.equal(0);
  });

  it('keeps two chats on a page apart', async () => {
    const one = new ScriptedTransport();
    const two = new ScriptedTransport();
    const first = await ChatHarness.open(one, { mode: 'inline', instance: 'one' });
    const second = await ChatHarness.open(two, { mode: 'inline', instance: 'two' });
    const ended = first.element.send('Only here');
    await one.answer('Yes.');
    await ended;
    expect(first.element.messages).to.have.length(2);
    expect(second.element.messages).to.have.length(0);
    expect(two.turns).to.have.length(0);
  });

  it('uses the language of the page, and mirrors its layout for a right-to-left language of its own', async () => {
    const harness = await ChatHarness.open(new ScriptedTransport(), { lang: 'ar' });
    expect(harness.input.placeholder).to.equal('اكتب سؤالك…');
    expect(getComputedStyle(harness.input).direction).to.equal('rtl');
    expect(harness.launcher.ariaLabel).to.equal('فتح الدردشة');
  });

  it('replaces its texts by those of the setting `strings`', async () => {
    const harness = await ChatHarness.open(new ScriptedTransport(), {
      strings: { send: 'Go', errors: { internal: 'Oh no.' } },
    });
    expect(harness.sendButton.ariaLabel).to.equal('Go');
  });

  it('keeps text readable on any accent', async () => {
    for (const [accent, expected] of [
      ['#ffe14d', 'color(srgb-linear 0 0 0)'],
      ['#0a1f44', 'color(srgb-linear 1 1 1)'],
    ] as const) {
      const harness = ChatHarness.mount({ endpoint: '/api/chat', accent });
      await harness.element.updateComplete;
      const probe = getComputedStyle(harness.launcher).color;
      const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
      canvas.fillStyle = probe;
      canvas.fillRect(0, 0, 1, 1);
      const shade = canvas.getImageData(0, 0, 1, 1).data[0];
      expect(shade, `${accent} gives ${probe}`).to.equal(expected.includes('0 0 0') ? 0 : 255);
      harness.element.remove();
    }
  });

  it('covers the view in the mode "page", wherever in the page the element stands', async () => {
    const content = document.createElement('main');
    content.style.height = '500vh';
    document.body.append(content);
    const chat = ChatHarness.mount({ mode: 'page', transport: new ScriptedTransport() });
    await chat.until('the text box', () => chat.root?.querySelector('textarea')?.checkVisibility());
    content.remove();
  });
});
