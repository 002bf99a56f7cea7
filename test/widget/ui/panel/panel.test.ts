import { expect } from 'chai';
import type { ChatMessage } from '../../../../widget/protocol/chat-message.ts';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { storeChat } from '../../../support/stored-chat.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';
import { ChatError } from '../../../../widget/index.ts';

describe('the panel', () => {
  let transport: ScriptedTransport;

  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  it('sends with Enter, empties the composer and renders the answer as markdown', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    expect(chat.input.value).to.equal('');
    await transport.answer('Use **one** line.');
    await chat.drawn();
    expect(chat.bodies).to.deep.equal(['How?', 'Use one line.']);
    expect(chat.lastReply?.querySelector('strong')?.textContent).to.equal('one');
    expect(chat.element.status).to.equal('ready');
  });

  it('shows text while it streams', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('Stream');
    const turn = await transport.asked();
    await turn.say('First words');
    await chat.drawn();
    expect(chat.element.status).to.equal('streaming');
    expect(chat.lastReply?.textContent.trim()).to.equal('First words');
    await turn.finish();
  });

  it('begins a new line with Enter on a touch screen, whose keyboard has no Shift+Enter', async () => {
    const { matchMedia } = window;
    try {
      window.matchMedia = (query) =>
        query === '(pointer: coarse)'
          ? ({ matches: true } as MediaQueryList)
          : matchMedia.call(window, query);
      const chat = await ChatHarness.open(transport);
      await chat.type('First line');
      expect(chat.press('Enter')).to.equal(true);
      expect(transport.turns).to.have.length(0);
      // WebKitGTK has no on-screen keyboard, and does not know the property.
      expect(chat.input.getAttribute('enterkeyhint')).to.equal('enter');
      expect(chat.press('Enter', { ctrlKey: true })).to.equal(false);
      await transport.asked();
    } finally {
      window.matchMedia = matchMedia;
    }
  });

  it('scrolls the transcript with PageUp and PageDown from an empty text box', async () => {
    const chat = await ChatHarness.open(transport);
    chat.element.messages = [{ role: 'assistant', content: 'Some words.\n\n'.repeat(100) }];
    await chat.drawn();
    const scroller = chat.part('transcript');
    const end = await chat.until('the end', () => scroller.scrollTop);
    expect(chat.press('PageUp')).to.equal(false);
    await chat.until('the page above', () => scroller.scrollTop < end - scroller.clientHeight / 2);
    expect(chat.press('PageDown')).to.equal(false);
    // WebKit scrolls by whole pixels.
    await chat.until('the end again', () => Math.abs(scroller.scrollTop - end) <= 1);
    await chat.type('Words');
    expect(chat.press('PageUp')).to.equal(true);
  });

  it('does not send with Shift+Enter, nor with the Enter of an input method', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.type('日本');
    expect(chat.press('Enter', { shiftKey: true })).to.equal(true);
    expect(chat.press('Enter', { isComposing: true })).to.equal(true);
    expect(chat.press('Enter', { keyCode: 229 })).to.equal(true);
    expect(transport.turns).to.have.length(0);
    expect(chat.input.value).to.equal('日本');
  });

  it('grows the text box with its text, up to a limit', async () => {
    const chat = await ChatHarness.open(transport);
    const single = chat.input.offsetHeight;
    await chat.type('one\ntwo\nthree');
    const triple = chat.input.offsetHeight;
    await chat.type('line\n'.repeat(60));
    expect(triple).to.be.above(single + 30);
    expect(chat.input.offsetHeight).to.be.below(200);
  });

  it('keeps a draft that is typed while an answer streams', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('First');
    const turn = await transport.asked();
    await turn.say('Answer');
    await chat.type('Next question');
    await turn.finish();
    await chat.drawn();
    expect(chat.input.value).to.equal('Next question');
    expect(transport.turns).to.have.length(1);
  });

  it('stops the answer with the button in the place of Send, and keeps the text that arrived', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('Stop me');
    const turn = await transport.asked();
    await turn.say('Half');
    await chat.drawn();
    const button = chat.sendButton;
    expect(button.ariaLabel).to.equal('Stop answering');
    await chat.pressSend();
    expect(turn.signal.aborted).to.equal(true);
    expect(chat.sendButton).to.equal(button);
    expect(chat.element.messages.at(-1)?.status).to.equal('stopped');
    expect(chat.element.status).to.equal('ready');
    expect(chat.bodies).to.deep.equal(['Stop me', 'Half']);
  });

  it('stops the answer with Escape, and closes with the next Escape', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('Stop me');
    const turn = await transport.asked();
    chat.press('Escape');
    expect(turn.signal.aborted).to.equal(true);
    expect(chat.element.open).to.equal(true);
    const closed = chat.next('cf-ai-chat-after-hide');
    chat.press('Escape');
    await closed;
    expect(chat.element.open).to.equal(false);
  });

  it('says what went wrong, keeps the question, and asks again on "Try again"', async () => {
    const chat = await ChatHarness.open(transport, { contactUrl: 'https://example.com/help' });
    await chat.ask('Please work');
    await (await transport.asked()).throw(new ChatError('blocked', 'for the test'));
    await chat.drawn();
    expect(chat.element.status).to.equal('error');
    expect(chat.errorText).to.contain('could not be reached');
    expect(chat.root.querySelector('.failure a')?.getAttribute('href')).to.equal('https://example.com/help');
    expect(chat.bodies).to.deep.equal(['Please work']);
    await chat.pressButton('Try again');
    const turn = await transport.asked();
    expect(turn.request.messages).to.deep.equal([{ role: 'user', content: 'Please work' }]);
    await turn.say('Done.');
    await turn.finish();
    await chat.drawn();
    expect(chat.bodies).to.deep.equal(['Please work', 'Done.']);
    expect(chat.errorText).to.equal('');
  });

  it('keeps the text of a cut answer and offers to try again', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('Long one');
    const turn = await transport.asked();
    await turn.say('As far as this');
    await turn.cut();
    await chat.drawn();
    expect(chat.bodies).to.deep.equal(['Long one', 'As far as this']);
    expect(chat.errorText).to.contain('connection was lost');
    expect(chat.element.error?.code).to.equal('truncated');
  });

  it('keeps a text that is too long in the composer', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.type('x'.repeat(4001));
    expect(chat.root.querySelector('.count')?.textContent).to.equal('1 character too many');
    chat.press('Enter');
    await chat.drawn();
    expect(transport.turns).to.have.length(0);
    expect(chat.input.value).to.have.length(4001);
    expect(chat.errorText).to.contain('too long');
  });

  it('sends nothing while it is disabled', async () => {
    const chat = await ChatHarness.open(transport, { disabled: true });
    await chat.element.send('Hello');
    expect(chat.input.disabled).to.equal(true);
    expect(transport.turns).to.have.length(0);
  });

  it('asks a suggested question', async () => {
    const chat = await ChatHarness.open(transport, { suggestions: 'First?\nSecond?' });
    await chat.pressButton('Second?');
    const turn = await transport.asked();
    expect(turn.request.messages.at(-1)?.content).to.equal('Second?');
    await turn.say('Yes.');
    await turn.finish();
  });

  it('empties the conversation with "New chat"', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('Hello');
    await transport.answer('Hi.');
    await chat.drawn();
    await chat.choose('New chat');
    expect(chat.bodies).to.deep.equal([]);
    expect(chat.element.messages).to.deep.equal([]);
  });

  it('lets the page change a request, and cancel it', async () => {
    const chat = await ChatHarness.open(transport, {
      endpoint: 'https://example.com/api',
      headers: async () => ({ authorization: 'Bearer secret' }),
      body: () => ({ metadata: { page: '/pricing' }, messages: 'never' }),
    });
    chat.element.addEventListener(
      'cf-ai-chat-request',
      (event) => {
        event.request.headers['x-extra'] = '1';
      },
      { once: true },
    );
    await chat.ask('One');
    const turn = await transport.asked();
    expect(turn.request.url).to.equal('https://example.com/api');
    expect(turn.request.headers).to.deep.equal({ authorization: 'Bearer secret', 'x-extra': '1' });
    expect(turn.request.body['metadata']).to.deep.equal({ page: '/pricing' });
    expect(turn.request.body['messages']).to.deep.equal([{ role: 'user', content: 'One' }]);
    await turn.say('Yes.');
    await turn.finish();
    chat.element.addEventListener('cf-ai-chat-request', (event) => event.preventDefault());
    await chat.element.send('Two');
    expect(transport.turns).to.have.length(1);
    expect(chat.element.messages.at(-1)?.status).to.equal('failed');
  });

  it('keeps the draft when the page cancels the sending', async () => {
    const chat = await ChatHarness.open(transport);
    chat.element.addEventListener('cf-ai-chat-send', (event) => event.preventDefault());
    await chat.ask('Not now');
    expect(chat.input.value).to.equal('Not now');
    expect(transport.turns).to.have.length(0);
  });

  it('fires the events of a turn in order', async () => {
    const chat = await ChatHarness.open(transport);
    const seen: string[] = [];
    for (const type of ['send', 'request', 'response-start', 'response-end', 'status-change', 'error']) {
      chat.element.addEventListener(`cf-ai-chat-${type}`, (event) => {
        seen.push('status' in event ? `${type} ${String(event.status)}` : type);
      });
    }
    const ended = chat.element.send('Hello');
    const end = chat.next('cf-ai-chat-response-end');
    await transport.answer('Hi.', { usage: { outputTokens: 2 } });
    await ended;
    expect((await end).usage).to.deep.equal({ outputTokens: 2 });
    expect(seen).to.deep.equal([
      'send',
      'status-change submitted',
      'request',
      'status-change streaming',
      'response-start',
      'status-change ready',
      'response-end',
    ]);
  });

  it('restores the transcript and the draft of this tab', async () => {
    const chat = await ChatHarness.open(transport, { persist: 'session' });
    await chat.ask('Remember me');
    await transport.answer('I will.');
    await chat.type('and this');
    chat.element.remove();
    const again = await ChatHarness.open(new ScriptedTransport(), { persist: 'session' });
    expect(again.bodies).to.deep.equal(['Remember me', 'I will.']);
    expect(again.input.value).to.equal('and this');
  });

  it('shows what a later page of this tab has stored when Back shows the page from the cache', async () => {
    const chat = await ChatHarness.open(transport, { persist: 'session' });
    await chat.ask('One');
    await transport.answer('1');
    const later = (
      [
        ['user', 'Two'],
        ['assistant', 'A **later** answer'],
      ] as const
    ).map(([role, text], index): ChatMessage => ({
      id: `m${index}`,
      role,
      parts: [{ type: 'text', text }],
      status: 'complete',
      createdAt: Date.now() + index,
    }));
    const conversation = sessionStorage.getItem('cf-ai-chat:default:v1:now') ?? '';
    storeChat(sessionStorage, later, { conversation, parent: chat.element.messages.at(-1)?.id });
    sessionStorage.setItem('cf-ai-chat:default:v1:draft', JSON.stringify({ tab: 't', text: 'Three?' }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await chat.until('the later answer', () => chat.bodies.length === 4);
    expect(chat.bodies).to.deep.equal(['One', '1', 'Two', 'A later answer']);
    expect(chat.root.querySelector('.message.assistant strong')?.textContent).to.equal('later');
    expect(chat.input.value).to.equal('Three?');
  });

  it('lists sources as plain links to safe addresses', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('Sources?');
    const turn = await transport.asked();
    await turn.emit({
      type: 'sources',
      sources: [
        { id: '1', title: 'Safe', url: 'https://example.com/a', snippet: 'one' },
        { id: '2', title: '<b>Unsafe</b>', url: 'javascript:alert(1)', snippet: '' },
      ],
    });
    await turn.say('See [1].');
    await turn.finish();
    const items = await chat.openSources();
    expect(items.map((item) => item.querySelector('.title')?.textContent)).to.deep.equal([
      'Safe',
      '<b>Unsafe</b>',
    ]);
    expect(items.map((item) => item.getAttribute('rel'))).to.deep.equal([
      'noopener noreferrer nofollow',
      null,
    ]);
  });

  it('lets the page cancel the opening of a link', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('Link?');
    await transport.answer('[there](https://example.com/x)');
    await chat.drawn();
    chat.element.addEventListener('cf-ai-chat-link', (event) => event.preventDefault());
    const told = chat.next('cf-ai-chat-link');
    const click = new MouseEvent('click', { bubbles: true, composed: true, cancelable: true });
    chat.lastReply?.querySelector('a')?.dispatchEvent(click);
    expect((await told).url).to.equal('https://example.com/x');
    expect(click.defaultPrevented).to.equal(true);
  });

  it('offers to ask a question again that was stopped before the first word', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('Anyone?');
    await transport.asked();
    await chat.pressSend();
    await chat.drawn();
    expect(chat.element.status).to.equal('ready');
    await chat.pressButton('Try again');
    const turn = await transport.asked();
    expect(turn.request.messages).to.deep.equal([{ role: 'user', content: 'Anyone?' }]);
    await turn.say('Yes.');
    await turn.finish();
  });

  it('offers no retry for a text that is too long, and announces no sending', async () => {
    const chat = await ChatHarness.open(transport);
    let announced = 0;
    chat.element.addEventListener('cf-ai-chat-send', () => announced++);
    await chat.type('x'.repeat(4001));
    chat.press('Enter');
    await chat.drawn();
    expect(announced).to.equal(0);
    expect([...chat.root.querySelectorAll('button.action')]).to.deep.equal([]);
  });

  it('focuses the transcript when the button to the end disappears', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('Long');
    await transport.answer('Line.\n\n'.repeat(60));
    await chat.drawn();
    chat.part('transcript').scrollTop = 0;
    await chat.drawn();
    await chat.pressButton('Jump to the latest message');
    expect(chat.root.activeElement).to.equal(chat.part('transcript'));
  });

  it('disables its controls while it is disabled', async () => {
    const chat = await ChatHarness.open(transport, { suggestions: 'First?', disabled: true });
    const suggestion = chat.root.querySelector<HTMLButtonElement>('.suggestion')!;
    expect(suggestion.disabled).to.equal(true);
    for (const element of [suggestion, chat.part('composer')])
      expect(getComputedStyle(element).opacity).to.equal('0.5');
  });

  it("sends no request to the page's own address when there is no endpoint", async () => {
    const chat = await ChatHarness.open(transport);
    const original = globalThis.fetch;
    let requests = 0;
    globalThis.fetch = () => {
      requests++;
      return Promise.reject(new TypeError('no network in this test'));
    };
    chat.element.transport = undefined;
    await chat.element.send('Keep this');
    globalThis.fetch = original;
    expect(requests).to.equal(0);
    expect(chat.element.draft).to.equal('Keep this');
  });

  it('stores each typed letter of a draft', async () => {
    const chat = await ChatHarness.open(transport, { persist: 'session', instance: 'letters' });
    for (const text of ['H', 'Ha', 'Hal', 'Half a question']) {
      await chat.type(text);
      expect(sessionStorage.getItem('cf-ai-chat:letters:v1:draft')).to.include(`"text":"${text}"`);
    }
  });

  it('stores nothing when only the page has set a draft', async () => {
    const chat = await ChatHarness.open(transport, { persist: 'session' });
    chat.element.draft = 'Prefilled';
    await chat.element.updateComplete;
    expect(chat.input.value).to.equal('Prefilled');
    expect(Object.keys(sessionStorage).filter((key) => /default:v1:/.test(key))).to.deep.equal([]);
  });
});
