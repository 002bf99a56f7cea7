import { ChatError } from '../../widget/protocol/chat-error.ts';
import type {
  DoneEvent,
  FinishReason,
  TakeBackEvent,
  TokenEvent,
  Usage,
} from '../../widget/protocol/chat-event.ts';
import type { FrameEvent } from '../../widget/protocol/dialects/frame.ts';
import { ThinkingFilter, type ThinkingPiece } from '../../widget/protocol/thinking-filter.ts';
import { ChannelFilter } from './channel-filter.ts';

/** A change of an answer's text. */
export type AnswerEvent = TokenEvent | TakeBackEvent;

/** Most characters of an answer, which is kept in memory for clients that come back. No model says as much. */
const MAX_ANSWER_CHARACTERS = 1_000_000;

/**
 * The text of one answer, put together from the frames of a model's stream.
 *
 * @example
 * const answer = new Answer();
 * answer.take([{ type: 'token', token: '<think>hm</think>Hi' }]); // [{ type: 'token', token: 'Hi' }]
 * answer.take([{ type: 'finish', finishReason: 'stop' }]); // []
 * answer.finish(); // { type: 'done', finishReason: 'stop' }
 */
export class Answer {
  /** No more frames can follow. */
  isOver = false;
  /** The model has sent text or thinking. */
  hasBegun = false;
  /** The text of the answer so far. */
  text = '';
  #filter = new ThinkingFilter();
  #channels = new ChannelFilter();
  #reason: FinishReason | undefined;
  #usage: Usage | undefined;

  /**
   * Takes frames and returns their text as one `token`, after a `take-back` where the text before proves to be thinking. Throws
   * `too-large` where the answer is longer than a million characters: the turn is then refunded, and its text stays on the page.
   */
  take(frames: readonly FrameEvent[]): readonly AnswerEvent[] {
    let text = '';
    for (const frame of frames) {
      this.hasBegun ||= frame.type === 'token' || frame.type === 'reasoning';
      if (frame.type === 'token') text += frame.token;
      else if (frame.type === 'finish') this.#reason = frame.finishReason;
      else if (frame.type === 'usage') this.#usage = frame.usage;
      else if (frame.type === 'end') this.isOver = true;
      else if (frame.type === 'error') break;
    }
    const hasEnded = this.isOver || this.#reason !== undefined;
    const shown = this.#channels.push(text) + (hasEnded ? this.#channels.flush() : '');
    return this.#add([...this.#filter.push(shown), ...(hasEnded ? this.#filter.flush() : [])]);
  }

  /** Whether the answer has no text that a visitor could read. */
  get isEmpty(): boolean {
    return this.text.trim() === '';
  }

  /** Begins anew: another model answers, since this one said nothing. */
  restart(): void {
    this.isOver = false;
    this.text = '';
    this.#filter = new ThinkingFilter();
    this.#channels = new ChannelFilter();
    this.#reason = undefined;
    this.#usage = undefined;
  }

  #add(pieces: readonly ThinkingPiece[]): readonly AnswerEvent[] {
    const { length } = this.text;
    let token = '';
    let isTakenBack = false;
    for (const piece of pieces) {
      if (piece.type === 'token') token += piece.token;
      if (piece.type !== 'unopened') continue;
      token = '';
      isTakenBack = length > 0;
    }
    this.text = (isTakenBack ? '' : this.text) + token;
    if (this.text.length > MAX_ANSWER_CHARACTERS)
      throw new ChatError('too-large', 'the answer is longer than a million characters');
    return [
      ...(isTakenBack ? [{ type: 'take-back', length } as const] : []),
      ...(token === '' ? [] : [{ type: 'token', token } as const]),
    ];
  }

  /** The `done` event of this answer. Throws where it is not complete, is empty, or was filtered. */
  finish(): DoneEvent {
    const reason = this.#reason ?? (this.isOver ? 'stop' : 'error');
    if (reason === 'error') throw new ChatError('model-failed', 'the stream of the model broke off');
    if (reason === 'content-filter') throw new ChatError('content-filtered', 'the model refused to go on');
    if (this.isEmpty) throw new ChatError('empty-answer', `the model said nothing (finish reason ${reason})`);
    return { type: 'done', finishReason: reason, ...(this.#usage ? { usage: this.#usage } : {}) };
  }
}
