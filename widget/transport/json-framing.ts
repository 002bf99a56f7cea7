import { ChatError } from '../protocol/chat-error.ts';
import { readAnswer } from '../protocol/dialects/answer.ts';
import { type FrameEvent } from '../protocol/dialects/frame.ts';
import type { Framing } from './framing.ts';
import { LineFraming } from './line-framing.ts';
import { parseJson } from '../protocol/json.ts';

/**
 * Matches an object that was cut off, `{"messages":[{"auth`, which nobody should read. Does not match `{"a"} is a
 * set`, which is text.
 */
const CUT_OBJECT = /^\s*\{\s*(?:$|"\w*(?:$|"\s*(?:$|:)))/;

/**
 * A body that is one JSON document. Some servers send NDJSON with the type of JSON: then a second line begins after a
 * complete first one.
 *
 * @example
 * const framing = new JsonFraming('application/json');
 * framing.push('{"answer":'); // []
 * framing.push('"Hi"}'); // []
 * framing.end(); // [{ type: 'token', token: 'Hi' }, { type: 'done' }]
 */
export class JsonFraming implements Framing {
  readonly #contentType: string;
  #text = '';
  #lines: LineFraming | undefined;
  #isOneDocument = false;

  constructor(contentType: string) {
    this.#contentType = contentType;
  }

  push(text: string): readonly FrameEvent[] {
    if (this.#lines) return this.#lines.push(text);
    this.#text += text;
    if (this.#isOneDocument || !this.#hasSecondLine()) return [];
    this.#lines = new LineFraming();
    return this.#lines.push(this.#text);
  }

  /** @throws ChatError `bad-response` when the body is no JSON, or JSON without an answer. */
  end(): readonly FrameEvent[] {
    if (this.#lines) return this.#lines.end();
    const json = parseJson(this.#text);
    if (json === undefined && !this.#contentType.includes('json')) {
      return CUT_OBJECT.test(this.#text) ? [] : [{ type: 'text', text: this.#text }];
    }
    const events = readAnswer(json);
    if (!events) throw new ChatError('bad-response', 'expected a JSON answer with a known text field');
    return events;
  }

  /**
   * Whether the body is NDJSON. Decided once, at the first line: it is a complete document, or only the beginning of
   * one.
   */
  #hasSecondLine(): boolean {
    const [first, second] = this.#text.trimStart().split(/\n\s*(?=\S)|\u241e/, 2);
    if (first === undefined || second === undefined) return false;
    this.#isOneDocument = parseJson(first) === undefined;
    return !this.#isOneDocument;
  }
}
