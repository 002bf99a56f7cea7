import { ChatError } from '../../widget/protocol/chat-error.ts';
import { parseJson, readObject, type JsonObject } from '../../widget/protocol/json.ts';

/** Longer names of fields are those of somebody who tries what happens. */
const MAX_CHARACTERS = 200;

/** The error for what a client has sent at a path of the body. */
export function badInput(path: string, fault: string): ChatError {
  return new ChatError('bad-request', `${path}: ${fault}`.slice(0, MAX_CHARACTERS));
}

/** The fields of the JSON object that a body is. Throws `bad-request` for any other body. */
export function readBody(body: string): JsonObject {
  return readFields(parseJson(body), 'the body');
}

/** The fields of an object that stands at a path of the body; none of a list: PHP writes an empty object as `[]`. */
export function readFields(value: unknown, path: string): JsonObject {
  if (typeof value !== 'object' || value === null) throw badInput(path, 'is no object');
  return readObject(value);
}

/**
 * A text that stands at a path of the body. Throws `bad-request` for any other value.
 *
 * @example
 * readText('Hi', 'prompt'); // 'Hi'
 * readText(7, 'prompt'); // throws ChatError `bad-request`: 'prompt: is no text'
 */
export function readText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw badInput(path, 'is no text');
  return value;
}

/**
 * The text as it is. Throws `too-large` where it has more characters.
 *
 * @example
 * atMost(4_000, 'Hi', 'prompt'); // 'Hi'
 */
export function atMost(characters: number, text: string, path: string): string {
  if (text.length > characters) throw new ChatError('too-large', `${path}: is too large`);
  return text;
}
