import { expect } from 'chai';
// Loaded before the chat: otherwise its code arrives later and adds controls to rows.
import '../../../../widget/ui/features/actions/actions.ts';
import type { ChatMessage } from '../../../../widget/protocol/chat-message.ts';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { storeChat } from '../../../support/stored-chat.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

const COUNT = 600;
const TOLERANCE_PX = 1;

const STORED: readonly ChatMessage[] = Array.from({ length: COUNT }, (_, index) => ({
  id: `m${index}`,
  createdAt: index,
  status: 'complete',
  role: index % 2 === 0 ? 'user' : 'assistant',
  parts: [
    {
      type: 'text',
      text: index % 2 === 0 ? `Question ${index}` : `Answer **${index}**\n\nwith a second paragraph.`,
    },
  ],
}));

describe('a long conversation', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  function mount(): ChatHarness {
    const chat = ChatHarness.mount({ transport, persist: 'session', mode: 'inline', loading: 'eager' });
    chat.element.style.height = '400px';
    return chat;
  }

  /** Opens the chat, and looks at it before anything else happens. */
  async function open<T>(look: (chat: ChatHarness) => T): Promise<{ chat: ChatHarness; seen: T }> {
    storeChat(sessionStorage, STORED);
    const chat = mount();
    await chat.next('cf-ai-chat-ready');
    await chat.element.updateComplete;
    return { chat, seen: look(chat) };
  }
  const allDrawn = (chat: ChatHarness): Promise<unknown> =>
    chat.until('all messages', () => chat.bodies.length === COUNT);
  const atEnd = (chat: ChatHarness): Promise<unknown> =>
    chat.until(
      'the end, with controls',
      () => chat.part('transcript').scrollTop > 0 && chat.root.querySelector('[part~=actions]'),
    );
  /** Scrolls up as a wheel does, and waits until the chat has handled the scroll event. */
  async function scroll(chat: ChatHarness, move: () => void): Promise<void> {
    const scroller = chat.part('transcript');
    scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }));
    move();
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const messageOf = (chat: ChatHarness, text: string): HTMLElement =>
    [...chat.root.querySelectorAll<HTMLElement>('.message')].find(({ textContent }) =>
      textContent.includes(text),
    )!;
  /** Pixels from the top of the view. */
  const topOf = (element: HTMLElement): number =>
    element.getBoundingClientRect().top - element.closest('.transcript')!.getBoundingClientRect().top;
  /**
   * The same in the next painted frame: between frames, rows may have been drawn above and the scroll position
   * not yet corrected.
   */
  const paintedTopOf = (element: HTMLElement): Promise<number> =>
    new Promise((resolve) => {
      const observer = new IntersectionObserver(
        ([entry]) => {
          observer.disconnect();
          resolve(entry!.boundingClientRect.top - entry!.rootBounds!.top);
        },
        { root: element.closest('.transcript') },
      );
      observer.observe(element);
    });

  it('shows its end first, and soon all of its messages, without drawing one again', async () => {
    const { chat, seen } = await open((opened) => {
      const last = messageOf(opened, `Answer ${COUNT - 1}`);
      return { count: opened.bodies.length, last, text: last.querySelector('strong') };
    });
    expect(seen.count).to.be.within(20, 100);
    await atEnd(chat);
    await chat.drawn();
    const top = topOf(seen.last);
    await allDrawn(chat);
    expect(chat.bodies[0]).to.equal('Question 0');
    expect(chat.bodies.at(-1)).to.contain(`Answer ${COUNT - 1}`);
    await chat.drawn();
    expect(messageOf(chat, `Answer ${COUNT - 1}`)).to.equal(seen.last);
    expect(seen.last.querySelector('strong')).to.equal(seen.text);
    expect(topOf(seen.last)).to.be.closeTo(top, TOLERANCE_PX);
  });

  it('stays where the reader has scrolled to while earlier messages are drawn above', async () => {
    const { chat } = await open(() => undefined);
    await atEnd(chat);
    const scroller = chat.part('transcript');
    await scroll(chat, () => (scroller.scrollTop = 0));
    const seen = [...chat.root.querySelectorAll<HTMLElement>('.message')].find(
      (message) => topOf(message) >= 0,
    )!;
    const top = await paintedTopOf(seen);
    expect(chat.bodies.length).to.be.lessThan(COUNT);
    await allDrawn(chat);
    await chat.drawn();
    expect(topOf(seen)).to.be.closeTo(top, TOLERANCE_PX);
  });

  it("returns to the reader's place on reopening, however far above the end", async () => {
    const { chat } = await open(() => undefined);
    await allDrawn(chat);
    const early = messageOf(chat, 'Answer 21');
    await scroll(chat, () => early.scrollIntoView({ behavior: 'instant' }));
    const top = topOf(early);
    chat.element.remove();
    await chat.until('a stored place', () => sessionStorage.getItem('cf-ai-chat:default:v1:scroll'));
    const next = mount();
    await next.ready();
    const isThere = (): boolean => Math.abs(topOf(messageOf(next, 'Answer 21')) - top) <= TOLERANCE_PX;
    await next.until('the place', isThere);
    await allDrawn(next);
    await next.until('the same place', isThere);
  });

  it('accepts a question while earlier messages are still being drawn', async () => {
    const { chat } = await open(() => undefined);
    const asked = chat.element.send('One more?');
    await transport.answer('Yes.');
    await asked;
    await chat.until('all messages', () => chat.bodies.length === COUNT + 2);
    expect(chat.bodies.slice(-2)).to.deep.equal(['One more?', 'Yes.']);
    expect(chat.bodies[0]).to.equal('Question 0');
  });

  it('is printed completely', async () => {
    const { chat, seen } = await open(async (opened) => {
      dispatchEvent(new Event('beforeprint'));
      await opened.element.updateComplete;
      return opened.bodies.length;
    });
    expect(await seen).to.equal(COUNT);
    dispatchEvent(new Event('afterprint'));
    await chat.drawn();
  });
});
