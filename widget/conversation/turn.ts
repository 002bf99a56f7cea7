import { type ChatMessage, sourcesOf } from '../protocol/chat-message.ts';

/** The members of a turn that are known from its start. */
type TurnOf = Pick<Turn, 'startedAt' | 'questionId' | 'answerId' | 'answer'>;

/** One question on its way to an answer: its abort signal, its clock readings, and the promise of its end. */
export class Turn {
  /** When it was sent, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** The answer that this turn continues; undefined where it begins a new one. */
  readonly answer: ChatMessage | undefined;
  /** Resolves when the turn has ended, however it ended. */
  readonly ended: Promise<void>;
  /** When the first piece of text or thinking came, in milliseconds since the epoch. */
  firstTokenAt: number | undefined;
  /** The backend's id of the turn, once it has sent one. */
  queryId: string | undefined;
  /** The id of the question. */
  readonly questionId: string;
  /** The id of the message that the answer becomes. */
  readonly answerId: string;
  readonly #controller = new AbortController();
  #resolve: () => void = () => undefined;

  constructor({ startedAt, questionId, answerId, answer }: TurnOf) {
    this.startedAt = startedAt;
    this.questionId = questionId;
    this.answerId = answerId;
    this.answer = answer;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Whether the answer that goes on has sources. */
  get hasSources(): boolean {
    return this.answer !== undefined && sourcesOf(this.answer).length > 0;
  }

  /** Aborted when the turn ends before its answer does. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Resolves {@link ended}. */
  end(): void {
    this.#resolve();
  }

  /** Aborts the request, for {@link STOPPED} or without a reason, and ends the turn. Does not wait for a transport that ignores the signal. */
  abort(reason?: unknown): void {
    this.#controller.abort(reason);
    this.#resolve();
  }
}
