import type { ChatErrorCode } from '../protocol/chat-error.ts';
import { type ChatMessage, textOf } from '../protocol/chat-message.ts';
import type { ConversationOptions } from './conversation-options.ts';
import type { MessageRecord } from './message-record.ts';
import { isRecent, type Questions } from './questions.ts';
import type { StateHolder } from './state-holder.ts';
import { unfinishedQuestion } from './state-tree.ts';
import type { ConversationState } from './state.ts';
import { WRITES_MS } from './turn-lock.ts';
import { answerIdOf, DELIVERY_MS, type TurnRunner } from './turn-runner.ts';
import { growingAnswer } from './turn-state.ts';

/** The first pause before another try while the device says that it is online; each is twice as long as the one before. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Without a network a turn may also fail with these codes: the bot check, or the page's own `headers` function, has failed first. */
const CODES_WITHOUT_NETWORK: ReadonlySet<ChatErrorCode> = new Set(['challenge-required', 'internal']);

/** The next thing to be done in a conversation in which no turn runs. */
interface Step {
  /** Names the try of a question: a step with another id takes its place. */
  readonly id: string;
  /** True where the step sends a question that waited. */
  readonly isSent?: boolean;
  /** Does the step. Call while this page has the lock. */
  readonly take: () => Promise<unknown> | void;
}

/**
 * Goes on with what is left in a conversation: the turn of a page that is gone, questions that wait for the end of an answer or for
 * the network. Whichever page has the lock of the conversation does so, one step after the other.
 */
export class PendingTurns {
  readonly #options: ConversationOptions;
  readonly #holder: StateHolder;
  readonly #turns: TurnRunner;
  readonly #questions: Questions;
  #running: Promise<void> | undefined;
  #isDue = false;
  #isLeft = false;
  #leaving = new AbortController();
  #pause = FIRST_PAUSE_MS;
  #isPaused = false;
  #shownAt: number;
  #cancelTimer: () => void = () => undefined;
  /** The answer before the waiting questions was cut because the network went: they are sent when the network is back. */
  #isWaitingForNetwork = false;

  constructor(options: ConversationOptions, turns: TurnRunner, questions: Questions) {
    this.#options = options;
    this.#shownAt = options.now();
    this.#holder = turns.holder;
    this.#turns = turns;
    this.#questions = questions;
  }

  /** Resolves when nothing is left to be done, or nothing can be done now. */
  run(): Promise<void> {
    if (this.#isLeft) return Promise.resolve();
    this.#isDue = true;
    this.#running ??= this.#runAll();
    return this.#running;
  }

  /** As {@link run}, and at once where a pause before the next try is running: the device may have a network again. */
  wake(): Promise<void> {
    this.#isLeft = false;
    this.#isPaused = false;
    this.#shownAt = this.#options.now();
    return this.run();
  }

  /**
   * Stops waiting for the lock until {@link wake} is called. Call when the page is left: a page in the back-forward cache could
   * otherwise be given the lock.
   */
  leave(): void {
    this.#isLeft = true;
    this.#leaving.abort();
    this.#leaving = new AbortController();
    this.#cancelTimer();
  }

  /** Call when a turn of this page has failed. Where the network was missing, the question waits until it is back. */
  postpone(): void {
    const { network, after } = this.#options;
    const { error, messages } = this.#holder.state;
    const last = messages.at(-1);
    if (!network || !error || last?.role !== 'user' || last.status !== 'failed') return;
    const isOffline =
      error.code === 'offline' || (CODES_WITHOUT_NETWORK.has(error.code) && !network.isOnline());
    if (!isOffline) return;
    this.#holder.commit({ type: 'postpone' });
    this.#cancelTimer();
    this.#isPaused = true;
    // A timer besides the `online` event, which may have come before the failure was known.
    this.#cancelTimer = after?.(this.#pause, () => void this.wake()) ?? this.#cancelTimer;
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  async #runAll(): Promise<void> {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      while (this.#isDue) await this.#runStep();
    } finally {
      // In the same task as the last check of `#isDue`: the next call of run() starts again, and is not lost.
      this.#running = undefined;
    }
  }

