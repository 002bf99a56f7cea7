import { readFrame, toFrame, type FrameEvent } from '../protocol/dialects/index.ts';
import type { Framing } from './framing.ts';

/** The end of a text that may be none: a last line of JSON, or `[DONE]`, as far as it has come. */
const TAIL = /(?:\n\s*(?:\{(?:"[^\n]*)?)?|\[(?:D(?:O(?:N(?:E\]?)?)?)?)?)\s*$/;

/** The body is the answer, but for what servers write after it: a line of JSON with the sources, or `[DONE]`. */
export class TextFraming implements Framing {
  #tail = '';

  push(text: string): readonly FrameEvent[] {
    const all = this.#tail + text;
    this.#tail = TAIL.exec(all)?.[0] ?? '';
    return toText(all.slice(0, all.length - this.#tail.length));
  }

  end(): readonly FrameEvent[] {
    const tail = this.#tail.trim();
    if (tail === '[DONE]') return [{ type: 'end' }];
    const frame = toFrame(tail);
    // A visitor should never read half of it.
    if (tail.startsWith('{"') && frame.json === undefined) return [{ type: 'unfinished' }];
    const events = readFrame(frame);
    const isAside = events.some(({ type }) => /^(?:sources?|usage|finish|suggestions)$/.test(type));
    return isAside && !events.some(({ type }) => type === 'token') ? events : toText(this.#tail);
  }
}

function toText(text: string): readonly FrameEvent[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
