import type { CfAiChatElement } from '../../widget/index.ts';
import { answerTo, TOUR } from './recorded/answers.ts';
import { tokensOf } from './recorded/recorded-answer.ts';
import { RecordedServer } from './recorded/recorded-server.ts';

const TYPE_MS = 38;
const READ_MS = 3_200;
const BEFORE_SENDING_MS = 420;
/** In a narrower chat a question takes two lines, and the text box would grow while it is typed. */
const TYPING_WIDTH_PX = 400;
/** How long the connection stays cut in the last answer, and after which share of the answer it is cut. */
const CUT_MS = 2_600;
const CUT_AT = 0.42;

const PAUSE_LABELS = { over: 'Play', paused: 'Go on', playing: 'Pause' } as const;

/** The parts of the page that the tour works with. */
export interface TourParts {
  readonly chat: CfAiChatElement;
  /** One button for each question, in order. */
  readonly steps: readonly HTMLButtonElement[];
  readonly pause: HTMLButtonElement;
  /** The text of the button. */
  readonly pauseLabel: HTMLElement;
}

/**
 * Asks the recorded questions one after the other while the chat is in view. The visitor can pause the tour, jump to a question, or
 * take over by asking something. For a visitor who prefers less motion nothing plays by itself, and an answer comes at once.
 */
export class Tour {
  readonly server: RecordedServer;
  readonly #parts: TourParts;
  readonly #prefersLessMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  #run = new AbortController();
  /** Whether the visitor has paused the tour. The clock also stops while the chat is out of view. */
  #isPaused = false;
  #isInView = false;
  #isBegun = false;
  /** The question that the tour has asked last. */
  #asked = '';

  constructor(parts: TourParts) {
    this.#parts = parts;
    const pace = this.#prefersLessMotion ? { paceMs: 0, thinkMs: 0 } : {};
    this.server = new RecordedServer({ path: '/recorded/tour', answerTo, ...pace });
  }

  /** Begins when the chat comes into view, unless the visitor prefers less motion. */
  start(): void {
    const { chat, steps, pause } = this.#parts;
    chat.endpoint = this.server.endpoint;
    for (const [index, step] of steps.entries()) step.addEventListener('click', () => this.#playFrom(index));
    pause.addEventListener('click', () => this.#handlePause());
    chat.addEventListener('cf-ai-chat-send', ({ text }) => {
      if (text !== this.#asked) this.#end();
    });
    // A visitor who turns to the chat wants it to stand still.
    chat.addEventListener('focusin', () => {
      if (!this.#run.signal.aborted) this.#setPaused(true);
    });
    this.#isBegun = this.#prefersLessMotion;
    new IntersectionObserver(
      ([entry]) => {
        this.#isInView = entry?.isIntersecting ?? false;
        this.#setClock();
        if (this.#isInView && !this.#isBegun) this.#playFrom(0);
      },
      { threshold: 0.35 },
    ).observe(chat);
    this.#showPause();
  }

  #playFrom(index: number): void {
    this.#isBegun = true;
    void this.#play(index);
  }

  #handlePause(): void {
    if (this.#run.signal.aborted || this.#prefersLessMotion) {
      this.#playFrom(0);
      return;
    }
    this.#setPaused(!this.#isPaused);
  }

  #setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#setClock();
  }

  #setClock(): void {
    const { clock } = this.server;
    if (this.#isPaused || !this.#isInView) clock.stop();
    else clock.go();
    this.#showPause();
  }

  /** The visitor asks: the tour is over, and answers come as fast as usual. */
  #end(): void {
    this.#run.abort();
    this.server.connection.restore();
    this.#setPaused(false);
  }

  async #play(from: number): Promise<void> {
    this.#run.abort();
    this.#run = new AbortController();
    const { signal } = this.#run;
    this.#setPaused(false);
    const { chat } = this.#parts;
    chat.stop();
    chat.clear();
    chat.draft = '';
    // For a visitor who prefers less motion, one answer at a time.
    const last = this.#prefersLessMotion ? from : TOUR.length - 1;
    try {
      for (let index = from; index <= last; index += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one question after the other
        await this.#playStep(index, signal);
      }
      this.#run.abort();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (this.#run.signal === signal) this.#showPause();
  }

  async #playStep(index: number, signal: AbortSignal): Promise<void> {
    const { chat, steps } = this.#parts;
    const { connection } = this.server;
    for (const [other, step] of steps.entries()) step.ariaPressed = String(other === index);
    const question = TOUR[index]?.question ?? '';
    connection.restore();
    await this.#type(question, signal);
    chat.draft = '';
    this.#asked = question;
    const ended = chat.send(question);
    if (index === TOUR.length - 1 && !this.#prefersLessMotion) await this.#cutConnection(signal);
    await ended;
    signal.throwIfAborted();
    await this.#wait(READ_MS, signal);
  }

  async #type(text: string, signal: AbortSignal): Promise<void> {
    const { chat } = this.#parts;
    if (this.#prefersLessMotion) return;
    await this.#wait(READ_MS / 4, signal);
    if (chat.clientWidth < TYPING_WIDTH_PX) return;
    for (const end of [...text].keys()) {
      chat.draft = [...text].slice(0, end + 1).join('');
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await this.#wait(TYPE_MS, signal);
    }
    await this.#wait(BEFORE_SENDING_MS, signal);
  }

  /** Cuts the connection when a part of the answer has come, and restores it a moment later. */
  async #cutConnection(signal: AbortSignal): Promise<void> {
    const { server } = this;
    const cutAt = tokensOf(TOUR.at(-1)?.answer ?? '').length * CUT_AT;
    let sent = 0;
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      server.onSent = () => {
        sent += 1;
        if (sent > cutAt) resolve();
      };
    }).finally(() => (server.onSent = undefined));
    server.connection.cut();
    await this.#wait(CUT_MS, signal).finally(() => server.connection.restore());
  }

  #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.server;
    return this.#prefersLessMotion ? Promise.resolve() : clock.until(clock.now() + milliseconds, signal);
  }

  #showPause(): void {
    const { pause, pauseLabel } = this.#parts;
    const isOver = this.#run.signal.aborted || this.#prefersLessMotion;
    const state = isOver ? 'over' : this.#isPaused ? 'paused' : 'playing';
    pause.dataset['state'] = state;
    pauseLabel.textContent = PAUSE_LABELS[state];
  }
}
