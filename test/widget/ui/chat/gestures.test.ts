import { executeServerCommand } from '@web/test-runner-commands';
import { expect } from 'chai';
import type { Gesture } from '../../../tools/browsers/gestures.ts';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport, type ScriptedTurn } from '../../../support/scripted-transport.ts';

/** Rates in tokens a second: one below and one above one token per frame. */
const RATES = [30, 200];
/**
 * How often the reader scrolls away from the end during one answer: once, and again after following the end
 * anew.
 */
const ROUNDS = 2;
/** In milliseconds: a little more than half a second. */
const WATCHED_FRAMES = 36;

const PARAGRAPH = 'Words of an answer that goes on for longer than anybody wants to read it. '.repeat(3);
/** Enough to have more blocks than fit into one section of an answer. */
const BEGINNING = `${PARAGRAPH}\n\n`.repeat(50);

const perform = (gesture: Gesture): Promise<unknown> => executeServerCommand('gesture', gesture);

/** Resolves after the next frame is painted: layout is done and observers have been called. */
async function frame(): Promise<void> {
  await new Promise(requestAnimationFrame);
  const { port1, port2 } = new MessageChannel();
  const isPainted = new Promise((resolve) => port1.addEventListener('message', resolve, { once: true }));
  port1.start();
  port2.postMessage('');
  await isPainted;
  port1.close();
}

/** Adds words to the answer at this rate. Returns a function that stops it. */
function speak(turn: ScriptedTurn, rate: number): () => void {
  const start = performance.now();
  let said = 0;
  let isRunning = true;
  const step = (): void => {
    if (!isRunning) return;
    const due = Math.floor(((performance.now() - start) / 1000) * rate) - said;
    for (let token = 0; token < due; token++) {
      said++;
      void turn.say(said % 40 === 0 ? '\n\n' : ` word${said}`);
    }
    requestAnimationFrame(step);
  };
  step();
  return () => (isRunning = false);
}

/** A chat in which a long answer streams in while the reader follows its end. */
class Reading {
  readonly chat: ChatHarness;
  readonly #turn: ScriptedTurn;
  readonly #stop: () => void;

  private constructor(chat: ChatHarness, turn: ScriptedTurn, stop: () => void) {
    this.chat = chat;
    this.#turn = turn;
    this.#stop = stop;
  }

  static async start(rate: number): Promise<Reading> {
    const transport = new ScriptedTransport();
    const chat = await ChatHarness.open(transport);
    await chat.ask('Tell me everything');
    const turn = await transport.asked();
    await turn.say(BEGINNING);
    await chat.drawn();
    return new Reading(chat, turn, speak(turn, rate));
  }

  get scroller(): HTMLElement {
    return this.chat.part('transcript');
  }

  get distance(): number {
    const { scrollHeight, clientHeight, scrollTop } = this.scroller;
    return scrollHeight - clientHeight - scrollTop;
  }

  async followEnd(): Promise<void> {
    await this.chat.followEnd();
    await this.grow();
    expect(this.distance, 'follows').to.be.at.most(1);
  }

  /** Turns the wheel over the text in small steps, as a trackpad does. */
  async turnWheel(steps: number, deltaY: number): Promise<void> {
    const { left, top, width, height } = this.scroller.getBoundingClientRect();
    for (let step = 0; step < steps; step++)
      await perform({ type: 'wheel', x: left + width / 2, y: top + height / 2, deltaY });
  }

  /** Waits until the answer has grown by a line or more. */
  async grow(): Promise<void> {
    const { scrollHeight } = this.scroller;
    await this.chat.until('growth', () => this.scroller.scrollHeight > scrollHeight);
    await frame();
  }

  /** How far the text at the top of the view moves while the answer grows. */
  async drift(): Promise<number> {
    const { top } = this.scroller.getBoundingClientRect();
    const blocks = [...this.chat.root.querySelectorAll('.message.assistant p')];
    const text = blocks.find((block) => block.getBoundingClientRect().bottom > top);
    const at = text?.getBoundingClientRect().top ?? Number.NaN;
    let drift = 0;
    for (let frames = 0; frames < WATCHED_FRAMES; frames++) {
      await frame();
      drift = Math.max(drift, Math.abs((text?.getBoundingClientRect().top ?? Number.NaN) - at));
    }
    return drift;
  }

  /** Waits until the view no longer scrolls. */
  async still(): Promise<void> {
    let before = -1;
    for (let frames = 0; frames < 6; frames++) {
      if (this.scroller.scrollTop !== before) frames = 0;
      before = this.scroller.scrollTop;
      await frame();
    }
  }

  async end(): Promise<void> {
    this.#stop();
    await this.#turn.finish();
    await this.chat.drawn();
  }
}

describe('the reader of a growing answer', function () {
  this.timeout(60_000);
  afterEach(() => ChatHarness.cleanUp());

  /** Leaves the end by a gesture, several times. The chat must neither scroll back to the end nor move the text. */
  async function escape(rate: number, gesture: (reading: Reading) => Promise<unknown>): Promise<void> {
    const reading = await Reading.start(rate);
    for (let round = 0; round < ROUNDS; round++) {
      await reading.followEnd();
      await gesture(reading);
      await reading.still();
      expect(reading.distance, 'has left the end').to.be.above(2);
      expect(await reading.drift(), 'drift').to.equal(0);
      await reading.grow();
      expect(reading.chat.latestButton.ariaLabel).to.equal('New text');
    }
    const { scrollTop } = reading.scroller;
    await reading.end();
    expect(reading.scroller.scrollTop, 'after the end').to.equal(scrollTop);
  }

  for (const rate of RATES) {
    it(`can leave the end by the small steps of a trackpad at ${rate} tokens a second`, () =>
      escape(rate, (reading) => reading.turnWheel(4, -6)));

    it(`can leave the end by PageUp at ${rate} tokens a second`, () =>
      escape(rate, async (reading) => {
        reading.scroller.focus();
        await perform({ type: 'key', key: 'PageUp' });
      }));

    it(`can leave the end by Shift+Tab to a link above at ${rate} tokens a second`, () =>
      escape(rate, async (reading) => {
        const paragraphs = reading.chat.root.querySelectorAll<HTMLElement>('.message.assistant p');
        const paragraph = [...paragraphs].at(-12);
        if (!paragraph) throw new Error('expected a long answer');
        paragraph.tabIndex = 0;
        paragraph.focus();
      }));

    it(`follows the end again after the wheel has gone down to it at ${rate} tokens a second`, async () => {
      const reading = await Reading.start(rate);
      await reading.followEnd();
      await reading.turnWheel(3, -120);
      await reading.still();
      expect(reading.distance).to.be.above(100);
      for (let turns = 0; turns < 20 && reading.distance > 1; turns++) await reading.turnWheel(2, 120);
      for (let lines = 0; lines < 3; lines++) {
        await reading.grow();
        expect(reading.distance).to.be.at.most(1);
      }
      await reading.end();
    });
  }

  it('does not follow the end when the wheel has stopped short of it', async () => {
    const reading = await Reading.start(30);
    await reading.followEnd();
    await reading.turnWheel(1, -300);
    await reading.still();
    await reading.turnWheel(1, 60);
    await reading.still();
    expect(await reading.drift()).to.equal(0);
    await reading.end();
  });
});
