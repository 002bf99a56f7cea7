import type { StateHolder } from './state-holder.ts';
import type { TurnRunner } from './turn-runner.ts';

/** Time for which a backend may have the rest of an answer. */
const REST_LIFETIME_MS = 90_000;

/** Options of a {@link Resumption}. */
export interface ResumptionOptions {
  readonly holder: StateHolder;
  readonly turns: TurnRunner;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Asks the last question again. Resolves when its turn has ended. */
  readonly askAgain: (key: string) => Promise<void>;
}

/** Goes on with the last turn of a conversation that was left: with its answer, or with its question. */
export class Resumption {
  readonly #options: ResumptionOptions;

  constructor(options: ResumptionOptions) {
    this.#options = options;
  }

  /** The key of the last turn, where no piece of its answer has come and its backend may have it. */
  get lostKey(): string | undefined {
    const { asked } = this.#options.holder.state;
    return this.#isRecent(asked) ? asked.key : undefined;
  }

  /** Asks for the rest of the last answer, or the last question again, where the backend may have it. Resolves when that has ended. */
  async resume(): Promise<void> {
    const { holder, turns, askAgain } = this.#options;
    const { messages, resumePoint } = holder.state;
    const last = messages.at(-1);
    if (!last || turns.isBusy) return;
    if (this.#isRecent(resumePoint))
      await turns.resume(resumePoint, last.role === 'assistant' ? last : undefined);
    // Of a tab that is gone, the last word may have been `submitted`.
    if (this.lostKey !== undefined && holder.state.status !== 'error') await askAgain(this.lostKey);
  }

  /** As {@link resume}; a question that nobody answers has `failed`. One that a page has put there was never asked. */
  async resumeOrFail(): Promise<void> {
    const { holder, turns } = this.#options;
    const question = holder.state.messages.at(-1)?.id;
    await this.resume();
    const { messages, status, asked } = holder.state;
    const last = messages.at(-1);
    const isUnanswered = asked && last?.role === 'user' && last.status === 'complete' && last.id === question;
    if (!isUnanswered || status !== 'ready' || turns.isBusy) return;
    holder.dispatch({ type: 'cancel' });
    holder.markChangedByPage();
    holder.save();
  }

  /** A backend may still have what was asked or received last at this point. */
  #isRecent<T extends { readonly at: number }>(point: T | undefined): point is T {
    return point !== undefined && this.#options.now() - point.at <= REST_LIFETIME_MS;
  }
}
