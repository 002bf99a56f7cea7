import type { ReasoningEvent, TakeBackEvent, TokenEvent } from '../protocol/chat-event.ts';
import type { SnapshotFrame } from '../protocol/dialects/frame.ts';
import { ThinkingFilter, type ThinkingPiece } from '../protocol/thinking-filter.ts';
import { RepeatedText, type Addition } from './repeated-text.ts';

/** What becomes of a text. */
export type TextEvent = TokenEvent | ReasoningEvent | TakeBackEvent;

/**
 * The text of one turn. Frames that repeat what was said add only what is new, thoughts in tags are told apart, and words
 * that turn out to be none are taken back.
 *
 * @example
 * const text = new AnswerText();
 * text.add('So.</think>Hi');
 * // [{ type: 'token', token: 'So.' }, { type: 'take-back', length: 3, as: 'reasoning' }, { type: 'token', token: 'Hi' }]
 */
export class AnswerText {
  #filter = new ThinkingFilter();
  #repeated = new RepeatedText();
  /** Characters shown, now, at the start of the step, and at the start of the text that frames may repeat. */
  #length = 0;
  #stepStart = 0;
  #runStart = 0;
  #runId: string | undefined;
  #lastToken = '';
  /** A text that was said to be whole: it may be repeated, and any other text begins a paragraph. */
  #whole: string | undefined;

  get hasText(): boolean {
    return this.#length > 0;
  }

  /** A frame's text: a piece, or all text so far. */
  addFrame(text: string): readonly TextEvent[] {
    return [...this.#leaveWhole(), ...this.#apply(() => this.#repeated.take(text))];
  }

  /** All text so far. */
  addSnapshot({ text, id, isWhole }: SnapshotFrame): readonly TextEvent[] {
    if (text === this.#whole) return [];
    const isNext = this.#runId !== undefined && id !== this.#runId;
    const paragraph = isNext ? this.startParagraph() : this.#leaveWhole();
    this.#runId = id;
    const events = this.#apply(() => this.#repeated.takeSnapshot(text));
    if (isWhole) this.#whole = text;
    return [...paragraph, ...events];
  }

  /** A piece, whatever was said before. */
  add(text: string): readonly TextEvent[] {
    return this.#filter.push(text).flatMap((piece) => this.#read(piece));
  }

  /** A paragraph of its own begins. */
  startParagraph(): readonly TextEvent[] {
    const events = this.#flush();
    if (/[^\n]$/.test(this.#lastToken)) events.push(...this.#read({ type: 'token', token: '\n\n' }));
    this.#startRun();
    return events;
  }

  /** A step of the model begins, which may be taken back. */
  startStep(): readonly TextEvent[] {
    const events = this.#flush();
    this.#stepStart = this.#length;
    return events;
  }

  /** The step is done anew: none of its text counts. */
  resetStep(): readonly TextEvent[] {
    this.#filter = new ThinkingFilter();
    const events = this.#takeBackTo(this.#stepStart);
    this.#startRun();
    return events;
  }

  /** Something else than text follows, or nothing. */
  endPart(): readonly TextEvent[] {
    const events = this.#flush();
    this.#lastToken = '';
    return events;
  }

  #leaveWhole(): readonly TextEvent[] {
    return this.#whole === undefined ? [] : this.startParagraph();
  }

  #startRun(): void {
    this.#repeated = new RepeatedText();
    this.#runStart = this.#length;
    this.#runId = undefined;
    this.#whole = undefined;
  }

  #apply(take: () => Addition): readonly TextEvent[] {
    const { isAnew, added } = take();
    if (!isAnew) return this.add(added);
    this.#filter = new ThinkingFilter();
    return [...this.#takeBackTo(this.#runStart), ...this.add(added)];
  }

  #flush(): TextEvent[] {
    return this.#filter.flush().flatMap((piece) => this.#read(piece));
  }

  #read(piece: ThinkingPiece): readonly TextEvent[] {
    if (piece.type === 'unopened') return this.#takeBackTo(0).map((event) => ({ ...event, as: 'reasoning' }));
    if (piece.type === 'token') {
      this.#length += piece.token.length;
      this.#lastToken = piece.token;
    }
    return [piece];
  }

  #takeBackTo(start: number): readonly TakeBackEvent[] {
    const length = this.#length - start;
    this.#length = start;
    this.#stepStart = Math.min(start, this.#stepStart);
    this.#runStart = Math.min(start, this.#runStart);
    this.#lastToken = '';
    return length > 0 ? [{ type: 'take-back', length }] : [];
  }
}
