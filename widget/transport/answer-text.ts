import type { ReasoningEvent, TakeBackEvent, TokenEvent } from '../protocol/chat-event.ts';
import type { SnapshotFrame } from '../protocol/dialects/frame.ts';
import { ThinkingFilter, type ThinkingPiece } from '../protocol/thinking-filter.ts';
import { RepeatedText, type Addition } from './repeated-text.ts';

/** The events that the text of an answer becomes. */
export type TextEvent = TokenEvent | ReasoningEvent | TakeBackEvent;

/**
 * The text of one turn. Of frames that repeat earlier text only the new text is added, thoughts in tags become `reasoning`, and
 * text that turns out not to belong to the answer is taken back.
 *
 * @example
 * const text = new AnswerText();
 * text.add('So.</think>Hi');
 * // [{ type: 'token', token: 'So.' }, { type: 'take-back', length: 3, as: 'reasoning' }, { type: 'token', token: 'Hi' }]
 */
export class AnswerText {
  #filter = new ThinkingFilter();
  #repeated = new RepeatedText();
  /** Characters shown: now, at the start of the model's step, and at the start of the text that frames may repeat. */
  #length = 0;
  #stepStart = 0;
  #runStart = 0;
  #runId: string | undefined;
  #lastToken = '';
  /**
   * Text of a frame marked as the full answer. If the same text follows, it is dropped; other text begins a
   * paragraph.
   */
  #fullText: string | undefined;

  get hasText(): boolean {
    return this.#length > 0;
  }

  /** The text of one frame, which may be a piece or all text so far. */
  addFrame(text: string): readonly TextEvent[] {
    return [...this.#leaveFullText(), ...this.#apply(() => this.#repeated.take(text))];
  }

  /** The text of a frame that is known to hold all text so far. */
  addSnapshot({ text, id, isWhole }: SnapshotFrame): readonly TextEvent[] {
    if (text === this.#fullText) return [];
    const isNext = this.#runId !== undefined && id !== this.#runId;
    const paragraph = isNext ? this.startParagraph() : this.#leaveFullText();
    this.#runId = id;
    const events = this.#apply(() => this.#repeated.takeSnapshot(text));
    if (isWhole) this.#fullText = text;
    return [...paragraph, ...events];
  }

  /** A piece that is never compared with earlier text. */
  add(text: string): readonly TextEvent[] {
    return this.#filter.push(text).flatMap((piece) => this.#read(piece));
  }

  /** Text that follows stands in a new paragraph. */
  startParagraph(): readonly TextEvent[] {
    const events = this.#flush();
    if (/[^\n]$/.test(this.#lastToken)) events.push(...this.#read({ type: 'token', token: '\n\n' }));
    this.#startRun();
    return events;
  }

  /** A step of the model begins. {@link resetStep} may take its text back. */
  startStep(): readonly TextEvent[] {
    const events = this.#flush();
    this.#stepStart = this.#length;
    return events;
  }

  /** The model repeats the step: all text of the first try is taken back. */
  resetStep(): readonly TextEvent[] {
    this.#filter = new ThinkingFilter();
    const events = this.#takeBackTo(this.#stepStart);
    this.#startRun();
    return events;
  }

  /** Call before an event that is no text, and at the end: text that was held back is given out. */
  endPart(): readonly TextEvent[] {
    const events = this.#flush();
    this.#lastToken = '';
    return events;
  }

  #leaveFullText(): readonly TextEvent[] {
    return this.#fullText === undefined ? [] : this.startParagraph();
  }

  #startRun(): void {
    this.#repeated = new RepeatedText();
    this.#runStart = this.#length;
    this.#runId = undefined;
    this.#fullText = undefined;
  }

  #apply(take: () => Addition): readonly TextEvent[] {
    const { isReplacement, added } = take();
    if (!isReplacement) return this.add(added);
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
