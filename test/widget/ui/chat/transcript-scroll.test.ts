import { expect } from 'chai';
import type { ChatMessage } from '../../../../widget/index.ts';
import { ChatHarness, type HarnessSettings } from '../../../support/chat-harness.ts';
import { ScriptedTransport, type ScriptedTurn } from '../../../support/scripted-transport.ts';

const LINE = 'A line.\n\n';
const PLACE_KEY = 'cf-ai-chat:default:v1:scroll';

/** Sizes and scroll events are reported with the next frame. */
async function framesPassed(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

/** A conversation of this many messages. */
function conversation(length: number): ChatMessage[] {
  return Array.from({ length }, (_, index) => {
    const lines = Array.from({ length: 12 }, (_line, line) => `Line ${line} of ${index}.\n\n`).join('');
    return {
      id: `m${index}`,
      role: index % 2 ? 'assistant' : 'user',
      parts: [{ type: 'text', text: index % 2 ? lines : `Question ${index}` }],
      status: 'complete',
      createdAt: 0,
    };
  });
}

describe('the scroll position of the transcript', () => {
  let transport: ScriptedTransport;
  let chat: ChatHarness;
  const errors: string[] = [];
  const noteError = ({ message }: ErrorEvent): number => errors.push(message);

  beforeEach(() => {
    transport = new ScriptedTransport();
    errors.length = 0;
    addEventListener('error', noteError);
  });
  afterEach(() => {
    ChatHarness.cleanUp();
    removeEventListener('error', noteError);
    expect(errors, 'errors in the page, ResizeObserver loops among them').to.deep.equal([]);
  });

  async function open(settings: HarnessSettings = {}): Promise<void> {
    chat = await ChatHarness.open(transport, settings);
    await chat.animated();
    await framesPassed();
  }

  async function ask(text: string): Promise<ScriptedTurn> {
    await chat.ask(text);
    const turn = await transport.asked();
    await framesPassed();
    return turn;
  }

  async function say(turn: ScriptedTurn, text: string): Promise<void> {
    await turn.say(text);
    await framesPassed();
  }

  async function scrollTo(top: number): Promise<void> {
    scroller().scrollTop = top;
    await framesPassed();
  }

  const scroller = (): HTMLElement => chat.part('transcript');
  const viewTop = (): number => scroller().getBoundingClientRect().top;
  const distance = (): number => {
    const { scrollHeight, clientHeight, scrollTop } = scroller();
    return scrollHeight - clientHeight - scrollTop;
  };
  const lastQuestion = (): HTMLElement =>
    [...chat.root.querySelectorAll<HTMLElement>('.message.user')].at(-1)!;
  /** The distance of the last question from the top of the view. */
  const questionTop = (): number => lastQuestion().getBoundingClientRect().top - viewTop();
  /** The distance of the block with this text from the top of the view. */
  const topOf = (text: string): number => {
    const blocks = [...chat.root.querySelectorAll('.markdown p')];
    const found = blocks.find((block) => block.textContent === text);
    return (found?.getBoundingClientRect().top ?? Number.NaN) - viewTop();
  };
  /**
   * Messages that come into view differ from their estimated height, so the place is only right after a few
   * frames.
   */
  const untilAt = (text: string, top: number): Promise<unknown> =>
    chat.until('the same place', () => Math.abs(topOf(text) - top) < 0.6);
  /** The first paragraph that begins in view, and its distance from the top. */
  const textInView = (): { text: string; top: number } => {
    const blocks = [...chat.root.querySelectorAll('.markdown p')];
    const text =
      blocks.find((block) => block.getBoundingClientRect().top > viewTop())?.textContent ?? 'no text';
    return { text, top: topOf(text) };
  };

  async function keepsPlaceWhileClosed(): Promise<void> {
    const { text, top } = textInView();
    chat.element.hide();
    await framesPassed();
    chat.element.show();
    await chat.animated();
    await untilAt(text, top);
  }

  it('puts a new question at the top, and stays there while the answer fills the view', async () => {
    await open({ messages: conversation(6) });
    const turn = await ask('And now?');
    expect(questionTop()).to.be.within(8, 16);
    await say(turn, LINE.repeat(3));
    expect(questionTop()).to.be.within(8, 16);
    expect(chat.latestButton.hidden).to.equal(true);
    await say(turn, LINE.repeat(40));
    expect(questionTop()).to.be.within(8, 16);
    expect(chat.latestButton.ariaLabel).to.equal('New text');
    await turn.finish();
    await framesPassed();
    expect(questionTop()).to.be.within(8, 16);
  });

  it('keeps the question at the top when the browser has scrolled because something above it grew', async () => {
    await open({ messages: conversation(2) });
    const turn = await ask('And now?');
    await say(turn, LINE);
    const top = questionTop();
    expect(distance()).to.be.at.most(1);
    // Scroll anchoring does this, and its scroll event comes before the chat hears of the new size.
    const first = chat.root.querySelector<HTMLElement>('.message.user')!;
    first.style.paddingTop = '30px';
    scroller().scrollTop += 30;
    scroller().dispatchEvent(new Event('scroll'));
    await say(turn, LINE.repeat(60));
    expect(questionTop()).to.be.closeTo(top, 1);
    expect(distance()).to.be.above(100);
  });

  it('shows no button to the end while only empty space is below the view', async () => {
    await open({ messages: conversation(6) });
    const turn = await ask('And now?');
    await say(turn, LINE);
    await turn.finish();
    await scrollTo(scroller().scrollTop - 60);
    expect([chat.latestButton.hidden, distance() > 50]).to.deep.equal([true, true]);
  });

  it('leaves half of the view to the answer when the question is long', async () => {
    await open({ messages: conversation(6) });
    chat.panel.style.height = '230px';
    await framesPassed();
    await ask('A question of many words. '.repeat(20));
    const { clientHeight } = scroller();
    const { bottom } = lastQuestion().getBoundingClientRect();
    expect(bottom - viewTop()).to.be.below(clientHeight * 0.5 + 20);
    expect(bottom - viewTop()).to.be.above(clientHeight * 0.3);
  });

  it('follows the end after the button to the end was pressed', async () => {
    await open();
    const turn = await ask('Long?');
    await say(turn, LINE.repeat(60));
    expect(scroller().scrollTop).to.be.below(20);
    await chat.followEnd();
    expect([distance() < 2, chat.latestButton.hidden]).to.deep.equal([true, true]);
    await say(turn, LINE.repeat(20));
    expect(distance()).to.be.below(2);
  });

  it('stays where the reader is after the reader has scrolled up by a few pixels', async () => {
    await open();
    const turn = await ask('Long?');
    await say(turn, LINE.repeat(60));
    await chat.followEnd();
    const top = scroller().scrollTop - 6;
    await scrollTo(top);
    await say(turn, LINE.repeat(20));
    expect(scroller().scrollTop).to.equal(top);
  });

  it('offers the end with a button that says "new text" only when text has arrived', async () => {
    await open({ messages: conversation(8) });
    await scrollTo(50);
    expect(chat.latestButton.ariaLabel).to.equal('Jump to the latest message');
    expect(chat.latestButton.textContent.trim()).to.equal('');
  });

  it('keeps the end in view when the panel gets lower, and the question when its answer has begun', async () => {
    await open({ messages: conversation(8) });
    chat.panel.style.height = '400px';
    await framesPassed();
    expect(distance()).to.be.below(2);
    const turn = await ask('Short?');
    await say(turn, LINE);
    chat.panel.style.height = '520px';
    await framesPassed();
    expect(questionTop()).to.be.within(8, 16);
    chat.panel.style.height = '360px';
    await framesPassed();
    expect(questionTop()).to.be.within(8, 16);
  });

  it('is the same after the panel was closed and opened', async () => {
    await open({ messages: conversation(20) });
    await scrollTo(700);
    await keepsPlaceWhileClosed();
  });

  it('is the same when the panel is closed before the browser has fired a scroll event', async () => {
    await open({ messages: conversation(20) });
    scroller().dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }));
    scroller().scrollTop = 700;
    await keepsPlaceWhileClosed();
  });

  it('is the end when messages arrived in the closed panel and the reader had been at the end', async () => {
    await open({ messages: conversation(20) });
    chat.element.hide();
    await framesPassed();
    chat.element.messages = conversation(24);
    await framesPassed();
    chat.element.show();
    await framesPassed();
    expect(distance()).to.be.below(2);
  });

  it('is the same after the element was moved in the page', async () => {
    await open({ messages: conversation(20) });
    await scrollTo(700);
    const { text, top } = textInView();
    const place = document.createElement('section');
    document.body.append(place);
    place.append(chat.element);
    await framesPassed();
    await chat.animated();
    await untilAt(text, top);
    place.remove();
  });

  describe('on the next page of the tab', () => {
    /** Leaves the page, as far as an element can notice, and mounts the chat of the next page. */
    async function reload(settings: HarnessSettings): Promise<void> {
      dispatchEvent(new PageTransitionEvent('pagehide'));
      chat.element.remove();
      await framesPassed();
      transport = new ScriptedTransport();
      chat = await ChatHarness.open(transport, settings);
    }

    async function talk(settings: HarnessSettings): Promise<void> {
      await open(settings);
      for (let index = 0; index < 6; index++) {
        const turn = await ask(`Question ${index}`);
        await turn.say(Array.from({ length: 30 }, (_, line) => `Line ${line} of ${index}.\n\n`).join(''));
        await turn.finish();
        await framesPassed();
      }
    }

    for (const persist of ['session', 'local'] as const) {
      it(`has the same text at the same height with persist="${persist}"`, async () => {
        await talk({ persist });
        await scrollTo(scroller().scrollTop - 1500);
        const { text, top } = textInView();
        await reload({ persist });
        await chat.animated();
        await framesPassed();
        expect(Math.abs(topOf(text) - top)).to.be.at.most(4);
      });
    }

    it('has the question at the top, and empty space below its short answer', async () => {
      await open({ persist: 'session' });
      const long = await ask('Long?');
      await say(long, LINE.repeat(40));
      await long.finish();
      const turn = await ask('Short?');
      await say(turn, LINE);
      await turn.finish();
      await reload({ persist: 'session' });
      await framesPassed();
      expect(questionTop()).to.be.within(8, 16);
    });

    it('is the end for a reader who was at the end', async () => {
      await talk({ persist: 'session' });
      await chat.followEnd();
      await reload({ persist: 'session' });
      await framesPassed();
      expect(distance()).to.be.below(2);
    });

    it('is not stored where the transcript is not stored', async () => {
      await talk({ persist: 'none' });
      await scrollTo(100);
      await reload({ persist: 'none' });
      expect(sessionStorage.getItem(PLACE_KEY)).to.equal(null);
      await ChatHarness.cleanUp();
      await open({ persist: 'session', messages: conversation(20) });
      await scrollTo(100);
      await reload({ persist: 'session' });
      expect(sessionStorage.getItem(PLACE_KEY)).to.equal(null);
    });

    it('is deleted together with the transcript', async () => {
      await talk({ persist: 'session' });
      await scrollTo(100);
      dispatchEvent(new PageTransitionEvent('pagehide'));
      expect(sessionStorage.getItem(PLACE_KEY)).not.to.equal(null);
      chat.element.clear();
      dispatchEvent(new PageTransitionEvent('pagehide'));
      expect(sessionStorage.getItem(PLACE_KEY)).to.equal(null);
    });

    for (const stored of [
      '',
      '{',
      '{"version":2}',
      '{"version":1,"target":{"messageId":"gone","block":0,"offset":0}}',
    ]) {
      it(`is the end when the stored value is "${stored}"`, async () => {
        sessionStorage.setItem(PLACE_KEY, stored);
        await open({ persist: 'session', messages: conversation(20) });
        expect(distance()).to.be.below(2);
      });
    }
  });
});
