import { ChatError } from '../protocol/chat-error.ts';
import { readEntry, textOf } from '../protocol/dialects/answer.ts';
import type { FrameEvent } from '../protocol/dialects/frame.ts';
import { parseJson } from '../protocol/json.ts';
import type { Framing } from './framing.ts';

/**
 * Cuts a JSON array into its entries: a list of messages, or the frames of a stream, as Gemini without `alt=sse` and
 * ASP.NET write them. The closing bracket ends the answer.
 *
 * @example
 * const framing = new ArrayFraming();
 * framing.push('["Hel","l'); // [{ type: 'unfinished' }, { type: 'token', token: 'Hel' }]
 * framing.push('o"]'); // [{ type: 'token', token: 'lo' }, { type: 'end' }]
 */
export class ArrayFraming implements Framing {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Pieces of the current entry, which is not complete yet. */
  #pieces: string[] = [];
  #said = '';
  #hasEnded = false;

  push(text: string): readonly FrameEvent[] {
    const events: FrameEvent[] = this.#depth === 0 ? [{ type: 'unfinished' }] : [];
    let start = 0;
    for (let at = 0; at < text.length && !this.#hasEnded; at++) {
      const isBetween = this.#read(text[at] ?? '');
      if (!isBetween) continue;
      events.push(...this.#readEntry(text.slice(start, at)));
      start = at + 1;
    }
    this.#pieces.push(text.slice(start));
    return this.#hasEnded && this.#said ? [...events, { type: 'end' }] : events;
  }

  /** @throws ChatError `bad-response` when no entry had text of an answer. */
  end(): readonly FrameEvent[] {
    if (!this.#said) throw new ChatError('bad-response', 'expected a list with an answer in it');
    return [];
  }

  /**
   * Reads one character. True at the end of an entry, and before the first: at `[`, at `,` between entries, and at
   * the last `]`.
   */
  #read(character: string): boolean {
    if (this.#isInString) {
      this.#isInString = this.#isEscaped || character !== '"';
      this.#isEscaped = !this.#isEscaped && character === '\\';
      return false;
    }
    if (character === '"') this.#isInString = true;
    else if (/[[{]/.test(character)) return ++this.#depth === 1;
    else if (/[\]}]/.test(character)) this.#hasEnded = --this.#depth === 0;
    return this.#hasEnded || (this.#depth === 1 && character === ',');
  }

  #readEntry(rest: string): readonly FrameEvent[] {
    const entry = parseJson([...this.#pieces, rest].join(''));
    this.#pieces = [];
    const events = readEntry(entry, this.#said);
    this.#said = textOf(events) || this.#said;
    return events;
  }
}
