import { ChatError } from '../../widget/protocol/chat-error.ts';
import { isObject, parseJson, type JsonObject } from '../../widget/protocol/json.ts';

/** Longer names of fields are those of somebody who tries what happens. */
const MAX_CHARACTERS = 200;

/** The error for what a client has sent at a path of the body. */
export function badInput(path: string, fault: string): ChatError {
  return new ChatError('bad-request', `${path}: ${fault}`.slice(0, MAX_CHARACTERS));
}

/** The JSON object that a body is. Throws `bad-request` for any other body. */
export function readBody(body: string): JsonObject {
  const json = parseJson(body);
  if (!isObject(json)) throw badInput('the body', 'is no JSON object');
  return json;
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
