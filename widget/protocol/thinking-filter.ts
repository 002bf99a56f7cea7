import type { ReasoningEvent, TokenEvent } from './chat-event.ts';

/** All text so far was thinking: `</think>` came without `<think>` before it. */
export interface UnopenedEvent {
  readonly type: 'unopened';
}

/** A piece of a model's text, classified as answer or thinking. */
export type ThinkingPiece = TokenEvent | ReasoningEvent | UnopenedEvent;

const TAG = /<\/?think>/;
const CLOSE = '</think>';
/** A tag that the end of a piece has cut off. */
const CUT_TAG = /<(?:\/?(?:t(?:h(?:i(?:nk?)?)?)?)?)?$/;
const FENCE = /^\s*(?:```|~~~)/;

/**
 * Separates the answer from `<think>…</think>`, which some servers leave in their text. The text may come in any pieces. Some
 * chat templates write `<think>` into the prompt, so that the text has only `</think>`. Tags inside code are text.
 *
 * @example
 * const filter = new ThinkingFilter();
 * filter.push('<think>Which si'); // [{ type: 'reasoning', text: 'Which si' }]
 * filter.push('zes?</thi'); // [{ type: 'reasoning', text: 'zes?' }]
 * filter.push('nk>\nWe have'); // [{ type: 'token', token: 'We have' }]
 */
export class ThinkingFilter {
  /** The beginning of a tag that the next piece may complete, at most seven characters. */
  #cut = '';
  #isThinking = false;
  #hasTag = false;
  /** White space at the start of the answer; it is dropped if a tag follows. */
  #blanks = '';
  #isAtStart = true;
  /** The current line of the answer: shows whether a tag stands in code. */
  #line = '';
  #isFenced = false;
  #pieces: ThinkingPiece[] = [];

  /** Takes the next piece. Only the beginning of a tag is held back. */
  push(text: string): readonly ThinkingPiece[] {
    let rest = this.#cut + text;
    for (let tag = TAG.exec(rest); tag; tag = TAG.exec(rest)) {
      this.#write(rest.slice(0, tag.index));
      this.#read(tag[0]);
      rest = rest.slice(tag.index + tag[0].length);
    }
    this.#cut = CUT_TAG.exec(rest)?.[0] ?? '';
    this.#write(this.#cut === '' ? rest : rest.slice(0, -this.#cut.length));
    return this.#take();
  }

  /** Gives out the beginning of a tag that was held back: no more text follows. */
  flush(): readonly ThinkingPiece[] {
    this.#write(this.#cut);
    this.#cut = '';
    return this.#take();
  }

  #read(tag: string): void {
    const isClose = tag === CLOSE;
    const hasNoOpener = isClose && !this.#isThinking;
    // A second `</think>` without `<think>`, and any tag in code, is text that the answer is about.
    const isText = this.#isThinking ? !isClose : this.#isInCode() || (hasNoOpener && this.#hasTag);
    if (isText) return this.#write(tag);
    if (hasNoOpener) this.#pieces.push({ type: 'unopened' });
    this.#isThinking = !isClose;
    this.#hasTag = true;
    this.#blanks = '';
    this.#isAtStart = true;
    this.#line = '';
    this.#isFenced = false;
  }

  #write(text: string): void {
    if (text === '') return;
    const isFirst = this.#isAtStart;
    const written = this.#blanks + text;
    if (isFirst && written.trim() === '') {
      this.#blanks = written;
      return;
    }
    this.#isAtStart = false;
    this.#blanks = '';
    const shown = isFirst && this.#hasTag ? written.trimStart() : written;
    if (this.#isThinking) this.#pieces.push({ type: 'reasoning', text: shown });
    else this.#writeAnswer(shown);
  }

  #writeAnswer(token: string): void {
    this.#pieces.push({ type: 'token', token });
    const [first = '', ...lines] = token.split('\n');
    this.#line += first;
    for (const line of lines) {
      if (FENCE.test(this.#line)) this.#isFenced = !this.#isFenced;
      this.#line = line;
    }
  }

  #isInCode(): boolean {
    return this.#isFenced || FENCE.test(this.#line) || this.#line.split('`').length % 2 === 0;
  }

  #take(): readonly ThinkingPiece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}
