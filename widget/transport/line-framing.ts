import { readFrame, toFrame, type FrameEvent } from '../protocol/dialects/index.ts';
import type { Framing } from './framing.ts';
import { isCutJson } from './sse-framing.ts';

/** What ends a frame: a line feed, or U+241E, the picture of a record separator (Kapa). */
const END = /[\n\u241e]/;

/** Lines, each of which is a frame; blank ones are nothing. */
export class LineFraming implements Framing {
  /** The pieces of the line that is not complete yet: joined once, so that a long line stays linear. */
  #pieces: string[] = [];

  push(text: string): readonly FrameEvent[] {
    const lines = text.split(END);
    const rest = lines.pop() ?? '';
    if (lines.length === 0) {
      this.#pieces.push(rest);
      return [];
    }
    lines[0] = this.#pieces.join('') + (lines[0] ?? '');
    this.#pieces = [rest];
    return lines.flatMap((line) => this.#readLine(line));
  }

  end(): readonly FrameEvent[] {
    const line = this.#pieces.join('').trim();
    // `9:`, of a letter's line that was cut, is none either.
    return isCutJson(toFrame(line)) || line.length < 3 ? [] : this.#readLine(line);
  }

  #readLine(line: string): readonly FrameEvent[] {
    const data = line.trim();
    return data === '' ? [] : readFrame(toFrame(data));
  }
}
