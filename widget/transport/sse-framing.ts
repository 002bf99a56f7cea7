import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { toFrame, type Frame } from '../protocol/dialects/frame.ts';

/**
 * `text/event-stream`. https://html.spec.whatwg.org/multipage/server-sent-events.html
 * More forgiving than the standard: an event needs no blank line at the end of the body, and events that a
 * server has not parted by blank lines are told apart.
 *
 * @example
 * const framing = new SseFraming(readFrame);
 * framing.push('data: {"token":"Hel"}\n\nda'); // [{ type: 'token', token: 'Hel' }]
 * framing.push('ta: [DONE]'); // []
 * framing.end(); // [{ type: 'end' }]
 */
export class SseFraming<T> {
  readonly #read: (frame: Frame) => readonly T[];
  readonly #parser = createParser({ onEvent: (message) => this.#handleMessage(message) });
  /** The pieces of the line that is not complete yet. */
  #pieces: string[] = [];
  #events: T[] = [];
  #isTight = false;
  #isAtEnd = false;

  /** `read`: what a frame says. */
  constructor(read: (frame: Frame) => readonly T[]) {
    this.#read = read;
  }

  push(text: string): readonly T[] {
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    if (end > 0) this.#feed(text.slice(0, end));
    this.#pieces.push(text.slice(end));
    return this.#take();
  }

  end(): readonly T[] {
    this.#isAtEnd = true;
    this.#feed('\n\n');
    return this.#take();
  }

  /** Feeds whole lines. */
  #feed(text: string): void {
    const lines = this.#pieces.join('') + text;
    this.#pieces = [];
    // Spring writes no blank behind the colon: the first one is the text's.
    this.#isTight ||= /(?:^|[\r\n])data:[^\s\d"{[]/.test(lines);
    const texts = this.#isTight ? lines.replaceAll(/(^|[\r\n])data:(?= \S)/g, '$1data: ') : lines;
    // By the standard an event without data is none: `event: end`, which ends a stream of LangGraph, would be dropped.
    // Genkit's failures stand in a field of their own.
    this.#parser.feed(
      texts
        .replaceAll(/(^|[\r\n])event:/g, '$1data:\nevent:')
        .replaceAll(/(^|[\r\n])error:/g, '$1event: error\ndata:'),
    );
  }

  #handleMessage({ event, data: lines }: EventSourceMessage): void {
    // The empty line that was added.
    const data = event === undefined ? lines : lines.replace(/^\n|\n$/, '');
    for (const frame of toFrames(data, event)) {
      const isBlank = frame.data === '' && event === undefined;
      if (this.#isAtEnd && (isBlank || isCutJson(frame) || isCutMark(frame.data))) continue;
      this.#events.push(...this.#read(frame));
    }
  }

  #take(): readonly T[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

/**
 * Whether a frame is the beginning of a JSON text, as the last frame of a body that was cut: it is not read.
 *
 * @example
 * isCutJson(toFrame('{"token":"Hel')); // true
 * isCutJson(toFrame('[DONE]')); // false
 */
export function isCutJson({ data, json }: Frame): boolean {
  return json === undefined && /^\s*["{[]/.test(data) && data.trim() !== '[DONE]';
}

/** `</str`, of Laravel's `</stream>`. */
function isCutMark(data: string): boolean {
  return data.startsWith('</') && '</stream>'.startsWith(data) && data !== '</stream>';
}

/** Servers that end each `data:` line with a single line feed send all their frames as one event. */
function toFrames(data: string, event: string | undefined): readonly Frame[] {
  const frame = toFrame(data, event);
  if (frame.json !== undefined || !data.includes('\n') || !data.trimStart().startsWith('{')) return [frame];
  return data.split('\n').map((line) => toFrame(line, event));
}
