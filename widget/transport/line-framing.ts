import { readFrame, toFrame, type FrameEvent } from '../protocol/dialects/index.ts';
import type { Framing } from './framing.ts';
import { isCutJson } from './sse-framing.ts';

/** NDJSON: one frame a line; blank lines are nothing. */
export class LineFraming implements Framing {
  /** The pieces of the line that is not complete yet: joined once, so that a long line stays linear. */
  #pieces: string[] = [];

  push(text: string): readonly FrameEvent[] {
    const lines = text.split('\n');
    const rest = lines.pop() ?? '';
    if (lines.length === 0) {
      this.#pieces.push(rest);
      return [];
    }
    lines[0] = this.#pieces.join('') + (lines[0] ?? '');
    this.#pieces = [rest];
    return lines.flatMap((line) => readLine(line));
  }

  end(): readonly FrameEvent[] {
    const frame = toFrame(this.#pieces.join('').trim());
    return frame.data === '' || isCutJson(frame) ? [] : readFrame(frame);
  }
}

function readLine(line: string): readonly FrameEvent[] {
  const data = line.trim();
  return data === '' ? [] : readFrame(toFrame(data));
}
