import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { toFrame, type Frame } from '../protocol/dialects/frame.ts';

/**
 * Reads `text/event-stream`. https://html.spec.whatwg.org/multipage/server-sent-events.html
 * Accepts more than the standard: the last event needs no blank line after it, and frames without blank lines between them
 * are separated.
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
  #hasNoBlank = false;
  #isAtEnd = false;

  /** `read`: turns a frame into events. */
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

  /** Gives complete lines to the parser. */
  #feed(text: string): void {
    const lines = this.#pieces.join('') + text;
    this.#pieces = [];
    // Spring writes `data:text` without a blank, so a first blank belongs to the text: double it, as the parser
    // removes one.
    this.#hasNoBlank ||= /(?:^|[\r\n])data:[^\s\d"{[]/.test(lines);
    const texts = this.#hasNoBlank ? lines.replaceAll(/(^|[\r\n])data:(?= \S)/g, '$1data: ') : lines;
    // The standard drops an event without data, but LangGraph ends its streams with `event: end` alone: add an empty
    // line of data. Genkit reports failures in a field `error:`: make it an event.
    this.#parser.feed(
      texts
        .replaceAll(/(^|[\r\n])event:/g, '$1data:\nevent:')
        .replaceAll(/(^|[\r\n])error:/g, '$1event: error\ndata:'),
    );
  }

  #handleMessage({ event, data: lines }: EventSourceMessage): void {
    // Remove the empty line that `#feed` added.
    const data = event === undefined ? lines : lines.replace(/^\n|\n$/, '');
    for (const frame of toFrames(data, event)) {
      const isBlank = frame.data === '' && event === undefined;
      if (this.#isAtEnd && (isBlank || isCutJson(frame) || isCutStreamTag(frame.data))) continue;
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
 * Whether a frame is only the beginning of a JSON text. The last frame of a cut body may be: it is not read.
 *
 * @example
 * isCutJson(toFrame('{"token":"Hel')); // true
 * isCutJson(toFrame('[DONE]')); // false
 */
export function isCutJson({ data, json }: Frame): boolean {
  return json === undefined && /^\s*["{[]/.test(data) && data.trim() !== '[DONE]';
}

/** The beginning of Laravel's `</stream>`, such as `</str`. */
function isCutStreamTag(data: string): boolean {
  return data.startsWith('</') && '</stream>'.startsWith(data) && data !== '</stream>';
}

/** Splits an event that holds several frames: some servers end each `data:` line with a single line feed, not two. */
function toFrames(data: string, event: string | undefined): readonly Frame[] {
  const frame = toFrame(data, event);
  if (frame.json !== undefined || !data.includes('\n') || !data.trimStart().startsWith('{')) return [frame];
  return data.split('\n').map((line) => toFrame(line, event));
}
