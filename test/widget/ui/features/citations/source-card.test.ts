import { expect } from 'chai';
import { ChatHarness, keydown } from '../../../../support/chat-harness.ts';
import { answerCited, citationsIn } from '../../../../support/cited-answer.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

describe('the card of a source, which opens over a citation', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  /** Focuses as the Tab key does. */
  function focus(chat: ChatHarness, citation?: HTMLElement): void {
    // Only a key press makes a focus visible.
    chat.press('Tab');
    citation?.focus({ focusVisible: true } as FocusOptions);
  }

  function press(key: string, target?: EventTarget | null): KeyboardEvent {
    const event = keydown(key);
    target?.dispatchEvent(event);
    return event;
  }

  function point(type: string, target?: EventTarget | null, pointerType = 'mouse'): void {
    target?.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, pointerType }));
  }

  const opened = (chat: ChatHarness): Promise<HTMLElement> => chat.until('a card', () => chat.sourceCard);
  const closed = (chat: ChatHarness): Promise<boolean> => chat.until('no card', () => !chat.sourceCard);
  const wordsOf = (card: HTMLElement): string => card.textContent.replaceAll(/\s+/g, ' ').trim();

  /** Opens the card of a citation with Enter, which moves the focus into the card. */
  async function enter(chat: ChatHarness, citation?: HTMLElement): Promise<void> {
    focus(chat, citation);
    press('Enter', citation);
    const card = await opened(chat);
    await chat.until('focus', () => card.contains(chat.root.activeElement));
  }

  it('names the source, its site and its text, and links to it', async () => {
    const chat = await answerCited(transport, 'One [1].');
    const followed: (string | undefined)[] = [];
    chat.element.addEventListener('cf-ai-chat-link', (event) => {
      event.preventDefault();
      followed.push(event.url, event.source?.id);
    });
    focus(chat, citationsIn(chat)[0]);
    const card = await opened(chat);
    expect(wordsOf(card)).to.equal('1First example.com What the first one says. Open');
    expect([card.role, card.ariaLabel]).to.deep.equal(['dialog', 'Source 1: First']);
    card.querySelector('a')?.click();
    expect(followed).to.deep.equal(['https://www.example.com/1', 'a']);
  });

  it('has no link where the source has no address', async () => {
    const chat = await answerCited(transport, 'Two [2].');
    focus(chat, citationsIn(chat)[0]);
    const card = await opened(chat);
    expect(wordsOf(card)).to.equal('2Second');
    expect(card.querySelector('a')).to.equal(null);
  });

  it('opens on hover, stays while the pointer is on the card, and closes when the pointer has left', async () => {
    const chat = await answerCited(transport, 'One [1].');
    const [chip] = citationsIn(chat);
    point('pointerover', chip);
    const card = await opened(chat);
    point('pointerout', chip);
    point('pointerover', card);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(chat.sourceCard === card).to.equal(true);
    point('pointerout', card);
    await closed(chat);
  });

  it('opens with a tap and closes with a tap elsewhere; a finger that moves over it does not open it', async () => {
    const chat = await answerCited(transport, 'One [1].');
    const [chip] = citationsIn(chat);
    point('pointerover', chip, 'touch');
    await chat.drawn();
    expect(chat.sourceCard === undefined).to.equal(true);
    chip?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: 1 }));
    await opened(chat);
    point('pointerdown', document.body, 'touch');
    await closed(chat);
  });

  it('takes focus on Enter and returns it on Escape; a second Escape closes the panel', async () => {
    const chat = await answerCited(transport, 'One [1].');
    const [chip] = citationsIn(chat);
    await enter(chat, chip);
    press('Escape', chat.root.activeElement);
    expect(chat.sourceCard === undefined).to.equal(true);
    expect([chat.root.activeElement === chip, chat.element.open]).to.deep.equal([true, true]);
    press('Escape', chip);
    expect(chat.element.open).to.equal(false);
  });

  it('lets the Tab key continue from the citation', async () => {
    const chat = await answerCited(transport, 'One [1].');
    const [chip] = citationsIn(chat);
    await enter(chat, chip);
    expect(press('Tab', chat.root.activeElement).defaultPrevented).to.equal(false);
    expect(chat.root.activeElement).to.equal(chip);
  });

  it('closes at an Escape outside the chat, and leaves that key to the page', async () => {
    const chat = await answerCited(transport, 'One [1].');
    point('pointerover', citationsIn(chat)[0]);
    await opened(chat);
    let heard = 0;
    document.body.addEventListener('keydown', () => heard++, { once: true });
    expect(press('Escape', document.body).defaultPrevented).to.equal(false);
    expect([chat.sourceCard === undefined, heard, chat.element.open]).to.deep.equal([true, 1, true]);
  });

  it('ignores an Escape that ends the composition of an input method', async () => {
    const chat = await answerCited(transport, 'One [1].');
    focus(chat, citationsIn(chat)[0]);
    const card = await opened(chat);
    chat.press('Escape', { isComposing: true });
    expect(chat.sourceCard === card).to.equal(true);
  });

  it('stays inside of the panel, wherever in the line the citation stands', async () => {
    const chat = await answerCited(transport, 'word [1] '.repeat(60));
    const panel = chat.panel.getBoundingClientRect();
    for (const chip of citationsIn(chat)) {
      chip.scrollIntoView({ block: 'nearest' });
      focus(chat, chip);
      const { left, right, top, bottom } = (await opened(chat)).getBoundingClientRect();
      expect([left > panel.left, right < panel.right, top > panel.top, bottom < panel.bottom]).to.deep.equal([
        true,
        true,
        true,
        true,
      ]);
    }
    const transcript = chat.part('transcript');
    expect(transcript.scrollWidth).to.equal(transcript.clientWidth);
  });

  it('closes when its citation is scrolled out of view', async () => {
    const chat = await answerCited(transport, `One [1].\n\n${'word\n\n'.repeat(60)}`);
    const [chip] = citationsIn(chat);
    await chat.drawn();
    chip?.scrollIntoView();
    await chat.drawn();
    point('pointerover', chip);
    await opened(chat);
    chat.part('transcript').scrollTop = 1_000;
    await closed(chat);
  });

  it('stops listening to keys of the page when the chat is removed', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const { addEventListener: original } = window;
    window.addEventListener = function (
      type: string,
      listener: EventListener,
      options?: AddEventListenerOptions,
    ) {
      // The launcher listens as well, but never stops a key event of the page.
      if (type === 'keydown' && !options?.passive) signals.push(options?.signal);
      original.call(window, type, listener, options);
    } as typeof window.addEventListener;
    const chat = await answerCited(transport, 'One [1].');
    point('pointerover', citationsIn(chat)[0]);
    await opened(chat);
    window.addEventListener = original;
    expect(signals).not.to.have.length(0);
    expect(signals.some((signal) => signal?.aborted !== false)).to.equal(false);
    chat.element.remove();
    await Promise.resolve();
    expect(signals.every((signal) => signal?.aborted)).to.equal(true);
  });
});
