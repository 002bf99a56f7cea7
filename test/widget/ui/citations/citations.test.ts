import { expect } from 'chai';
import type { Source } from '../../../../widget/protocol/chat-message.ts';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport, type ScriptedTurn } from '../../../support/scripted-transport.ts';

const SOURCES: readonly Source[] = [
  { id: 'a', title: 'First', url: 'https://www.example.com/1', snippet: 'What the first one says.' },
  { id: 'b', title: 'Second', url: 'javascript:alert(1)', snippet: '' },
];

describe('citations', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  async function begun(sources = SOURCES): Promise<[ChatHarness, ScriptedTurn]> {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.emit({ type: 'sources', sources });
    return [chat, turn];
  }

  async function answered(text: string): Promise<ChatHarness> {
    const [chat, turn] = await begun();
    await turn.say(text);
    await turn.finish();
    await chat.until('a citation', () => chat.root.querySelector('.citation'));
    return chat;
  }

  const citations = (chat: ChatHarness) => [...chat.root.querySelectorAll<HTMLElement>('.citation')];
  const texts = (chat: ChatHarness) => citations(chat).map(({ textContent }) => textContent.trim());

  it('link every number that names a source, and add no text', async () => {
    const chat = await answered('One [1], **two [2]**, both [1][2], none [3] [0] [x].');
    expect(texts(chat)).to.deep.equal(['[1]', '[2]', '[1]', '[2]']);
    expect(chat.lastReply?.textContent.trim()).to.equal('One [1], two [2], both [1][2], none [3] [0] [x].');
  });

  it('stand on the line of the character before them, in a script without spaces', async () => {
    const chat = await answered('未使用の靴は返品できます[1]。');
    const [chip] = citations(chat);
    const before = document.createRange();
    const text = chip!.previousSibling as Text;
    before.setStart(text, text.length - 1);
    before.setEnd(text, text.length);
    for (let width = 440; width >= 240; width -= 5) {
      chat.element.style.setProperty('--cf-ai-chat-width', `${width}px`);
      const character = before.getBoundingClientRect();
      const { top, bottom } = chip!.getBoundingClientRect();
      expect((top + bottom) / 2, `${width} px`).to.be.within(character.top, character.bottom);
    }
  });

  it('leave code and links alone', async () => {
    const chat = await answered(
      '`a[1]` and [see [1]](https://example.com) and\n\n```\nb[2]\n```\n\nhere [1]',
    );
    expect(citations(chat)).to.have.length(1);
    expect(citations(chat)[0]?.parentElement?.textContent).to.equal('here [1]');
  });

  it('are chips from the first frame in which they are complete', async () => {
    const [chat, turn] = await begun();
    for (const piece of ['Say', ' so [', '1', ']', ' and', ' **two [2', ']**', ' and [1]', '[2].']) {
      await turn.say(piece);
      await chat.drawn();
      const bare = chat.lastReply?.cloneNode(true) as HTMLElement;
      for (const chip of bare.querySelectorAll('.citation')) chip.remove();
      expect(bare.textContent, `after ${piece}`).not.to.match(/\[\d/);
    }
    const [first] = citations(chat);
    await turn.say('\n\nMore [1]');
    await turn.finish();
    await chat.drawn();
    expect(texts(chat)).to.deep.equal(['[1]', '[2]', '[1]', '[2]', '[1]']);
    expect(citations(chat)[0], 'the same element to the end').to.equal(first);
  });

  it('are linked by sources that come at the end', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.say('One [1]');
    await turn.finish({ sources: SOURCES });
    await chat.until('a citation', () => citations(chat).length === 1);
  });

  it('follow a list that replaces an earlier one', async () => {
    const [chat, turn] = await begun();
    await turn.say('One [1], two [2].');
    await chat.until('citations', () => citations(chat).length === 2);
    await turn.finish({ sources: [{ ...SOURCES[0]!, title: 'Other' }] });
    await chat.until('one citation', () => citations(chat).length === 1);
    expect(citations(chat)[0]?.ariaLabel).to.equal('Source 1: Other');
    expect(chat.lastReply?.textContent.trim()).to.equal('One [1], two [2].');
  });

  it('keep a selection across them', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.say('Before [1] after.');
    await chat.drawn();
    const text = chat.lastReply?.querySelector('p')?.firstChild;
    const range = document.createRange();
    range.setStart(text!, 2);
    range.setEnd(text!, 14);
    await turn.finish({ sources: SOURCES });
    await chat.until('a citation', () => chat.root.querySelector('.citation'));
    expect(String(range)).to.equal('fore [1] aft');
  });

  it('are linked in an answer that replaces a cut one', async () => {
    const [chat, cut] = await begun();
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

  it('stay on the line of the word before them', async () => {
    const chat = await answered(
      'You can return unworn boots within **30 days** [1] and repair them for free [2].',
    );
    for (let width = 280; width <= 400; width += 10) {
      chat.element.style.setProperty('--cf-ai-chat-width', `${width}px`);
      for (const chip of citations(chat)) {
        const word = document.createRange();
        word.selectNodeContents(chip.previousSibling!);
        const line = [...word.getClientRects()].at(-1)!;
        const { top, bottom } = chip.getBoundingClientRect();
        expect(top < line.bottom && bottom > line.top, `${chip.textContent} at ${width} px`).to.equal(true);
      }
    }
  });

  it('add nothing to the height of a line', async () => {
    const chat = await answered('With [1].\n\nWithout.');
    const [first, second] = chat.lastReply!.querySelectorAll('p');
    expect(first?.offsetHeight).to.equal(second?.offsetHeight);
  });

  describe('and their card', () => {
    /** As the Tab key would. */
    function focus(chat: ChatHarness, citation?: HTMLElement): void {
      // Only a key press makes a focus visible.
      chat.press('Tab');
      citation?.focus({ focusVisible: true } as FocusOptions);
    }

    function press(key: string, target?: EventTarget | null, init: KeyboardEventInit = {}): KeyboardEvent {
      const event = new KeyboardEvent('keydown', {
        key,
        bubbles: true,
        composed: true,
        cancelable: true,
        ...init,
      });
      target?.dispatchEvent(event);
      return event;
    }

    function point(type: string, target?: EventTarget | null, pointerType = 'mouse'): void {
      target?.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, pointerType }));
    }

    const opened = (chat: ChatHarness): Promise<HTMLElement> => chat.until('a card', () => chat.sourceCard);
    const closed = (chat: ChatHarness): Promise<boolean> => chat.until('no card', () => !chat.sourceCard);
    const wordsOf = (card: HTMLElement): string => card.textContent.replaceAll(/\s+/g, ' ').trim();

    it('name the source, its site and what it says, and lead there', async () => {
      const chat = await answered('One [1].');
      const followed: (string | undefined)[] = [];
      chat.element.addEventListener('cf-ai-chat-link', (event) => {
        event.preventDefault();
        followed.push(event.url, event.source?.id);
      });
      focus(chat, citations(chat)[0]);
      const card = await opened(chat);
      expect(wordsOf(card)).to.equal('1First example.com What the first one says. Open');
      expect([card.role, card.ariaLabel]).to.deep.equal(['dialog', 'Source 1: First']);
      card.querySelector('a')?.click();
      expect(followed).to.deep.equal(['https://www.example.com/1', 'a']);
    });

    it('have no link where the source has no address', async () => {
      const chat = await answered('Two [2].');
      focus(chat, citations(chat)[0]);
      const card = await opened(chat);
      expect(wordsOf(card)).to.equal('2Second');
      expect(card.querySelector('a')).to.equal(null);
    });

    it('open for a pointer, stay while it is on the card, and go when it has left', async () => {
      const chat = await answered('One [1].');
      const [chip] = citations(chat);
      point('pointerover', chip);
      const card = await opened(chat);
      point('pointerout', chip);
      point('pointerover', card);
      await new Promise((resolve) => setTimeout(resolve, 250));
      expect(chat.sourceCard === card).to.equal(true);
      point('pointerout', card);
      await closed(chat);
    });

    it('open with a tap and close with a tap elsewhere; a finger alone does not hover', async () => {
      const chat = await answered('One [1].');
      const [chip] = citations(chat);
      point('pointerover', chip, 'touch');
      await chat.drawn();
      expect(chat.sourceCard === undefined).to.equal(true);
      chip?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: 1 }));
      await opened(chat);
      point('pointerdown', document.body, 'touch');
      await closed(chat);
    });

    it('take focus with Enter, and give it back with Escape; the next one closes the panel', async () => {
      const chat = await answered('One [1].');
      const [chip] = citations(chat);
      focus(chat, chip);
      press('Enter', chip);
      const card = await opened(chat);
      await chat.until('focus', () => card.contains(chat.root.activeElement));
      press('Escape', chat.root.activeElement);
      expect(chat.sourceCard === undefined).to.equal(true);
      expect([chat.root.activeElement === chip, chat.element.open]).to.deep.equal([true, true]);
      press('Escape', chip);
      expect(chat.element.open).to.equal(false);
    });

    it('let the Tab key go on from the chip', async () => {
      const chat = await answered('One [1].');
      const [chip] = citations(chat);
      focus(chat, chip);
      press('Enter', chip);
      const card = await opened(chat);
      await chat.until('focus', () => card.contains(chat.root.activeElement));
      expect(press('Tab', chat.root.activeElement).defaultPrevented).to.equal(false);
      expect(chat.root.activeElement).to.equal(chip);
    });

    it('leave an Escape of the page to the page', async () => {
      const chat = await answered('One [1].');
      point('pointerover', citations(chat)[0]);
      await opened(chat);
      let heard = 0;
      document.body.addEventListener('keydown', () => heard++, { once: true });
      expect(press('Escape', document.body).defaultPrevented).to.equal(false);
      expect([chat.sourceCard === undefined, heard, chat.element.open]).to.deep.equal([true, 1, true]);
    });

    it('leave an Escape that ends a composition to the text', async () => {
      const chat = await answered('One [1].');
      focus(chat, citations(chat)[0]);
      const card = await opened(chat);
      chat.press('Escape', { isComposing: true });
      expect(chat.sourceCard === card).to.equal(true);
    });

    it('stay inside of the panel, wherever in the line the number stands', async () => {
      const chat = await answered('word [1] '.repeat(60));
      const panel = chat.panel.getBoundingClientRect();
      for (const chip of citations(chat)) {
        chip.scrollIntoView({ block: 'nearest' });
        focus(chat, chip);
        const { left, right, top, bottom } = (await opened(chat)).getBoundingClientRect();
        expect([
          left > panel.left,
          right < panel.right,
          top > panel.top,
          bottom < panel.bottom,
        ]).to.deep.equal([true, true, true, true]);
      }
      const transcript = chat.part('transcript');
      expect(transcript.scrollWidth).to.equal(transcript.clientWidth);
    });

    it('close when their chip is scrolled out of view', async () => {
      const chat = await answered(`One [1].\n\n${'word\n\n'.repeat(60)}`);
      const [chip] = citations(chat);
      await chat.drawn();
      chip?.scrollIntoView();
      await chat.drawn();
      point('pointerover', chip);
      await opened(chat);
      chat.part('transcript').scrollTop = 1_000;
      await closed(chat);
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
      point('pointerover', citations(chat)[0]);
      await opened(chat);
      window.addEventListener = original;
      expect(signals.some((signal) => signal?.aborted !== false)).to.equal(false);
      chat.element.remove();
      await Promise.resolve();
      expect(signals.every((signal) => signal?.aborted)).to.equal(true);
    });
  });

  describe('under the answer', () => {
    it('are one row that opens: cited first, and no link without an address', async () => {
      const third = { id: 'c', title: 'Third', url: '/docs', snippet: '' };
      const [chat, turn] = await begun([...SOURCES, third]);
      await turn.say('See [3] and [2].');
      await turn.finish();
      const toggle = await chat.until('a row', () => chat.root.querySelector('[part=sources-toggle]'));
      expect([toggle.textContent.trim(), toggle.ariaExpanded]).to.deep.equal(['3 sources', 'false']);
      const items = await chat.openSources();
      expect(toggle.ariaExpanded).to.equal('true');
      expect(items.map((item) => item.querySelector('.title')?.textContent)).to.deep.equal([
        'Second',
        'Third',
        'First',
      ]);
      expect(items.map((item) => item.querySelector('.number')?.textContent)).to.deep.equal(['2', '3', '1']);
      expect(items.map((item) => item.hasAttribute('href'))).to.deep.equal([false, true, true]);
      expect(getComputedStyle(items[0]!.querySelector('.title')!).textDecorationLine).to.equal('none');
      (toggle as HTMLElement).click();
      await chat.until('no list', () => !chat.root.querySelector('[part=sources]'));
    });

    it('have their titles beside their numbers, in the language of whatever page they name', async () => {
      const [chat, turn] = await begun();
      chat.element.dir = 'rtl';
      await turn.say('See [1].');
      await turn.finish();
      await chat.until('a row', () => chat.root.querySelector('[part=sources-toggle]'));
      const [item] = await chat.openSources();
      const title = document.createRange();
      title.selectNodeContents(item!.querySelector('.title')!);
      const number = item!.querySelector('.number')!.getBoundingClientRect();
      expect(number.left - title.getBoundingClientRect().right).to.be.within(0, 16);
    });

    it('come without moving anything that is drawn', async () => {
      const [chat, turn] = await begun();
      await turn.say('So [1].');
      await chat.drawn();
      const height = (): number => chat.root.querySelector<HTMLElement>('.messages')!.offsetHeight;
      const before = height();
      await turn.finish();
      await chat.until('a row', () => chat.root.querySelector('[part=sources-toggle]'));
      expect(height()).to.equal(before);
    });
  });
});
