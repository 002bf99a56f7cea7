import { readFrame, toFrame, type FrameEvent } from '../protocol/dialects/index.ts';
import type { Framing } from './framing.ts';
import { isCutJson } from './sse-framing.ts';

/** The end of a frame: a line feed, or U+241E, which Kapa writes: the picture of a record separator. */
const END = /[\n\u241e]/;

/** Every line is a frame; blank lines are skipped. */
export class LineFraming implements Framing {
  /** Pieces of the line that is not complete yet. They are joined once, so that a long line takes linear time. */
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
    // A cut line of the AI SDK's data stream, such as `9:`, has no content either.
    return isCutJson(toFrame(line)) || line.length < 3 ? [] : this.#readLine(line);
  }

  #readLine(line: string): readonly FrameEvent[] {
    const data = line.trim();
    return data === '' ? [] : readFrame(toFrame(data));
  }
}
