import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

const SOURCES = [
  { id: 'a', title: 'First', url: 'https://example.com/1', snippet: '' },
  { id: 'b', title: 'Second', url: 'javascript:alert(1)', snippet: '' },
];

describe('citations', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  async function answered(text: string): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.emit({ type: 'sources', sources: SOURCES });
    await turn.say(text);
    await turn.finish();
    await chat.until('a citation', () => chat.root.querySelector('.citation'));
    return chat;
  }

  const citations = (chat: ChatHarness) => [...chat.root.querySelectorAll<HTMLElement>('.citation')];

  it('link every number that names a source, and add no text', async () => {
    const chat = await answered('One [1], **two [2]**, both [1][2], none [3] [0] [x].');
    expect(citations(chat).map(({ textContent }) => textContent)).to.deep.equal(['[1]', '[2]', '[1]', '[2]']);
    expect(chat.lastReply?.textContent.trim()).to.equal('One [1], two [2], both [1][2], none [3] [0] [x].');
  });

  it('leave code and links alone', async () => {
    const chat = await answered(
      '`a[1]` and [see [1]](https://example.com) and\n\n```\nb[2]\n```\n\nhere [1]',
    );
    expect(citations(chat)).to.have.length(1);
    expect(citations(chat)[0]?.parentElement?.textContent).to.equal('here [1]');
  });

  it('name their source, and lead to it in the list under the answer', async () => {
    const chat = await answered('One [1], two [2].');
    const [one, two] = citations(chat);
    expect(one?.ariaLabel).to.equal('Source 1: First');
    const items = chat.root.querySelectorAll<HTMLElement>('[part=sources] > li > .source');
    let followed = 0;
    chat.element.addEventListener('cf-ai-chat-link', () => followed++);
    const address = location.href;
    one?.click();
    expect(chat.root.activeElement).to.equal(items[0]);
    two?.click();
    expect(chat.root.activeElement, 'a source that is no link').to.equal(items[1]);
    expect(items[1]?.hasAttribute('href')).to.equal(false);
    expect([followed, location.href]).to.deep.equal([0, address]);
  });

  const title = (citation?: HTMLElement) => getComputedStyle(citation!, '::after').content;

  /** As the Tab key would. */
  function focus(chat: ChatHarness, citation?: HTMLElement): void {
    // Only a key press makes a focus visible.
    chat.press('Tab');
    citation?.focus({ focusVisible: true } as FocusOptions);
  }

  function pressEscape(target?: EventTarget): KeyboardEvent {
    const init = { key: 'Escape', bubbles: true, composed: true, cancelable: true };
    const event = new KeyboardEvent('keydown', init);
    target?.dispatchEvent(event);
    return event;
  }

  it('show the title of their source on focus', async () => {
    const chat = await answered('One [1].');
    const [one] = citations(chat);
    expect(title(one)).to.equal('none');
    focus(chat, one);
    // Firefox gives the rule as it is written.
    expect(title(one)).to.be.oneOf(['"First"', 'attr(data-title)']);
    expect(one?.dataset['title']).to.equal('First');
  });

  it('put the title away with Escape, and the next one closes the panel', async () => {
    const chat = await answered('One [1], two [2].');
    const [one, two] = citations(chat);
    focus(chat, one);
    pressEscape(one);
    expect(title(one)).to.equal('none');
    expect([chat.element.open, chat.root.activeElement === one]).to.deep.equal([true, true]);
    focus(chat, two);
    focus(chat, one);
    expect(title(one), 'focused again').not.to.equal('none');
    pressEscape(one);
    pressEscape(one);
    expect(chat.element.open).to.equal(false);
  });

  it('have put the title away when they have led to their source, where a finger leaves them hovered', async () => {
    const chat = await answered('One [1].');
    const [one] = citations(chat);
    one?.dispatchEvent(new PointerEvent('pointerenter'));
    expect(one?.dataset['title']).to.equal('First');
    one?.click();
    expect(one?.dataset['title']).to.equal(undefined);
  });

  it('leave an Escape of the page to the page', async () => {
    const chat = await answered('One [1].');
    const [one] = citations(chat);
    focus(chat, one);
    let heard = 0;
    document.body.addEventListener('keydown', () => heard++, { once: true });
    expect(pressEscape(document.body).defaultPrevented).to.equal(false);
    expect([title(one), heard]).to.deep.equal(['none', 1]);
    expect(chat.element.open).to.equal(true);
  });

  it('let go of the keys of the page when the chat is removed', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const { addEventListener: original } = window;
    window.addEventListener = function (
      type: string,
      listener: EventListener,
      options?: AddEventListenerOptions,
    ) {
      if (type === 'keydown') signals.push(options?.signal);
      original.call(window, type, listener, options);
    } as typeof window.addEventListener;
    const chat = await answered('One [1].');
    window.addEventListener = original;
    expect(signals.map((signal) => signal?.aborted)).to.deep.equal([false]);
    chat.element.remove();
    await Promise.resolve();
    expect(signals.map((signal) => signal?.aborted)).to.deep.equal([true]);
  });

  it('leave an Escape that ends a composition to the text', async () => {
    const chat = await answered('One [1].');
    const [one] = citations(chat);
    focus(chat, one);
    chat.press('Escape', { isComposing: true });
    expect(title(one)).not.to.equal('none');
  });

  /** Whether a pointer that goes straight down from a number is on the number or its title all the way. */
  function leadsToTitle(chat: ChatHarness, citation: HTMLElement): boolean {
    const { left, right, bottom } = citation.getBoundingClientRect();
    const way = Array.from({ length: 26 }, (_, step) => bottom - 2 + step);
    return way.every((y) => chat.root.elementFromPoint((left + right) / 2, y) === citation);
  }

  it('have no gap to their title, wherever in the line they stand', async () => {
    const chat = await answered('word [1] '.repeat(30));
    const answer = chat.lastReply!.getBoundingClientRect();
    const places = new Set<string>();
    for (const citation of citations(chat)) {
      focus(chat, citation);
      const { left, right } = citation.getBoundingClientRect();
      places.add(left < answer.left + 100 ? 'left' : right > answer.right - 100 ? 'right' : 'middle');
      expect(leadsToTitle(chat, citation), [...places].at(-1)).to.equal(true);
    }
    expect([...places]).to.have.members(['left', 'middle', 'right']);
    const transcript = chat.part('transcript');
    expect(transcript.scrollWidth).to.equal(transcript.clientWidth);
  });

  it('keep a selection across them', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.emit({ type: 'sources', sources: SOURCES });
    await turn.say('Before [1] after.');
    await chat.drawn();
    const text = chat.lastReply?.querySelector('p')?.firstChild;
    const range = document.createRange();
    range.setStart(text!, 2);
    range.setEnd(text!, 14);
    await turn.finish();
    await chat.until('a citation', () => chat.root.querySelector('.citation'));
    expect(String(range)).to.equal('fore [1] aft');
  });

  it('are linked in an answer that replaces a cut one', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const cut = await transport.asked();
    await cut.emit({ type: 'sources', sources: SOURCES });
    await cut.say('Half [1]');
    await cut.cut();
    await chat.drawn();
    await chat.pressButton('Try again');
    const turn = await transport.asked();
    await turn.emit({ type: 'sources', sources: SOURCES });
    await turn.say('Half [1] and whole [2]');
    await turn.finish();
    await chat.until('citations', () => citations(chat).length === 2);
    expect(chat.lastReply?.textContent.trim()).to.equal('Half [1] and whole [2]');
  });
});
