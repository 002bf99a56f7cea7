import { readFrame, toFrame, type FrameEvent } from '../protocol/dialects/index.ts';
import type { Framing } from './framing.ts';

/** `[DONE]` at the end of a text, or its beginning. */
const DONE = /\[(?:D(?:O(?:N(?:E\]?)?)?)?)?$/;

/**
 * The whole body is the answer, except what some servers write after it: a line of JSON with the sources, or
 * `[DONE]`.
 */
export class TextFraming implements Framing {
  #tail = '';

  push(text: string): readonly FrameEvent[] {
    const all = this.#tail + text;
    const length = lengthOfText(all);
    this.#tail = all.slice(length);
    return toText(all.slice(0, length));
  }

  end(): readonly FrameEvent[] {
    const tail = this.#tail.trim();
    if (tail === '[DONE]') return [{ type: 'end' }];
    const frame = toFrame(tail);
    // JSON that was cut off is not shown.
    if (/^\{(?:"|$)/.test(tail) && frame.json === undefined) return [{ type: 'unfinished' }];
    const events = readFrame(frame);
    const isAside = events.some(({ type }) => /^(?:sources?|usage|finish|suggestions)$/.test(type));
    return isAside && !events.some(({ type }) => type === 'token') ? events : toText(this.#tail);
  }
}

/**
 * How many characters are text of the answer for certain. The rest may turn out to be `[DONE]` or a last line of
 * JSON.
 */
function lengthOfText(all: string): number {
  const text = all.trimEnd();
  const before = text.slice(0, text.lastIndexOf('\n') + 1);
  const line = text.slice(before.length).trimStart();
  if (before !== '' && (line === '{' || line.startsWith('{"'))) return before.trimEnd().length;
  return DONE.exec(text.slice(-6))?.index === undefined ? text.length : text.lastIndexOf('[');
}

function toText(text: string): readonly FrameEvent[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