  async #runStep(): Promise<void> {
    const { lock, drawn } = this.#options;
    this.#isDue = false;
    const { signal } = this.#leaving;
    await drawn?.();
    const step = this.#next();
    if (!step || signal.aborted) return;
    const release = await lock?.acquire(signal, step.isSent ? this.#lagMs : WRITES_MS).catch(() => undefined);
    if (signal.aborted || this.#holder.isClosed) return release?.();
    this.#turns.refresh();
    const now = this.#next();
    // Another step than before: a question that came meanwhile. The page that asked it waits for the lock, too, and goes first.
    if (now?.id === step.id) await now.take();
    if (now) this.#isDue = true;
    release?.();
  }

  /**
   * How long to wait until everything that the page before has written is readable, in milliseconds. Longer where the backend knows
   * no keys: a question that is sent twice would be answered twice.
   */
  get #lagMs(): number {
    const { knowsKeys, now } = this.#options;
    return knowsKeys?.() ? WRITES_MS : Math.max(WRITES_MS, this.#shownAt + DELIVERY_MS - now());
  }

  #next(): Step | undefined {
    const { isClosed, state } = this.#holder;
    if (isClosed || this.#turns.questionId !== undefined) return undefined;
    const question = unfinishedQuestion(state);
    if (question)
      return {
        // With the attempt: a question that was asked once more meanwhile is left to the page that did so.
        id: `${question.message.id} ${question.attempt}`,
        take: () => this.#takeOver(question, state),
      };
    const last = state.messages.at(-1);
    const interruption = last && this.#options.interruption?.(last);
    if (!last || !interruption) return this.#nextWaiting(state);
    if (interruption === 'open') return undefined;
    return { id: last.id, take: () => this.#questions.goOn(interruption, last) };
  }

  /** Goes on with a turn whose page is gone: with its answer, else with its question. */
  async #takeOver(question: MessageRecord, state: ConversationState): Promise<void> {
    const { now } = this.#options;
    const holder = this.#holder;
    const { asked } = question;
    const questionId = question.message.id;
    const growing = growingAnswer({ ...state, turn: questionId });
    const answer = growing?.message;
    const point = growing?.resumePoint ?? question.resumePoint;
    if (isRecent(point, now())) {
      const answerId = answer?.id ?? asked?.answerId ?? answerIdOf(questionId);
      if (await this.#turns.resume({ point, questionId, answerId, answer })) return;
    }
    if (holder.isClosed) return;
    // Some words came, and the rest cannot be asked for: asking again could give another answer, so these words stay.
    const mayAsk = point !== undefined || !answer || textOf(answer) === '';
    if (mayAsk && isRecent(asked, now()) && asked.key !== undefined)
      await this.#questions.askAgain(questionId, asked.key, true);
    else holder.commit({ type: 'lapse', id: questionId });
  }

  /**
   * Sends the first question that waits. After an answer that was stopped or failed, all that wait go back to the text box instead:
   * the visitor may want to change them now.
   */
  #nextWaiting(state: ConversationState): Step | undefined {
    const { network } = this.#options;
    const isOnline = network?.isOnline() ?? true;
    const last = state.messages.at(-1);
    const retried = state.messages.find(({ status }) => status === 'waiting');
    const next = retried ?? state.waiting[0];
    if (!next) return undefined;
    const isAnswered = !last || (last.role === 'assistant' && last.status === 'complete');
    const mayFollow =
      retried !== undefined ||
      isAnswered ||
      this.#isWaitingForNetwork ||
      (!isOnline && last.status === 'truncated');
    if (!mayFollow) {
      const ids = state.waiting.map(({ id }) => id);
      return { id: next.id, take: () => this.#holder.commit({ type: 'give-back', ids }) };
    }
    if (!isOnline) this.#isWaitingForNetwork = true;
    const isDue = isOnline && !(retried && this.#isPaused);
    return isDue ? { id: next.id, isSent: true, take: () => this.#send(next) } : undefined;
  }

  async #send({ id }: ChatMessage): Promise<void> {
    this.#isWaitingForNetwork = false;
    this.#options.handleNext?.();
    await this.#questions.askAgain(id, id, true);
    if (this.#holder.state.status !== 'error') this.#pause = FIRST_PAUSE_MS;
  }
}
